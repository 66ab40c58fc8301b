/** A set of pages that have a part in the same words, without slots. */
export interface PartVersionSummary {
  /** Stable while its words stay: `v` and 11 characters. */
  id: string;
  /** Language of its pages, where the part has versions by language. */
  language?: string;
  /** Paths of the template files in the site that have the part in this version, where its pages are made from them; sorted. */
  templates?: string[];
  /** Sorted. */
  pages: string[];
}

/** A place of a part that differs by page without making a version. */
export interface PartSlot {
  name: string;
  /** `current`: the link to the page itself. `choice`: one of several sets of nodes. `varies`: each page has its own. */
  rule: 'current' | 'choice' | 'varies';
}

/** A part that the site repeats: main menu, footer, head styles. */
export interface PartSummary {
  /** Stable while most of its words stay: `p` and 11 characters. */
  id: string;
  /** For people; unique in the site. */
  name: string;
  /** Path of the library item or included file that the pages declare, where they do. */
  declared?: string;
  /** Where it stands: the names of the elements around it, such as `body > div > nav`. */
  place: string;
  /** Number of pages that have it. */
  pages: number;
  /** Nodes that at least half of these pages share, without slots. */
  nodes: number;
  /** Names of the layouts of these pages, sorted. */
  layouts: string[];
  /** The one on the most pages first. */
  versions: PartVersionSummary[];
  slots: PartSlot[];
}

/** A part with several common versions that nothing explains. */
export interface PartSplit {
  id: string;
  name: string;
  /** Where the part has versions by language. */
  language?: string;
  /** Ids, and numbers of pages; the one on the most pages first. */
  versions: { id: string; pages: number }[];
}

/** A part that links to some files in all languages but one. */
export interface TranslationGap {
  id: string;
  name: string;
  /** The one that lacks the links, and on how many pages it has the part. */
  language: string;
  pages: number;
  /** Paths from the folder of each language; sorted. */
  links: string[];
  /** Number of other languages. */
  languages: number;
}

/** Where a page has a part. Offsets are UTF-16 code units, `end` exclusive. */
export interface PartInstance {
  page: string;
  start: number;
  end: number;
  /** Id of the version. */
  version: string;
}

/** How a version differs from the one in the template file of its pages, else from the most common one of its language. */
export interface PartDifference {
  kind: 'missing' | 'extra';
  /** The start tag, or the text in the source: of the most common version what is missing, of this one what is extra. */
  what: string;
  page: string;
  start: number;
  end: number;
}

/** A run of words of a difference: in both versions, only in the most common one, or only in this one. */
export interface PartWords {
  kind: 'same' | 'missing' | 'extra';
  /** Source text; runs of white space are one space, and `…` stands for what is cut. */
  text: string;
}

/** A version of a part, compared with the most common one of its language. */
export interface PartVersionDetail extends PartVersionSummary {
  /** Empty for the most common version. */
  difference: PartDifference[];
  /** The latest year in its words, and in those of the version that it is compared with, where these differ. */
  years?: { own: number; common: number };
  /** A file that only this version links to, or only the other, and that does not exist: that version is older. */
  gone?: { own?: string; common?: string };
  /** The same as a diff of the source, cut around the changes: a list of words for each place that differs; empty unless wanted. */
  words: PartWords[][];
}

/** A version of a part as reported: its differences are there where they are known. */
export interface ReportedVersion extends PartVersionSummary {
  difference?: Pick<PartDifference, 'kind' | 'what'>[];
}

/** A part as reported. */
export type ReportedPart = Omit<PartSummary, 'versions'> & { versions: ReportedVersion[] };

/** A part on one page. Offsets are UTF-16 code units, `end` exclusive. */
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
  /** Number of pages that have another version, in the language of this page's version. */
  otherPages: number;
}

/** A part with the details of its versions. */
export type DetailedPart = Omit<PartSummary, 'versions'> & { versions: PartVersionDetail[] };

/** Parts with fewer fixed nodes are listed only on request. */
const leastNodes = 2;

/** True if a part is listed where single nodes are skipped. */
export function isListed({ nodes }: Pick<PartSummary, 'nodes'>): boolean {
  return nodes >= leastNodes;
}
