// The built command line, in this process and as a process of its own, and small sites for it.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { runHere } from './run-here.ts';

/** The program that users run. */
export const bin = fileURLToPath(new URL('../../server/bin/templens.js', import.meta.url));

export interface Run {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

export interface Surroundings {
  cwd?: string;
  /** Beside the variables of this process. */
  env?: Record<string, string>;
}

export function start(args: string[], { cwd, env }: Surroundings = {}): ChildProcessWithoutNullStreams {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
  const child = spawn(process.execPath, [bin, ...args], { ...(cwd !== undefined && { cwd }), env: { ...inherited, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs a command to its end in this process, which is many times faster than in one of its own. */
export function templens(args: string[], surroundings: Surroundings = {}): Promise<Run> {
  return runHere(args, surroundings);
}

/** Runs a command to its end in a process of its own. */
export async function templensProcess(args: string[], surroundings: Surroundings = {}): Promise<Run> {
  const child = start(args, surroundings);
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  const { code, signal } = await ended(child);
  return { code, signal, stdout: await stdout, stderr: withoutProgress(await stderr) };
}

/** Without the lines that say every five seconds what a command does: on a loaded machine any command may take so long. */
export function withoutProgress(stderr: string): string {
  return stderr.replace(/^templens: .* \(\d+ s\)\.\n/gm, '');
}

/** Runs a command that can write files of up to `blocks` KiB only: a limit on their size stands in for a full disk. */
export function templensOnFullDisk(args: readonly string[], blocks: number): Pick<Run, 'code' | 'stderr'> {
  const command = `ulimit -f ${blocks}; exec "$0" "$@"`;
  const run = spawnSync('bash', ['-c', command, process.execPath, bin, ...args], { encoding: 'utf8' });
  return { code: run.status, stderr: withoutProgress(run.stderr) };
}

export function ended(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A page of a small site: the same frame, a text of its own. */
export function page(title: string, text: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="site.css"></head>
<body><header><a href="index.html">The little site</a></header>
<ul class="menu"><li><a href="index.html">Home</a></li><li><a href="a.html">About us</a></li><li><a href="b.html">Contact</a></li></ul>
<main id="main"><h1>${title}</h1>
<p>${text}</p>
</main>
<footer><p>Made by hand, all rights reserved</p></footer></body></html>
`;
}

export const smallSite: Record<string, string> = {
  'index.html': page('Welcome', 'Nice to see you here on a <b>rainy</b> day.'),
  'a.html': page('About us', 'Two people and a dog who like the sea.'),
  'b.html': page('Contact', 'Write a letter or ring the bell twice.'),
  'sub/c.html': page('Prices', 'Everything costs nothing &amp; more.'),
};
