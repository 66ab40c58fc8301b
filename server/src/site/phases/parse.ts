import type { ComparedPage } from '../../core/keys/compared-page.ts';
import { isHalfTyped, placedIn, savedPage } from '../half-typed.ts';
import type { PackedFile } from '../packed-files.ts';
import type { PageRecord } from '../page-store.ts';
import { type ParsedFile, type ParsedTree, parseRead, parseText, tooSlowMessage } from '../parse-text.ts';
import type { PagesInThreads, Parsers } from '../parsers.ts';
import type { SiteState } from '../site-state.ts';
import type { Phase, PhaseEvent, Scope } from './phase.ts';

/** Pages. Fewer are parsed in one thread: that takes less time than starting others. */
const POOL_MINIMUM = 400;

/** Pages. Maximum number of open pages that are parsed in one slice. */
const MOST_OPEN = 25;

/** Reads and parses pages that changed; many of them in several threads. */
export class ParsePhase implements Phase<Promise<readonly PhaseEvent[]>> {
  readonly #state: SiteState;
  readonly #parsers: Parsers | undefined;
  /** Pages whose files are missing. */
  #gone: string[] = [];
  /** Threads at work, with the revisions of the pages that they were given. */
  #pool: { pages: PagesInThreads; revisions: Map<string, number> } | undefined;
  /** Resolves when the threads of earlier pools ended. */
  #closing: Promise<void> = Promise.resolve();
  /** True after a thread failed: from then on, this thread parses all pages. */
  #poolFailed = false;
  /** Number of pages parsed since none was left, for progress. */
  #indexed = 0;

  /** @param parsers undefined if this thread parses all pages. */
  constructor(state: SiteState, parsers: Parsers | undefined) {
    this.#state = state;
    this.#parsers = parsers;
  }

  due(scope: Scope): number {
    return scope === 'open' ? this.#open().length : this.#state.store.changed.size + this.#gone.length;
  }

  handle(event: PhaseEvent): void {
    if (event.kind === 'changed') for (const page of event.pages) this.#lower(page);
    if (event.kind !== 'settings') return;
    // Pages that were parsed by other label rules, and are not in the model yet, are parsed again.
    if (event.change.differs('labels')) this.#restart(({ state, halfTyped }) => state === 'parsed' || halfTyped);
    if (event.change.reparses) {
      this.#state.comparedWhenParsed.clear();
      this.#restart(() => true);
    }
  }

  /** Parses open pages and notes missing ones; then, if there were none and the scope is `all`, other pages. */
  async slice(budget: number, scope: Scope): Promise<readonly PhaseEvent[]> {
    const done = this.#gone.splice(0);
    for (const record of this.#open().slice(0, MOST_OPEN)) this.#parse(record, done);
    const isOnlyOpen = scope === 'open' || done.length > 0;
    if (!isOnlyOpen) await this.#parseOthers(budget, done);
    if (!isOnlyOpen || !this.#state.ready) this.#reportIndexed(done.length);
    return [{ kind: 'parsed', pages: done }];
  }

  /** Parses pages in this thread, or takes some from the threads. Adds them to `done`. */
  async #parseOthers(budget: number, done: string[]): Promise<void> {
    if (this.#pool || this.#isMany()) return this.#takeFromPool(this.#parsers!, done);
    for (const record of this.#state.store.changed) {
      if (done.length >= budget) break;
      this.#parse(record, done);
    }
  }

  /** Open pages that wait to be parsed. */
  #open(): PageRecord[] {
    const { store } = this.#state;
    return [...store.openTexts.keys()].flatMap(page => {
      const record = store.get(page);
      return record?.buffer && record.state === 'changed' ? [record] : [];
    });
  }

  /** Sets a page back to `changed`, or notes that it is missing. */
  #lower(page: string): void {
    const record = this.#state.store.get(page);
    if (!record) this.#gone.push(page);
    else if (record.state !== 'changed') this.#state.store.lower(record);
  }

