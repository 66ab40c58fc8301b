import type { CheckCode, Severity } from './findings.ts';
import type { Region } from './labels.ts';
import type { BuildComparison, BuildOptions, MigrationOptions, MigrationPreview } from './migration.ts';

// Messages between server and client beside those of LSP. Lines and characters are 0-based, as in LSP.

/**
 * Server to client: the page's regions. If the document is no longer a page of a site (changed settings skip it, or its workspace folder was
 * removed), `pages` is 0 and the lists are empty. Sent only to a client with `experimental.templensRegions: true` in its capabilities.
 */
export const regionsMethod = 'templens/regions';
export interface RegionsParams {
  /** URI of the page. */
  uri: string;
  /** Version of the document that the regions were computed for. */
  version: number;
  regions: {
    kind: Region['kind'];
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
  }[];
  /** Places where something is missing that the template has, in document order. The range only marks the place. */
  absences: {
    /** A description of what is missing, for people. */
    what: string;
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
  }[];
  /** Id of the page's layout, and its name. */
  template: string;
  layout: string;
  /** Number of pages of the layout, this page included. */
  pages: number;
  /** Share of the page's nodes that are template, in [0,1]. */
  templateShare: number;
  /** Parts of the site on this page, in document order. */
  parts: {
    id: string;
    name: string;
    start: { line: number; character: number };
    end: { line: number; character: number };
    /** Number of pages that have the part. */
    pages: number;
    /** Id of this page's version, and the number of pages that have it. */
    version: string;
    versionPages: number;
  }[];
}

/** Client to server: the extracted template or content of a page, as text. */
export const extractMethod = 'templens/extract';
export interface ExtractParams {
  /** URI of the page. */
  uri: string;
  what: 'template' | 'content';
  /** Applies to content; a template is always HTML. */
  format: 'html' | 'text' | 'json';
}
/** Client to server: for each line of the extracted template or content, the page's line from which it comes; both 0-based. */
export const extractedLinesMethod = 'templens/extractedLines';
export type ExtractedLinesParams = Pick<ExtractParams, 'uri' | 'what'>;

/** Client to server: where the extracted template, which is that of the page's layout, differs from the page. */
export const templateDifferencesMethod = 'templens/templateDifferences';
export type TemplateDifferencesParams = Pick<ExtractParams, 'uri'>;
/** A difference: a range of the extracted template, and what the page has there; one of the two may be empty. */
export interface TemplateDifference {
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  own: string;
}

/** The extracted template or content. */
export interface ExtractResult {
  text: string;
}

/** Client to server, without parameters: the overview of all sites, for a tree view. The result is a list of `SiteOverview`. */
export const overviewMethod = 'templens/overview';
/** Client to server: further items of a list of an overview; no items if the site no longer has the list. */
export const overviewListMethod = 'templens/overviewList';
export interface OverviewListParams {
  /** URI of the site. */
  site: string;
  /** Name of the list. */
  list: string;
  /** Number of items to skip. */
  offset: number;
}
/** Largest number of items of one list in a message. */
export const overviewListLimit = 200;

/** A list of an overview, or a page of it. */
export interface OverviewList<Item> {
  /** Name of the list, for `templens/overviewList`. */
  list: string;
  /** Number of items of the whole list. */
  total: number;
  /** At most `overviewListLimit` items: the first ones, or those from the requested offset. A list inside a long list has fewer at first. */
  items: Item[];
}

/** Server to client, without parameters: the overview may have changed. Sent only to a client with `experimental.templensOverview: true`. */
export const overviewChangedMethod = 'templens/overviewChanged';

/** A workspace folder with its layouts, parts and findings. */
export interface SiteOverview {
  /** URI of the workspace folder. Paths of pages are relative to it. */
  uri: string;
  /** Name of the workspace folder. */
  name: string;
  /** Number of pages. */
  pages: number;
  /** Number of findings; `causes.total` is that of their causes. */
  findings: number;
  /** The layout with the most pages first. */
  layouts: OverviewList<LayoutOverview>;
  /** The part on the most pages first; without parts of a single node. */
  parts: OverviewList<PartOverview>;
  /** Findings grouped by cause: the most severe causes first, then the most confident. */
  causes: OverviewList<CauseOverview>;
}

/** A layout in an overview. */
export interface LayoutOverview {
  id: string;
  name: string;
  /** Pages of the layout, sorted by path, each with its number of findings. */
  pages: OverviewList<{ page: string; findings: number }>;
  /** Number of findings on all its pages. */
  findings: number;
  /** Share of the nodes of its pages that are template, in [0,1]. */
  templateShare: number;
}

/** A part in an overview. */
export interface PartOverview {
  id: string;
  name: string;
  /** Names of the elements around it, such as `body > div`. */
  place: string;
  /** Number of pages that have it. */
  pages: number;
  /** The most common one first. */
  versions: OverviewList<VersionOverview>;
}

/** A version of a part in an overview. */
export interface VersionOverview {
  id: string;
  /** Language of its pages, if the part has versions by language. */
  language?: string;
  /** Paths of the pages with this version, sorted. */
  pages: OverviewList<string>;
  /** The most common version in this language, which may be this version, and its first page. */
  common: { version: string; page: string };
}

/** Findings that report the same mistake. */
export interface CauseOverview {
  /** See `Finding.cause`. */
  id: string;
  severity: Severity;
  /** Probability, in [0,1], that a maintainer of the site would thank for the finding. */
  confidence: number;
  code: CheckCode;
  message: string;
  /** Number of pages that have one of the findings. */
  pages: number;
  /** Places of the findings. Lines and columns are 1-based; columns count UTF-16 code units. */
  places: OverviewList<{ page: string; line: number; column: number }>;
}

/** Client to server: the place of a part on a page; null if the page does not have the part. */
export const partPlaceMethod = 'templens/partPlace';
export interface PartPlaceParams {
  /** URI of the page. */
  uri: string;
  /** Id of the part. */
  part: string;
}
/** The place of a part on a page. */
export interface PartPlace {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** Argument of the command `templens.migrate`. The files of a site are migrated, not unsaved texts of an editor. */
export interface MigrateParams extends MigrationOptions, BuildOptions {
  /** URI of the workspace folder. */
  site: string;
  /** URI of a folder that is new or empty, outside the site. Without it, nothing is written. */
  out?: string;
}

/** Result of the command `templens.migrate`: the layouts and parts of the project, whether it is written or only previewed. */
export interface MigrateResult extends MigrationPreview {
  /** A sentence for each file that is not taken over. */
  skipped: string[];
  /** Undefined without `out`. */
  written?: {
    /** URI of the report, `MIGRATION.md` in the folder of the project. */
    report: string;
    /** URI of the folder with the pages that are built, or that a server makes. */
    pages: string;
    /** Undefined if nothing was built. */
    built?: BuildComparison;
  };
}
