import { Work } from '../counts/work.ts';
import { translationKey } from './translations.ts';

/** Share of the pages that a folder must hold to name the layout; above a half, so that only the folder with most pages can. */
const MOST = 0.8;
/** So many changes are put into a sorted list one by one; after more it is sorted anew. */
const FEW = 16;

/** What a set of paths has in common, kept while paths come and go: each costs the depth of its folder, not the size of the set. */
export class PathSummary {
  readonly #paths = new Set<string>();
  /** By depth. */
  readonly #folders: FolderCounts[] = [];
  #sorted: readonly string[] = [];
  /** Paths that came or went since. */
  readonly #unsorted = new Set<string>();
  /** Undefined where it left. */
  #first: string | undefined;
  readonly #work: Work;

  /** @param work takes up the paths visited and the counts changed. */
  constructor(paths: Iterable<string> = [], work = new Work()) {
    this.#work = work;
    for (const path of paths) this.add(path);
  }

  get size(): number {
    return this.#paths.size;
  }

  /** Another list whenever paths came or went. */
  get sorted(): readonly string[] {
    if (this.#unsorted.size > FEW) this.#sorted = [...this.#paths].sort();
    else if (this.#unsorted.size > 0) this.#sorted = patched(this.#sorted, this.#unsorted, this.#paths);
    this.#unsorted.clear();
    return this.#sorted;
  }

  /** The path in the fewest folders, of these the shortest. There is at least one. */
  get first(): string {
    if (this.#first === undefined) {
      // Looks at all, which is seldom: the first one left.
      this.#work.add(this.size);
      this.#first = [...this.#paths].reduce((first, path) => (isBefore(path, first) ? path : first));
    }
    return this.#first;
  }

  /** The deepest folder that holds nearly all pages, without languages; undefined for a single page or where it is the root. */
  get folder(): string | undefined {
    if (this.size < 2) return undefined;
    return this.#folders.findLast(({ most }) => most >= this.size * MOST)?.fullest;
  }

  add(path: string): void {
    if (this.#paths.has(path)) return;
    this.#paths.add(path);
    if (!this.#unsorted.delete(path)) this.#unsorted.add(path);
    if (this.size === 1 || (this.#first !== undefined && isBefore(path, this.#first))) this.#first = path;
    this.#count(path, 1);
  }

  delete(path: string): void {
    if (!this.#paths.delete(path)) return;
    if (!this.#unsorted.delete(path)) this.#unsorted.add(path);
    if (this.#first === path) this.#first = undefined;
    this.#count(path, -1);
  }

  #count(path: string, by: 1 | -1): void {
    const folders = foldersOf(path);
    for (const [depth, folder] of folders.entries()) {
      this.#folders[depth] ??= new FolderCounts();
      this.#folders[depth].count(folder, by);
    }
    this.#work.add(1 + folders.length);
  }
}

/** How many paths each folder of one depth holds, and which holds most. */
class FolderCounts {
  readonly #counts = new Map<string, number>();
  readonly #byCount = new Map<number, Set<string>>();
  /** Paths in the folder that holds most. */
  most = 0;

  /** A folder that holds most; there is one. */
  get fullest(): string | undefined {
    return this.#byCount.get(this.most)?.values().next().value;
  }

  count(folder: string, by: 1 | -1): void {
    const before = this.#counts.get(folder) ?? 0;
    const after = before + by;
    if (after === 0) this.#counts.delete(folder);
    else this.#counts.set(folder, after);
    this.#byCount.get(before)?.delete(folder);
    if (this.#byCount.get(before)?.size === 0) this.#byCount.delete(before);
    if (after > 0) this.#byCount.set(after, (this.#byCount.get(after) ?? new Set()).add(folder));
    if (after > this.most || (before === this.most && !this.#byCount.has(before))) this.most = after;
  }
}

/** Folders that a path is in, the outermost first, without languages; `a/b/index.html` is a page of `a`. */
function foldersOf(path: string): string[] {
  const key = translationKey(path).replace(/\/index\.\w+$/, '');
  const folders: string[] = [];
  for (let at = key.indexOf('/', 1); at > 0; at = key.indexOf('/', at + 1)) folders.push(key.slice(0, at));
  return folders;
}

/** A sorted list without the changed paths that are gone, and with those that came. */
function patched(sorted: readonly string[], changed: Iterable<string>, paths: ReadonlySet<string>): string[] {
  const list = [...sorted];
  for (const path of changed) {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle]! < path) low = middle + 1;
      else high = middle;
    }
    if (paths.has(path)) list.splice(low, 0, path);
    else list.splice(low, 1);
  }
  return list;
}

function isBefore(a: string, b: string): boolean {
  return (a.split('/').length - b.split('/').length || a.length - b.length || (a < b ? -1 : 1)) < 0;
}
