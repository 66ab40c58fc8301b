import type { BenchRun, CellFailure, CellResult, GrowthResult, ScoredPages } from './cell.ts';
import { type ComparedMethod, type Comparison, type ComparisonOptions, compareMethods } from './comparison.ts';
import { type RunSummary, summarise } from './summary.ts';
import { isTrainedOn } from './trained-sites.ts';

/** A site of a report. */
export interface BenchSite {
  site: string;
  category: string;
  /** Number of pages of the site. */
  pages: number;
  /** Number of its pages that were scored. */
  scored: number;
}

/** The results of a bench. */
export interface BenchReport {
  version: 1;
  scoredPages: ScoredPages;
  /** Settings of the extractors; null if each extractor (`candidates`) or the grouping (`threshold`) takes its own default. */
  settings: { candidates: string | null; grouping: string; threshold: number | null; options: Readonly<Record<string, unknown>> };
  sites: BenchSite[];
  runs: RunSummary[];
  growth: GrowthResult[];
  /** Paired comparisons by F1 and accuracy over the node universe. */
  comparisons: Comparison[];
  /** Sentences that explain the figures. */
  notes: string[];
}

/** The results of single tasks, in any order. */
export interface BenchResults {
  cells: readonly CellResult[];
  growth: readonly GrowthResult[];
  failures: readonly CellFailure[];
}

/** Makes the report of a bench, in the order of `runs` and `sites`. */
export function benchReport(
  runs: readonly BenchRun[],
  sites: readonly BenchSite[],
  scoredPages: ScoredPages,
  settings: BenchReport['settings'],
  comparison: ComparisonOptions,
  { cells, growth, failures }: BenchResults,
): BenchReport {
  const position = new Map(sites.map(({ site }, at) => [site, at]));
  const inOrder = [...cells].sort((a, b) => position.get(a.site)! - position.get(b.site)!);
  const failed = [...failures].sort((a, b) => (position.get(a.site ?? '') ?? -1) - (position.get(b.site ?? '') ?? -1));
  const categories = new Map(sites.map(({ site, category }) => [site, category]));
  const summaries = runs.map(({ name }) => summarise(name, inOrder, growth, failed, categories));
  return {
    version: 1,
    scoredPages,
    settings,
    sites: [...sites],
    runs: summaries,
    growth: runs.flatMap(({ name }) => growth.filter(({ run }) => run === name).sort((a, b) => (a.series < b.series ? -1 : 1))),
    comparisons: comparedMeasures.flatMap(
      measure => compareMethods(measure, comparedRuns(measure, runs, summaries, sites), comparison) ?? [],
    ),
    notes: notesOn(runs, sites),
  };
}

/** Measures for which the methods are compared in pairs, site by site. */
const comparedMeasures = ['f1', 'accuracy'] as const;

function comparedRuns(
  measure: (typeof comparedMeasures)[number],
  runs: readonly BenchRun[],
  summaries: readonly RunSummary[],
  sites: readonly BenchSite[],
): ComparedMethod[] {
  return summaries.map(({ run, sites: own }, at) => ({
    name: run,
    values: new Map(own.map(({ site, measures }) => [site, measures.universe[measure].mean])),
    isCandidate: !(remembers(runs[at]!) && sites.some(isTrained)),
  }));
}

/** True for the run of the committed weights. */
function remembers({ source }: BenchRun): boolean {
  return 'extractor' in source && source.extractor === 'default';
}

function isTrained({ site }: BenchSite): boolean {
  return isTrainedOn({ name: site });
}

function notesOn(runs: readonly BenchRun[], sites: readonly BenchSite[]): string[] {
  const seen = sites.filter(isTrained).length;
  if (!runs.some(remembers)) return [];
  if (seen === 0) return ['The weights of "default" have seen none of these sites.'];
  const which = seen < sites.length ? `${seen} of these ${sites.length} sites` : seen === 1 ? 'this site' : `all ${seen} sites`;
  const unseen = runs.find(({ source }) => 'unseen' in source);
  return [
    `The weights of "default" were trained on the gold labels of ${which}: its figures say what it remembers, not ` +
      'how it fares on a site it has not seen. ' +
      (unseen
        ? `"${unseen.name}" says that: it labels each of them by weights that were trained on the other sites of the corpus.`
        : 'The row "default, unseen" says that; it needs a corpus of several sites. See docs/lab/workbench.md.'),
  ];
}
