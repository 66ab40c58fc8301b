// How much memory `watch` takes of the machine: the largest resident size of its process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

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
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${watch.pid}/status`, 'utf8'))!;
    peak = Number(kilobytes) * 1024;
    watch.kill();
    break;
  }
  await ended;
  if (peak === undefined) throw new Error('watch ended before it was idle');
  return peak;
}
