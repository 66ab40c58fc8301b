import { KeyedPages } from '../counts/keyed-pages.ts';
import { foldersOf } from '../counts/page-folders.ts';
import { parts } from './file-name.ts';
import { packageFiles } from './generators.ts';

/**
 * Knows which pages come from another package: from a folder in the site that has a package manifest, a licence, or a script of its own name, such as a library with its
 * demos, or from that of a font that the page shows. A package with at least half of the pages is the site itself. The result does not depend on the order of edits.
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
    const folders = foldersOf(page);
    for (const folder of folders) {
      const name = folder.slice(folder.lastIndexOf('/') + 1);
      const files = [...packageFiles, `${name}.js`, `${name}.min.js`];
      if (files.some(file => exists(`${folder}/${file}`))) this.#asked.add(page, folder);
    }
    const own = folders.at(-1);
    if (own !== undefined && isFontDemo(page, exists)) this.#asked.add(page, own);
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

/** True if a font with the name of the page, which may begin with a capital, lies beside it: the page comes with the font, and shows its icons. */
function isFontDemo(page: string, exists: (path: string) => boolean): boolean {
  const [folder, stem] = parts(page);
  const names = [stem, stem.charAt(0).toUpperCase() + stem.slice(1)];
  return names.some(name => ['eot', 'ttf', 'woff'].some(extension => exists(`${folder}${name}.${extension}`)));
}
