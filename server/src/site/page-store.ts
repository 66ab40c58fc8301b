import type { PageState, PageStatus } from 'templens-shared/stream';
import type { PackedDigest, PageDigest } from '../core/digest/page-digest.ts';
import type { PlacedPage } from '../core/directives/moved-page.ts';
import type { PageFeatures } from '../core/labels/page-features.ts';
import type { FileStamp } from './discover.ts';
import type { SavedPage } from './half-typed.ts';

/** An editor's text of a page. */
export interface OpenText {
  readonly version: number;
  readonly text: string;
  /** It is judged as a file is, however unfinished it looks. */
  readonly isSaved: boolean;
}

/**
 * What the engine knows of a page. States, in order:
 * - `changed`: its text is newer than all that is known of it; it waits to be read and parsed;
 * - `parsed`: the digest of its text waits to be merged into the model of the site;
 * - `merged`: the model counts it; its labels are not worked out, or others of its group changed since;
 * - `classified`: its labels are known and reported to whom they concern;
 * - `checked`: its findings are known and reported, too; never before the first index of the site is complete.
 * Only `PageStore.lower` goes back, always to `changed`, `PageStore.unclassify` to `merged`, and `PageStore.uncheck` from `checked` to
 * `classified`.
 * Beside them, `skipped`: the file is skipped, for `reason`.
 */
export interface PageRecord {
  readonly page: string;
  readonly state: PageState | 'skipped';
  /** Changes each time the page is lowered, to a number that the store never uses again. Work begun for another revision is out of date. */
  readonly revision: number;
  /** Of the file that was read last; undefined where it must be read at the next hint. */
  stamp: FileStamp | undefined;
  /** Of the bytes of that file, where it is wanted. */
  hash: string | undefined;
  /** The editor's text; it wins over the file. */
  buffer: OpenText | undefined;
  /** Of a page that is `parsed`: what waits to be merged, and where its nodes are shown if that is in another text. */
  parsed: { digest: PageDigest | PackedDigest; features: PageFeatures; shown: PlacedPage | undefined } | undefined;
  reason: string | undefined;
  /** The buffer is being typed at this moment, see `half-typed.ts`: the page is its file, shown at the places of the typed text. */
  halfTyped: boolean;
  /** What was seen of the file while a buffer is open, where findings are wanted. */
  saved: SavedPage | undefined;
  /** The open text has no file, or its file is gone: it does not vote on other pages. */
  unsaved: boolean;
  /** The last problem reported about it, so that it is reported once. */
  reportedProblem: string | undefined;
}

type Writable = { -readonly [Key in keyof PageRecord]: PageRecord[Key] };

const order: Record<PageState, number> = { changed: 0, parsed: 1, merged: 2, classified: 3, checked: 4 };

/** Does the model count the page as its text is now? */
export function isMerged(record: PageRecord | undefined): record is PageRecord {
  return record !== undefined && record.state !== 'skipped' && order[record.state] >= order.merged;
}

/** The pages of a site and their states. */
export class PageStore {
  readonly #records = new Map<string, Writable>();
  readonly #changed = new Set<Writable>();
  #revision = 0;
  /** The editor's texts by path, whether there is such a page or not. */
  readonly open = new Map<string, OpenText>();

  get size(): number {
    return this.#records.size;
  }

  get(page: string): PageRecord | undefined {
    return this.#records.get(page);
  }

  values(): Iterable<PageRecord> {
    return this.#records.values();
  }

  /** Pages that wait to be parsed. */
  get changed(): ReadonlySet<PageRecord> {
    return this.#changed;
  }

  /** The page's record; of a new page, `changed`. */
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

  delete(page: string): void {
    const record = this.#records.get(page);
    if (!record) return;
    this.#records.delete(page);
    this.#changed.delete(record);
    record.revision = ++this.#revision;
  }

  /** The page's text changed: whatever was known of it is out of date. */
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

  /** Its labels may be others, although its text is the same. */
  unclassify(record: PageRecord): void {
    if (record.state === 'classified' || record.state === 'checked') (record as Writable).state = 'merged';
  }

  /** Its findings may be others, although its text and its labels are the same. */
  uncheck(record: PageRecord): void {
    if (record.state === 'checked') (record as Writable).state = 'classified';
  }

  /** Raises a page to the state that its work has reached. */
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

  /** Every page's state, by path. */
  statuses(): PageStatus[] {
    return [...this.#records.values()]
      .sort((a, b) => (a.page < b.page ? -1 : 1))
      .map(({ page, state, reason }) => ({ page, state, ...(reason !== undefined && { reason }) }));
  }
}
