import { Work } from '../counts/work.ts';
import { limits, thresholds } from './thresholds.ts';
import { translationKey } from './translations.ts';

/**
 * A set of paths: its sorted list, the path in the fewest folders, the common folder and the common pattern of file names. Adding or deleting a path takes time proportional to
 * its depth.
 */
export class PathSummary {
  readonly #paths = new Set<string>();
  /** Counts of the folders at each depth. */
  readonly #folders: KeyCounts[] = [];
  /** Counts of the file patterns of each kind, see `patternsOf`. */
  readonly #patterns = patternKinds.map(() => new KeyCounts());
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

  /** The path in the fewest folders, of these the shortest, an index or error page only without others. There must be at least one path. */
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

  /** The pattern of at least the share `folderShare` of the file names, such as `git-*.html`; undefined for fewer than three paths. */
  get pattern(): string | undefined {
    if (this.size < 3) return undefined;
    return this.#patterns.find(({ most }) => most >= this.size * thresholds.folderShare)?.fullest;
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
      this.#folders[depth] ??= new KeyCounts();
      this.#folders[depth].count(folder, by);
    }
    for (const [kind, pattern] of patternsOf(path).entries()) if (pattern !== undefined) this.#patterns[kind]!.count(pattern, by);
    this.#work.add(1 + folders.length);
  }
}

/** Number of paths by key, such as a folder of one depth, and the key with the most. */
class KeyCounts {
  readonly #counts = new Map<string, number>();
  readonly #byCount = new Map<number, Set<string>>();
  /** Number of paths with the fullest key. */
  most = 0;

  /** One of the fullest keys. */
  get fullest(): string | undefined {
    return this.#byCount.get(this.most)?.values().next().value;
  }

  /** Adds `by` to the number of paths with a key. */
  count(key: string, by: 1 | -1): void {
    const before = this.#counts.get(key) ?? 0;
    const after = before + by;
    if (after === 0) this.#counts.delete(key);
    else this.#counts.set(key, after);
    this.#byCount.get(before)?.delete(key);
    if (this.#byCount.get(before)?.size === 0) this.#byCount.delete(before);
    if (after > 0) this.#byCount.set(after, (this.#byCount.get(after) ?? new Set()).add(key));
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

/** Kinds of file patterns, the most telling first: the file's name in several folders, the beginning or the end of file names. */
const patternKinds = [
  (stem: string, extension: string, inFolder: boolean) => (inFolder ? `*/${stem}${extension}` : undefined),
  (stem: string, extension: string) => patternOf(/^[a-z]{2,}(?:[-_.]|(?=\d))/i.exec(stem)?.[0], begin => `${begin}*${extension}`),
  (stem: string, extension: string) => patternOf(/[-_.][a-z]{2,}$/i.exec(stem)?.[0], end => `*${end}${extension}`),
];

/** The file pattern of each kind that a path has; a folder of a language is none. */
function patternsOf(path: string): (string | undefined)[] {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.\w+$/.exec(file)?.[0] ?? '';
  const stem = file.slice(0, file.length - extension.length);
  return patternKinds.map(pattern => pattern(stem, extension, translationKey(path).includes('/')));
}

function patternOf(found: string | undefined, pattern: (found: string) => string): string | undefined {
  return found === undefined ? undefined : pattern(found);
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

/**
 * True if only `b` is an index or error page; else if `a` is in fewer folders than `b`; in as many, if it is shorter; of the same length, if it
 * sorts first.
 */
function isBefore(a: string, b: string): boolean {
  const order = Number(isSpecial(a)) - Number(isSpecial(b)) || a.split('/').length - b.split('/').length || a.length - b.length;
  return (order || (a < b ? -1 : 1)) < 0;
}

/** True for pages that are seldom like others: index and error pages. */
function isSpecial(path: string): boolean {
  return /(?:^|\/)(?:index|home|default|404|error)\.\w+$/i.test(path);
}