  /** Makes pages due to be parsed again, and drops the work of threads and what is known of saved files. */
  #restart(isDue: (record: PageRecord) => boolean): void {
    const { store } = this.#state;
    for (const record of store.values()) {
      record.saved = undefined;
      if (isDue(record)) store.lower(record);
    }
    this.#endPool();
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    this.#endPool();
    await this.#parsers?.close();
    await this.#closing;
  }

  /** True if so many pages wait that it is worth starting threads. */
  #isMany(): boolean {
    const { store, settings } = this.#state;
    return this.#parsers !== undefined && settings.threads > 1 && !this.#poolFailed && store.changed.size >= POOL_MINIMUM;
  }

  /** Parses a page in this thread, unless it is quarantined, and adds it to `done`. */
  #parse(record: PageRecord, done: string[]): void {
    const { page } = record;
    if (!this.#isQuarantined(record))
      this.#take(
        record,
        this.#state.crashNote.during(page, () => this.#parsed(record)),
      );
    done.push(page);
  }

  /** Reads and parses a page: the editor's text, or else the file. */
  #parsed(record: PageRecord): ParsedFile {
    const { page, buffer, revision } = record;
    const { settings, wanted, comparedWhenParsed } = this.#state;
    const context = this.#state.parseContext();
    const keep = (compared: ComparedPage): void => comparedWhenParsed.set(page, { revision, page: compared });
    if (!buffer) return parseRead(page, this.#state.files.read(page, context), context, keep);
    if (buffer.text.length > settings.maxPageBytes) {
      const message = `The text of ${page} is longer than "maxPageBytes" allows; it is skipped.`;
      return { page, kind: 'refused', message };
    }
    const parsed = parseText(page, buffer.text, context, undefined, keep);
    return wanted.checks && parsed.kind === 'tree' && !buffer.isSaved ? this.#asTyped(record, buffer.text, parsed) : parsed;
  }

  /**
   * Adjusts a parsed page of an editor. While its text is half-typed, the page has the digest of its file, with the offsets of the text.
   * Without a file, it does not vote.
   */
  #asTyped(record: PageRecord, text: string, parsed: ParsedTree): ParsedTree {
    if (!record.saved) this.#readSaved(record);
    const { digest: whole } = parsed;
    record.halfTyped = false;
    if (record.unsaved && whole.checks)
      return { ...parsed, digest: { ...whole, checks: { ...whole.checks, isCompared: false } } };
    const { saved } = record;
    record.halfTyped = isHalfTyped(text, whole.tree, saved);
    if (!record.halfTyped) return parsed;
    this.#state.comparedWhenParsed.delete(record.page);
    if (saved) return { ...parsed, digest: saved.digest, features: saved.features, shown: placedIn(text, saved) };
    const { checks: _, ...digest } = whole;
    return { ...parsed, digest };
  }

  /** Reads and parses the file of an open page. */
  #readSaved(record: PageRecord): void {
    const { files, settings } = this.#state;
    const { page } = record;
    const file = files.read(page, settings);
    record.unsaved = file.kind === 'missing';
    if (file.kind !== 'text') return;
    const parsed = parseText(page, file.text, this.#state.parseContext(), file.stamp);
    record.saved = parsed.kind === 'tree' ? savedPage(file.text, parsed) : undefined;
  }

  /** Takes parsed pages from the threads, which are started if necessary. Adds them to `done`. */
  async #takeFromPool(parsers: Parsers, done: string[]): Promise<void> {
    const { store } = this.#state;
    this.#pool ??= await this.#startPool(parsers);
    const { pages, revisions } = this.#pool;
    try {
      const files = await pages.next();
      // After the first index, other work takes its memory.
      if (!files) this.#endPool({ rests: this.#state.ready });
      for (const file of files ?? []) {
        const record = store.get(file.page);
        // With another revision, the page was edited, removed or hinted at after the thread got it.
        if (record?.revision !== revisions.get(file.page)) continue;
        this.#take(record!, file);
        done.push(file.page);
      }
    } catch (error) {
      this.#endPool();
      this.#poolFailed = true;
      const reason = error instanceof Error ? error.message : String(error);
      this.#state.reportProblem('warning', undefined, `A parse worker failed (${reason}); pages are parsed in one thread.`);
    }
  }

  /** Gives all changed pages that are files to the threads. */
  async #startPool(parsers: Parsers): Promise<{ pages: PagesInThreads; revisions: Map<string, number> }> {
    const revisions = new Map<string, number>();
    for (const record of this.#state.store.changed) {
      if (!record.buffer && !this.#state.quarantine.has(record.page)) revisions.set(record.page, record.revision);
    }
    const pages = await parsers.start([...revisions.keys()], this.#state.parseContext(), this.#state.settings.threads - 1);
    return { pages, revisions };
  }

  /** Drops the work of the threads. @param rests keeps the threads for a while, because they may get work soon; otherwise they end. */
  #endPool({ rests }: { rests: boolean } = { rests: false }): void {
    if (!this.#pool) return;
    this.#pool.pages.close();
    this.#pool = undefined;
    if (rests) return this.#parsers?.rest();
    const closing = this.#parsers?.close();
    this.#closing = this.#closing.then(() => closing);
  }

  /** True if the page is quarantined: it is then skipped, and that is reported. */
  #isQuarantined(record: PageRecord): boolean {
    const { quarantine, files, store } = this.#state;
    const reason = quarantine.reason(record.page, files, record.buffer);
    if (reason === undefined) return false;
    store.skip(record, reason);
    this.#state.reportPageProblem(record, reason);
    return true;
  }

  /** Stores the result of parsing a page, and reports its problems. */
  #take(record: PageRecord, file: ParsedFile | PackedFile): void {
    const { store, counts, settings } = this.#state;
    this.#state.idleDue = true;
    if (file.kind === 'missing') store.delete(record.page);
    else if (file.kind === 'refused') {
      record.hash = file.hash;
      store.skip(record, file.message);
      this.#state.reportPageProblem(record, file.message);
    } else {
      counts.pagesParsed++;
      record.stamp = file.stamp;
      record.hash = file.hash;
      record.parsed = { digest: file.digest, features: file.features, shown: file.shown };
      store.raise(record, 'parsed');
      if (file.digest.tree.depthExceeded) {
        const message = `${record.page} nests elements deeper than ${settings.maxDepth} levels ("maxDepth"); deeper ones are attached there.`;
        this.#state.reportPageProblem(record, message);
      } else if (file.usedUpBy) {
        this.#state.reportPageProblem(record, tooSlowMessage(record.page, file.usedUpBy));
      } else record.reportedProblem = undefined;
    }
  }

  /** Reports progress. @param pages number of pages parsed since the last call. */
  #reportIndexed(pages: number): void {
    this.#indexed += pages;
    const left = this.#state.store.changed.size;
    if (!this.#state.ready || left > 0)
      this.#state.emit({ event: 'progress', phase: 'index', done: this.#indexed, total: this.#indexed + left });
    if (left === 0) this.#indexed = 0;
  }
}
