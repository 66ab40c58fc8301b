import type { CheckCode, Finding } from 'templens-shared/findings';
import type { GroupSummary, LayoutLevel, PageLabels } from 'templens-shared/labels';
import type { PartInstance, PartVersionDetail, ReportedPart } from 'templens-shared/parts';
import type { Settings } from 'templens-shared/settings';
import type { SiteEvent } from 'templens-shared/site-event';
import type { PageRegions } from 'templens-shared/stream';

/** A file that would be a page, and the reason why it is skipped: a sentence. */
export interface SkippedPage {
  /** Path relative to the site's root, with `/`. */
  page: string;
  /** A sentence. */
  reason: string;
}

/** What to extract from a page. */
export interface ExtractOptions {
  /** Default: `template`, as HTML with a comment `<!-- templens:hole NAME -->` in each place of content. */
  what?: 'template' | 'content';
  /** Of the content; the template is always HTML. Default: `html`. */
  format?: 'html' | 'text' | 'json';
}

/** Which findings to fix. */
export interface FixOptions {
  /** Paths of the pages to fix. Default: all. */
  pages?: readonly string[];
  /** Codes of the findings to fix. Default: all. */
  codes?: readonly CheckCode[];
  /** Also fixes that a person should look at first, those of findings with a `risk`. Default: false. */
  unsafe?: boolean;
}

/** A page with another text. */
export interface ChangedPage {
  /** Path relative to the site's root, with `/`. */
  page: string;
  /** The decoded text before. */
  before: string;
  /** The decoded text now. */
  after: string;
}

/** A page that fixes change. */
export interface FixedPage extends ChangedPage {
  /** The findings of the page that are gone, as they were. */
  findings: Finding[];
}

/** A fix that was tried and taken back. */
export interface RevertedFix {
  /** Path relative to the site's root, with `/`. */
  page: string;
  /** `identity` of the finding. */
  identity: string;
}

/** What `fix` did. */
export interface Fixes {
  /** The pages that changed, in the order of their paths. */
  pages: FixedPage[];
  /** Fixes that were tried and taken back: the finding stayed, or a new one appeared. */
  reverted: RevertedFix[];
}

/** Which version of a part pages are to have. */
export interface AdoptOptions {
  /** Id of the part. */
  part: string;
  /** Id of the version. */
  version: string;
  /** Paths of the pages that adopt it. Default: all that have another version in its language. */
  pages?: readonly string[];
}

/** A page that has a new finding because other pages changed. */
export interface UncoveredPage {
  /** Path relative to the site's root, with `/`. */
  page: string;
  /** Message of the new finding, or of the first one. */
  message: string;
}

/** What `adopt` did. */
export interface Adoption {
  /** The pages that changed, in the order of their paths. */
  pages: ChangedPage[];
  /** Pages that keep their versions, with the reason: a sentence. In the order of their paths. */
  refused: SkippedPage[];
  /** Pages that did not change and have a new finding, since they differ from what most pages now have. */
  uncovered: UncoveredPage[];
}

/**
 * An open site: a folder of pages, or pages in memory. Pages are named by their paths relative to the site's root, with `/` on every
 * platform; offsets are 0-based UTF-16 code units into the page's decoded text, `end` exclusive.
 *
 * Answers are deterministic: the same pages give the same answers, whatever the order in which they were read or edited. A question sees
 * all edits before it. A file that changes on disk is seen by `watch()` only.
 *
 * Every method that returns a promise rejects with a `TemplensError`: with the code `closed` after `close()`, and with the codes that it
 * documents; after the signal was aborted, with the signal's reason.
 */
export interface Site extends AsyncDisposable {
  /** Absolute path of the site's folder; empty for pages in memory. */
  readonly root: string;
  /** The settings in effect: the options, over the configuration file, over the defaults. */
  readonly settings: Readonly<Settings>;

  /** Paths of all pages, in the order of their code units. */
  pages(): Promise<string[]>;

