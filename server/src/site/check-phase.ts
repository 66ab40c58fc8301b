import { isDeepStrictEqual } from 'node:util';
import type { Settings } from 'templens-shared/settings';
import type { EngineEvent, PageDiagnostics } from 'templens-shared/stream';
import type { Finding } from '../core/checks/finding.ts';
import { SiteChecks } from '../core/checks/site-checks.ts';
import { TooManySteps } from '../core/page/steps.ts';
import type { SiteChange, SiteModel } from '../core/site-model.ts';
import { pageDiagnostics } from './diagnostics.ts';
import { ExistingFiles } from './existing-files.ts';
import { matchesGlobs } from './page-filter.ts';
import type { PageRecord, PageStore } from './page-store.ts';

/** Pages in one slice of work. */
const SLICE = 8;
/** Texts that are kept, because pages are compared with the same few ones. */
const TEXTS = 8;

/** The part of a site that its checks look at. */
interface CheckedSite {
  root: string;
  store: PageStore;
  /** Pages with a buffer in an editor. */
  openPages(): Iterable<string>;
  emit: (event: EngineEvent) => void;
  /** The text that the page's tree is of; undefined where the file changed since, which then lowers the page. */
  source(page: string): string | undefined;
  /** What was found on the page is told. */
  checked(record: PageRecord): void;
}

/** What was found on a page, and what is told of it. */
interface PageFindings {
  findings: readonly Finding[];
  told: PageDiagnostics;
}

/** The phase of work that compares pages with their groups, and says what it finds where that is new. */
export class CheckPhase {
  readonly #site: CheckedSite;
  #settings: Settings;
  #model: SiteModel;
  #checks: SiteChecks;
  readonly #due = new Set<string>();
  /** Of the pages that have findings. */
  readonly #found = new Map<string, PageFindings>();
  /** Pages that take too many steps, with what was told of them. */
  readonly #skipped = new Map<string, string>();
  readonly #texts = new Map<string, { revision: number; text: string }>();
  readonly #files: ExistingFiles;
  #count = 0;

  constructor(site: CheckedSite, model: SiteModel, settings: Settings) {
    this.#site = site;
    this.#model = model;
    this.#settings = settings;
    this.#checks = new SiteChecks(model, settings);
    this.#files = new ExistingFiles(site.root, page => this.#model.has(page));
  }

  /** Pages that wait to be checked. */
  get due(): number {
    return this.#due.size;
  }

  isDue(page: string): boolean {
    return this.#due.has(page);
  }

  /** How many pages were checked since the last call. */
  takeCount(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }

  /** Begins anew, with another model or with other settings; all of the model's pages are to be named in the next `settle`. */
  restart(model: SiteModel, settings: Settings): void {
    this.#model = model;
    this.#settings = settings;
    this.#checks = new SiteChecks(model, settings);
  }

