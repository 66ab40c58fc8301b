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
  PageJudgements,
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

/**
 * Commands to the engine. A page is named by its path from the site's root, with `/`. Offsets are UTF-16 code units from the start of a page's
 * text; ends are exclusive.
 */
export type EngineCommand =
  /** Opens a site: finds its pages and indexes them. Closes the site that was open before. */
  | {
      command: 'open';
      /** Absolute path of the site's folder. */
      root: string;
      settings: Settings;
      /** True (the default): label all pages and emit `page` events. False: label only open pages and those that questions are about. */
      labels?: boolean;
      /** True (the default): emit `regions` events for open pages. */
      regions?: boolean;
      /** True: check pages, and emit `diagnostics` events. The default is false. */
      checks?: boolean;
      /** Pages on which an engine crashed: each is skipped until its text changes. */
      quarantined?: QuarantinedPage[];
      /** Paths of all files of a site that is in memory: nothing is read from disk, and the pages are those of `text` commands. */
      inMemory?: readonly string[];
      /** Absolute path of the folder in which answers are kept between runs; without it, none are kept. */
      cache?: string;
    }
  /** Hints that these files may have been created, changed or deleted. The engine inspects them itself. */
  | { command: 'files'; pages: string[] }
  /** Hints that files directly in these folders may have been created, changed or deleted. The root is the empty path. */
  | { command: 'folders'; folders: string[] }
  /** Hints that any file may have been created, changed or deleted, such as after lost file events. The engine searches the whole site. */
  | { command: 'rescan' }
  /**
   * Sets the text of a page that is open in an editor. It is used instead of the file until `closeText`. With `isSaved`, the text counts as a
   * file: it is used even if it looks unfinished.
   */
  | { command: 'text'; page: string; version: number; text: string; isSaved?: boolean }
  /** Ends the use of an editor's text: the page is its file again. */
  | { command: 'closeText'; page: string }
  /** Replaces the settings. */
  | { command: 'settings'; settings: Settings }
  /**
   * Asks a question; `id` must be unique among open questions. With `soon`, the answer may describe the last settled state, instead of waiting
   * for much work.
   */
  | { command: 'query'; id: number; query: EngineQuery; soon?: boolean }
  /** Cancels a question, which is then answered with the error `cancelled`. */
  | { command: 'cancel'; id: number }
  /** Ends the engine. */
  | { command: 'shutdown' };

/**
 * Questions. Each gets one `answer` event with its id, of the type in `EngineAnswers`. The answer takes all earlier commands into account,
 * except with `soon`, and can take later ones into account: edits do not wait for answers. A question about a page that the site does not have
 * gets the error `not-a-page`; a question about findings gets `no-answer` if the site was opened without `checks`.
 */
