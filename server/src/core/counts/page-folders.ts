import { KeyedPages } from './keyed-pages.ts';
import { limits } from './thresholds.ts';

/**
 * Index of pages by the folders that hold them, and by the template that they declare: the pages below a folder, or of a template, may be an
 * edition of the site.
 */
export class PageFolders {
  readonly #pages = new KeyedPages<string, string>();
  /** Pages that asked for the others. */
  readonly #asking = new KeyedPages<string, string>();
  /** Folders and templates with pages that were put in or deleted since the last `settle`. */
  readonly #changed = new Set<string>();

  /**
   * Puts in or replaces a page.
   * @param template path of the template that the page declares, such as one of Dreamweaver.
   */
  put(page: string, template?: string): void {
    this.#drop(page);
    for (const key of keysOf(page)) this.#pages.add(page, key);
    if (template !== undefined) this.#pages.add(page, `template:${template}`);
    for (const key of this.#pages.keysOf(page)) this.#changed.add(key);
  }

  delete(page: string): void {
    this.#drop(page);
    this.forget(page);
  }

  #drop(page: string): void {
    for (const key of this.#pages.keysOf(page)) this.#changed.add(key);
    this.#pages.delete(page);
  }

  /**
   * Returns the pages directly in a page's folder, the pages below each folder around it, the outermost first, and those of its template; the
   * page itself is in each set. Skips sets without other pages, or with very many. Until `forget`, `settle` returns the page if one changes.
   */
  around(page: string): ReadonlySet<string>[] {
    const keys = [...this.#pages.keysOf(page)];
    for (const key of keys) this.#asking.add(page, key);
    return keys.map(key => this.#pages.pagesOf(key)).filter(({ size }) => size > 1 && size <= limits.folderPages);
  }

  /** True if very many pages lie directly in a page's folder, which `around` skips. */
  isCrowded(page: string): boolean {
    return this.#pages.pagesOf(keysOf(page)[0]!).size > limits.folderPages;
  }

  /** Forgets that a page asked `around`: `settle` skips it from now on. */
  forget(page: string): void {
    this.#asking.delete(page);
  }

  /** Returns the pages that asked about what changed since the last call. */
  settle(): Set<string> {
    // One more: a page may just have left, or be the one too many.
    const changed = [...this.#changed].filter(key => this.#pages.pagesOf(key).size <= limits.folderPages + 1);
    this.#changed.clear();
    return new Set(changed.flatMap(key => [...this.#asking.pagesOf(key)]));
  }
}

/** The folder that a page lies in, which may be the root, with `/` for the pages directly in it, and the folders around the page. */
function keysOf(page: string): string[] {
  return [`${page.slice(0, Math.max(0, page.lastIndexOf('/')))}/`, ...foldersOf(page)];
}

/** The folders above a page, from the outermost to the innermost, without the root. */
export function foldersOf(page: string): string[] {
  const folders: string[] = [];
  for (let at = page.indexOf('/'); at >= 0; at = page.indexOf('/', at + 1)) folders.push(page.slice(0, at));
  return folders;
}