  /** Takes over what `model.settle()` changed; `edited` are the pages that were put in or taken out. */
  settle(change: SiteChange, edited: ReadonlySet<string>): void {
    for (const page of this.#checks.settle(change, edited)) this.lower(page);
    for (const page of edited) this.lower(page);
    for (const page of this.#files.refresh(edited)) this.lower(page);
  }

  /** Files came or went: looks again at those that somebody asked for. */
  filesChanged(): void {
    for (const page of this.#files.refresh()) this.lower(page);
  }

  /** Files beside pages that were asked for since the last call. */
  takeAsked(): string[] {
    return this.#files.takeAsked().filter(path => !this.#model.has(path));
  }

  /** The page's findings may be others. */
  lower(page: string): void {
    const record = this.#site.store.get(page);
    if (!record || !this.#model.has(page)) return;
    this.#site.store.uncheck(record);
    this.#due.add(page);
  }

  /** The page is none any more. */
  forget(page: string): void {
    this.#due.delete(page);
    this.#texts.delete(page);
    this.#skipped.delete(page);
    this.#tell({ findings: [], told: { page, diagnostics: [], withheld: 0 } });
  }

  /** Checks some of the pages that are due, those that are open first, and returns how many. */
  slice(): number {
    const pages = new Set<string>();
    for (const page of this.#site.openPages()) if (this.#due.has(page)) pages.add(page);
    for (const page of this.#due) {
      if (pages.size >= SLICE) break;
      pages.add(page);
    }
    for (const page of pages) this.check(page);
    return pages.size;
  }

  /** Checks a page if it is due; false where that has to wait because a file changed meanwhile. */
  check(page: string): boolean {
    if (!this.#due.has(page)) return true;
    const record = this.#site.store.get(page)!;
    // What is typed at this moment is not judged; what was said of it before moves along in the editor.
    if (!record.halfTyped) {
      this.#count++;
      const found = this.#examine(this.#checks, record);
      if (!found) return false;
      this.#tell(found);
    }
    this.#due.delete(page);
    this.#site.store.raise(record, 'checked');
    this.#site.checked(record);
    return true;
  }

  /** The pages of which another model, filled with the same pages, leads to other findings; `change` is all of it. */
  differing(model: SiteModel, change: SiteChange, pages: readonly string[]): string[] {
    const fresh = new SiteChecks(model, this.#settings);
    fresh.settle(change, pages);
    return pages.filter(page => {
      const record = this.#site.store.get(page)!;
      const found = record.halfTyped ? undefined : this.#examine(fresh, record);
      return found && !sameList(found.told, this.told(page));
    });
  }

  /** The page's findings as of the last check, with what is not shown left out; none of a page that is being typed. */
  findings(page: string): readonly Finding[] {
    return this.#site.store.get(page)?.halfTyped ? [] : (this.#found.get(page)?.findings ?? []);
  }

  /** What was told of the page last; where it is being typed, of a version before. */
  told(page: string): PageDiagnostics {
    return this.#found.get(page)?.told ?? { page, diagnostics: [], withheld: 0 };
  }

  /** Entries of the setting `ignore`, by index, that hid nothing on any page. */
  get unusedIgnores(): number[] {
    return this.#checks.unusedIgnores;
  }

  /** What was told of all pages that have findings, by path. */
  allTold(): PageDiagnostics[] {
    return [...this.#found.values()].map(({ told }) => told).sort((a, b) => (a.page < b.page ? -1 : 1));
  }

  /** What the checks find on a page; undefined where a file changed meanwhile. */
  #examine(checks: SiteChecks, record: PageRecord): PageFindings | undefined {
    const { page, buffer } = record;
    let complete = true;
    const source = (name: string): string | undefined => {
      const text = this.#text(name);
      // Else it is a text that cannot be had, and waiting would not help.
      complete &&= text !== undefined || this.#site.store.changed.size === 0;
      return text;
    };
    const world = { source, exists: (path: string) => this.#files.ask(path, page), matches: matchesGlobs };
    const found = this.#withinSteps(page, () => checks.check(page, world));
    const text = found.length > 0 ? source(page) : '';
    if (!complete || text === undefined) return undefined;
    const { findings, diagnostics, withheld } = pageDiagnostics(page, found, text, this.#settings);
    return { findings, told: { page, ...(buffer && { version: buffer.version }), diagnostics, withheld } };
  }

  /** What the checks find; nothing, with a problem that is told once, where that takes more steps than the page's length allows. */
  #withinSteps(page: string, check: () => Finding[]): Finding[] {
    try {
      const found = check();
      this.#skipped.delete(page);
      return found;
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      const message = `${page} is not compared with other pages: ${error.message} to compare.`;
      if (this.#skipped.get(page) !== message) this.#site.emit({ event: 'problem', severity: 'warning', page, message });
      this.#skipped.set(page, message);
      return [];
    }
  }

  #tell(found: PageFindings): void {
    const { told } = found;
    const isNews = !sameList(told, this.told(told.page));
    if (told.diagnostics.length === 0) this.#found.delete(told.page);
    else this.#found.set(told.page, found);
    if (isNews) this.#site.emit({ event: 'diagnostics', ...told });
  }

  #text(page: string): string | undefined {
    const record = this.#site.store.get(page);
    if (!record || !this.#model.has(page)) return undefined;
    // Where a page is being typed, it votes as its file does.
    if (record.buffer) return record.halfTyped ? record.saved?.text : record.buffer.text;
    const known = this.#texts.get(page);
    this.#texts.delete(page);
    const text = known?.revision === record.revision ? known.text : this.#site.source(page);
    if (text === undefined) return undefined;
    // The last in the map is the one that was used last.
    this.#texts.set(page, { revision: record.revision, text });
    if (this.#texts.size > TEXTS) this.#texts.delete(this.#texts.keys().next().value!);
    return text;
  }
}

function sameList(a: PageDiagnostics, b: PageDiagnostics): boolean {
  return a.withheld === b.withheld && isDeepStrictEqual(a.diagnostics, b.diagnostics);
}
