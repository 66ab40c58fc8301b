// Answers of the engine to questions (`EngineQuery` in stream.ts), and the parts of events that are answers, too.
import type { CheckCode, Finding, NormaliserId } from './findings.ts';
import type { Absence, Label, Region, Verdict } from './labels.ts';
import type { PagePart } from './parts.ts';
import type { LabelRule } from './settings.ts';

export type CorrectionScope = 'layout' | 'site' | 'page';

/** What can be said about a node. */
export interface CorrectionChoices {
  /** `<li>`, or `text`. */
  name: string;
  /** Its label now. */
  label: Label;
  /** There are elements beside it that are like it. */
  isAlike: boolean;
  /** Name of the page's layout, and how many pages it and the site have. */
  layout: string;
  layoutPages: number;
  sitePages: number;
}

/** A rule about labels, and what it decides. */
export interface Correction {
  rule: LabelRule;
  /** Elements that it matches, and the pages with them, this one among them. */
  places: number;
  pages: number;
  /** Not all pages were looked through: there may be more. */
  isPartly: boolean;
  /** Where it matches what is least like the corrected element, to be looked at first. */
  look: string[];
}

/** A page's maximal regions, in document order, and its group. */
export interface PageRegions {
  regions: Region[];
  /** Where something is missing, by place. */
  absences: Absence[];
  template: string;
  /** Name of the layout. */
  layout: string;
  /** Pages in the group, this one included. */
  pages: number;
  /** Share of the page's nodes that are template, in [0,1]. */
  templateShare: number;
  /** Parts of the site on this page, in document order. */
  parts: PagePart[];
}

/** A node of a page, and the same node elsewhere: by page paths. Start tags and texts, not whole elements. */
export interface Counterparts {
  start: number;
  end: number;
  places: PagePlace[];
}

/** A range of a page, for who has not its text. */
export interface PagePlace {
  page: string;
  start: LinePlace;
  end: LinePlace;
}

/** A place in a text: the line, from 0, and what stands before the place on it. */
export interface LinePlace {
  line: number;
  before: string;
}

/** What is found on a page. */
export interface ReportedFindings {
  page: string;
  /** Of the open buffer that the offsets are of; absent for a file. */
  version?: number;
  /** By place in the page. */
  diagnostics: Finding[];
  /** Findings beyond the most that are shown of a page. */
  withheld: number;
}

/** What becomes of a finding: the template's version comes to the page, the page's version to the others, or a comment ignores it. */
export type RepairKind = 'take' | 'push' | 'ignore';

/** What can be done about a finding: titles for a menu; absent where it cannot be done. */
export interface FindingActions {
  identity: string;
  code: CheckCode;
  /** Name of the part that it is in. */
  part?: string;
  take?: string;
  push?: string;
}

/** Edits of one page's text; they do not overlap. Offsets are UTF-16 code units into `text`, `end` exclusive. */
export interface PageEdits {
  page: string;
  text: string;
  edits: { start: number; end: number; text: string }[];
}

/** Edits that bring a version of a part to other pages. */
export interface AdoptionEdits {
  /** Pages that have the version. */
  examples: number;
  pages: PageEdits[];
  /** Pages that keep their versions, with the reason: a sentence. */
  refused: { page: string; reason: string }[];
}

/** Why a node has its label; counts are pages. */
export interface NodeEvidence {
  start: number;
  end: number;
  /** Tag name, or `#text`. */
  name: string;
  label: Label;
  score: number;
  /** What editors show: the label, or that the node deviates. */
  verdict: Verdict;
  /** How it deviates, and what is missing at the place that was asked for; the most important first. */
  differences: NodeDifference[];
  template: string;
  /** Name of the layout. */
  layout: string;
  /** Pages of the group that have this node's place in the layout, of how many. */
  support: { pages: number; of: number };
  /** Pages of the site that have the very same node, this one among them, of how many. */
  site: { pages: number; of: number };
  /** NodeImp of the node's place in the group's style tree, in [0,1]; only with `details`, and not of nodes outside the tree, nor in a group of one page. */
  importance?: number;
  /** For a text: pages of the group, and of the site, that have the same text at the same path. */
  segment?: { group: number; site: number };
  /** Another page that has this node, of the group if there is one, and where it stands there. */
  example?: { page: string; start: number; end: number };
  /** The part of the site that the node lies in; counts are pages. */
  part?: Pick<PagePart, 'id' | 'name' | 'pages' | 'version' | 'versionPages'>;
  /** The selector of the entry of the setting `labels` that decides the label. */
  correction?: string;
  /** One sentence for a person. */
  reason: string;
}

/** How a node deviates from the template, or what is missing there. Texts are cut where they are long. */
export interface NodeDifference {
  kind: 'changed' | 'extra' | 'moved' | 'missing';
  /** The page's own source; absent where something is missing. */
  here?: string;
  /** Source of the template's version, and where it stands; absent where the template has nothing there. */
  template?: string;
  example?: { page: string; start: number; end: number };
  /** Pages that agree with the template's version, of how many were asked. */
  support?: { pages: number; of: number };
  /** Rules by which something was not seen as a difference there. */
  normalisers: NormaliserId[];
}

/** Template and content outline of a page: maximal regions, nested. */
export interface OutlineNode {
  name: string;
  detail: string;
  label: Verdict;
  /** Names of the parts that it is, lies in or, without children, holds; not repeated for what lies in it. */
  parts?: string[];
  start: number;
  end: number;
  /** The piece to select: the start tag, or the text. */
  selectionStart: number;
  selectionEnd: number;
  children: OutlineNode[];
}

/** Ordered states of a page; one operation (an edit) lowers it to `changed`. */
export type PageState = 'changed' | 'parsed' | 'merged' | 'classified' | 'checked';

export interface PageStatus {
  page: string;
  state: PageState | 'skipped';
  /** Why a page was skipped. */
  reason?: string;
}
