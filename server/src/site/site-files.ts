import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from 'templens-shared/settings';
import { type Discovery, discoverInSteps, type FileStamp, inspectHint } from './discover.ts';
import { reasonOf } from './error-reason.ts';
import { folderOf, PageFilter } from './page-filter.ts';
import { type PageFileText, type ReadLimits, readPageFile } from './read-page.ts';

/** From this many hints on, some may have been lost, and a walk is cheap beside them. */
const BURST = 50;

/** What was seen of a page's file; `undefined` stands for something that must be read to know more. */
type Seen = { page: string; there: true; stamp: FileStamp | undefined } | { page: string; there: false };

/** What a search found: in these folders (not in the folders inside them), or, without them, in the site. */
type Found = Discovery & { folders: ReadonlySet<string> | undefined };

/** A search that is under way. */
type Search = Pick<Found, 'folders'> & { steps: Iterator<void, Discovery> };

/** The site's folder: collects hints that files changed, and looks at the files, some or all. */
export class SiteFiles {
  readonly root: string;
  /** The root's path without links, as of the last walk. */
  realRoot: string;
  #filter: PageFilter;
  readonly #hints = new Set<string>();
  #walkDue = true;
  #search: Search | undefined;
  #problems = new Map<string, string>();
  /** Pages that are links, by the file that they lead to. */
  #linksTo = new Map<string, string[]>();
  /** Pages whose files have several names. */
  #shared: string[] = [];
  /** Folders in which something may have happened. */
  readonly #folders = new Set<string>();
  #askedFor = new Set<string>();
  /** What was there, and what was not, when somebody asked last. */
  readonly #looked = new Map<string, boolean>();
  /** Paths of all files and folders of a site in memory. */
  readonly #inMemory: ReadonlySet<string> | undefined;

  constructor(root: string, settings: Settings, inMemory?: readonly string[]) {
    this.root = root;
    this.realRoot = root;
    this.#filter = new PageFilter(root, settings);
    this.#inMemory = inMemory && new Set(inMemory.flatMap(withFolders));
  }

  isPage(path: string): boolean {
    return this.#filter.isPage(path);
  }

  /** Nothing is read from disk. */
  get isInMemory(): boolean {
    return this.#inMemory !== undefined;
  }

