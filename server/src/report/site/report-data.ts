import type { Finding } from 'templens-shared/findings';
import type { GroupingSummary } from 'templens-shared/labels';
import type { DetailedPart } from 'templens-shared/parts';
import type { PageEdits, PageRegions } from 'templens-shared/stream';

/** What the report of a site shows. */
export interface SiteReport {
  name: string;
  grouping: GroupingSummary;
  /** Those that are shown (see `shownPages`), by path. */
  pages: ReadonlyMap<string, ReportedPage>;
  parts: readonly PartWithSources[];
  /** The worst first. */
  causes: readonly ReportedCause[];
  /** Findings beyond the most that are reported on a page. */
  withheld: number;
}

/** A page as the report shows it. */
export interface ReportedPage {
  page: string;
  regions: PageRegions['regions'];
  /** Share of the page's nodes that are template, in [0,1]. */
  templateShare: number;
}

/** Findings with one cause, and the source of the first. */
export interface ReportedCause {
  findings: readonly [Finding, ...Finding[]];
  /** The text of the first finding's page; undefined where it could not be read, or where there are too many causes. */
  text?: string;
  /** The edits that fix the first finding on its page. */
  fix?: PageEdits;
  /** A page that has what the others agree on. */
  example?: { text: string; start: number; end: number };
}

/** A part with the source of its versions, by their ids. */
export type PartWithSources = DetailedPart & { sources: ReadonlyMap<string, VersionSource> };

/** A version of a part as it stands on one page. */
export interface VersionSource {
  page: string;
  source: string;
}
