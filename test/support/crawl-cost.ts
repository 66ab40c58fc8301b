// Runs `templens crawl` on generated archives whose sites have a Zipf distribution, and prints its speed and memory.
// usage: node test/bench/dist/crawl-speed.js [--pages N] [--sites N] [--threads N]
//        default: 100,000 pages of 2,000 sites, 2 threads; pages have about 18 KB
// exit code: 1 if a figure misses its bar
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeCrawl } from '../support/generated-crawl.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    sites: { type: 'string', default: '2000' },
    threads: { type: 'string', default: '2' },
  },
});
/** Pages a second of processor time, and megabytes for each thread. */
const bars = { rate: 250, megabytes: 512 };

const folder = mkdtempSync(join(tmpdir(), 'templens-crawl-'));
try {
  mkdirSync(join(folder, 'in'));
  const files = writeCrawl(join(folder, 'in'), Number(values.pages), Number(values.sites));
  const out = join(folder, 'out');
  const { seconds, megabytes, code } = await measured(['crawl', ...files, '--out', out, '--threads', values.threads]);
  if (code !== 0) throw new Error(`templens crawl ended with code ${code}.`);
  const summary = JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8')) as { pages: number; sites: number; errors: object };
  const rate = summary.pages / seconds;
  const share = megabytes / Number(values.threads);
  console.log('| pages | sites | pages a second of processor time | megabytes of the process, for each thread | errors |');
  console.log('| --: | --: | --: | --: | --: |');
  const errors = Object.keys(summary.errors).length;
  console.log(
    `| ${summary.pages} | ${summary.sites} | ${rate.toFixed(0)} | ${megabytes.toFixed(0)}, ${share.toFixed(0)} | ${errors} |`,
  );
  if (rate < bars.rate) console.error(`${rate.toFixed(0)} pages a second of processor time are less than ${bars.rate}`);
  if (share > bars.megabytes) console.error(`${share.toFixed(0)} megabytes are more than ${bars.megabytes}`);
  if (rate < bars.rate || share > bars.megabytes) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the command; `time` says what it took: seconds of processor time, and the largest memory of the process. */
async function measured(args: string[]): Promise<{ seconds: number; megabytes: number; code: number | null }> {
  const file = join(folder, 'time');
  const command = ['-f', '%U %S %M', '-o', file, process.execPath, 'server/bin/templens.js', ...args];
  const child = spawn('/usr/bin/time', command, { stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [user = 0, system = 0, kilobytes = 0] = readFileSync(file, 'utf8').trim().split('\n').at(-1)!.split(' ').map(Number);
  return { seconds: user + system, megabytes: kilobytes / 1024, code };
}
