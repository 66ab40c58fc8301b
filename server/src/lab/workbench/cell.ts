import type { ExtractorName } from 'templens-shared/settings';
import type { PageScore } from './score-page.ts';

/** What is measured as a row of every table: an extractor, or labels that somebody else's program gave. */
export interface BenchRun {
  /** Unique among the runs: the extractor's name, or the name that labels were given under. */
  name: string;
  source: { extractor: ExtractorName } | { labels: string };
}

/** Which pages are scored: those whose gold labels were read node by node (of a site that names none, all), or all. */
export const scoredPages = ['key', 'all'] as const;
export type ScoredPages = (typeof scoredPages)[number];

/** The pages of a site that are scored, out of those that have gold labels. */
export function pagesToScore<Page extends { key: boolean }>(pages: readonly Page[], scored: ScoredPages): Page[] {
  return pages.filter(({ key }) => key || scored === 'all' || !pages.some(page => page.key));
}

/** Costs of one extractor on the pages of one site. Parsing is not among them. */
interface CellCosts {
  /** Milliseconds in which all pages were put in and settled. */
  buildMilliseconds: number;
  /** Pages put in. */
  pages: number;
  /** Milliseconds in which each scored page was labelled. */
  labelMilliseconds: number[];
  /** Bytes that the model of the site holds beside the parsed pages. */
  bytes: number;
}

interface CellPage {
  page: string;
  /** Pages of its layout, itself included; null where labels were given without it. */
  groupPages: number | null;
  score: PageScore;
}

/** One run on one site. */
export interface CellResult {
  site: string;
  run: string;
  /** In the order of the gold file. */
  pages: CellPage[];
  /** Null where only labels were given. */
  costs: CellCosts | null;
}

/** Why a run has no result for a site, or for its growth: what took longer than allowed, or what went wrong. */
export interface CellFailure {
  run: string;
  /** Null for growth. */
  site: string | null;
  reason: string;
}

/** Time of one extractor on a generated site. */
export interface GrowthPoint {
  pages: number;
  /** Nodes of a page, the mean. */
  nodes: number;
  /** Milliseconds to put in, settle and label all pages. */
  milliseconds: number;
}

/** What grows: the pages, in sections of ten at most; the pages, by neighbours of one element alone; the number of pages. */
export const growthSeries = ['page size', 'page width', 'page count'] as const;
export type GrowthSeries = (typeof growthSeries)[number];

/** How the time of one extractor grows with the pages, or with their number. */
export interface GrowthResult {
  run: string;
  series: GrowthSeries;
  points: GrowthPoint[];
}
