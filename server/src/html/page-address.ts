import { type HashState, prefixState } from './hash.ts';

/**
 * Resolves the relative addresses of a page for hashing (N5). It holds the folders from the page's own up to the site's root, each as the
 * unfinished hash of its path: an address hashed from there has the hash of the address written from the root.
 */
export class PageAddress {
  #folders: HashState[] = [];

  /** @param page path of the page, relative to the site's root, with `/` between folders */
  constructor(page: string, salt: number) {
    const folders = page.split('/').slice(0, -1);
    for (let depth = folders.length; depth >= 0; depth--) {
      this.#folders.push(
        prefixState(
          `/${folders
            .slice(0, depth)
            .map(folder => `${folder}/`)
            .join('')}`,
          salt,
        ),
      );
    }
  }

  /** State of a hash of the path of a folder, to which a file name can be added: `levels` folders above the page's own, at most the root. */
  folder(levels: number): HashState {
    return this.#folders[Math.min(levels, this.#folders.length - 1)]!;
  }
}

/**
 * Parses the `./` and `../` at the beginning of a relative address: how many levels it goes up, and the offset of the rest. Undefined for
 * all other addresses: with a scheme or a host, from the root, a fragment or a query alone, empty.
 */
export function relativeStart(units: Uint16Array, start: number, end: number): { levels: number; rest: number } | undefined {
  const first = units[start]!;
  if (start === end || first === SLASH || first === HASH || first === QUESTION) return undefined;
  for (let i = start; i < end; i++) {
    const c = units[i]!;
    if (c === COLON) return undefined;
    if (c === SLASH || c === HASH || c === QUESTION) break;
  }
  let levels = 0;
  let rest = start;
  for (;;) {
    if (rest + 1 < end && units[rest] === DOT && units[rest + 1] === SLASH) rest += 2;
    else if (rest + 2 < end && units[rest] === DOT && units[rest + 1] === DOT && units[rest + 2] === SLASH) {
      rest += 3;
      levels++;
    } else return { levels, rest };
  }
}

const SLASH = 47;
const DOT = 46;
const COLON = 58;
const HASH = 35;
const QUESTION = 63;

/**
 * True if the page is the index page of the site, a numbered variant, as `home-2.html`, or the next page of its list, as `page/2/index.html`, by its
 * path from the site's root.
 */
export function isHomePage(page: string): boolean {
  return /^(?:(?:index|default|home)(?:[-_]?\d+)?|page\/?\d+\/index)\.\w+$/i.test(page);
}

/** True for the usual names of home pages. @param stem file name in lower case, without extension */
export function isHomeName(stem: string): boolean {
  return /^(?:index|default|home)$/.test(stem);
}

/** True for the first page of a folder. */
export function isIndexPage(page: string): boolean {
  return /(?:^|\/)(?:index|default)\.\w+$/i.test(page);
}
