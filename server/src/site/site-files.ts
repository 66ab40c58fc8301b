import type { Settings } from 'templens-shared/settings';
import { folderOf, type PageFilter } from './page-filter.ts';
import type { Discovery, FileStamp, OtherFile, PageFile, PageFileText, ReadOptions, SiteDisk } from './site-disk.ts';
import { limits } from './thresholds.ts';

/** The state of a hinted path. `there` is true if it is the file of a page; without a stamp, only reading it shows whether it changed. */
type Seen = { page: string; there: true; stamp: FileStamp | undefined } | { page: string; there: false };

/** The result of a search: of the site, or, with `folders`, of the files directly in them. */
type Found = Discovery & { folders: ReadonlySet<string> | undefined };

/** A search that is under way. */
type Search = Pick<Found, 'folders'> & { steps: Iterator<void, Discovery> };

/** The site's folder: collects hints that files changed, and inspects these files or searches the whole site. All paths are relative to the root. */
export class SiteFiles {
  readonly root: string;
  readonly #disk: SiteDisk;
  #filter: PageFilter;
  /** Paths at which something may have happened. */
  readonly #hints = new Set<string>();
  /** True if the whole site is to be searched. */
  #walkDue = true;
  #search: Search | undefined;
  /** Sentences about skipped paths, by path. */
  #problems = new Map<string, string>();
  /** Pages that are symbolic links, by the file that they lead to. */
  #linksTo = new Map<string, string[]>();
  /** Pages whose files have several names (hard links). */
  #shared: string[] = [];
  /** Folders in which something may have happened. */
  readonly #folders = new Set<string>();
  /** Targets of links that were already returned to be watched. */
  #askedFor = new Set<string>();
  /** Whether something existed at a path when `exists` was last called for it. */
  readonly #looked = new Map<string, boolean>();
  /** The hash of what `readOther` last read at a path. */
  readonly #read = new Map<string, string>();

  constructor(root: string, settings: Settings, disk: SiteDisk) {
    this.root = root;
    this.#disk = disk;
    this.#filter = disk.filter(settings);
  }

  /** See `SiteDisk.realRoot`. */
  get realRoot(): string {
    return this.#disk.realRoot;
  }

  /** True if a file at the path is a page. */
  isPage(path: string): boolean {
    return this.#filter.isPage(path);
  }

  /** True if there is a file or folder at the path. */
  exists(path: string): boolean {
    const exists = this.#disk.exists(path);
    this.#looked.set(path, exists);
    return exists;
  }

  /** See `SiteDisk.readOther`. */
  readOther(path: string): OtherFile {
    const file = this.#disk.readOther(path);
    this.#read.set(path, file.hash);
    return file;
  }

  /** The paths that `readOther` was called for, with the last hashes. */
  get readOthers(): ReadonlyMap<string, string> {
    return this.#read;
  }

  /** The paths that `exists` was called for, with its last results. */
  get looked(): ReadonlyMap<string, boolean> {
    return this.#looked;
  }

  /** Sentences about paths that searches skipped. */
  get problems(): string[] {
    return [...this.#problems.values()];
  }

  /** See `SiteDisk.read`. */
  read(path: string, options: ReadOptions): PageFileText {
    return this.#disk.read(path, options);
  }

  /** See `SiteDisk.inspect`. */
  inspect(page: string): PageFile {
    return this.#disk.inspect(page);
  }

  /** Notes paths at which something may have happened. */
  hint(paths: readonly string[]): void {
    for (const path of paths) {
      if (path.endsWith('.gitignore')) this.#walkDue = true;
      else if (this.#filter.isTemplate(path)) this.#folders.add(folderOf(path));
      else this.#hints.add(path);
      for (const link of this.#linksTo.get(path) ?? []) this.#hints.add(link);
    }
    if (this.#hints.size >= limits.hintsBeforeSearch) this.#walkDue = true;
  }

  /** Notes folders in which something may have happened, directly, not in folders inside them. */
  hintFolders(folders: readonly string[]): void {
    for (const folder of folders) this.#folders.add(folder);
  }

  /** Makes the whole site due for a search: anything may have happened. */
  rescan(): void {
    this.#walkDue = true;
  }

  /** True if the site or some folders are to be searched for pages. */
  get searchDue(): boolean {
    return this.#search !== undefined || this.#walkDue || this.#folders.size > 0;
  }

  /** True if hinted files are to be inspected. */
  get hinted(): boolean {
    return this.#hints.size > 0;
  }

  /**
   * Begins or continues a search of the site, or of the hinted folders, by `budget` files. Returns undefined until the search is complete, then its
   * result with the problems that are new. Hints that arrive during a search are handled after it.
   * @param settings used if this call begins a search of the site.
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

  /** Inspects at most `budget` of the hinted files. */
  inspectHints(budget: number): Seen[] {
    const hints = [...this.#hints].slice(0, budget);
    for (const page of hints) this.#hints.delete(page);
    return hints.map(page => {
      const file = this.#filter.isPage(page) ? this.#disk.inspectHint(page) : undefined;
      if (!file || file.kind === 'missing') return { page, there: false };
      return { page, there: true, stamp: file.kind === 'file' ? file.stamp : undefined };
    });
  }

  /** Begins a search of the whole site, which covers all hints so far. */
  #beginWalk(settings: Settings): Search {
    this.#walkDue = false;
    this.#hints.clear();
    this.#folders.clear();
    this.#filter = this.#disk.filter(settings);
    return { steps: this.#disk.search(this.#filter), folders: undefined };
  }

  /** Replaces what is known of links and problems. */
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

  /** Begins a search of the hinted folders. */
  #beginInFolders(): Search {
    const folders = new Set(this.#folders);
    this.#folders.clear();
    return { steps: this.#disk.search(this.#filter, folders), folders };
  }

  /** Adds to what is known of links and problems. A change of a file with several names is seen under one of them, so all are hinted. */
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

  /** Returns the targets of pages that are symbolic links, if new since the last call and not pages themselves: they must be watched, too. */
  takeLinkTargets(): string[] {
    const asked = [...this.#linksTo.keys()].filter(path => !this.#askedFor.has(path) && !this.#filter.isPage(path));
    for (const path of asked) this.#askedFor.add(path);
    return asked;
  }
}
