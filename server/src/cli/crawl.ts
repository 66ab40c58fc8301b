import { availableParallelism, constants } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { printableJson } from 'templens-shared/printable';
import { outputs } from '../api/command-line.ts';
import {
  type CrawlSummary,
  compareCrawls,
  crawlLimits,
  crawlThresholds,
  isSample,
  LineTooLong,
  openCrawl,
  type RowFormat,
  rowFormats,
  runWorker,
  type SiteRule,
  sampleRange,
  siteRules,
  UnreadableInput,
  UnwritableOutput,
  WrongFolder,
  WrongLine,
} from '../api/crawl.ts';
import { exitCode, Failure } from './failure.ts';
import { onInterrupt } from './interrupt.ts';
import { wholeNumber } from './options.ts';
import { exit, log, print } from './output.ts';
import { ProgressBar } from './progress.ts';

interface ThreadOptions {
  memory: number;
  pageSeconds: number;
}

interface JobOptions extends ThreadOptions {
  out?: string;
  emit: (typeof outputs)[number][];
  sample: number;
  siteBy: SiteRule;
  format: RowFormat;
  partPages: number;
  threads?: number;
}

export function addCrawl(program: Command): void {
  const crawl = program
    .command('crawl')
    .summary('write the content of the pages of archives and folders')
    .description(
      'Writes a row of content for each page of archives and folders. A sample of the pages of each site says what its template is. A run that was ended goes on where it was when it is started again.',
    );
  // Its options are also those of its steps.
  addJobOptions(crawl)
    .configureHelp({ showGlobalOptions: true })
    .argument('[files...]', 'WARC, CDXJ, JSON lines, or folders of pages')
    .action((files: string[], options: JobOptions) => run(required(files), options, 'apply'));
  crawl
    .command('index')
    .summary('list the pages of the files alone')
    .argument('[files...]', 'WARC, CDXJ, JSON lines, or folders of pages')
    .action((files: string[], _, step: Command) => run(required(files), step.optsWithGlobals(), 'index'));
  crawl
    .command('learn')
    .summary('learn the models of all sites, after index')
    .action((_, step: Command) => run([], step.optsWithGlobals(), 'learn'));
  crawl
    .command('apply')
    .summary('write the rows, after index or learn')
    .action((_, step: Command) => run([], step.optsWithGlobals(), 'apply'));
  crawl
    .command('diff')
    .configureHelp({ showGlobalOptions: false })
    .summary('list the pages whose content differs between two crawls')
    .description(
      'Prints a JSON line for each page that was added or removed, or has other content; a change of the template does not count.',
    )
    .argument('<old>', 'folder of the rows of a crawl')
    .argument('<new>', 'folder of the rows of a later crawl')
    .action(diff);
  addThreadOptions(crawl.command('worker'))
    .configureHelp({ showGlobalOptions: false })
    .summary('label pages from standard input, for distributed engines')
    .description('Reads and writes the lines that docs/crawl.md describes, until standard input ends.')
    .action((_, step: Command) => worker(step.optsWithGlobals()));
}

function addJobOptions(command: Command): Command {
  command
    .option('--out <folder>', 'where the rows are written')
    .addOption(emitOption('a row'))
    .option('--sample <pages>', 'pages of each site to learn from', sampled, crawlThresholds.samplePages)
    .addOption(new Option('--site-by <what>', 'what the pages of a site share').choices([...siteRules]).default('host'))
    .addOption(new Option('--format <format>', 'format of the files of rows').choices([...rowFormats]).default('jsonl'))
    .option('--part-pages <pages>', 'the most rows of a file', wholeNumber, crawlThresholds.partPages)
    .option(
      '--threads <number>',
      'threads that label pages; the rows are the same for any number (default: one a core)',
      wholeNumber,
    );
  return addThreadOptions(command);
}

/** Options of all that label pages in threads. */
function addThreadOptions(command: Command): Command {
  return command
    .option(
      '--memory <megabytes>',
      'heap of a labelling thread; a page that needs more becomes an error row',
      wholeNumber,
      crawlLimits.heapMegabytes,
    )
    .option('--page-seconds <seconds>', 'a page that takes longer becomes an error row', wholeNumber, crawlLimits.pageSeconds);
}

