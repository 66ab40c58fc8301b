import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultSettings, extractorNames } from 'templens-shared/settings';
import { exitCode, Failure, reasonOf } from '../../cli/failure.ts';
import { onInterrupt } from '../../cli/interrupt.ts';
import { labelSettingsFrom } from '../../cli/options.ts';
import { exit, log, print } from '../../cli/output.ts';
import { ProgressBar } from '../../cli/progress.ts';
import { benchCsv } from '../report/bench-csv.ts';
import { benchHtml } from '../report/bench-html.ts';
import { benchLatex } from '../report/bench-latex.ts';
import { benchHead, benchTables, failureSentences } from '../report/bench-tables.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { BenchReport } from '../workbench/bench-report.ts';
import type { BenchRun } from '../workbench/cell.ts';
import type { GoldSite } from '../workbench/gold.ts';
import { publishedPhases, publishedRows, publishedSites, reasonsToDiffer } from '../workbench/published.ts';
import { runBench } from '../workbench/run/run-bench.ts';
import { isTrainedOn } from '../workbench/trained-sites.ts';
import type { BenchCommandOptions } from './bench-options.ts';
import { loadCorpus } from './gold-corpus.ts';

/** The report as Markdown that is readable in a terminal. */
export function benchText(report: BenchReport): string {
  const failures = failureSentences(report);
  const sections = [
    benchHead(report).join('\n'),
    ...benchTables(report).flatMap(({ title, caption, head, rows }) => [`## ${title}`, caption, markdownTable(head, rows)]),
    '## Why published figures may differ',
    list(reasonsToDiffer),
    ...(failures.length > 0 ? ['## Without a result', list(failures)] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function list(sentences: readonly string[]): string {
  return sentences.map(sentence => `- ${sentence}`).join('\n');
}

/** The report as indented JSON, with the published figures. Shares are in [0,1], times in milliseconds unless their name has another unit. */
function benchJson(report: BenchReport): string {
  const published = { sites: publishedSites, extractors: publishedRows, phases: publishedPhases, reasonsToDiffer };
  return `${JSON.stringify({ ...report, published }, null, 2)}\n`;
}

const formats: Record<BenchCommandOptions['format'], (report: BenchReport) => string> = {
  text: benchText,
  json: benchJson,
  csv: benchCsv,
  latex: benchLatex,
  html: benchHtml,
};

/** Compares the extractors on the sites of a corpus, and prints the report. */
export async function bench(given: string, options: BenchCommandOptions): Promise<void> {
  const corpus = await loadCorpus(given);
  const sites = chooseSites(corpus, options.site);
  const runs = chooseRuns(options, sites, corpus.length);
  const comparison = { against: options.against, seed: options.seed, resamples: options.resamples };
  const progress = new ProgressBar();
  const stopListening = onInterrupt(() => {
    progress.clear();
    const rest =
      options.resume === undefined ? 'Give --resume FILE to keep what a run finds out.' : `The same command goes on with it.`;
    log(`Interrupted. ${rest}`);
    void exit(exitCode.failed);
  });
  let report: BenchReport;
  try {
    report = await runBench(
      {
        sites,
        otherSites: corpus.filter(site => !sites.includes(site)),
        runs,
        comparison,
        settings: { ...defaultSettings, ...labelSettingsFrom(options) },
        scored: options.pages,
        growth: options.growth && options.costs,
        costs: options.costs,
        threads: options.threads ?? defaultSettings.threads,
        stepMilliseconds: options.timeout * 1000,
        resultsFile: options.resume,
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
    stopListening();
    progress.clear();
  }
  await print(formats[options.format](report));
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

/** Name of the row of weights that have not seen a site. */
const unseen = 'default, unseen';

/**
 * The runs that the options request: the named extractors, or all; weights that have not seen the sites; and labels made elsewhere. Throws a
 * `Failure` if a name or folder is wrong.
 */
function chooseRuns(options: BenchCommandOptions, sites: readonly GoldSite[], corpusSize: number): BenchRun[] {
  const { extractor: names, labels: given = [], against } = options;
  const extractors = extractorNames.filter(name => names?.includes(name) ?? true);
  const own: BenchRun[] = extractors.map(name => ({ name, source: { extractor: name } }));
  const isDefault =
    extractors.includes('default') && (options.grouping ?? 'default') === 'default' && options.threshold === undefined;
  if (options.unseen && isDefault && corpusSize > 1 && sites.some(isTrainedOn) && given.every(({ name }) => name !== unseen)) {
    own.push({ name: unseen, source: { unseen: true } });
  }
  const clash = given.find(
    ({ name }, at) => own.some(run => run.name === name) || given.findIndex(other => other.name === name) < at,
  );
  if (clash) throw new Failure(exitCode.usage, `--labels ${clash.name}=${clash.folder}: this name is taken; choose another one.`);
  const missing = given.find(({ folder }) => !existsSync(folder));
  if (missing) throw new Failure(exitCode.failed, `The labels ${missing.folder} cannot be read: it does not exist.`);
  const runs = [...own, ...given.map(({ name, folder }): BenchRun => ({ name, source: { labels: resolve(folder) } }))];
  if (against !== undefined && !runs.some(({ name }) => name === against)) {
    throw new Failure(
      exitCode.usage,
      `--against ${against}: there is no such row; there are ${runs.map(({ name }) => name).join(', ')}.`,
    );
  }
  return runs;
}
