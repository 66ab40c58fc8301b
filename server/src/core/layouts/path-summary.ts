import { Work } from '../counts/work.ts';
import { limits, thresholds } from './thresholds.ts';
import { translationKey } from './translations.ts';

/** A folder (`posts/*`) or a pattern of file names (`git-*.html`), and the number of paths of a set that match it. */
export interface PathShare {
  readonly name: string;
  readonly pages: number;
}

/**
 * A set of paths: its sorted list, its most typical path, and its common folders and patterns of file names. Adding or deleting a path takes
 * time proportional to its depth.
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
  /** The folder that `#first` is in, and the most typical path; undefined if it must be searched. */
  #main: string | undefined;
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

  /**
   * The most typical path: of those in the deepest folder with at least the share `mostFolders`, the one in the fewest folders, of these the
   * shortest; an index or error page only without others. There must be at least one path.
   */
  get topmost(): string {
    if (this.#first === undefined) {
      // Visits all paths, which is rare: only after the first one was removed, or another folder got most paths.
      this.#work.add(this.size);
      this.#first = [...this.#paths]
        .filter(path => isIn(path, this.#main))
        .reduce((first, path) => (isBefore(path, first) ? path : first));
    }
    return this.#first;
  }

  /**
   * The deepest folder that contains at least the share `folderShare` of the paths, written without language folders. Undefined for fewer than
   * two paths, and if only the root contains so many.
   */
  get folder(): string | undefined {
    return this.size < 2 ? undefined : this.#folders[this.#commonDepth]?.fullest;
  }

  /**
   * What at least the share `folderShare` of the paths match, the most telling first: the date in their folders, their folder (of at least two
   * paths), the pattern of their file names (of at least three).
   */
  get common(): PathShare[] {
    const [dated, ...patterns] = this.#patterns.map(counts => (this.#isCommon(counts) ? counts : undefined));
    const folder = this.#folders[this.#commonDepth];
    const found: PathShare[] = [];
    if (this.size > 2 && dated) found.push({ name: dated.fullest!, pages: dated.most });
    if (this.size > 1 && folder) found.push({ name: `${folder.fullest}/*`, pages: folder.most });
    const pattern = patterns.find(counts => counts);
    if (this.size > 2 && pattern) found.push({ name: pattern.fullest!, pages: pattern.most });
    return found;
  }

  /** The folders in the common folder (else in the root) with at least two paths, the largest first; empty if there are very many. */
  get folders(): PathShare[] {
    const counts = this.#folders[this.#commonDepth + 1];
    if (!counts || counts.size > limits.namedFolders) return [];
    return counts.all
      .filter(([, pages]) => pages > 1)
      .map(([folder, pages]) => ({ name: `${folder}/*`, pages }))
      .sort((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : 1));
  }

  /** Index in `#folders` of the deepest folder that is common; -1 if none is. */
  get #commonDepth(): number {
    return this.#folders.findLastIndex(counts => this.#isCommon(counts));
  }

  #isCommon({ most }: KeyCounts): boolean {
    return most > 0 && most >= this.size * thresholds.folderShare;
  }

  add(path: string): void {
    if (this.#paths.has(path)) return;
    this.#paths.add(path);
    if (!this.#unsorted.delete(path)) this.#unsorted.add(path);
    this.#count(path, 1);
    if (this.size === 1) this.#first = path;
    else if (this.#first !== undefined && isIn(path, this.#main) && isBefore(path, this.#first)) this.#first = path;
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
    const main = this.#folders.findLast(({ most }) => most > 0 && most >= this.size * thresholds.mostFolders)?.fullest;
    if (main !== this.#main) this.#first = undefined;
    this.#main = main;
  }
}

/** The names of all folders and file patterns that a path matches, as in `PathShare`. */
export function pathNames(path: string): string[] {
  return [...foldersOf(path).map(folder => `${folder}/*`), ...patternsOf(path).filter(pattern => pattern !== undefined)];
}

/** Number of paths by key, such as a folder of one depth, and the key with the most. */
class KeyCounts {
  readonly #counts = new Map<string, number>();
  readonly #byCount = new Map<number, Set<string>>();
  /** Number of paths with the fullest key. */
  most = 0;

  /** Number of keys. */
  get size(): number {
    return this.#counts.size;
  }

  /** All keys with their numbers of paths. */
  get all(): [key: string, paths: number][] {
    return [...this.#counts];
  }

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

/** A date in folders (`2024/05/01/a.html`) or at the beginning of a file name (`2024-05-01-a.html`). */
const dateFolders = /^(?:(.*)\/)?(?:19|20)\d\d\/[01]?\d\/(?:[0-3]?\d\/)?/;
const dateFile = /^(?:19|20)\d\d-[01]\d-[0-3]\d-/;

/** Kinds of patterns, the most telling first: a date, the file's name in several folders, the beginning or the end of file names. */
const patternKinds = [
  (key: string, stem: string, extension: string) => {
    const folders = dateFolders.exec(key);
    if (folders) return `${folders[1] === undefined ? '' : `${folders[1]}/`}YYYY/MM/*`;
    return dateFile.test(stem) ? `YYYY-MM-DD-*${extension}` : undefined;
  },
  (key: string, stem: string, extension: string) => (key.includes('/') ? `*/${stem}${extension}` : undefined),
  (_: string, stem: string, extension: string) =>
    patternOf(/^(?:[a-z]+(?=[A-Z])|[A-Za-z]{2,}(?:[-_.]|(?=\d)))/.exec(stem)?.[0], begin => `${begin}*${extension}`),
  (_: string, stem: string, extension: string) => patternOf(/[-_.][a-z]{2,}$/i.exec(stem)?.[0], end => `*${end}${extension}`),
];

/** The pattern of each kind that a path has; a folder of a language is none. */
function patternsOf(path: string): (string | undefined)[] {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.\w+$/.exec(file)?.[0] ?? '';
  const stem = file.slice(0, file.length - extension.length);
  const key = translationKey(path);
  return patternKinds.map(pattern => pattern(key, stem, extension));
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

/** True if the path is in the folder; `undefined` is the root. */
function isIn(path: string, folder: string | undefined): boolean {
  return folder === undefined || translationKey(path).startsWith(`${folder}/`);
}

/**
 * True if `b` is a more special page than `a`; else if `a` is in fewer folders than `b`; in as many, if it is shorter; of the same length, if it
 * sorts first.
 */
function isBefore(a: string, b: string): boolean {
  const order = speciality(a) - speciality(b) || a.split('/').length - b.split('/').length || a.length - b.length;
  return (order || (a < b ? -1 : 1)) < 0;
}

/** How unlike other pages a page is, by its name: 2 for the home page, error, help and search pages, 1 for the index page of a folder, else 0. */
function speciality(path: string): number {
  if (/(?:^|\/)(?:404|error|help|search|sitemap|index-all)\b[\w-]*\.\w+$/i.test(path)) return 2;
  if (!/(?:^|\/)(?:index|home|default)\.\w+$/i.test(path)) return 0;
  return translationKey(path).includes('/') ? 1 : 2;
}
