import { folderOf } from '../page-filter.ts';
import type { OpenText, PageRecord } from '../page-store.ts';
import { type Discovery, equalStamps, type FileStamp } from '../site-disk.ts';
import type { SiteState } from '../site-state.ts';
import type { Phase, PhaseEvent } from './phase.ts';

/** Finds which files are pages, and which of them changed. */
export class LookPhase implements Phase {
  readonly #state: SiteState;
  /** Pages that appeared, changed or disappeared in one slice. */
  #changed: string[] = [];

  constructor(state: SiteState) {
    this.#state = state;
  }

  due(): number {
    const { files } = this.#state;
    return files.searchDue || files.hinted ? 1 : 0;
  }

  handle(event: PhaseEvent): void {
    if (event.kind !== 'settings') return;
    const { differs, reparses } = event.change;
    // Limits of pages hold for template files, too.
    if (reparses) this.#state.templates.restart();
    if (reparses || differs('include', 'exclude', 'gitignore')) this.#state.files.rescan();
  }

  /** Continues a search of the site or of some folders, or, if none is due, looks at hinted files: about `budget` files. */
  slice(budget: number): readonly PhaseEvent[] {
    this.#changed = [];
    if (this.#state.files.searchDue) this.#search(budget);
    else this.#lookAtHints(budget);
    const changed: PhaseEvent = { kind: 'changed', pages: this.#changed };
    return this.due() > 0 ? [changed] : [changed, { kind: 'searched' }];
  }

  /** Does one slice of a search; after the last one, compares the files that it found with the known pages. */
  #search(budget: number): void {
    const { files, store, settings, ready } = this.#state;
    const found = files.search(settings, budget);
    if (!found) return;
    const { pages, templates, problems, folders } = found;
    this.#reportProblems(problems);
    this.#lookAtTemplates(templates, folders);
    for (const [page, stamp] of pages) this.#found(page, stamp);
    if (!folders)
      for (const page of store.openTexts.keys()) if (files.isPage(page) && !store.get(page)?.buffer) this.#found(page, undefined);
    const isSearched = (page: string): boolean => folders?.has(folderOf(page)) ?? true;
    for (const { page } of [...store.values()]) if (isSearched(page) && !pages.has(page)) this.#missing(page);
    if (!ready) this.#state.emit({ event: 'progress', phase: 'discover', done: pages.size, total: pages.size });
  }

  /** Reports problems of a search; the empty path means the whole site. */
  #reportProblems(problems: Discovery['problems']): void {
    for (const { page, message } of problems)
      this.#state.reportProblem(page === '' ? 'error' : 'warning', page || undefined, message);
  }

  /** Reads the template files that changed. They wait in `SiteState.templates` until the merge phase puts them into the model. */
  #lookAtTemplates(found: Discovery['templates'], folders?: ReadonlySet<string>): void {
    const { templates, files, crashNote, quarantine } = this.#state;
    const context = this.#state.parseContext();
    const problems = templates.update(found, { context, files, crashNote, quarantine }, folders);
    for (const message of problems) this.#state.reportProblem('warning', undefined, message);
    if (templates.due > 0) this.#state.idleDue = true;
  }

  /** Inspects about `budget` hinted files. */
  #lookAtHints(budget: number): void {
    const folders = new Set<string>();
    for (const seen of this.#state.files.inspectHints(budget)) {
      const known = this.#state.store.get(seen.page);
      // A new file, or a text of an editor, may have the name of a folder that was there before.
      if (!known || !seen.there) folders.add(seen.page);
      if (seen.there) this.#found(seen.page, seen.stamp);
      else if (known) this.#missing(seen.page);
    }
    if (folders.size > 0) this.#hintBelow(folders);
  }

  /** Hints at all pages below these paths: a path that is no folder may have been one, and editors name only the removed folder. */
  #hintBelow(folders: ReadonlySet<string>): void {
    const { files, store } = this.#state;
    for (const { page } of store.values()) {
      let slash = page.lastIndexOf('/');
      while (slash > 0 && !folders.has(page.slice(0, slash))) slash = page.lastIndexOf('/', slash - 1);
      if (slash > 0) files.hint([page]);
    }
  }

  /** Handles a file that exists; without a stamp, only reading it shows whether it changed. */
  #found(page: string, stamp: FileStamp | undefined): void {
    const { store } = this.#state;
    const known = store.get(page);
    const record = known ?? store.add(page);
    const text = store.openTexts.get(page);
    if (text && !record.buffer) {
      record.buffer = text;
      this.#lower(record);
    } else if (!known) this.#changed.push(page);
    else if (record.buffer) this.#foundSaved(record, record.buffer, stamp);
    else if (record.state !== 'changed' && !equalStamps(record.stamp, stamp)) this.#lower(record);
  }

  /** Handles the file of an open page: if it may have changed, the page is parsed again, because the file decides whether the text is half-typed. */
  #foundSaved(record: PageRecord, buffer: OpenText, stamp: FileStamp | undefined): void {
    if (record.saved && equalStamps(record.saved.stamp, stamp)) return;
    record.saved = undefined;
    if (this.#state.wanted.checks && !buffer.isSaved) this.#lower(record);
  }

  /** Handles a path without a file: removes the page, unless its text is open in an editor. */
  #missing(page: string): void {
    const { store, files } = this.#state;
    const record = store.get(page);
    if (!record) return;
    if (!record.buffer || !files.isPage(page)) {
      store.delete(page);
      this.#changed.push(page);
    } else if (this.#state.wanted.checks && !record.unsaved) {
      record.saved = undefined;
      this.#lower(record);
    }
  }

  /** Sets a page back to `changed`. */
  #lower(record: PageRecord): void {
    this.#state.store.lower(record);
    this.#changed.push(record.page);
  }
}
