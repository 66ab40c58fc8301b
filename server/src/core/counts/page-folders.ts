import { KeyedPages } from './keyed-pages.ts';
import { limits } from './thresholds.ts';

/** Index of pages by the folders that hold them: the pages below a folder may be an edition of the site. */
export class PageFolders {
  readonly #pages = new KeyedPages<string, string>();
  /** Pages that asked for the others. */
  readonly #asking = new KeyedPages<string, string>();

  put(page: string): void {
    for (const folder of keysOf(page)) this.#pages.add(page, folder);
  }

  delete(page: string): void {
    this.#pages.delete(page);
    this.forget(page);
  }

  /**
   * Returns the pages directly in a page's folder, then the pages below each folder around it, the outermost first; the page itself is in each set.
   * Skips folders without other pages, or with very many. Until `forget`, `askingAbout` returns the page for each of them.
   */
  around(page: string): ReadonlySet<string>[] {
    const folders = keysOf(page);
    for (const folder of folders) this.#asking.add(page, folder);
    const all = folders.map(folder => this.#pages.pagesOf(folder));
    return all.filter(({ size }) => size > 1 && size <= limits.folderPages);
  }

  /** True if very many pages lie directly in a page's folder, which `around` skips. */
  isCrowded(page: string): boolean {
    return this.#pages.pagesOf(keysOf(page)[0]!).size > limits.folderPages;
  }

  /** Forgets that a page asked `around`: `askingAbout` skips it from now on. */
  forget(page: string): void {
    this.#asking.delete(page);
  }

  /** The pages that depend on a page. */
  askingAbout(page: string): Set<string> {
    // One more: the page may just have left, or be the one too many.
    const folders = keysOf(page).filter(folder => this.#pages.pagesOf(folder).size <= limits.folderPages + 1);
    return new Set(folders.flatMap(folder => [...this.#asking.pagesOf(folder)]));
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
