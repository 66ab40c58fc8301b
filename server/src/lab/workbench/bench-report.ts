import type { BenchRun, CellFailure, CellResult, GrowthResult, ScoredPages } from './cell.ts';
import { type RunSummary, summarise } from './summary.ts';

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
  /** Sentences that explain the figures. */
  notes: string[];
}

/** Sites whose gold labels trained the committed weights of the default extractor; the sample site is a part of one of them. */
const trainingSites = new Set([
  'ackersyndikat',
  'adminlte2',
  'ant-1.6',
  'aria-practices',
  'httpd-manual-fr',
  'hugo-toha',
  'libreim',
  'libxml2',
  'linux-gazette',
  'modern-business',
  'sample-site',
  'servicecomb-cn',
  'tinyxml2-doxygen',
  'velocity-javadoc',
]);

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
  { cells, growth, failures }: BenchResults,
): BenchReport {
  const position = new Map(sites.map(({ site }, at) => [site, at]));
  const inOrder = [...cells].sort((a, b) => position.get(a.site)! - position.get(b.site)!);
  const failed = [...failures].sort((a, b) => (position.get(a.site ?? '') ?? -1) - (position.get(b.site ?? '') ?? -1));
  const categories = new Map(sites.map(({ site, category }) => [site, category]));
  return {
    version: 1,
    scoredPages,
    settings,
    sites: [...sites],
    runs: runs.map(({ name }) => summarise(name, inOrder, growth, failed, categories)),
    growth: runs.flatMap(({ name }) => growth.filter(({ run }) => run === name).sort((a, b) => (a.series < b.series ? -1 : 1))),
    notes: notesOn(runs, sites),
  };
}

function notesOn(runs: readonly BenchRun[], sites: readonly BenchSite[]): string[] {
  const seen = sites.filter(({ site }) => trainingSites.has(site)).length;
  if (seen === 0 || !runs.some(({ source }) => 'extractor' in source && source.extractor === 'default')) return [];
  return [
    `The weights of "default" were trained on the gold labels of ${seen} of these ${sites.length} sites: its figures say what it remembers, not ` +
      'how it fares on a site it has not seen. For that, see the leave-one-site-out figures in docs/lab/accuracy.md and docs/lab/workbench.md.',
  ];
}
