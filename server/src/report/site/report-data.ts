import type { PageEdits, PageRegions } from 'templens-shared/answers';
import type { Cause } from 'templens-shared/causes';
import type { Finding } from 'templens-shared/findings';
import type { GroupingSummary } from 'templens-shared/labels';
import type { DetailedPart } from 'templens-shared/parts';
import type { BaselineEntry } from '../check/baseline.ts';

/** What the report of a site shows. */
export interface SiteReport {
  name: string;
  grouping: GroupingSummary;
  /** The pages that are shown (see `shownPages`), by path. */
  pages: ReadonlyMap<string, ReportedPage>;
  parts: readonly PartWithSources[];
  /** Findings grouped by cause, the most severe first. */
  causes: readonly ReportedCause[];
  /** Number of findings that are not in `causes`, because their pages have more than the limit for a page. */
  withheld: number;
  /** Sentences about the site as a whole, such as a part with several common versions. */
  notes: readonly string[];
  /** Comparison with a baseline; missing if there is none. */
  trend?: Trend;
}

/** What changed since a baseline. */
export interface Trend {
  /** Path of the baseline's file, as the user gave it. */
  baseline: string;
  /** The findings that the baseline lacks. */
  fresh: ReadonlySet<Finding>;
  /** The entries of the baseline that match no finding. */
  fixed: readonly BaselineEntry[];
}

/** A page as the report shows it. */
export interface ReportedPage {
  page: string;
  regions: PageRegions['regions'];
  /** Share of the page's nodes that are template, in [0,1]. */
  templateShare: number;
}

/** A cause, and the source of its first finding. */
export interface ReportedCause extends Cause {
  /** The text of the first finding's page; undefined if it could not be read, or if there are too many causes. */
  text?: string;
  /** The edits that fix the first finding on its page. */
  fix?: PageEdits;
  /** The text of the example page, and the place in it that the first finding refers to. */
  example?: { text: string; start: number; end: number };
}

/** A part with the source of each version, by the id of the version; without sources if the part has one version. */
export type PartWithSources = DetailedPart & { sources: ReadonlyMap<string, VersionSource> };

/** The source of a version of a part, from one of its pages. */
export interface VersionSource {
  page: string;
  source: string;
}
