import type { CheckCode, Severity } from './findings.ts';
import type { Region } from './labels.ts';

/**
 * Server to client: the page's regions. `pages` is 0, and there are none, where the document has ceased to be a page of a site: skipped by
 * changed settings, or its workspace folder was removed. Sent only to a client with `experimental.templensRegions: true` in its capabilities.
 */
export const regionsMethod = 'templens/regions';
export interface RegionsParams {
  uri: string;
  /** Version of the document that the regions were computed for. */
  version: number;
  regions: {
    kind: Region['kind'];
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
  }[];
  /** Where something is missing that the template has, by place; the range only marks the place. */
  absences: {
    what: string;
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
  }[];
  /** Id of the page's layout, and its name. */
  template: string;
  layout: string;
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
  uri: string;
  what: 'template' | 'content';
  format: 'html' | 'text' | 'json';
}
/** Client to server: for each line of the extracted template, or content, the line of the page that it begins on; both from 0. */
export const extractedLinesMethod = 'templens/extractedLines';
export type ExtractedLinesParams = Pick<ExtractParams, 'uri' | 'what'>;

export interface ExtractResult {
  text: string;
}

/** Client to server, without parameters: what the sites consist of, for a view. */
export const overviewMethod = 'templens/overview';
/** Client to server: further items of a list of an overview; without any where the site no longer has the list. */
export const overviewListMethod = 'templens/overviewList';
export interface OverviewListParams {
  /** URI of the site. */
  site: string;
  /** Name of the list. */
  list: string;
  /** Number of items to skip. */
  offset: number;
}
/** Most items of one list in a message. */
export const overviewListLimit = 200;

/** A list of an overview, or a piece of it. */
export interface OverviewList<Item> {
  /** Name of the list, for `templens/overviewList`. */
  list: string;
  /** Number of items of the whole list. */
  total: number;
  /** At most `overviewListLimit`: the first ones, or those from the offset on. A list inside many rows of another one has fewer at first. */
  items: Item[];
}

/** Server to client, without parameters: the overview may differ from that asked for last. Only to a client with `experimental.templensOverview: true`. */
export const overviewChangedMethod = 'templens/overviewChanged';

/** A workspace folder with its layouts, parts and findings. */
export interface SiteOverview {
  /** Of the workspace folder. Pages are named by their paths relative to it. */
  uri: string;
  name: string;
  /** Number of pages. */
  pages: number;
  /** Number of findings. */
  findings: number;
  /** The one with the most pages first. */
  layouts: OverviewList<LayoutOverview>;
  /** The one on the most pages first; parts of a single node are skipped. */
  parts: OverviewList<PartOverview>;
  /** Findings by cause: the worst first, then what is on most pages. */
  causes: OverviewList<CauseOverview>;
}

export interface LayoutOverview {
  id: string;
  name: string;
  /** Sorted by path, each with its number of findings. */
  pages: OverviewList<{ page: string; findings: number }>;
  /** Number of findings on all its pages. */
  findings: number;
  /** In [0,1]. */
  templateShare: number;
}

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

export interface VersionOverview {
  id: string;
  language?: string;
  /** Sorted by path. */
  pages: OverviewList<string>;
  /** The most common version in this language, which may be this one, and its first page. */
  common: { version: string; page: string };
}

/** Findings that say the same on every page. */
export interface CauseOverview {
  severity: Severity;
  code: CheckCode;
  message: string;
  /** Number of pages that have one of the findings. */
  pages: number;
  /** 1-based; columns in UTF-16 code units. */
  places: OverviewList<{ page: string; line: number; column: number }>;
}

/** Client to server: where a part stands on a page; null where it does not. */
export const partPlaceMethod = 'templens/partPlace';
export interface PartPlaceParams {
  /** URI of the page. */
  uri: string;
  /** Id of the part. */
  part: string;
}
export interface PartPlace {
  start: { line: number; character: number };
  end: { line: number; character: number };
}
