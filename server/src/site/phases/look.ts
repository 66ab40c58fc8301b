import { type Discovery, equalStamps, type FileStamp } from '../discover.ts';
import { folderOf } from '../page-filter.ts';
import type { PageRecord } from '../page-store.ts';
import type { SiteState } from '../site-state.ts';
import type { Phase } from './phase.ts';

/** Finds which files are pages, and which of them changed. */
export class LookPhase implements Phase {
  readonly #state: SiteState;
  /** Pages of one slice that changed or are gone. */
  #changed: string[] = [];

  constructor(state: SiteState) {
    this.#state = state;
  }

  get due(): number {
    const { files } = this.#state;
    return files.walkDue || files.hinted ? 1 : 0;
  }

  lower(page: string): void {
    this.#state.files.hint([page]);
  }

  /** The limits of pages are others, which hold for template files, too. */
  restart(): void {
    this.#state.templates.restart();
    this.#state.files.rescan();
  }

  /** All that is due: a walk through the site, or a look at the files that were hinted at. */
  slice(): readonly string[] {
    this.#changed = [];
    if (this.#state.files.walkDue) this.#walk();
    else {
      this.#lookInFolders();
      this.#lookAtHints();
    }
    return this.#changed;
  }

  #walk(): void {
    const { files, store, settings, ready } = this.#state;
    const { pages, templates, problems } = files.walk(settings);
    this.#sayProblems(problems);
    this.#lookAtTemplates(templates);
    for (const [page, stamp] of pages) this.#found(page, stamp);
    for (const page of store.open.keys()) if (files.isPage(page) && !store.get(page)?.buffer) this.#found(page, undefined);
    for (const { page } of [...store.values()]) if (!pages.has(page)) this.#missing(page);
    if (!ready) this.#state.say({ event: 'progress', phase: 'discover', done: pages.size, total: pages.size });
  }

  #lookInFolders(): void {
    const { files, store } = this.#state;
    const { pages, templates, problems, folders } = files.lookInFolders();
    this.#sayProblems(problems);
    this.#lookAtTemplates(templates, folders);
    for (const [page, stamp] of pages) this.#found(page, stamp);
    if (folders.size === 0) return;
    for (const { page } of [...store.values()]) if (folders.has(folderOf(page)) && !pages.has(page)) this.#missing(page);
  }

  #sayProblems(problems: Discovery['problems']): void {
    for (const { page, message } of problems) this.#state.problem(page === '' ? 'error' : 'warning', page || undefined, message);
  }

  /** Reads the template files that changed; the next phases find them in the state of the site. */
  #lookAtTemplates(found: Discovery['templates'], folders?: ReadonlySet<string>): void {
    const { templates, journal, quarantine } = this.#state;
    const context = this.#state.parseContext();
    const problems = templates.update(found, { context, journal, quarantine }, folders);
    for (const message of problems) this.#state.problem('warning', undefined, message);
    if (templates.due > 0) this.#state.idleDue = true;
  }

  #lookAtHints(): void {
    for (const seen of this.#state.files.lookAtHints()) {
      if (seen.there) this.#found(seen.page, seen.stamp);
      else this.#missing(seen.page);
    }
  }

  /** There is something at the page's path; without a stamp, it is looked at when it is read. */
  #found(page: string, stamp: FileStamp | undefined): void {
    const { store } = this.#state;
    const known = store.get(page);
    const record = known ?? store.add(page);
    const text = store.open.get(page);
    if (text && !record.buffer) {
      record.buffer = text;
      this.#lower(record);
    } else if (!known) this.#changed.push(page);
    else if (record.buffer) this.#foundSaved(record, stamp);
    else if (record.state !== 'changed' && !equalStamps(record.stamp, stamp)) this.#lower(record);
  }

  /** The file of an open page may have changed: it decides which part of the buffer is half-typed. */
  #foundSaved(record: PageRecord, stamp: FileStamp | undefined): void {
    if (record.saved && equalStamps(record.saved.stamp, stamp)) return;
    record.saved = undefined;
    if (record.halfTyped || record.unsaved) this.#lower(record);
  }

  /** There is no file at the page's path; an open text keeps the page. */
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

  #lower(record: PageRecord): void {
    this.#state.store.lower(record);
    this.#changed.push(record.page);
  }
}
