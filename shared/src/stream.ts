import type {
  AdoptionEdits,
  Correction,
  CorrectionChoices,
  CorrectionScope,
  Counterparts,
  FindingActions,
  NodeEvidence,
  OutlineNode,
  PageEdits,
  PageRegions,
  PageStatus,
  RepairKind,
  ReportedFindings,
} from './answers.ts';
import type { CheckCode, IgnoreRule } from './findings.ts';
import type { GroupingSummary, GroupSummary, Label, LayoutLevel, PageLabels } from './labels.ts';
import type { PartInstance, PartSplit, PartSummary, PartVersionDetail, TranslationGap } from './parts.ts';
import type { Settings } from './settings.ts';
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

/** Work counted, so that tests can bound it; never times. */
export interface WorkCounts {
  pagesParsed: number;
  /** Tree nodes, keys and pages visited while counts and votes were brought up to date. */
  nodesTouched: number;
  pagesRelabelled: number;
  pagesRegrouped: number;
  pagesChecked: number;
}
