import type { PageRegions } from 'templens-shared/answers';
import type { CheckCode, Finding } from 'templens-shared/findings';
import type { GroupSummary, LayoutLevel, PageLabels } from 'templens-shared/labels';
import type { PartInstance, PartVersionDetail, ReportedPart } from 'templens-shared/parts';
import type { Settings } from 'templens-shared/settings';
import type { SiteEvent } from 'templens-shared/site-event';

/** A skipped file whose path is that of a page, or a page that `adopt` leaves unchanged, with the reason. */
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
  /** Format of the content, `json` for its pieces; the template is always HTML. Default: `html`. */
  format?: 'html' | 'text' | 'json';
}

/** A piece of content of a page: what fills a hole of its template. Offsets are UTF-16 code units, `end` exclusive. */
export interface ContentRegion {
  /** Name of the hole, unique on the page. */
  name: string;
  /** Offset of its first character, in UTF-16 code units of the page's decoded text. */
  start: number;
  /** Offset behind its last character. */
  end: number;
  /** Its source. */
  html: string;
  /** Its readable text, a line for each block. */
  text: string;
}

/** The content of a page. */
export interface ExtractedPage {
  /** Path relative to the site's root, with `/`. */
  page: string;
  /** Name of the layout. */
  layout: string;
  /** In document order. */
  content: ContentRegion[];
}

/** Which findings to fix. */
export interface FixOptions {
  /** Paths of the pages to fix. Default: all. */
  pages?: readonly string[];
  /** Codes of the findings to fix. Default: all. */
  codes?: readonly CheckCode[];
  /** Also makes the fixes that a person should review first: those of findings with a `risk`. Default: false. */
  unsafe?: boolean;
}

/** A page whose text changed. */
export interface ChangedPage {
  /** Path relative to the site's root, with `/`. */
  page: string;
  /** The decoded text before. */
  before: string;
  /** The decoded text after. */
  after: string;
}

/** A page changed by fixes. */
export interface FixedPage extends ChangedPage {
  /** The findings that were fixed, as they were before. */
  findings: Finding[];
}

/** A fix that was tried and reverted. */
export interface RevertedFix {
  /** Path relative to the site's root, with `/`. */
  page: string;
  /** `identity` of the finding. */
  identity: string;
  /** Why: a sentence. */
  reason: string;
}

/** Result of `fix`. */
export interface Fixes {
  /** The pages that changed, sorted by path. */
  pages: FixedPage[];
  /** Fixes that were tried and reverted, because the finding stayed or a new one appeared. */
  reverted: RevertedFix[];
}

/** The version of a part to adopt, and the pages that adopt it. */
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

/** Result of `adopt`. */
export interface Adoption {
  /** The pages that changed, sorted by path. */
  pages: ChangedPage[];
  /** Pages that keep their version, with the reason, sorted by path. */
  refused: SkippedPage[];
  /** Unchanged pages with a new finding, because they now differ from most pages. */
  uncovered: UncoveredPage[];
}

/**
 * An open site: a folder of pages, or pages in memory. Pages are named by their paths relative to the site's root, with `/` on every
 * platform; offsets are 0-based UTF-16 code units into the page's decoded text, `end` exclusive.
 *
 * Answers are deterministic: the same pages give the same answers, whatever the order in which they were read or edited. An answer reflects
 * all edits before the call. Changes of files on disk are noticed only during `watch()`.
 *
 * Every method that returns a promise rejects with a `TemplensError`: with the code `closed` after `close()`, and with the codes that it
 * documents; after the signal was aborted, with the signal's reason.
 */
export interface Site extends AsyncDisposable {
  /** Absolute path of the site's folder; empty for pages in memory. */
  readonly root: string;
  /** The settings in effect: the defaults, overridden by the configuration file, overridden by the options. */
  readonly settings: Readonly<Settings>;

  /** Paths of all pages, sorted by UTF-16 code units. */
  pages(): Promise<string[]>;

  /** Files that are skipped, with the reason, such as too large, unreadable, or a link out of the site; sorted by path. */
  skipped(): Promise<SkippedPage[]>;

