import { KeyedPages } from './keyed-pages.ts';
import { limits } from './thresholds.ts';

/** Prefix of the keys of templates; keys without it are folders. */
const TEMPLATE = 'template:';

/**
 * Index of pages by the folders that hold them, and by the template that they declare: the pages below a folder, or of a template, may be an
 * edition of the site.
 */
export class PageFolders {
  readonly #pages = new KeyedPages<string, string>();
  /** Pages that asked for the others. */
  readonly #asking = new KeyedPages<string, string>();
  /** Folders and templates with pages that were put in or deleted since the last `settle`, with the number of pages before. */
  readonly #changed = new Map<string, number>();

  /**
   * Puts in or replaces a page.
   * @param template path of the template that the page declares, such as one of Dreamweaver.
   */
  put(page: string, template?: string): void {
    this.#drop(page);
    for (const key of keysOf(page)) this.#add(page, key);
    if (template !== undefined) this.#add(page, `${TEMPLATE}${template}`);
  }

  #add(page: string, key: string): void {
    this.#note(key);
    this.#pages.add(page, key);
  }

  delete(page: string): void {
    this.#drop(page);
    this.forget(page);
  }

  #drop(page: string): void {
    for (const key of this.#pages.keysOf(page)) this.#note(key);
    this.#pages.delete(page);
  }

  #note(key: string): void {
    if (!this.#changed.has(key)) this.#changed.set(key, this.#pages.pagesOf(key).size);
  }

  /**
   * Returns the pages directly in a page's folder, then the pages below each folder around it, the outermost first; the page itself is in each set.
   * Skips folders without other pages, or with very many. Until `forget`, `settle` returns the page if one of them changes.
   */
  around(page: string): ReadonlySet<string>[] {
    return this.#askedBy(page, keysOf(page));
  }

  /** Returns the sets of `around`, and the pages that declare the same template. */
  editions(page: string): ReadonlySet<string>[] {
    return this.#askedBy(page, [...this.#pages.keysOf(page)]);
  }

  #askedBy(page: string, keys: readonly string[]): ReadonlySet<string>[] {
    for (const key of keys) this.#asking.add(page, key);
    return keys.map(key => this.#pages.pagesOf(key)).filter(({ size }) => size > 1 && size <= limits.folderPages);
  }

  /** True if very many pages lie directly in a page's folder, which `around` skips. */
  isCrowded(page: string): boolean {
    return this.#pages.pagesOf(keysOf(page)[0]!).size > limits.folderPages;
  }

  /** Ends what `around` and `editions` began: `settle` no longer returns this page. */
  forget(page: string): void {
    this.#asking.delete(page);
  }

  /** Returns the pages whose answers of `around` or `editions` may have changed since the last call. */
  settle(): Set<string> {
    // A set that was too large and still is was never returned to anybody.
    const changed = [...this.#changed].flatMap(([key, before]) =>
      Math.min(before, this.#pages.pagesOf(key).size) <= limits.folderPages ? [key] : [],
    );
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