function required(files: string[]): string[] {
  if (files.length === 0) throw new Failure(exitCode.usage, 'Name the archives: templens crawl FILES... --out FOLDER.');
  return files;
}

async function run(files: string[], options: JobOptions, step: 'index' | 'learn' | 'apply'): Promise<void> {
  const { out, emit, sample, siteBy, format, partPages, threads = availableParallelism() } = options;
  if (out === undefined) throw new Failure(exitCode.usage, 'Name the folder for the rows: --out FOLDER.');
  await reported(async () => {
    const progress = new ProgressBar();
    const job = await openCrawl(out, files, {
      emit,
      sample,
      siteBy,
      format,
      partPages,
      threads,
      ...threadOptions(options),
      onProgress: state => progress.show(state),
    });
    const stopListening = onInterrupt(signal => {
      progress.clear();
      job.close();
      log('Stopped; run the same command again to go on.');
      void exit(128 + constants.signals[signal]);
    });
    try {
      if (job.finished) return log(`${out} has all rows of these files already: ${summary(job.finished)}`);
      const kept = job.kept;
      if (kept && files.length > 0)
        log(
          `Going on with the run before: its list of pages and ${kept.rows.toLocaleString('en')} of ${count(kept.pages, 'row')} are kept.`,
        );
      const { counts } = await job.index();
      if (step === 'learn') await job.learn();
      const done = step === 'apply' ? await job.apply() : undefined;
      progress.clear();
      if (done) log(`${out} has ${summary(done)}`);
      else
        log(`${count(counts.pages, 'page')} of ${count(counts.sites, 'site')} ${step === 'index' ? 'listed' : 'learned from'}.`);
    } finally {
      stopListening();
      progress.clear();
      job.close();
    }
  });
}

function summary({ pages, sites, methods, errors, sameUrl, sameContent, damaged }: CrawlSummary): string {
  const reasons = Object.entries(errors).map(([reason, number]) => `${number.toLocaleString('en')} ${reason}`);
  const failed = methods.error ?? 0;
  return [
    `${count(pages, 'row')} of ${count(sites, 'site')}`,
    failed > 0 ? `; ${count(failed, 'error row')} (${reasons.join(', ')})` : '',
    `. Left out: ${count(sameUrl, 'earlier capture')}, ${count(sameContent, 'page')} with the content of another, ${count(damaged, 'damaged place')}.`,
  ].join('');
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}

async function worker(options: ThreadOptions): Promise<void> {
  await reported(() => runWorker(process.stdin, print, threadOptions(options)));
}

function threadOptions({ memory, pageSeconds }: ThreadOptions): { heapMegabytes: number; pageSeconds: number } {
  return { heapMegabytes: memory, pageSeconds };
}

async function diff(old: string, fresh: string): Promise<void> {
  const counts = { added: 0, removed: 0, content: 0 };
  await reported(async () => {
    for await (const change of compareCrawls(old, fresh)) {
      counts[change.change]++;
      await print(`${printableJson(change)}\n`);
    }
  });
  log(`${count(counts.content, 'page')} with other content, ${counts.added} added, ${counts.removed} removed.`);
}

/** Turns the errors that a user can do something about into sentences with an exit code. */
async function reported(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    for (const kind of [WrongLine, LineTooLong, WrongFolder])
      if (error instanceof kind) throw new Failure(exitCode.usage, error.message);
    for (const kind of [UnreadableInput, UnwritableOutput])
      if (error instanceof kind) throw new Failure(exitCode.failed, error.message);
    throw error;
  }
}

function sampled(value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!isSample(number)) throw new InvalidArgumentError(`Give a whole number ${sampleRange}.`);
  return number;
}

/** The option `--emit`, which chooses the fields of the output. @param what noun for a unit of the output, such as `a row` */
export function emitOption(what: string): Option {
  return new Option('--emit <what>', `what ${what} has, separated by commas: ${outputs.join(', ')}`)
    .default(['content'], 'content')
    .argParser(emitted);
}

function emitted(value: string): (typeof outputs)[number][] {
  return value.split(',').map(name => {
    const output = outputs.find(known => known === name.trim());
    if (!output) throw new InvalidArgumentError(`Give some of ${outputs.join(', ')}, separated by commas.`);
    return output;
  });
}
