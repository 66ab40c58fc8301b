import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolveOptions } from 'templens-shared/extractor-options';
import type { Settings } from 'templens-shared/settings';
import { workerFile } from '../../../site/worker-file.ts';
import { type BenchReport, type BenchSite, benchReport } from '../bench-report.ts';
import {
  type BenchRun,
  type CellFailure,
  type CellResult,
  type GrowthResult,
  growthSeries,
  pagesToScore,
  type ScoredPages,
} from '../cell.ts';
import type { ComparisonOptions } from '../comparison.ts';
import type { GoldSite } from '../gold.ts';
import { isTrainedOn } from '../trained-sites.ts';
import { hashOf, hashOfAll, openResultsFile, type ResultsFile } from './results-file.ts';
import type { BenchTask } from './tasks.ts';
import { runTasks } from './worker-pool.ts';

/** Options of a bench. */
export interface BenchOptions {
  sites: readonly GoldSite[];
  /** Sites of the corpus that are not benched; models for `sites` are trained on them, too. */
  otherSites: readonly GoldSite[];
  runs: readonly BenchRun[];
  settings: Settings;
  comparison: ComparisonOptions;
  scored: ScoredPages;
  /** True to measure how time grows, too. */
  growth: boolean;
  /** True to report times and memory; without them, the report depends only on the files and the options. */
  costs: boolean;
  threads: number;
  /** Time limit of a step, such as labelling one page. */
  stepMilliseconds: number;
  /** Path of the file that stores results, so that an interrupted bench can go on; undefined for none. */
  resultsFile: string | undefined;
}

/** Receives the events of a bench. */
export interface BenchListener {
  progress(done: number, total: number): void;
  /** A sentence for the user. */
  problem(sentence: string): void;
}

/** Runs every extractor on every site. Rejects with the error of the file system if results cannot be stored. */
export async function runBench(options: BenchOptions, { progress, problem }: BenchListener): Promise<BenchReport> {
  const { sites, runs, settings, scored, threads, stepMilliseconds } = options;
  const tasks = planTasks(options);
  const cells: CellResult[] = [];
  const growth: GrowthResult[] = [];
  const failures: CellFailure[] = [];
  const kept = options.resultsFile === undefined ? undefined : openKept(options.resultsFile, options, problem);

  const open = tasks.filter(task => {
    const known = kept?.get(task);
    if (known?.kind === 'cell') cells.push(known.result);
    if (known?.kind === 'growth') growth.push(known.result);
    if (known?.kind === 'unseen') cells.push(...known.result);
    return !known;
  });
  progress(tasks.length - open.length, tasks.length);
  let done = tasks.length - open.length;
  await runTasks(open, { file: workerFile('bench-worker'), threads, stepMilliseconds }, (task, outcome) => {
    if (outcome.kind === 'failed') {
      failures.push(...sitesOf(task, sites).map(site => ({ run: task.run.name, site, reason: outcome.reason })));
    } else {
      if (outcome.kind === 'cell') cells.push(outcome.result);
      else if (outcome.kind === 'growth') growth.push(outcome.result);
      else cells.push(...outcome.result);
      kept?.put(task, outcome);
    }
    progress(++done, tasks.length);
  });
  return benchReport(
    runs,
    sites.map(site => benchSite(site, scored)),
    scored,
    settingsOf(runs, settings),
    options.comparison,
    { cells: options.costs ? cells : cells.map(cell => ({ ...cell, costs: null })), growth, failures },
  );
}

/** The tasks of a bench, those that may take longest first: models and growth, then the sites by size. */
function planTasks({ sites, otherSites, runs, settings, scored, growth, costs }: BenchOptions): BenchTask[] {
  const extractors = runs.filter(({ source }) => 'extractor' in source);
  const bySize = [...sites].sort((a, b) => b.pages.size - a.pages.size);
  const heldOut = sites.filter(isTrainedOn).map(({ folder }) => folder);
  const folders = [...sites, ...otherSites].map(({ folder }) => folder).sort();
  return [
    ...(heldOut.length === 0
      ? []
      : runs.filter(isUnseen).map(run => ({ kind: 'unseen', run, folders, heldOut, scored, settings }) as const)),
    ...(growth
      ? extractors.flatMap(run => growthSeries.map(series => ({ kind: 'growth', run, series, settings }) as const))
      : []),
    ...bySize.flatMap(site =>
      runs.flatMap(run => {
        if (isUnseen(run) && isTrainedOn(site)) return [];
        // The committed weights have not seen any other site.
        const extractor: BenchRun = isUnseen(run) ? { name: run.name, source: { extractor: 'default' } } : run;
        return [{ kind: 'cell', run: extractor, folder: site.folder, scored, costs, settings } as const];
      }),
    ),
  ];
}

