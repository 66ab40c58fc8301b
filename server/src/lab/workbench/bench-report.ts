import type { BenchRun, CellFailure, CellResult, GrowthResult, ScoredPages } from './cell.ts';
import { type RunSummary, summarise } from './summary.ts';

export interface BenchSite {
  site: string;
  category: string;
  /** Pages of the site, and how many of them were scored. */
  pages: number;
  scored: number;
}

/** All that a run of the workbench found out. */
export interface BenchReport {
  version: 1;
  scoredPages: ScoredPages;
  /** What the extractors were run with; null is the extractor's own choice. */
  settings: { candidates: string | null; grouping: string; threshold: number | null; options: Readonly<Record<string, unknown>> };
  sites: BenchSite[];
  runs: RunSummary[];
  growth: GrowthResult[];
  /** What has to be known to read the figures. */
  notes: string[];
}

/** Sites whose gold labels the committed weights of the default labels were trained on; the sample site is a part of one. */
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

export interface BenchFindings {
  cells: readonly CellResult[];
  growth: readonly GrowthResult[];
  failures: readonly CellFailure[];
}

/** Puts together what was found; the order is that of `runs` and `sites`, whatever that of the findings. */
export function benchReport(
  runs: readonly BenchRun[],
  sites: readonly BenchSite[],
  scoredPages: ScoredPages,
  settings: BenchReport['settings'],
  { cells, growth, failures }: BenchFindings,
): BenchReport {
  const place = new Map(sites.map(({ site }, at) => [site, at]));
  const inOrder = [...cells].sort((a, b) => place.get(a.site)! - place.get(b.site)!);
  const failed = [...failures].sort((a, b) => (place.get(a.site ?? '') ?? -1) - (place.get(b.site ?? '') ?? -1));
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