export type EngineQuery =
  /** The labels of a page. */
  | { kind: 'classify'; page: string }
  /** Why the innermost labelled node at an offset has its label; null if no node is there. With `details`, includes `importance`. */
  | { kind: 'evidence'; page: string; offset: number; details?: boolean }
  /** The outline of a page. */
  | { kind: 'outline'; page: string }
  /** The regions of a page. */
  | { kind: 'regions'; page: string }
  /** The findings on a page. */
  | { kind: 'diagnostics'; page: string }
  /** The findings on every page that has some, sorted by path. With `all`, including those beyond the limit for a page. */
  | { kind: 'check'; all?: boolean }
  /** Indices of the entries of the setting `ignore` that hide no finding on any page. */
  | { kind: 'unusedIgnores' }
  /**
   * Edits that fix findings of a page. Edits that would overlap others are skipped. `codes` and `only` (identities) restrict the findings;
   * findings with an identity in `except` are skipped. Without `unsafe`, only safe fixes are made; fixes that copy or remove content of
   * pages are never made.
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
  /** Edits for the finding with this identity, by page. */
  | { kind: 'repair'; page: string; identity: string; how: RepairKind }
  /** The label of the node in a range and the choices for its correction, for a menu; null if no node is there. */
  | { kind: 'corrections'; page: string; start: number; end: number }
  /**
   * An entry of the setting `labels` that corrects the label of the node in a range, on the pages of `scope`. With `alike`, it also matches
   * similar elements beside it.
   */
  | {
      kind: 'correction';
      page: string;
      start: number;
      end: number;
      label: Label;
      scope: CorrectionScope;
      alike: boolean;
    }
  /** An entry of the setting `ignore` that hides findings with the same code on this page, in the part or element of this finding. */
  | { kind: 'intended'; page: string; identity: string }
  /** Another page of the page's layout, the one with the shortest path; null if none exists. */
  | { kind: 'layoutMate'; page: string }
  /** The template or the content of a page. `format` applies to content; a template is always HTML. */
  | { kind: 'extract'; page: string; what: 'template' | 'content'; format: 'html' | 'text' | 'json' }
  /** The template of the page's layout: that of the page, with the layout's version where the page deviates. */
  | { kind: 'layoutTemplate'; page: string }
  /** For each line of the content as HTML, the page's line from which it comes; both 0-based. */
  | { kind: 'contentLines'; page: string }
  /**
   * The innermost labelled node at an offset, and its counterparts on other pages of the layout; null if no node is there. With `like`, a text
   * without counterparts gets those of the element around it.
   */
  | { kind: 'counterparts'; page: string; offset: number; like?: boolean }
  /** The innermost labelled node at an offset, and all nodes of the page that are equal to it, in document order: start tags and texts. */
  | { kind: 'repetitions'; page: string; offset: number }
  /** The id of the layout of every page, sorted by path; much cheaper than `groups`. */
  | { kind: 'templates' }
  /** The layouts of the site. */
  | { kind: 'groups' }
  /** The groups at a level, by default that of layouts, and how well they are separated. */
  | { kind: 'grouping'; level?: LayoutLevel }
  /** Indices of the entries of the setting `labels` that match nothing on the pages to which they apply. */
  | { kind: 'unusedLabels' }
  /** Globs of the setting `layouts` that match no page: indices of the entry, and of the glob in it. */
  | { kind: 'unusedLayouts' }
  /** The parts that the pages share; the part on the most pages first. */
  | { kind: 'parts' }
  /** All findings of a page, withheld ones included, with the reasons for their confidence. */
  | { kind: 'judgements'; page: string }
  /** The parts with several common versions that nothing explains, in the order of `parts`. */
  | { kind: 'splits' }
  /** Parts that lack certain links in one language only. */
  | { kind: 'translationGaps' }
  /** The versions of a part with their differences; with `words`, also as word diffs. Null if there is no part with this id. */
  | { kind: 'partVersions'; part: string; words: boolean }
  /** The shortest CSS selector by which the setting `parts` can name this part and no other; null if none exists. */
  | { kind: 'partSelector'; part: string }
  /** Edits that bring a version of a part to the pages with other versions, or to `pages` only. `part` and `version` are ids. */
  | { kind: 'adoption'; part: string; version: string; pages?: string[] }
  /** Edits that keep all links working when files or folders are moved. To be requested before the move. */
  | { kind: 'moves'; moves: readonly { from: string; to: string }[] }
  /** The places of every part, in the order of `parts`; sorted by page and offset. */
  | { kind: 'partInstances' }
  /** Indices of the entries of the setting `parts` that match no part. */
  | { kind: 'unusedParts' }
  /** The state of every page, sorted by path. */
  | { kind: 'pages' }
  /** Answered when no work is left, after the `idle` event; the answer is the `sequence` of the last `idle` event. */
  | { kind: 'idle' };

/** The template of a layout, made from one of its pages. */
export interface LayoutTemplate {
  /** HTML, with a comment `<!-- templens:hole NAME -->` in place of each content region. */
  text: string;
  /** The same as an LSP snippet, with a tab stop for each hole. */
  snippet: string;
  /** For each line of the text, the line of the page from which it comes; both 0-based. */
  lines: number[];
  /** Where the text differs from the page: a range in it, and what the page has there; one of the two may be empty. */
  differences: { start: number; end: number; own: string }[];
}

