import { KeyedPages } from '../counts/keyed-pages.ts';
import { foldersOf } from '../counts/page-folders.ts';
import { packageFiles } from './generators.ts';

/**
 * Knows which pages come from another package: from a folder in the site that has a package manifest or licence of its own, such as a library with its
 * demos. A package with at least half of the pages is the site itself. The result does not depend on the order of edits.
 */
export class PackageTable {
  /** The pages of the site. */
  readonly #pages = new Set<string>();
  /** Number of pages below a folder. */
  readonly #below = new Map<string, number>();
  /** The folders of packages around each page that was asked about. */
  readonly #asked = new KeyedPages<string, string>();
  /** Folders of packages that did not have enough pages at the last `settle`. */
  #settled = new Set<string>();

  addPage(page: string): void {
    if (this.#pages.has(page)) return;
    this.#pages.add(page);
    for (const folder of foldersOf(page)) this.#below.set(folder, (this.#below.get(folder) ?? 0) + 1);
  }

  deletePage(page: string): void {
    this.forget(page);
    if (!this.#pages.delete(page)) return;
    for (const folder of foldersOf(page)) {
      const left = this.#below.get(folder)! - 1;
      if (left > 0) this.#below.set(folder, left);
      else this.#below.delete(folder);
    }
  }

  /**
   * Finds out to which packages a page belongs; `has` may then be asked.
   * @param exists true if there is a file at this path from the site's root
   */
  ask(page: string, exists: (path: string) => boolean): void {
    this.forget(page);
    for (const folder of foldersOf(page))
      if (packageFiles.some(name => exists(`${folder}/${name}`))) this.#asked.add(page, folder);
  }

  /** Forgets what `ask` found out. */
  forget(page: string): void {
    this.#asked.delete(page);
  }

  /** True if the page comes from another package. */
  has(page: string): boolean {
    return [...this.#asked.keysOf(page)].some(folder => this.#isOther(folder));
  }

  /** Returns the pages for which `has` may have another result than at the last call. */
  settle(): Set<string> {
    const affected = new Set<string>();
    const others = new Set([...this.#asked.keys].filter(folder => this.#isOther(folder)));
    for (const folder of this.#asked.keys)
      if (others.has(folder) !== this.#settled.has(folder)) for (const page of this.#asked.pagesOf(folder)) affected.add(page);
    this.#settled = others;
    return affected;
  }

  #isOther(folder: string): boolean {
    return (this.#below.get(folder) ?? 0) * 2 < this.#pages.size;
  }
}