function isUnseen({ source }: BenchRun): boolean {
  return 'unseen' in source;
}

/** Names of the sites of a task; null for a growth series. */
function sitesOf(task: BenchTask, sites: readonly GoldSite[]): (string | null)[] {
  if (task.kind === 'growth') return [null];
  const folders = task.kind === 'cell' ? [task.folder] : task.heldOut;
  return folders.map(folder => sites.find(site => site.folder === folder)!.name);
}

function benchSite({ name, category, pages, unlabelled }: GoldSite, scored: ScoredPages): BenchSite {
  const chosen = pagesToScore([...pages.values()], scored);
  return { site: name, category, pages: pages.size + unlabelled.length, scored: chosen.length };
}

/** The settings of the report, with the changed options of the extractors that were run. */
function settingsOf(runs: readonly BenchRun[], settings: Settings): BenchReport['settings'] {
  const names = runs.flatMap(({ source }) => ('extractor' in source ? [source.extractor] : []));
  const given = Object.entries(settings.extractorOptions).filter(([name]) => names.some(own => name.startsWith(`${own}.`)));
  return {
    candidates: settings.candidates,
    grouping: settings.grouping,
    threshold: settings.groupThreshold,
    options: Object.fromEntries(given),
  };
}

/** Opens the results file. The key of a result hashes everything it depends on: the program, the files of the site, the extractor's options. */
function openKept(file: string, { sites, otherSites }: BenchOptions, problem: (sentence: string) => void) {
  const results: ResultsFile = openResultsFile(file);
  if (results.damage !== undefined) problem(results.damage);
  const program = hashOf(readFileSync(workerFile('bench-worker')));
  const content = new Map([...sites, ...otherSites].map(site => [site.folder, siteHash(site)]));
  const keyOf = (task: BenchTask): string => {
    const { run, settings } = task;
    const { candidates, grouping, groupThreshold } = settings;
    const source =
      'extractor' in run.source
        ? {
            ...run.source,
            options: resolveOptions(run.source.extractor, settings.extractorOptions),
            candidates,
            grouping,
            groupThreshold,
          }
        : 'labels' in run.source
          ? { labels: folderHash(run.source.labels) }
          : run.source;
    const what =
      task.kind === 'growth'
        ? [task.series]
        : task.kind === 'cell'
          ? [content.get(task.folder)!, task.scored, String(task.costs)]
          : [...task.folders.map(folder => content.get(folder)!), ...task.heldOut, task.scored];
    return hashOf(program, run.name, JSON.stringify(source), ...what);
  };
  return {
    get: (task: BenchTask) => {
      const known = results.known.get(keyOf(task));
      // A result with costs has everything that one without them has.
      return known || task.kind !== 'cell' || task.costs ? known : results.known.get(keyOf({ ...task, costs: true }));
    },
    put: (task: BenchTask, result: Parameters<ResultsFile['append']>[1]) => results.append(keyOf(task), result),
  };
}

function siteHash({ folder, pagesFolder, pages, unlabelled }: GoldSite): string {
  return hashOfAll(
    (function* () {
      yield readFileSync(join(folder, 'gold.json'));
      for (const name of [...pages.keys(), ...unlabelled]) yield* [name, readFileSync(join(pagesFolder, name))];
    })(),
  );
}

function folderHash(folder: string): string {
  return hashOfAll(
    (function* () {
      for (const name of readdirSync(folder).sort()) {
        const file = join(folder, name);
        if (statSync(file).isFile()) yield* [name, readFileSync(file)];
      }
    })(),
  );
}
