// What it costs to start on a site that did not change, beside the run that kept its answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Milliseconds after which `watch` has written what it knows, see `QUIET` of `answer-cache.ts`. */
const WRITTEN = 5000;

/** Processor times of a command that uses what a first run kept, by that of the first run; `watch` until it is idle. */
export async function warmByCold(
  bin: string,
  command: 'groups' | 'check' | 'watch',
  root: string,
  repetitions: number,
): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'templens-warm-'));
  try {
    const run = { bin, command, root, folder };
    const cold = await processorTime(run, WRITTEN);
    const warm: number[] = [];
    for (let i = 0; i < repetitions; i++) warm.push((await processorTime(run, 0)) / cold);
    return warm;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Microseconds of processor time, of all threads, until the command has printed everything. @param rest milliseconds that `watch` goes on then */
async function processorTime(
  { bin, command, root, folder }: { bin: string; command: string; root: string; folder: string },
  rest: number,
): Promise<number> {
  const report = join(folder, 'time');
  const write = `import { writeFileSync } from 'node:fs';
    const write = () => { const { user, system } = process.cpuUsage(); writeFileSync(${JSON.stringify(report)}, String(user + system)); };
    process.on('exit', write);`;
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(write)}`, bin, command, root], {
    env: { ...process.env, TEMPLENS_CACHE: join(folder, 'cache') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (command !== 'watch' || !line.startsWith('{"event":"idle"')) continue;
    await new Promise(resolve => setTimeout(resolve, rest));
    child.kill('SIGINT');
  }
  await ended;
  return Number(readFileSync(report, 'utf8'));
}
