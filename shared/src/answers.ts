// Answers of the engine to questions (`EngineQuery` in stream.ts), which events contain as well. Pages are paths from the site's root, with `/`.
// Offsets are UTF-16 code units from the start of a page's text; ends are exclusive.
import type { CheckCode, Finding, NormaliserId } from './findings.ts';
import type { Absence, Label, Region, Verdict } from './labels.ts';
import type { PagePart, RareVersion } from './parts.ts';
import type { LabelRule } from './settings.ts';

/** The pages to which a correction applies: those of the page's layout, all pages, or the page alone. */
export type CorrectionScope = 'layout' | 'site' | 'page';

/** The node that can be corrected, and the choices for its correction. */
export interface CorrectionChoices {
  /** The element as a tag, such as `<li>`, or `text`. */
  name: string;
  /** Current label of the element or text. */
  label: Label;
  /** True if it has similar elements beside it, which the correction can include. */
  isAlike: boolean;
  /** Name of the page's layout. */
  layout: string;
  /** Numbers of pages of the layout, and of the site. */
  layoutPages: number;
  sitePages: number;
}

/** A correction of labels, and its effect. */
export interface Correction {
  /** The entry for the setting `labels`. */
  rule: LabelRule;
  /** Number of elements that it matches on the pages that were examined. */
  places: number;
  /** Number of examined pages that have such elements, this page included. */
  pages: number;
  /** True if not all pages were examined: more elements may match. */
  isPartial: boolean;
  /** Paths of pages to review: those whose matching elements differ most from the corrected element. */
  look: string[];
}

/** The regions of a page, its layout and its parts. */
export interface PageRegions {
  /** Maximal regions, in document order. */
  regions: Region[];
  /** Places where something is missing that the template has, in document order. */
  absences: Absence[];
  /** Id of the layout. */
  template: string;
  /** Name of the layout. */
  layout: string;
  /** Number of pages of the layout, this page included. */
  pages: number;
  /** Share of the page's nodes that are template, in [0,1]. */
  templateShare: number;
  /** Parts of the site on this page, in document order. */
  parts: PagePart[];
}

/** A node of a page with its counterparts on other pages. Ranges are those of start tags or texts, not of whole elements. */
export interface Counterparts {
  start: number;
  end: number;
  /** The counterparts, sorted by page. */
  places: PagePlace[];
}

/** A range of a page, for receivers that do not have its text. */
export interface PagePlace {
  page: string;
  start: LinePlace;
  end: LinePlace;
}

/** A place in a text, from which a receiver can compute the column in its own encoding. */
export interface LinePlace {
  /** 0-based. */
  line: number;
  /** The text of the line before the place. */
  before: string;
}

/** The findings on a page. */
export interface ReportedFindings {
  page: string;
  /** Version of the editor's text that the offsets refer to; missing if they refer to the file. */
  version?: number;
  /** Sorted by offset. */
  diagnostics: Finding[];
  /** Number of findings beyond the limit for a page, which `diagnostics` does not have. */
  withheld: number;
}

/**
 * What to do about a finding. `take`: change the page to what the template has. `push`: change the other pages to what this page has. `ignore`:
 * insert a comment that ignores the finding.
 */
export type RepairKind = 'take' | 'push' | 'ignore';

/** What can be done about a finding, for a menu. */
export interface FindingActions {
  identity: string;
  code: CheckCode;
  /** See `Finding.confidence`. */
  confidence: number;
  /** Name of the part that the finding is in, if any. */
  part?: string;
  /** Titles of the repairs of the same kind (`RepairKind`); missing if the repair is not possible. */
  take?: string;
  push?: string;
}

/** Edits of one page, which do not overlap. Offsets refer to `text`. */
export interface PageEdits {
  page: string;
  /** The text of the page before the edits. */
  text: string;
  edits: { start: number; end: number; text: string }[];
}

/** Edits that bring a version of a part to other pages. */
export interface AdoptionEdits {
  /** Number of pages that have the version. */
  examples: number;
  /** Edits of the pages that get the version. */
  pages: PageEdits[];
  /** Pages that keep their versions, each with the reason as a sentence. */
  refused: { page: string; reason: string }[];
}

