import { Work } from '../counts/work.ts';
import { limits, thresholds } from './thresholds.ts';
import { translationKey } from './translations.ts';

/**
 * A set of paths: its sorted list, the path in the fewest folders, and the common folder. Adding or deleting a path takes time proportional to
 * its depth.
 */
export class PathSummary {
  readonly #paths = new Set<string>();
  /** Counts of the folders at each depth. */
  readonly #folders: FolderCounts[] = [];
  #sorted: readonly string[] = [];
  /** Paths that were added or removed since `#sorted` was computed. */
  readonly #unsorted = new Set<string>();
  /** The path in the fewest folders; undefined if it must be searched. */
  #first: string | undefined;
  readonly #work: Work;

  /** @param work counts visited paths and changed counts */
  constructor(paths: Iterable<string> = [], work = new Work()) {
    this.#work = work;
    for (const path of paths) this.add(path);
  }

  get size(): number {
    return this.#paths.size;
  }

  /** The sorted paths; the same array until a path is added or removed. */
  get sorted(): readonly string[] {
    if (this.#unsorted.size > limits.singleInsertions) this.#sorted = [...this.#paths].sort();
    else if (this.#unsorted.size > 0) this.#sorted = patched(this.#sorted, this.#unsorted, this.#paths);
    this.#unsorted.clear();
    return this.#sorted;
  }

  /** The path in the fewest folders, of these the shortest. There must be at least one path. */
  get topmost(): string {
    if (this.#first === undefined) {
      // Visits all paths, which is rare: only after the first one was removed.
      this.#work.add(this.size);
      this.#first = [...this.#paths].reduce((first, path) => (isBefore(path, first) ? path : first));
    }
    return this.#first;
  }

  /**
   * The deepest folder that contains at least the share `folderShare` of the paths, written without language folders. Undefined for fewer than
   * two paths, and if only the root contains so many.
   */
  get folder(): string | undefined {
    if (this.size < 2) return undefined;
    return this.#folders.findLast(({ most }) => most >= this.size * thresholds.folderShare)?.fullest;
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

/** Number of paths in each folder of one depth, and the fullest folder. */
class FolderCounts {
  readonly #counts = new Map<string, number>();
  readonly #byCount = new Map<number, Set<string>>();
  /** Number of paths in the fullest folder. */
  most = 0;

  /** One of the fullest folders. */
  get fullest(): string | undefined {
    return this.#byCount.get(this.most)?.values().next().value;
  }

  /** Adds `by` to the number of paths in a folder. */
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

/** Folders that contain a path, the outermost first, without folders of languages; `a/b/index.html` counts as a page of `a`. */
function foldersOf(path: string): string[] {
  const key = translationKey(path).replace(/\/index\.\w+$/, '');
  const folders: string[] = [];
  for (let at = key.indexOf('/', 1); at > 0; at = key.indexOf('/', at + 1)) folders.push(key.slice(0, at));
  return folders;
}

/** A copy of the sorted list in which the changed paths are inserted if they are in `paths`, else removed. */
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

/** True if `a` is in fewer folders than `b`; in as many, if it is shorter; of the same length, if it sorts first. */
function isBefore(a: string, b: string): boolean {
  return (a.split('/').length - b.split('/').length || a.length - b.length || (a < b ? -1 : 1)) < 0;
}
