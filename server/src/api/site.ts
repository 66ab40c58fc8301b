import type { Finding } from 'templens-shared/findings';
import type { GroupSummary, LayoutLevel, PageLabels } from 'templens-shared/labels';
import type { PartInstance, ReportedPart } from 'templens-shared/parts';
import type { Settings } from 'templens-shared/settings';
import type { SiteEvent } from 'templens-shared/site-event';

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
   * The labels of all elements with a start tag and all texts of a page, in document order; `score`, in [0,1], is the confidence that the
   * node is template. The object is a line of `templens classify --format ndjson`.
   * @throws TemplensError `not-a-page`, `out-of-date`.
   */
  labels(page: string): Promise<PageLabels>;

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
   * Follows the site: first the events that describe it as it is, up to `idle`, then what changes on disk and by `edit`. The events are
   * those of `templens watch`. The loop ends at `close()`. Events that nobody takes are kept in memory.
   * @throws TemplensError `bad-argument` while another loop follows the site, `closed`.
   */
  watch(): AsyncIterableIterator<SiteEvent>;

  /** Ends all work and frees threads and watchers; a second call does nothing. */
  close(): Promise<void>;
}
