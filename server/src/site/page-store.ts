import type { PageState, PageStatus } from 'templens-shared/answers';
import type { PackedDigest, PageDigest } from '../core/digest/page-digest.ts';
import type { PlacedPage } from '../core/directives/moved-page.ts';
import type { PageFeatures } from '../core/labels/page-features.ts';
import type { SavedPage } from './half-typed.ts';
import type { FileStamp } from './site-disk.ts';

/** The text of a page in an editor. */
export interface OpenText {
  readonly version: number;
  readonly text: string;
  /** True if the text counts as a file: it is used even if it looks unfinished. */
  readonly isSaved: boolean;
}

/**
 * The state of a page in the engine, and what is known of it. States, in order:
 * - `changed`: its text is newer than everything known of it; it waits to be read and parsed;
 * - `parsed`: the digest of its text waits to be merged into the model of the site;
 * - `merged`: the model counts it; its labels are not known, or may have changed with other pages of its group;
 * - `classified`: its labels are known and were reported;
 * - `checked`: its findings are known and were reported, too; never before the first index of the site is complete.
 *
 * Only these methods of `PageStore` move a page back: `lower` to `changed`, `unclassify` to `merged`, and `uncheck` from `checked` to
 * `classified`. Outside of this order is `skipped`: the file is not used, for `reason`.
 */
export interface PageRecord {
  readonly page: string;
  readonly state: PageState | 'skipped';
  /** A number unique in the store, new each time the page is lowered. Results of work on another revision are out of date. */
  readonly revision: number;
  /** Stamp of the file that was read last; undefined if it has to be read again at the next hint. */
  stamp: FileStamp | undefined;
  /** Hash of the bytes of that file, if `ReadOptions.hashed` asks for it. */
  hash: string | undefined;
  /** The editor's text, which is used instead of the file. */
  buffer: OpenText | undefined;
  /** Result of parsing that is not yet merged into the model; defined in the state `parsed` only. `shown` is as in `ParsedTree`. */
  parsed: { digest: PageDigest | PackedDigest; features: PageFeatures; shown: PlacedPage | undefined } | undefined;
  /** A sentence that says why the page is skipped. */
  reason: string | undefined;
  /** True while the editor's text is unfinished, see `isHalfTyped`: the page counts as its file, with the offsets of the typed text. */
  halfTyped: boolean;
  /** The file of a page with a buffer, read and parsed; defined only if findings are wanted and the file could be parsed. */
  saved: SavedPage | undefined;
  /** True if the open text has no file: it does not vote on other pages. */
  unsaved: boolean;
  /** The last problem that was reported about the page, so that it is reported once. */
  reportedProblem: string | undefined;
}

type Writable = { -readonly [Key in keyof PageRecord]: PageRecord[Key] };

const order: Record<PageState, number> = { changed: 0, parsed: 1, merged: 2, classified: 3, checked: 4 };

/** True if the model counts the page with its current text. */
export function isMerged(record: PageRecord | undefined): record is PageRecord {
  return record !== undefined && record.state !== 'skipped' && order[record.state] >= order.merged;
}

/** The pages of a site and their states. */
export class PageStore {
  readonly #records = new Map<string, Writable>();
  readonly #changed = new Set<Writable>();
  #revision = 0;
  /** All texts of editors by path, also those that are not pages. */
  readonly openTexts = new Map<string, OpenText>();

  /** Number of pages. */
  get size(): number {
    return this.#records.size;
  }

  /** Returns the record of a page. */
  get(page: string): PageRecord | undefined {
    return this.#records.get(page);
  }

  /** Returns the records of all pages, in no particular order. */
  values(): Iterable<PageRecord> {
    return this.#records.values();
  }

  /** Pages that wait to be parsed. */
  get changed(): ReadonlySet<PageRecord> {
    return this.#changed;
  }

  /** Returns the page's record; makes one in the state `changed` if none exists. */
  add(page: string): PageRecord {
    const known = this.#records.get(page);
    if (known) return known;
    const record: Writable = {
      page,
      state: 'changed',
      revision: ++this.#revision,
      stamp: undefined,
      hash: undefined,
      buffer: undefined,
      parsed: undefined,
      reason: undefined,
      halfTyped: false,
      saved: undefined,
      unsaved: false,
      reportedProblem: undefined,
    };
    this.#records.set(page, record);
    this.#changed.add(record);
    return record;
  }

  /** Removes a page; results of work that is under way are out of date. */
  delete(page: string): void {
    const record = this.#records.get(page);
    if (!record) return;
    this.#records.delete(page);
    this.#changed.delete(record);
    record.revision = ++this.#revision;
  }

  /** Sets a page back to `changed`: its text changed, and everything known of it is out of date. */
  lower(record: PageRecord): void {
    const writable = record as Writable;
    writable.state = 'changed';
    writable.revision = ++this.#revision;
    writable.parsed = undefined;
    writable.stamp = undefined;
    writable.hash = undefined;
    writable.reason = undefined;
    this.#changed.add(writable);
  }

  /** Sets a page back to `merged`: its labels may have changed, although its text did not. */
  unclassify(record: PageRecord): void {
    if (record.state === 'classified' || record.state === 'checked') (record as Writable).state = 'merged';
  }

  /** Sets a page back to `classified`: its findings may have changed, although its text and labels did not. */
  uncheck(record: PageRecord): void {
    if (record.state === 'checked') (record as Writable).state = 'classified';
  }

  /** Moves a page forward to a state. Throws if it is already in this state or a later one, or skipped. */
  raise(record: PageRecord, state: Exclude<PageState, 'changed'>): void {
    if (record.state === 'skipped' || order[state] <= order[record.state]) {
      throw new Error(`${record.page} cannot go from ${record.state} to ${state}`);
    }
    (record as Writable).state = state;
    this.#changed.delete(record as Writable);
  }

  /** Skips a page until it changes. */
  skip(record: PageRecord, reason: string): void {
    const writable = record as Writable;
    writable.state = 'skipped';
    writable.reason = reason;
    this.#changed.delete(writable);
  }

  /** Returns the state of every page, sorted by path. */
  statuses(): PageStatus[] {
    return [...this.#records.values()]
      .sort((a, b) => (a.page < b.page ? -1 : 1))
      .map(({ page, state, reason }) => ({ page, state, ...(reason !== undefined && { reason }) }));
  }
}
