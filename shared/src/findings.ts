/** Severities of findings, the highest first; the names are those of LSP. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** Names of severities in other linters, which settings also accept, with the severities that they stand for. */
export const shortSeverities: Readonly<Record<string, Severity>> = {
  warn: 'warning',
  info: 'information',
  note: 'information',
};

/** Codes of findings. The server has a check for each (`core/findings/checks`); if several apply to a difference, the first one reports it. */
export const checkCodes = [
  'template/missing-part',
  'template/part-version',
  'template/missing-node',
  'template/extra-node',
  'template/duplicated-node',
  'template/moved-node',
  'template/changed-text',
  'template/wrong-target',
  'template/changed-attribute',
  'template/current-item',
  'template/broken-link',
  'template/stale-year',
  'template/required-node',
  'page/no-template',
  'page/copied-title',
  'page/wrong-id',
  'page/invalid-markup',
  'page/unlinked',
  'dreamweaver/locked-region',
  'templens/unused-ignore',
  'templens/config',
] as const;
export type CheckCode = (typeof checkCodes)[number];

/** The differences that each normaliser, by id, ignores when pages are compared. See docs/findings.md. */
export const normaliserNames = {
  N1: 'white space',
  N2: 'entities and Unicode form',
  N3: 'spelling of tags and attributes',
  N4: 'optional tags and comments',
  N5: 'relative addresses',
  N6: 'index pages and percent-encoding',
  N7: 'cache busting',
  N8: 'current item of a menu',
  N9: 'classes and ids of html and body, the first heading',
  N10: 'head elements of one page',
  N11: 'breadcrumbs and tables of contents',
  N12: 'years and dates',
  N13: 'tokens and nonces',
  N14: 'generated ids',
  N15: 'counters and prices',
  N16: 'integrity, inline scripts and styles',
  N17: 'repeated items',
  N18: 'optional blocks',
  N19: 'insertions between items in order',
  N20: 'languages',
  N21: 'Dreamweaver regions',
  N22: 'error pages, redirects and fragments',
  N23: 'what the user ignores',
  N24: 'template-language code',
} as const;
export type NormaliserId = keyof typeof normaliserNames;

/** A place that helps to explain a finding, such as one on the example page. Offsets are UTF-16 code units, `end` exclusive. */
export interface RelatedPlace {
  page: string;
  start: number;
  end: number;
  message: string;
}

/** One of several differences on a page that a finding combines. */
export interface FindingDetail {
  start: number;
  end: number;
  /** Line and column of `start`, both 1-based. */
  line: number;
  column: number;
  code: CheckCode;
  message: string;
  /** The identity that a finding about this difference alone would have. */
  identity: string;
}

/** A finding on a page: an entry of `check --format json`. Offsets are UTF-16 code units into the page, `end` exclusive. */
export interface Finding {
  page: string;
  start: number;
  end: number;
  /** Line and column of `start`, both 1-based. */
  line: number;
  column: number;
  code: CheckCode;
  severity: Severity;
  /** Probability, in [0,1], that a maintainer of the site would thank for the finding. */
  confidence: number;
  message: string;
  /** What is wrong in a few words, as the end of a sentence about the page: `lacks “Contact”`. Missing if the message is as short. */
  brief?: string;
  /** Name of the part that the finding is about, such as `menu`. */
  part?: string;
  /** The differences that the finding combines. */
  details?: FindingDetail[];
  /** Number of `pages` that agree with the template, out of `of` compared pages. Missing if the finding does not depend on other pages. */
  support?: { pages: number; of: number };
  related: RelatedPlace[];
  /** True if `templens fix` can fix it; if it has a `risk`, only with `--unsafe`. */
  fixable: boolean;
  /** Why the fix requires `--unsafe`: a sentence. Missing if the fix is safe. */
  risk?: string;
  /** Why a fix that editors offer is not made by `templens fix`: a sentence. */
  refusal?: string;
  /** Identifies the finding across runs: the same string as long as the same thing is wrong, whatever else changes on the page. */
  identity: string;
  /** Identifies the mistake: the findings of all pages with the same mistake have the same string, in this run and in later ones. */
  cause: string;
  /** The normalisers that were applied to what is compared. */
  normalisers: NormaliserId[];
}

/** A rule for findings that are not reported: those that match all its properties. */
export interface IgnoreRule {
  /** Codes; all if it is missing. */
  codes?: CheckCode[];
  /** Globs of pages; all if it is missing. */
  pages?: string[];
  /** CSS selector of elements. Findings on these elements, or inside them, are ignored. */
  selector?: string;
  /** Name of an attribute. Findings about differences of this attribute are ignored. */
  attribute?: string;
}

/** An element that every page must have. */
export interface RequiredNode {
  selector: string;
  /** The message of the finding if it is missing. */
  message?: string;
  /** Globs of pages; all if it is missing. */
  pages?: string[];
}

/** The settings of checks: a part of the site's settings. */
export interface CheckSettings {
  /** Severities by code, if they differ from the default ones. */
  checks: { [Code in CheckCode]?: Severity | 'off' };
  /** Share, in [0.8,1], of the other pages of its layout that must agree on something before a page that differs is reported. */
  support: number;
  /** Findings with a lower confidence, in [0,1], are not reported. */
  minConfidence: number;
  /** `written` if people write the pages, `generated` if a program does; null to decide by their sources. */
  pages: 'written' | 'generated' | null;
  /** Normalisers by id; `false` switches one off. */
  normalisers: { [Id in NormaliserId]?: boolean };
  /** Findings that are not reported. */
  ignore: IgnoreRule[];
  /** Elements that every page must have. */
  required: RequiredNode[];
}

export const defaultCheckSettings: CheckSettings = {
  checks: {},
  support: 0.88,
  minConfidence: 0.5,
  pages: null,
  normalisers: {},
  ignore: [],
  required: [],
};