  /**
   * The layouts of the site: sets of pages built on the same frame, the largest first. Shares and distances are in [0,1].
   * @param options.level how finely pages are distinguished. Default: `layout`.
   */
  layouts(options?: { level?: LayoutLevel }): Promise<GroupSummary[]>;

  /**
   * The parts that the pages share (menu, footer, head styles), the one on the most pages first, with their versions and slots.
   * The objects are those of `templens parts --format json`.
   */
  parts(): Promise<ReportedPart[]>;

  /**
   * The instances of a part, sorted by page and place.
   * @param part id of the part.
   * @throws TemplensError `not-a-part`.
   */
  instances(part: string): Promise<PartInstance[]>;

  /**
   * The versions of a part, the one on the most pages first, each with its differences from the most common one of its language, also in
   * words.
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
   * The regions of a page as editors show them: its largest pieces that are template, content or deviating, in document order and without
   * overlap; the places where something is missing; and the parts on the page.
   * @throws TemplensError `not-a-page`, `out-of-date`.
   */
  regions(page: string): Promise<PageRegions>;

  /**
   * The findings, sorted by page and place: the entries of `templens check --format json`. Without `page`, those of all pages and of the
   * configuration file.
   * @param options.page returns the findings of this page only; it is still compared with the whole site.
   * @param options.all also returns the findings beyond the limit for a page. Default: false.
   * @throws TemplensError `not-a-page`, `out-of-date` for a page.
   */
  findings(options?: { page?: string; all?: boolean }): Promise<Finding[]>;

  /**
   * The decoded text of a page: that of `edit`, else that of the file.
   * @throws TemplensError `not-a-page`.
   */
  text(page: string): Promise<string>;

  /**
   * The pieces of content of a page, in document order.
   * @throws TemplensError `not-a-page`, `out-of-date`.
   */
  extract(page: string, options: { what: 'content'; format: 'json' }): Promise<ContentRegion[]>;
  /**
   * The template of a page with named holes, or its content as HTML or readable text.
   * @throws TemplensError `not-a-page`, `out-of-date`.
   */
  extract(page: string, options?: ExtractOptions & { format?: 'html' | 'text' }): Promise<string>;
  /** For options that are known at run time only. */
  extract(page: string, options?: ExtractOptions): Promise<string | ContentRegion[]>;

  /** The content of all pages, sorted by path: what `templens extract --all` writes. */
  contents(): Promise<ExtractedPage[]>;

  /**
   * Replaces the text of a page in memory; files are never written. The page need not exist. All later answers reflect this text.
   * @param text null restores the text of the file; a page in memory is removed.
   * @throws TemplensError `not-a-page` if the settings exclude this path, `closed`.
   */
  edit(page: string, text: string | null): void;

  /**
   * Fixes findings in memory; files are never written. The changes are edits like those of `edit`, so later answers reflect the fixed site. A
   * fix is kept only if its finding is gone afterwards and no page has a new one. Wait for the result before the next edit.
   * @throws TemplensError `not-a-page` if one of `pages` is not a page of the site.
   */
  fix(options?: FixOptions): Promise<Fixes>;

  /**
   * Adopts one version of a part on the pages with other versions, in memory like `fix`. A page is left unchanged if it would have a new finding,
   * or would still have another version.
   * @throws TemplensError `not-a-part` if no part, or no version of it, has this id; `not-a-page` if one of `pages` is not a page of the site.
   */
  adopt(options: AdoptOptions): Promise<Adoption>;

  /**
   * Follows the site: first the events that describe its current state, up to `idle`, then those for changes on disk and by `edit`. The events
   * are those of `templens watch`. The loop ends at `close()`. Events are kept in memory until the loop takes them.
   * @throws TemplensError `bad-argument` while another loop follows the site, `closed`.
   */
  watch(): AsyncIterableIterator<SiteEvent>;

  /** Ends all work and closes threads and watchers; a second call does nothing. */
  close(): Promise<void>;
}
