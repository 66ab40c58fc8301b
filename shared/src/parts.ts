import { thresholds } from './thresholds.ts';

/** A version of a part: the pages that have the part in the same words, apart from its slots. */
export interface PartVersionSummary {
  /** `v` and 11 characters; stays the same while the version's words do. */
  id: string;
  /** Language of its pages, if the part has versions by language. */
  language?: string;
  /** Paths of template files that have the part in this version and that pages are made from; sorted. */
  templates?: string[];
  /** Paths of the pages with this version, sorted. */
  pages: string[];
}

/** A place of a part that differs by page without making a version. */
export interface PartSlot {
  name: string;
  /** `current`: the link to the page itself. `choice`: one of several sets of nodes. `varies`: each page has its own nodes. */
  rule: 'current' | 'choice' | 'varies';
}

/** A part that the site repeats: menu, footer, head styles. */
export interface PartSummary {
  /** `p` and 11 characters; stays the same while most of the part's words do. */
  id: string;
  /** A name for people; unique in the site. */
  name: string;
  /** Path of the library item or included file that the pages declare as the part's source, if any. */
  declared?: string;
  /** Names of the elements around it, such as `body > div > nav`. */
  place: string;
  /** Number of pages that have it. */
  pages: number;
  /** Number of nodes outside slots that at least half of its pages have; if they have several languages, half of those in the most common one. */
  nodes: number;
  /** True for a piece without a role or a name of its own, such as a text in a paragraph; not in JSON. */
  isFragment?: true;
  /** Names of the layouts of these pages, sorted. */
  layouts: string[];
  /** Sorted: the version on the most pages first. */
  versions: PartVersionSummary[];
  slots: PartSlot[];
}

/** A part with several common versions that nothing explains. */
export interface PartSplit {
  id: string;
  name: string;
  /** The language of the versions, if the part has versions by language. */
  language?: string;
  /** The one on the most pages first. */
  versions: SplitVersion[];
}

/** One of several common versions of a part. */
export interface SplitVersion {
  id: string;
  pages: number;
  /** Path of its first page, in alphabetical order. */
  example: string;
  /** Markup of links of the first version that it lacks, and of its own that the first lacks; empty for the first. */
  missing: string[];
  extra: string[];
}

/** A part that links to certain files in all languages except one. */
export interface TranslationGap {
  id: string;
  name: string;
  /** The language in which the links are missing, and the number of its pages that have the part. */
  language: string;
  pages: number;
  /** The missing links, as paths relative to the folder of a language; sorted. */
  links: string[];
  /** Number of other languages. */
  languages: number;
}

/** An instance of a part: its place on a page. Offsets are UTF-16 code units, `end` exclusive. */
export interface PartInstance {
  page: string;
  start: number;
  end: number;
  /** Id of the version. */
  version: string;
}

/**
 * One difference of a version from the version in the template file of its pages or, without one, from the most common version in its
 * language. Offsets are UTF-16 code units, `end` exclusive.
 */
export interface PartDifference {
  kind: 'missing' | 'extra';
  /** Source of the start tag, small element or text, white space collapsed: from this version if `extra`, else from the other version. */
  what: string;
  /** The page whose source it is, and its place there. */
  page: string;
  start: number;
  end: number;
}

/** A run of words in a comparison of a version with the expected one: in both (`same`), only in the expected (`missing`) or in this one (`extra`). */
export interface PartWords {
  kind: 'same' | 'missing' | 'extra';
  /** Source text, in which runs of white space are one space; `…` replaces what is cut. */
  text: string;
}

/** A version of a part, compared with the expected one: that of the template file of its pages, else the most common one in its language. */
export interface PartVersionDetail extends PartVersionSummary {
  /** Differences from the expected version; empty for the expected version itself. */
  difference: PartDifference[];
  /** The latest year in its words, and in those of the version that it is compared with; only if these differ. */
  years?: { own: number; common: number };
  /** A missing file that only this version (`own`), or only the other (`common`), links to: the version with the link is older. */
  gone?: { own?: string; common?: string };
  /** The difference as a word diff of the source, cut around the changes: one list for each place that differs. Empty unless requested. */
  words: PartWords[][];
}

/** A version of a part as reported, with its difference if that is known. */
export interface ReportedVersion extends PartVersionSummary {
  difference?: Pick<PartDifference, 'kind' | 'what'>[];
}

/** A part as reported. */
export type ReportedPart = Omit<PartSummary, 'versions'> & { versions: ReportedVersion[] };

/** A part on one page, with the version that the page has. Offsets are UTF-16 code units, `end` exclusive. */
export interface PagePart {
  id: string;
  name: string;
  start: number;
  end: number;
  /** Number of pages that have the part. */
  pages: number;
  /** Id of this page's version, and the number of pages that have it. */
  version: string;
  versionPages: number;
  /** Number of pages that have other versions in the same language. */
  otherPages: number;
}

/** A version of a part that fewer pages have than the most common one of its language. */
export interface RareVersion {
  /** Id of the part. */
  part: string;
  name: string;
  /** Number of pages with this version, and with the most common one. */
  pages: number;
  most: number;
}

/** A part with the details of its versions. */
export type DetailedPart = Omit<PartSummary, 'versions'> & { versions: PartVersionDetail[] };

/** True if people would call this a part: it is listed by default. */
export function isListed({ nodes, isFragment }: Pick<PartSummary, 'nodes' | 'isFragment'>): boolean {
  return nodes >= thresholds.listedPartNodes && !isFragment;
}