  /** Is there a file or folder at this path from the root? */
  exists(path: string): boolean {
    if (this.#inMemory) return path === '' || this.#inMemory.has(path);
    const exists = isThere(join(this.root, path));
    this.#looked.set(path, exists);
    return exists;
  }

  /** Paths that somebody asked for, and whether something was there. */
  get looked(): ReadonlyMap<string, boolean> {
    return this.#looked;
  }

  /** Sentences about what the search skipped. */
  get problems(): string[] {
    return [...this.#problems.values()];
  }

  /** Reads and decodes a page, see `readPageFile`. */
  read(page: string, limits: ReadLimits): PageFileText {
    return this.#inMemory ? { kind: 'missing' } : readPageFile(this.root, page, this.realRoot, limits);
  }

  /** Something may have happened at these paths. */
  hint(pages: readonly string[]): void {
    for (const page of pages) {
      if (page.endsWith('.gitignore')) this.#walkDue = true;
      else if (this.#filter.isTemplate(page)) this.#folders.add(folderOf(page));
      else this.#hints.add(page);
      for (const link of this.#linksTo.get(page) ?? []) this.#hints.add(link);
    }
    if (this.#hints.size >= BURST) this.#walkDue = true;
  }

  /** Something may have happened in these folders, not in those inside them. */
  hintFolders(folders: readonly string[]): void {
    for (const folder of folders) this.#folders.add(folder);
  }

  /** Anything may have happened. */
  rescan(): void {
    this.#walkDue = true;
  }

  /** The site or some folders are to be searched for pages. */
  get searchDue(): boolean {
    return this.#search !== undefined || this.#walkDue || this.#folders.size > 0;
  }

  /** Files are to be looked at. */
  get hinted(): boolean {
    return this.#hints.size > 0;
  }

  /**
   * Searches the site, with the settings as they are when that begins, or the hinted folders: about `budget` files, going on where the last
   * call ended. Undefined until the search is complete; then what it found, of the problems only the new ones. What happens during a search
   * is due after it.
   */
  search(settings: Settings, budget: number): Found | undefined {
    this.#search ??= this.#walkDue ? this.#beginWalk(settings) : this.#beginInFolders();
    const { steps, folders } = this.#search;
    for (let left = budget; left > 0; left--) {
      const step = steps.next();
      if (!step.done) continue;
      this.#search = undefined;
      return { ...(folders ? this.#foundInFolders(step.value) : this.#foundAll(step.value)), folders };
    }
    return undefined;
  }

  /** Looks at the hinted files, at most at `budget` of them. */
  lookAtHints(budget: number): Seen[] {
    const hints = [...this.#hints].slice(0, budget);
    for (const page of hints) this.#hints.delete(page);
    return hints.map(page => {
      const file = this.#filter.isPage(page) && !this.#inMemory ? inspectHint(this.root, page, this.realRoot) : undefined;
      if (!file || file.kind === 'missing') return { page, there: false };
      return { page, there: true, stamp: file.kind === 'file' ? file.stamp : undefined };
    });
  }

  #beginWalk(settings: Settings): Search {
    this.#walkDue = false;
    this.#hints.clear();
    this.#folders.clear();
    this.#filter = new PageFilter(this.root, settings);
    return { steps: this.#discover(), folders: undefined };
  }

  #foundAll({ problems, ...found }: Discovery): Discovery {
    this.#shared = found.shared;
    this.#linksTo = new Map();
    for (const [page, target] of found.links) {
      const known = this.#linksTo.get(target);
      if (known) known.push(page);
      else this.#linksTo.set(target, [page]);
    }
    const known = this.#problems;
    this.#problems = new Map(problems.map(({ page, message }) => [page, message]));
    return { ...found, problems: problems.filter(({ page, message }) => known.get(page) !== message) };
  }

  #beginInFolders(): Search {
    const folders = new Set(this.#folders);
    this.#folders.clear();
    return { steps: this.#discover(folders), folders };
  }

  /** Adds files with several names to the hints. */
  #foundInFolders(found: Discovery): Discovery {
    for (const [page, target] of found.links) {
      const known = this.#linksTo.get(target) ?? [];
      if (!known.includes(page)) this.#linksTo.set(target, [...known, page]);
    }
    for (const page of [...this.#shared, ...found.shared]) this.#hints.add(page);
    const problems = found.problems.filter(({ page, message }) => this.#problems.get(page) !== message);
    for (const { page, message } of problems) this.#problems.set(page, message);
    return { ...found, problems };
  }

  /** Files that pages are links to, and that are no pages, since the last call: what happens to them happens to the pages. */
  takeAsked(): string[] {
    const asked = [...this.#linksTo.keys()].filter(path => !this.#askedFor.has(path) && !this.#filter.isPage(path));
    for (const path of asked) this.#askedFor.add(path);
    return asked;
  }

  *#discover(folders?: Iterable<string>): Generator<void, Discovery> {
    if (this.#inMemory) return { pages: new Map(), links: new Map(), shared: [], templates: new Map(), problems: [] };
    try {
      this.realRoot = realpathSync(this.root);
      return yield* discoverInSteps(this.root, this.#filter, folders);
    } catch (error) {
      const message = `The site ${this.root} cannot be read: ${reasonOf(error)}.`;
      return { pages: new Map(), links: new Map(), shared: [], templates: new Map(), problems: [{ page: '', message }] };
    }
  }
}

/** Is there anything at a path, be it a link that leads nowhere? */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The path, and those of the folders around it, with and without a slash at the end. */
function withFolders(path: string): string[] {
  const steps = path.split('/').slice(0, -1);
  const folders = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  return [path, ...folders, ...folders.map(folder => `${folder}/`)];
}