  /** Files that are skipped, with the reason: too large, unreadable, a link out of the site. In the order of their paths. */
  skipped(): Promise<SkippedPage[]>;

  /**
   * The layouts of the site: sets of pages built on the same frame, the largest first. Shares and distances are in [0,1].
   * @param options.level how finely pages are distinguished. Default: `layout`.
   */
  layouts(options?: { level?: LayoutLevel }): Promise<GroupSummary[]>;

  /**
   * The parts that the pages share (main menu, footer, head styles), the one on the most pages first, with their versions and slots.
   * The objects are those of `templens parts --format json`.
   */
  parts(): Promise<ReportedPart[]>;

  /**
   * Where a part stands, by page and place.
   * @param part id of the part.
   * @throws TemplensError `not-a-part`.
   */
  instances(part: string): Promise<PartInstance[]>;

  /**
   * The versions of a part, the one on the most pages first: how each differs from the most common one of its language, also as words.
   * @param part id of the part.
   * @throws TemplensError `not-a-part`.
   */
  versions(part: string): Promise<PartVersionDetail[]>;

  /**
   * The labels of all elements with a start tag and all texts of a page, in document order; `score`, in [0,1], is the confidence that the
   * node is template. The object is a line of `templens classify --format ndjson`.
   * @throws TemplensError `not-a-page`, `out-of-date`.
   */
  labels(page: string): Promise<PageLabels>;

  /**
   * What a person sees of a page: its largest pieces that are template, content or deviating, in document order and without overlap, the
   * places where something is missing, and the parts on it.
   * @throws TemplensError `not-a-page`, `out-of-date`.
   */
  regions(page: string): Promise<PageRegions>;

  /**
   * What the checks report, by page and place: the entries of `templens check --format json`. Without a page those of all pages and of
   * the configuration file.
   * @param options.page findings of this page only; it is still compared with the whole site.
   * @param options.all no finding is withheld where a page has very many. Default: false.
   * @throws TemplensError `not-a-page`, `out-of-date` for a page.
   */
  findings(options?: { page?: string; all?: boolean }): Promise<Finding[]>;

  /**
   * The decoded text of a page, as the site has it: that of `edit`, else that of the file.
   * @throws TemplensError `not-a-page`.
   */
  text(page: string): Promise<string>;

  /**
   * The template of a page with named holes, or its content.
   * @throws TemplensError `not-a-page`, `out-of-date`.
   */
  extract(page: string, options?: ExtractOptions): Promise<string>;

  /**
   * Gives a page another text, in memory only: files are never written. The page need not exist. All later answers are those of a site
   * that has this text.
   * @param text null returns to the file; a page in memory is removed.
   * @throws TemplensError `not-a-page` where the settings say that no page has this path, `closed`.
   */
  edit(page: string, text: string | null): void;

  /**
   * Fixes findings in memory only: files are never written. The changes are edits, as by `edit`, so later answers are those of the fixed
   * site. A fix is kept only where its finding is gone afterwards and no page has a new one. Wait for the result before the next edit.
   * @throws TemplensError `not-a-page` where one of `pages` is not a page of the site.
   */
  fix(options?: FixOptions): Promise<Fixes>;

  /**
   * Brings one version of a part to the pages that have another one, in memory only, as `fix` does. A page that would have a new finding, or
   * still another version, is left as it is.
   * @throws TemplensError `not-a-part` where no part, or no version of it, has this id; `not-a-page` where one of `pages` is not a page of
   * the site.
   */
  adopt(options: AdoptOptions): Promise<Adoption>;

  /**
   * Follows the site: first the events that describe it as it is, up to `idle`, then what changes on disk and by `edit`. The events are
   * those of `templens watch`. The loop ends at `close()`. Events that nobody takes are kept in memory.
   * @throws TemplensError `bad-argument` while another loop follows the site, `closed`.
   */
  watch(): AsyncIterableIterator<SiteEvent>;

  /** Ends all work and frees threads and watchers; a second call does nothing. */
  close(): Promise<void>;
}
