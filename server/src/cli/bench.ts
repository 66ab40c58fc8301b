import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultSettings, type ExtractorName, extractorNames } from 'templens-shared/settings';
import { benchCsv } from '../report/bench-csv.ts';
import { benchHtml } from '../report/bench-html.ts';
import { benchJson } from '../report/bench-json.ts';
import { failureSentences } from '../report/bench-tables.ts';
import { benchText } from '../report/bench-text.ts';
import { workerFile } from '../site/worker-file.ts';
import type { BenchReport } from '../workbench/bench-report.ts';
import { type BenchRun, type ScoredPages, scoredPages } from '../workbench/cell.ts';
import type { GoldSite } from '../workbench/gold.ts';
import { runBench } from '../workbench/run/run-bench.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { loadCorpus } from './gold-corpus.ts';
import { addLabelOptions, collect, type LabelOptions, labelSettingsFrom } from './options.ts';
import { exit, log, print } from './output.ts';
import { ProgressBar } from './progress.ts';

interface BenchCommandOptions extends LabelOptions {
  format: 'text' | 'json' | 'csv' | 'html';
  extractor?: ExtractorName[];
  labels?: { name: string; folder: string }[];
  site?: string[];
  pages: ScoredPages;
  growth: boolean;
  costs: boolean;
  timeout: number;
  resume?: string;
}

const formats: Record<BenchCommandOptions['format'], (report: BenchReport) => string | Promise<string>> = {
  text: benchText,
  json: benchJson,
  csv: benchCsv,
  html: async report => {
    const { benchCharts }: typeof import('../report/bench-charts.ts') = await import(workerFile('bench-charts').href);
    return benchHtml(report, benchCharts(report));
  },
};

export function addBench(program: Command): void {
  const command = program
    .command('bench')
    .summary('compare extractors on sites with gold labels')
    .description(
      'Labels the sites of a corpus by every extractor and says how well that agrees with their gold labels: precision, recall, F1 and ' +
        'accuracy with 99 % confidence intervals, time, its growth, and memory, beside what was published.',
    )
    .argument('<corpus>', 'folder of gold sites, each with gold.json and its pages in the folder pages')
    .addOption(
      new Option('--format <format>', 'tables, tables for programs, or one page with charts')
        .choices(Object.keys(formats))
        .default('text'),
    )
    .option('--extractor <name>', 'run this one only; may be given again', extractor)
    .option('--site <name>', 'run on this site only; may be given again', collect)
    .option(
      '--labels <name=folder>',
      'also score labels that were made elsewhere: FOLDER/SITE.ndjson as classify --format ndjson prints it; may be given again',
      labels,
    )
    .addOption(
      new Option('--pages <which>', 'score pages whose gold labels were read node by node, or all')
        .choices([...scoredPages])
        .default('key'),
    )
    .option('--no-growth', 'do not measure how time grows with the size and the number of pages')
    .option('--no-costs', 'leave times and memory out; the same files then give the same bytes')
    .option('--timeout <seconds>', 'give up what takes longer with one page', seconds, 300)
    .option('--resume <file>', 'keep results in this file, and take from it what an earlier run has found out');
  addLabelOptions(command).action(bench);
}

async function bench(given: string, options: BenchCommandOptions): Promise<void> {
  const sites = chooseSites(await loadCorpus(given), options.site);
  const progress = new ProgressBar();
  const interrupted = (): void => {
    progress.clear();
    const rest =
      options.resume === undefined ? 'Give --resume FILE to keep what a run finds out.' : `The same command goes on with it.`;
    log(`Interrupted. ${rest}`);
    void exit(exitCode.failed);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupted);
  let report: BenchReport;
  try {
    report = await runBench(
      {
        sites,
        runs: chooseRuns(options),
        settings: { ...defaultSettings, ...labelSettingsFrom(options) },
        scored: options.pages,
        growth: options.growth && options.costs,
        costs: options.costs,
        threads: options.threads ?? defaultSettings.threads,
        stepMilliseconds: options.timeout * 1000,
        resultsFile: options.resume,
        worker: workerFile('bench-worker'),
      },
      {
        progress: (done, total) => progress.show({ phase: 'bench', done, total }),
        problem: log,
      },
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Failure(exitCode.failed, `The results cannot be kept in ${options.resume}: ${reasonOf(error)}.`);
  } finally {
    progress.clear();
  }
  await print(await formats[options.format](report));
  const failures = failureSentences(report);
  if (failures.length > 0) throw new Failure(exitCode.failed, failures.join('\ntemplens: '));
}

function chooseSites(sites: readonly GoldSite[], names: readonly string[] | undefined): readonly GoldSite[] {
  const unknown = names?.find(name => !sites.some(site => site.name === name));
  if (unknown !== undefined) {
    const known = sites.map(({ name }) => name).join(', ');
    throw new Failure(exitCode.usage, `The corpus has no site "${unknown}"; it has ${known}.`);
  }
  return names ? sites.filter(({ name }) => names.includes(name)) : sites;
}

/** The extractors that were asked for, all by default; only given labels, when nothing but these was asked for. */
function chooseRuns({ extractor: names, labels: given = [] }: BenchCommandOptions): BenchRun[] {
  const extractors = extractorNames.filter(name => names?.includes(name) ?? true);
  const clash = given.find(
    ({ name }, at) => extractors.some(own => own === name) || given.findIndex(other => other.name === name) < at,
  );
  if (clash)
    throw new Failure(exitCode.usage, `--labels ${clash.name}=${clash.folder}: choose a name that nothing else here has.`);
  const missing = given.find(({ folder }) => !existsSync(folder));
  if (missing) throw new Failure(exitCode.failed, `The labels ${missing.folder} cannot be read: it does not exist.`);
  return [
    ...extractors.map(name => ({ name, source: { extractor: name } })),
    ...given.map(({ name, folder }) => ({ name, source: { labels: resolve(folder) } })),
  ];
}

function extractor(value: string, previous: ExtractorName[] = []): ExtractorName[] {
  const name = extractorNames.find(candidate => candidate === value);
  if (!name) throw new InvalidArgumentError(`Allowed choices are ${extractorNames.join(', ')}.`);
  return [...previous, name];
}

function labels(value: string, previous: { name: string; folder: string }[] = []): { name: string; folder: string }[] {
  const at = value.indexOf('=');
  if (at < 1 || at === value.length - 1) throw new InvalidArgumentError('Give it as NAME=FOLDER.');
  return [...previous, { name: value.slice(0, at), folder: value.slice(at + 1) }];
}

function seconds(value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new InvalidArgumentError('Give a whole number of seconds.');
  return Number(value);
}
