import { join } from 'node:path';
import type { Settings } from 'templens-shared/settings';
import { IgnoreFile, MOST_IGNORE_BYTES } from './gitignore.ts';
import { compileGlob } from './glob.ts';
import { readRegular } from './read-regular.ts';

/** Why a file is not a page: a setting, `.gitignore`, or a folder whose name begins with a dot. */
export type SkipRule = 'include' | 'exclude' | 'gitignore' | 'hidden';

/**
 * Which paths of a site are pages, for the walk and for the watcher alike. Paths are relative to the root, with `/`.
 * Globs ignore case (`INDEX.HTM` is a page). Folders that begin with a dot are not entered. `.gitignore` files count from the root
 * downwards, as git reads them; those above the root do not, so that a build's ignored output can be a site.
 */
export class PageFilter {
  readonly #root: string;
  readonly #gitignore: boolean;
  readonly #included: (path: string) => boolean;
  readonly #excluded: (path: string) => boolean;
  readonly #ignoreFiles = new Map<string, IgnoreFile | undefined>();
  readonly #folders = new Map<string, boolean>();

  constructor(root: string, settings: Pick<Settings, 'include' | 'exclude' | 'gitignore'>) {
    this.#root = root;
    this.#gitignore = settings.gitignore;
    this.#included = matcher(settings.include);
    this.#excluded = matcher(settings.exclude);
  }

  /** The path may name a page: it matches `include`, and neither it nor a folder above it is skipped. */
  isPage(path: string): boolean {
    return this.#included(path) && !this.#excluded(path) && this.isFolder(folderOf(path)) && !this.#isIgnored(path, path);
  }

  /** The path may name a template file of Dreamweaver, which is no page and is watched all the same. */
  isTemplate(path: string): boolean {
    if (!/\.dwt$/i.test(path) || this.isPage(path)) return false;
    return !this.#excluded(path) && this.isFolder(folderOf(path)) && !this.#isIgnored(path, path);
  }

  /** The first rule that leaves a file out, or a folder above it; undefined for a page. */
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

  /** The folder is walked and watched; the root is the empty path. */
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

  /** `.gitignore` of the nearest folder that has an opinion wins. `tested` is the path, with a final `/` for a folder. */
  #isIgnored(path: string, tested: string): boolean {
    if (!this.#gitignore) return false;
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const ignored = this.#ignoreFile(folder)?.ignores(folder === '' ? tested : tested.slice(folder.length + 1));
      if (ignored !== undefined || folder === '') return ignored ?? false;
    }
  }

  #ignoreFile(folder: string): IgnoreFile | undefined {
    if (this.#ignoreFiles.has(folder)) return this.#ignoreFiles.get(folder);
    let rules: IgnoreFile | undefined;
    try {
      rules = new IgnoreFile(readRegular(join(this.#root, folder, '.gitignore'), MOST_IGNORE_BYTES).toString('utf8'));
    } catch {
      // Most folders have none; one that cannot be read says nothing.
    }
    this.#ignoreFiles.set(folder, rules);
    return rules;
  }
}

/** Folder of a path, the empty path for one at the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

const matchers = new WeakMap<readonly string[], (path: string) => boolean>();

/** Does a path match one of the globs? Lists of globs are compiled once. */
export function matchesGlobs(path: string, globs: readonly string[]): boolean {
  let matches = matchers.get(globs);
  if (!matches) {
    matches = matcher(globs);
    matchers.set(globs, matches);
  }
  return matches(path);
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  // Windows' separators never reach the filter, and a backslash in a name is a character of the name elsewhere.
  const tests = globs.map(glob => withoutEdges(glob)).flatMap(glob => (glob === '' ? [] : [compileGlob(glob)]));
  return path => tests.some(test => test(path));
}

/** Without `./` and slashes at the beginning, and without slashes at the end. */
function withoutEdges(glob: string): string {
  let end = glob.length;
  while (end > 0 && glob[end - 1] === '/') end--;
  return glob.slice(0, end).replace(/^\.?\/+/, '');
}
