import type { Settings } from 'templens-shared/settings';
import { IgnoreFile } from './gitignore.ts';
import { compileGlob } from './glob.ts';

/** Why a file is not a page: a setting, a `.gitignore`, or a folder whose name begins with a dot. */
export type SkipRule = 'include' | 'exclude' | 'gitignore' | 'hidden';

/**
 * Decides by their paths which files of a site are pages, for the search and for the watcher. Paths are relative to the root, with `/`.
 * Globs ignore case (`INDEX.HTM` is a page). Folders whose names begin with a dot are skipped. `.gitignore` files are read from the root
 * downwards, as in git; those above the root are not, so that a build's ignored output can be a site.
 */
export class PageFilter {
  readonly #readIgnoreFile: (folder: string) => string | undefined;
  readonly #obeysGitignore: boolean;
  readonly #included: (path: string) => boolean;
  readonly #excluded: (path: string) => boolean;
  readonly #ignoreFiles = new Map<string, IgnoreFile | undefined>();
  /** Results of `isFolder`. */
  readonly #folders = new Map<string, boolean>();

  /** @param readIgnoreFile returns the text of the `.gitignore` in a folder; undefined if it has none. */
  constructor(
    settings: Pick<Settings, 'include' | 'exclude' | 'gitignore'>,
    readIgnoreFile: (folder: string) => string | undefined,
  ) {
    this.#readIgnoreFile = readIgnoreFile;
    this.#obeysGitignore = settings.gitignore;
    this.#included = matcher(settings.include);
    this.#excluded = matcher(settings.exclude);
  }

  /** True if a file at the path is a page: it matches `include`, and neither it nor a folder above it is skipped. */
  isPage(path: string): boolean {
    return this.#included(path) && !this.#excluded(path) && this.isFolder(folderOf(path)) && !this.#isIgnored(path, path);
  }

  /** True if a file at the path is a Dreamweaver template file, which is watched although it is not a page. */
  isTemplate(path: string): boolean {
    if (!/\.dwt$/i.test(path) || this.isPage(path)) return false;
    return !this.#excluded(path) && this.isFolder(folderOf(path)) && !this.#isIgnored(path, path);
  }

  /** Returns the first rule by which a file, or a folder above it, is skipped; undefined for a page. */
  ruleAgainst(path: string): SkipRule | undefined {
    const above = folderOf(path);
    const folders = above === '' ? [] : above.split('/').map((_, depth, names) => names.slice(0, depth + 1).join('/'));
    for (const folder of folders) {
      if (folder.slice(folder.lastIndexOf('/') + 1).startsWith('.')) return 'hidden';
      if (this.#excluded(folder)) return 'exclude';
      if (this.#isIgnored(folder, `${folder}/`)) return 'gitignore';
    }
    if (this.#excluded(path)) return 'exclude';
    if (this.#isIgnored(path, path)) return 'gitignore';
    return this.#included(path) ? undefined : 'include';
  }

  /** True if the folder is searched and watched; the root is the empty path. */
  isFolder(path: string): boolean {
    if (path === '') return true;
    let known = this.#folders.get(path);
    if (known === undefined) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      known =
        !name.startsWith('.') && this.isFolder(folderOf(path)) && !this.#excluded(path) && !this.#isIgnored(path, `${path}/`);
      this.#folders.set(path, known);
    }
    return known;
  }

  /** The `.gitignore` of the nearest folder with a rule that matches wins. @param tested the path, with a final `/` for a folder. */
  #isIgnored(path: string, tested: string): boolean {
    if (!this.#obeysGitignore) return false;
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const ignored = this.#ignoreFile(folder)?.ignores(folder === '' ? tested : tested.slice(folder.length + 1));
      if (ignored !== undefined || folder === '') return ignored ?? false;
    }
  }

  /** Returns the `.gitignore` of a folder, read once; undefined if none exists. */
  #ignoreFile(folder: string): IgnoreFile | undefined {
    if (this.#ignoreFiles.has(folder)) return this.#ignoreFiles.get(folder);
    const text = this.#readIgnoreFile(folder);
    const rules = text === undefined ? undefined : new IgnoreFile(text);
    this.#ignoreFiles.set(folder, rules);
    return rules;
  }
}

/** Returns the folder of a path; empty for a path in the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

const matchers = new WeakMap<readonly string[], (path: string) => boolean>();

/** True if a path matches one of the globs. @param globs compiled once for each list, by identity. */
export function matchesGlobs(path: string, globs: readonly string[]): boolean {
  let matches = matchers.get(globs);
  if (!matches) {
    matches = matcher(globs);
    matchers.set(globs, matches);
  }
  return matches(path);
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  // Backslashes are escapes: paths here always have `/`, also on Windows.
  const tests = globs.map(glob => withoutEdges(glob)).flatMap(glob => (glob === '' ? [] : [compileGlob(glob)]));
  return path => tests.some(test => test(path));
}

/** Removes `./` and slashes at the beginning, and slashes at the end. */
function withoutEdges(glob: string): string {
  let end = glob.length;
  while (end > 0 && glob[end - 1] === '/') end--;
  return glob.slice(0, end).replace(/^\.?\/+/, '');
}