/** A reason for or against a finding, or for or against a program as the writer of the pages. */
export interface Reason {
  name: string;
  /** Contribution to the log-odds; negative if it is a reason against. */
  effect: number;
  /** True if the number behind the name is higher than in most of the training data. */
  isHigh: boolean;
}

/** All findings of a page, with the reasons for reporting or withholding them. */
export interface PageJudgements {
  /** Probability, in [0,1], that a program writes the pages of the site. */
  generated: number;
  /** The evidence for and against it, the strongest first. */
  origin: Reason[];
  /** All findings, withheld ones included, sorted by place. */
  findings: { finding: Finding; isReported: boolean; reasons: Reason[] }[];
  /**
   * The rare versions of parts on the page, each with the identities of the findings about it and, if there are none, with the reasons as
   * clauses that follow "not reported:".
   */
  versions: (RareVersion & { findings: string[]; reasons: string[] })[];
}

/** Why a node has its label. Counts are numbers of pages, this page included. */
export interface NodeEvidence {
  /** Range of the node. */
  start: number;
  end: number;
  /** Tag name, or `#text`. */
  name: string;
  label: Label;
  /** Confidence in [0,1] that the node is template. */
  score: number;
  /** What editors show: the label, or `deviating`. */
  verdict: Verdict;
  /** How the node deviates, and what is missing at the requested offset; in the order of the page's findings. */
  differences: NodeDifference[];
  /** Id of the layout. */
  template: string;
  /** Name of the layout. */
  layout: string;
  /** Number of pages, out of `of` in the layout, with a node at this node's place (label path with display attributes; for a text, its parent's). */
  support: { pages: number; of: number };
  /** Number of pages, out of `of` in the site, that have an equal node at the same label path. */
  site: { pages: number; of: number };
  /**
   * NodeImp (node importance) in the style tree of the layout, in [0,1]. Missing without `details`, in a layout of one page, and for nodes that
   * the style tree does not contain.
   */
  importance?: number;
  /** For a text: pages of the layout (`group`), and of the site, that have the same text at the same label path. */
  segment?: { group: number; site: number };
  /** The node on another page, if possible of the same layout; missing if no other page has it. */
  example?: { page: string; start: number; end: number };
  /** The part that contains the node, if any. */
  part?: Pick<PagePart, 'id' | 'name' | 'pages' | 'version' | 'versionPages'>;
  /** Selector of the entry of the setting `labels` that decides the label, if one does. */
  correction?: string;
  /** Why the node has its label: a sentence. */
  reason: string;
}

/** A difference between a page and the template at a node. Long source texts are cut. */
export interface NodeDifference {
  kind: 'changed' | 'extra' | 'moved' | 'missing';
  /** Source text of the page; missing for the kind `missing`. */
  here?: string;
  /** Source text that the template has instead; missing if the template has nothing there. */
  template?: string;
  /** The page from which this text comes, and its range there. */
  example?: { page: string; start: number; end: number };
  /** Number of pages that agree with the template, out of `of` compared pages. */
  support?: { pages: number; of: number };
  /** Normalisers that were applied to what is compared. */
  normalisers: NormaliserId[];
}

/**
 * An entry of the outline of a page: an element that contains nodes with several verdicts, with children; or a run of neighbouring nodes with
 * one verdict, without children.
 */
export interface OutlineNode {
  /** Title, for people. */
  name: string;
  /** Additional text, for people. */
  detail: string;
  /** Verdict on the element itself, or on all nodes of the run. */
  label: Verdict;
  /** Names of the parts that contain it or, if it has no children, overlap it; without those that its parent node has already. */
  parts?: string[];
  start: number;
  end: number;
  /** Range to select: the first start tag, or the first text. */
  selectionStart: number;
  selectionEnd: number;
  children: OutlineNode[];
}

/**
 * States of a page, in order. `changed`: waits to be parsed. `parsed`: waits to be added to the model. `merged`: is in the model; its labels
 * may be out of date. `classified`: its labels are up to date. `checked`: its findings are, too. A change sets the page back.
 */
export type PageState = 'changed' | 'parsed' | 'merged' | 'classified' | 'checked';

/** The state of a page. */
export interface PageStatus {
  page: string;
  state: PageState | 'skipped';
  /** Why the page is skipped: a sentence. */
  reason?: string;
}