/** The types of answers, by kind of question. */
export interface EngineAnswers {
  classify: PageLabels;
  evidence: NodeEvidence | null;
  outline: OutlineNode[];
  regions: PageRegions;
  diagnostics: ReportedFindings;
  check: ReportedFindings[];
  judgements: PageJudgements;
  unusedIgnores: number[];
  unusedLabels: number[];
  unusedLayouts: { entry: number; glob: number }[];
  /** `fixedFindings`: the identities of the findings that the edits fix. */
  fixes: PageEdits & { fixedFindings: string[] };
  actions: FindingActions[];
  repair: PageEdits[];
  corrections: CorrectionChoices | null;
  correction: Correction;
  intended: IgnoreRule;
  layoutMate: string | null;
  extract: string;
  layoutTemplate: LayoutTemplate;
  contentLines: number[];
  counterparts: Counterparts | null;
  repetitions: { start: number; end: number }[];
  /** `template`: the id of the page's layout. */
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

/** Events of the engine. `SiteEvent` has those that `templens watch` prints as NDJSON. */
export type EngineEvent =
  /** Progress of a phase: `done` of `total` files or pages. */
  | { event: 'progress'; phase: 'discover' | 'index' | 'classify' | 'check'; done: number; total: number }
  | Exclude<SiteEvent, { event: 'diagnostics' | 'idle' }>
  /**
   * The regions of a page that is open in an editor; `version` is that of its text. While the text is half-typed, offsets of this page in
   * findings of other pages refer to its file.
   */
  | ({ event: 'regions'; page: string; version: number; isHalfTyped: boolean } & PageRegions)
  /** A page that is open in an editor no longer has regions: it is skipped, or no longer a page of the site. */
  | { event: 'unlabelled'; page: string }
  /**
   * All findings on a page. Emitted if they differ from the last ones and, if `regions` events are wanted, for each new version of an editor's
   * text; not before the first index is complete.
   */
  | ({ event: 'diagnostics' } & ReportedFindings)
  /** Paths, not yet reported, of files that are not pages but whose existence affects findings. Their changes need `files` hints, too. */
  | { event: 'asked'; paths: string[] }
  /** A problem that the user should know of, such as a skipped page or a reached limit. `message` is one or more sentences. The engine continues. */
  | { event: 'problem'; severity: 'error' | 'warning'; page?: string; message: string }
  /** The answer to the question with this id. */
  | { event: 'answer'; id: number; ok: true; value: EngineAnswers[keyof EngineAnswers] }
  /** The question with this id has no answer. `message` is a sentence. */
  | { event: 'answer'; id: number; ok: false; code: EngineErrorCode; message: string }
  /** The page is skipped because an engine crashed on it. */
  | ({ event: 'quarantined' } & Required<QuarantinedPage>)
  /** No work is left. `sequence` counts these events from 1; `work` is what was done since the last one. */
  | { event: 'idle'; sequence: number; work: WorkCounts };

/** Why a question has no answer. */
export type EngineErrorCode =
  /** The question was cancelled. */
  | 'cancelled'
  /** The engine was closed. */
  | 'closed'
  /** The engine crashed, such as by running out of memory. */
  | 'crashed'
  /** The engine stopped because of an unexpected error. */
  | 'defect'
  /** No site is open. */
  | 'no-site'
  /** The site does not have the page, or skips it. */
  | 'not-a-page'
  /** The page changed repeatedly while the answer was made. */
  | 'out-of-date'
  /** The question has no answer, such as an edit that does not exist. */
  | 'no-answer'
  /** An unexpected error occurred; the engine continues. */
  | 'answer-failed';

/** A page on which an engine crashed. */
export interface QuarantinedPage {
  page: string;
  /** Identifies the text that the page had, as in the `quarantined` event; if it is missing, the text that the engine finds first. */
  text?: string;
}

/** Counts of work, so that tests can bound it. Unlike times, they do not depend on the machine. */
export interface WorkCounts {
  pagesParsed: number;
  /** Tree nodes, keys and pages visited while counts and votes were brought up to date. */
  nodesTouched: number;
  /** Pages whose labels may have changed. */
  pagesRelabelled: number;
  /** Pages that joined a group, or whose group got another id. */
  pagesRegrouped: number;
  pagesChecked: number;
}
