// How much memory `watch` and the language server take of the machine: the largest resident sizes of their processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { generatedPage, generatedPath, type SiteShape } from './generated-site.ts';
import { startMeasuredServer } from './measured-server.ts';

/**
 * Runs `templens watch` on a site, without a cache, until it has said all that it found. Gives the largest resident size, in bytes, that its
 * process has had by then, as Linux counts it; undefined on other systems.
 */
export async function watchMemory(bin: string, root: string): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const watch = spawn(process.execPath, [bin, 'watch', '--no-cache', root], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(watch, 'exit');
  let peak: number | undefined;
  for await (const line of createInterface({ input: watch.stdout })) {
    if (!line.startsWith('{"event":"idle"')) continue;
    peak = largestResidentSize(watch.pid!);
    watch.kill();
    break;
  }
  await ended;
  if (peak === undefined) throw new Error('watch ended before it was idle');
  return peak;
}

/**
 * Starts the language server on a generated site, opens a page, and waits until all pages are indexed, labelled and checked. Gives the largest
 * resident size as `watchMemory` does.
 */
export async function serverMemory(bin: string, root: string, shape: SiteShape): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const server = await startMeasuredServer(bin, root);
  try {
    const idle = server.idle();
    await server.open(generatedPath(shape, 3), generatedPage(shape, 3));
    await idle;
    return largestResidentSize(server.process.pid!);
  } finally {
    await server.close();
  }
}

/** Bytes. */
function largestResidentSize(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) * 1024;
}
