import type { CheckCode, Finding, IgnoreRule, NormaliserId } from './findings.ts';
import type { Absence, GroupingSummary, GroupSummary, Label, LayoutLevel, PageLabels, Region, Verdict } from './labels.ts';
import type { PagePart, PartInstance, PartSplit, PartSummary, PartVersionDetail, TranslationGap } from './parts.ts';
import type { LabelRule, Settings } from './settings.ts';
import type { SiteEvent } from './site-event.ts';

/** What drives the engine. Pages are named by their path relative to the site's root, with `/`. */
export type EngineCommand =
  /**
   * Opens a site, discovers its pages and indexes them. `root` is an absolute path. `labels: false` (an editor): no `page` events,
   * and labels are only worked out for pages that are open or asked for; otherwise every page's line is said and kept up to date.
   * `regions: false`: no `regions` events of open pages. `checks: true`: pages are compared with their groups, and findings are said as `diagnostics` events. `quarantined`: pages that ended
   * an engine; each is skipped as long as its text is what the `quarantined` event said, or is at first sight. `inMemory`: nothing is read
   * from disk; the pages are those of `text` commands, and these are the paths of all files of the site. `cache`: absolute path of the folder
   * in which answers are kept between runs.
   */
  | {
      command: 'open';
      root: string;
      settings: Settings;
      labels?: boolean;
      regions?: boolean;
      checks?: boolean;
      quarantined?: QuarantinedPage[];
      inMemory?: readonly string[];
      cache?: string;
    }
  /** Hints from a watcher: the engine looks at the files itself before it believes them. */
  | { command: 'files'; pages: string[] }
  /** Hints that pages that stand in these folders (not deeper) may have changed, come or gone; the root is the empty path. */
  | { command: 'folders'; folders: string[] }
  /** Hints that anything may have changed (overflow, vanished root, reindex): the engine walks the site again. */
  | { command: 'rescan' }
  /**
   * An editor's buffer; it wins over the file on disk until it is closed. `isSaved`: it is judged as a file is, however unfinished it looks.
   */
  | { command: 'text'; page: string; version: number; text: string; isSaved?: boolean }
  | { command: 'closeText'; page: string }
  | { command: 'settings'; settings: Settings }
  /** `soon`: rather than wait for much work, it may be answered as of the last time that the site was settled. */
  | { command: 'query'; id: number; query: EngineQuery; soon?: boolean }
  | { command: 'cancel'; id: number }
  | { command: 'shutdown' };

/**
 * Questions; each is answered by one `answer` event with the same id, after all commands before it took effect. Commands after it may
 * have taken effect, too: an edit does not wait for an answer.
 */
export type EngineQuery =
  | { kind: 'classify'; page: string }
  | { kind: 'evidence'; page: string; offset: number; details?: boolean }
  | { kind: 'outline'; page: string }
  | { kind: 'regions'; page: string }
  /**
   * The findings on a page, and those of every page that has some, by path; only of a site that was opened with `checks`. With `all`,
   * none is withheld.
   */
  | { kind: 'diagnostics'; page: string }
  | { kind: 'check'; all?: boolean }
  /** Entries of the setting `ignore`, by index, that hide no finding on any page; only of a site that was opened with `checks`. */
  | { kind: 'unusedIgnores' }
  /**
   * Edits that fix findings of a page, as far as they do not touch each other: only of these codes, only or not those with these
   * identities. Findings whose repair takes away or replaces words of the page only when `unsafe`.
   */
  | {
      kind: 'fixes';
      page: string;
      unsafe: boolean;
      codes?: readonly CheckCode[];
      only?: readonly string[];
      except?: readonly string[];
    }
  /** What can be done about the findings that touch a range of a page, for a menu. */
  | { kind: 'actions'; page: string; start: number; end: number }
  /** Edits for one finding, see `RepairKind`. */
  | { kind: 'repair'; page: string; identity: string; how: RepairKind }
  /** What can be said about the label of the node in a range, for a menu. */
  | { kind: 'corrections'; page: string; start: number; end: number }
  /** A rule that corrects the label of the node in a range on these pages; with `alike`, also of the elements beside it that are like it. */
  | {
      kind: 'correction';
      page: string;
      start: number;
      end: number;
      label: Label;
      scope: CorrectionScope;
      alike: boolean;
    }
  /** The rule by which the differences that a finding is about are intended, in its part. */
  | { kind: 'intended'; page: string; identity: string }
  /** Another page of the page's layout; null where there is none. */
  | { kind: 'layoutMate'; page: string }
  | { kind: 'extract'; page: string; what: 'template' | 'content'; format: 'html' | 'text' | 'json' }
  /** The template of the page's layout with a tab stop for each hole, in the syntax of LSP. */
  | { kind: 'snippet'; page: string }
  /** Lines of the page, from 0, that the lines of the extracted template, or of the content as HTML, begin on. */
  | { kind: 'extractedLines'; page: string; what: 'template' | 'content' }
  /**
   * The innermost labelled node at an offset, and the same node on the other pages of its group; with `like`, of a text that no other page
   * has, the element around it.
   */
  | { kind: 'counterparts'; page: string; offset: number; like?: boolean }
  /** The innermost labelled node at an offset wherever the page repeats it, itself among them. */
  | { kind: 'repetitions'; page: string; offset: number }
  /** The layout of every page; far cheaper than what `groups` tells. */
  | { kind: 'templates' }
  | { kind: 'groups' }
  /** At the level of layouts where none is given. */
  | { kind: 'grouping'; level?: LayoutLevel }
  | { kind: 'unusedLabels' }
  | { kind: 'unusedLayouts' }
  /** The parts that the pages of the site share, the most common first. */
  | { kind: 'parts' }
  /** The parts with several common versions, in the order of `parts`. */
  | { kind: 'splits' }
  | { kind: 'translationGaps' }
  /**
   * Every version of a part, by its id, with its difference from the most common one, and as words where these are wanted; null where
   * there is no such part.
   */
  | { kind: 'partVersions'; part: string; words: boolean }
  /** The shortest CSS selector by which an entry of the setting `parts` names a part and no other; null where there is none. */
  | { kind: 'partSelector'; part: string }
  /** Edits that bring a version of a part, both by their ids, to the pages that have another one; to these pages only, where they are given. */
  | { kind: 'adoption'; part: string; version: string; pages?: string[] }
  /** Edits, to be made before files or folders get other paths, that keep addresses of all pages leading to the same files. */
  | { kind: 'moves'; moves: readonly { from: string; to: string }[] }
  /** Where every part stands, in the order of `parts`, by page and place. */
  | { kind: 'partInstances' }
  /** Entries of the setting `parts`, by index, that match no part. */
  | { kind: 'unusedParts' }
  | { kind: 'pages' }
  /** Answered with the sequence of the `idle` event that says that nothing is pending, after that event. */
  | { kind: 'idle' };

