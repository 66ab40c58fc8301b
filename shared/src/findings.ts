/** How much a finding matters, the most first; as in LSP. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** Names of severities in other linters, which people may write, too. */
export const shortSeverities: Readonly<Record<string, Severity>> = { warn: 'warning', info: 'information' };

/** Codes of findings: `core/findings/checks` in the server defines a check for each. Of several that apply to a difference, the first wins. */
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
  'dreamweaver/locked-region',
  'templens/unused-ignore',
  'templens/config',
] as const;
export type CheckCode = (typeof checkCodes)[number];

/** What is not seen as a difference when pages are compared; described in docs/consistency.md. */
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

/** A place that a finding is explained with. Offsets are UTF-16 code units, `end` exclusive. */
export interface RelatedPlace {
  page: string;
  start: number;
  end: number;
  message: string;
}

/** One of several differences that a finding sums up, on the finding's page. */
export interface FindingDetail {
  start: number;
  end: number;
  /** 1-based. */
  line: number;
  column: number;
  code: CheckCode;
  message: string;
  /** The identity of the finding that this difference would be alone. */
  identity: string;
}

/** A finding on a page: an entry of `check --format json`. Offsets are UTF-16 code units into the page, `end` exclusive. */
export interface Finding {
  page: string;
  start: number;
  end: number;
  /** 1-based. */
  line: number;
  column: number;
  code: CheckCode;
  severity: Severity;
  message: string;
  /** What a person calls the part of the page that the finding is about: `main menu`. */
  part?: string;
  /** The differences that the finding sums up. */
  details?: FindingDetail[];
  /** Pages that agree with the template's version, of how many were asked. */
  support?: { pages: number; of: number };
  related: RelatedPlace[];
  /** `fix` can fix it: without a person looking at it, where there is no `risk`. */
  fixable: boolean;
  /** Why `fix` asks for --unsafe: a sentence. */
  risk?: string;
  /** What the finding is about, whatever happens elsewhere on the page: the same string as long as the same thing is wrong. */
  identity: string;
  /** What was not seen as a difference where the finding was made. */
  normalisers: NormaliserId[];
}

/** A finding that is not to be shown. */
export interface IgnoreRule {
  /** Codes; none means all. */
  codes?: CheckCode[];
  /** Globs of pages; none means all. */
  pages?: string[];
  /** Findings on, or inside, elements that this CSS selector matches. */
  selector?: string;
  /** Differences of this attribute. */
  attribute?: string;
}

/** An element that every page must have. */
export interface RequiredNode {
  selector: string;
  /** What to say where it is missing. */
  message?: string;
  /** Globs of pages; none means all. */
  pages?: string[];
}

/** The settings of checks: a part of the site's settings. */
export interface CheckSettings {
  /** Severities of findings, where they differ from the default ones. */
  checks: { [Code in CheckCode]?: Severity | 'off' };
  /** Share, in [0.8,1], of the other pages of its group that must agree before a page that does not is reported. */
  support: number;
  /** Normalisers that are switched off (false). */
  normalisers: { [Id in NormaliserId]?: boolean };
  /** Findings that are not to be shown. */
  ignore: IgnoreRule[];
  /** Elements that every page must have. */
  required: RequiredNode[];
}

export const defaultCheckSettings: CheckSettings = { checks: {}, support: 0.9, normalisers: {}, ignore: [], required: [] };
