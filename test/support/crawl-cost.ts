// What `templens crawl` costs on generated archives, in a process of its own.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCrawl } from './generated-crawl.ts';

/** Cost of a crawl from archives to rows. */
export interface CrawlCost {
  readonly pages: number;
  readonly sites: number;
  /** Error rows. */
  readonly errors: number;
  /** Pages a second of processor time. */
  readonly rate: number;
  /** Megabytes of the largest resident size of the process, for each labelling thread. */
  readonly megabytes: number;
}

/** Notes in a file what the process has used, when it ends. */
const note = `import { writeFileSync } from 'node:fs'; import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeFileSync(process.env.TEMPLENS_USAGE, JSON.stringify(process.resourceUsage())));`;

/**
 * Runs `templens crawl` on pages of about 18 KB of sites whose sizes have a Zipf distribution. Throws an error if it fails.
 * @param format of the rows
 */
export async function crawlCost(pages: number, sites: number, threads: number, format = 'jsonl'): Promise<CrawlCost> {
  const folder = mkdtempSync(join(tmpdir(), 'templens-crawl-'));
  try {
    mkdirSync(join(folder, 'in'));
    const files = writeCrawl(join(folder, 'in'), pages, sites);
    const [out, usage] = [join(folder, 'out'), join(folder, 'usage')];
    const options = ['--out', out, '--threads', String(threads), '--format', format];
    const program = ['--import', `data:text/javascript,${encodeURIComponent(note)}`, 'server/bin/templens.js'];
    const child = spawn(process.execPath, [...program, 'crawl', ...files, ...options], {
      stdio: 'inherit',
      env: { ...process.env, TEMPLENS_USAGE: usage },
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`templens crawl ended with code ${code}.`);
    const summary = JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8')) as {
      pages: number;
      sites: number;
      methods: Record<string, number>;
    };
    const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage;
    return {
      pages: summary.pages,
      sites: summary.sites,
      errors: summary.methods.error ?? 0,
      rate: summary.pages / ((userCPUTime + systemCPUTime) / 1e6),
      megabytes: maxRSS / 1024 / threads,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
