import type { Command } from 'commander';
import { LineTooLong, runWorker, UnreadableInput, WrongLine } from '../api/crawl.ts';
import { exitCode, Failure } from './failure.ts';
import { wholeNumber } from './options.ts';
import { print } from './output.ts';

export function addCrawl(program: Command): void {
  const crawl = program
    .command('crawl')
    .summary('print the content of the pages of archives')
    .description('Learns from a sample of each site what its pages have in common, and labels all pages by it.');
  crawl
    .command('worker')
    .summary('label pages from standard input, for distributed engines')
    .description('Reads and writes the lines that docs/crawl.md describes, until standard input ends.')
    .option('--memory <megabytes>', 'heap of the labelling thread; a page that needs more becomes an error row', wholeNumber)
    .option('--page-seconds <seconds>', 'a page that takes longer becomes an error row', wholeNumber)
    .action(worker);
}

async function worker({ memory, pageSeconds }: { memory?: number; pageSeconds?: number }): Promise<void> {
  try {
    await runWorker(process.stdin, print, {
      ...(memory !== undefined && { heapMegabytes: memory }),
      ...(pageSeconds !== undefined && { pageSeconds }),
    });
  } catch (error) {
    if (error instanceof WrongLine || error instanceof LineTooLong) throw new Failure(exitCode.usage, error.message);
    if (error instanceof UnreadableInput) throw new Failure(exitCode.failed, error.message);
    throw error;
  }
}
