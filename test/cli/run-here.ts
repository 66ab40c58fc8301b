// The built command line in this process: one run after the other, since output, folder and environment are those of the process.
import type { runCommandLine } from '../../server/src/cli/program.ts';
import type { Run, Surroundings } from './templens.ts';

const bundle = new URL('../../server/dist/cli.js', import.meta.url).href;
let turn: Promise<unknown> = Promise.resolve();

/** Runs a command line to its end when those before have ended. @param program URL of the built command line. */
export function runHere(args: readonly string[], surroundings: Surroundings, program = bundle): Promise<Run> {
  const run = turn.then(() => runNow(args, surroundings, program));
  turn = run.catch(() => {});
  return run;
}

async function runNow(args: readonly string[], { cwd = process.cwd(), env = {} }: Surroundings, program: string): Promise<Run> {
  const { runCommandLine: runBundled } = (await import(program)) as { runCommandLine: typeof runCommandLine };
  const folder = process.cwd();
  const environment = { ...process.env };
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  delete process.env.NO_COLOR;
  delete process.env.FORCE_COLOR;
  Object.assign(process.env, env);
  process.chdir(cwd);
  try {
    const code = await runBundled(args);
    return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.restore();
    stderr.restore();
    process.chdir(folder);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, environment);
  }
}

/** Keeps what is written to a stream, which is no terminal meanwhile, until it is restored. */
function capture(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  const chunks: Buffer[] = [];
  const { write, isTTY } = stream;
  stream.write = ((chunk: string | Uint8Array, encoding?: BufferEncoding | (() => void), done?: () => void) => {
    chunks.push(
      typeof chunk === 'string' ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8') : Buffer.from(chunk),
    );
    const callback = typeof encoding === 'function' ? encoding : done;
    if (callback) process.nextTick(callback);
    return true;
  }) as typeof stream.write;
  stream.isTTY = false;
  return {
    text: () => Buffer.concat(chunks).toString('utf8'),
    restore: () => {
      stream.write = write;
      stream.isTTY = isTTY;
    },
  };
}
