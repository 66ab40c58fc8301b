import type { ExtractorName } from 'templens-shared/settings';
import type { PageScore } from './score-page.ts';

/**
 * What a bench scores on every site, a row of its tables: an extractor; labels that another program made (`labels` is their folder); or the
 * default labels of each site by weights that have not seen it.
 */
export interface BenchRun {
  /** Unique among the runs: the extractor's name, or the name given with the labels. */
  name: string;
  source: { extractor: ExtractorName } | { labels: string } | { unseen: true };
}

/** Choices of scored pages: key pages (all pages of a site without key pages), or all. */
export const scoredPages = ['key', 'all'] as const;
export type ScoredPages = (typeof scoredPages)[number];

/** The pages with gold labels that are scored. */
export function pagesToScore<Page extends { key: boolean }>(pages: readonly Page[], scored: ScoredPages): Page[] {
  return pages.filter(({ key }) => key || scored === 'all' || !pages.some(page => page.key));
}

/** Costs of one extractor on the pages of one site, without parsing. */
interface CellCosts {
  /** Milliseconds to add all pages to the model and settle it. */
  buildMilliseconds: number;
  /** Number of pages of the model. */
  pages: number;
  /** Milliseconds to label each scored page. */
  labelMilliseconds: number[];
  /** Memory of the model besides the parsed pages. */
  bytes: number;
}

interface CellPage {
  page: string;
  /** Number of pages of its layout, itself included; null if it is unknown for labels of another program. */
  groupPages: number | null;
  score: PageScore;
}

/** The scores and costs of one run on one site. */
export interface CellResult {
  site: string;
  run: string;
  /** Results by page, in the order of the gold file. */
  pages: CellPage[];
  /** Null for labels of another program. */
  costs: CellCosts | null;
}

/** A run without a result for a site, or for a growth series, and why: a step timed out, or an error. */
export interface CellFailure {
  run: string;
  /** Null for a growth series, which has no site. */
  site: string | null;
  reason: string;
}

/** Time of one extractor on a generated site. */
export interface GrowthPoint {
  pages: number;
  /** Mean number of nodes of a page. */
  nodes: number;
  /** Milliseconds to add, settle and label all pages. */
  milliseconds: number;
}

/** What grows in a series of sites: pages with sections of at most ten children, the children of one element, or the number of pages. */
export const growthSeries = ['page size', 'page width', 'page count'] as const;
export type GrowthSeries = (typeof growthSeries)[number];

/** Times of one extractor on a series of growing sites. */
export interface GrowthResult {
  run: string;
  series: GrowthSeries;
  points: GrowthPoint[];
}