export interface EngineAnswers {
  classify: PageLabels;
  evidence: NodeEvidence | null;
  outline: OutlineNode[];
  regions: PageRegions;
  diagnostics: ReportedFindings;
  check: ReportedFindings[];
  unusedIgnores: number[];
  /** Entries of the setting `labels`, by index. */
  unusedLabels: number[];
  unusedLayouts: { entry: number; glob: number }[];
  fixes: PageEdits & { fixedFindings: string[] };
  actions: FindingActions[];
  repair: PageEdits[];
  corrections: CorrectionChoices | null;
  correction: Correction;
  intended: IgnoreRule;
  layoutMate: string | null;
  extract: string;
  snippet: string;
  extractedLines: number[];
  counterparts: Counterparts | null;
  repetitions: { start: number; end: number }[];
  templates: { page: string; template: string }[];
  groups: GroupSummary[];
  grouping: GroupingSummary;
  parts: PartSummary[];
  splits: PartSplit[];
  translationGaps: TranslationGap[];
  partVersions: PartVersionDetail[] | null;
  partSelector: string | null;
  adoption: AdoptionEdits;
  moves: PageEdits[];
  partInstances: { id: string; instances: PartInstance[] }[];
  unusedParts: number[];
  pages: PageStatus[];
  idle: number;
}

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

/** What the engine says. The NDJSON of `watch` is the part of this stream that the contract names. */
export type EngineEvent =
  | { event: 'progress'; phase: 'discover' | 'index' | 'classify' | 'check'; done: number; total: number }
  | Exclude<SiteEvent, { event: 'diagnostics' | 'idle' }>
  /**
   * For pages with an open buffer only; `version` is the buffer's. While it is half-typed, findings of other pages refer to places in the
   * page's file.
   */
  | ({ event: 'regions'; page: string; version: number; isHalfTyped: boolean } & PageRegions)
  /** The page of an open buffer lost its regions: it is skipped, or left the site. */
  | { event: 'unlabelled'; page: string }
  /**
   * The findings on a page, if they differ from those reported before, or are of another text of an open buffer whose regions are wanted;
   * none before the first index is complete.
   */
  | ({ event: 'diagnostics' } & ReportedFindings)
  /** Files beside pages of which it matters to findings whether they are there: hints about them are wanted, too. */
  | { event: 'asked'; paths: string[] }
  /** Something the user should hear of: a skipped page, a limit reached. The daemon goes on. */
  | { event: 'problem'; severity: 'error' | 'warning'; page?: string; message: string }
  | { event: 'answer'; id: number; ok: true; value: EngineAnswers[keyof EngineAnswers] }
  | { event: 'answer'; id: number; ok: false; code: EngineErrorCode; message: string }
  /** The page is skipped because it ended an engine. */
  | ({ event: 'quarantined' } & Required<QuarantinedPage>)
  /** Nothing is pending; `work` counts what was done since the last one. */
  | { event: 'idle'; sequence: number; work: WorkCounts };

/**
 * Why there is no answer: it was `cancelled`, or the engine is `closed`, has `crashed` or met a `defect`; there is `no-site`, or the page is
 * `not-a-page` of it; the page changes so fast that the answer is `out-of-date`; the question has `no-answer`; or an `answer-failed`
 * because of a defect that leaves the engine running.
 */
export type EngineErrorCode =
  | 'cancelled'
  | 'closed'
  | 'crashed'
  | 'defect'
  | 'no-site'
  | 'not-a-page'
  | 'out-of-date'
  | 'no-answer'
  | 'answer-failed';

/** A page that ended an engine; `text` tells one text of it from another. */
export interface QuarantinedPage {
  page: string;
  text?: string;
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

/** Work counted, so that tests can bound it; never times. */
export interface WorkCounts {
  pagesParsed: number;
  /** Tree nodes, keys and pages visited while counts and votes were brought up to date. */
  nodesTouched: number;
  pagesRelabelled: number;
  pagesRegrouped: number;
  pagesChecked: number;
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
