import { hash53 } from '../../html/hash.ts';
import { isIndexPage } from '../../html/page-address.ts';
import { thresholds } from '../counts/thresholds.ts';
import type { Work } from '../counts/work.ts';
import { decodedPath, isProgram, kindOfPath } from '../keys/normal-form/file-of.ts';
import { pagesOfTarget } from '../keys/target-pages.ts';
import { parts } from './file-name.ts';
import { isFile, MOST_PAGES } from './link-table.ts';

const extension = /\.(?:x?html?|shtml)\b/gi;
/** UTF-16 code units. No file has a longer name. */
const LONGEST_NAME = 255;
/** What a name before an extension follows: a sign that ends it in texts or, of a name with spaces, a quote. */
const beforeNames = [/[\s"'`<>()=,;/\\|]/, /["'`<>/\\]/];

/** Hashes of the names of pages that a text has anywhere, such as in links, scripts and comments. A name is in lower case, without folder and extension. */
export function pageNames(text: string): Float64Array {
  const names = new Set<number>();
  for (const { index } of text.matchAll(extension)) {
    const before = text.slice(Math.max(0, index - LONGEST_NAME), index);
    for (const sign of beforeNames) names.add(hash53(decodedPath(before.split(sign).at(-1)!).toLowerCase()));
  }
  return Float64Array.from(names);
}

function nameOf(path: string): number {
  return hash53(parts(path.replace(/#.*/s, ''))[1].toLowerCase());
}

/** What is kept of a page. */
interface NamingPage {
  /** Hashes of the names of pages that occur in its source, see `pageNames`. */
  readonly names: Float64Array;
  /** Paths of the files that it loads or links to. */
  readonly paths: readonly string[];
  /** False for a page that takes no part in comparisons. */
  readonly isCompared: boolean;
}

/**
 * Finds the pages that no other page names. Finds none on sites with fewer than 5 or more than 500 pages or without an index page, if less than a
 * share of the pages is named, or if too few of the linked pages exist: then links may come from pages that cannot be seen.
 */
export class UnlinkedPages {
  readonly #pages = new Map<string, NamingPage>();
  /** For each page that was put or deleted since the last `settle`: what was known of it then; undefined for a new page. */
  readonly #before = new Map<string, NamingPage | undefined>();
  #unlinked: ReadonlySet<string> = new Set();
  #scripts: readonly string[] = [];
  readonly #share: number;
  readonly #work: Work;

  /** @param share in [0,1] */
  constructor(share: number, work: Work) {
    this.#share = share;
    this.#work = work;
  }

  put(page: string, naming: NamingPage): void {
    this.#note(page);
    this.#pages.set(page, naming);
  }

  delete(page: string): void {
    this.#note(page);
    this.#pages.delete(page);
  }

  #note(page: string): void {
    if (!this.#before.has(page)) this.#before.set(page, this.#pages.get(page));
  }

  /** Paths of the scripts that pages load and of the programs that forms are sent to, if any page is unlinked; sorted. */
  get scripts(): readonly string[] {
    return this.#scripts;
  }

  /** Brings all up to date. Gives the pages about which `isUnlinked` may have changed; some may be gone. */
  settle(): ReadonlySet<string> {
    const isSame = [...this.#before].every(([page, before]) => isEqual(before, this.#pages.get(page)));
    this.#before.clear();
    if (isSame) return new Set();
    const before = this.#unlinked;
    const { size } = this.#pages;
    const isSized = size >= thresholds.minimumPages && size <= MOST_PAGES;
    this.#work.add(isSized ? size : 0);
    const unlinked = isSized ? this.#unnamed() : [];
    const paths = unlinked.length > 0 ? new Set([...this.#pages.values()].flatMap(naming => naming.paths)) : new Set<string>();
    const isMost = size - unlinked.length >= this.#share * size && this.#isWhole(paths);
    this.#unlinked = new Set(isMost ? unlinked : []);
    this.#scripts = [...paths].filter(path => path.endsWith('.js') || isProgram(path)).sort();
    return new Set([...before, ...this.#unlinked]);
  }

  /** Pages, other than index pages, that no other page names. Empty if the site has no index page. */
  #unnamed(): string[] {
    const all = [...this.#pages].map(([page, naming]) => ({ page, names: namesIn(naming) }));
    if (!all.some(({ page }) => isIndexPage(page))) return [];
    /** By name, the number of pages that have it. */
    const naming = new Map<number, number>();
    for (const { names } of all) for (const name of names) naming.set(name, (naming.get(name) ?? 0) + 1);
    const unnamed = all.filter(({ page, names }) => {
      const name = nameOf(page);
      return !isIndexPage(page) && (naming.get(name) ?? 0) === (names.has(name) ? 1 : 0);
    });
    return unnamed.map(({ page }) => page);
  }

  /** False if the pages that lead to others may be among those that the folder lacks. @param paths all that pages link to */
  #isWhole(paths: ReadonlySet<string>): boolean {
    const targets = [...paths].filter(path => isFile(path) && !path.startsWith('../') && kindOfPath(path) !== 'file');
    const isThere = (path: string): boolean => pagesOfTarget(path, '').some(page => this.#pages.has(page));
    return targets.filter(isThere).length >= this.#share * targets.length;
  }

  /**
   * True if a page takes part in comparisons and no other page names it.
   * @param named names in scripts, which count as well, as `pageNames` returns them
   */
  isUnlinked(page: string, named: ReadonlySet<number> = new Set()): boolean {
    return this.#unlinked.has(page) && this.#pages.get(page)!.isCompared && !named.has(nameOf(page));
  }
}

/** Hashes of the names of pages that a page has in its text, or leads to. */
function namesIn({ names, paths }: NamingPage): Set<number> {
  return new Set([...names, ...paths.map(nameOf)]);
}

function isEqual(a: NamingPage | undefined, b: NamingPage | undefined): boolean {
  if (!a || !b || a.isCompared !== b.isCompared || a.names.length !== b.names.length) return a === b;
  return a.names.every((name, at) => name === b.names[at]) && a.paths.join('\n') === b.paths.join('\n');
}
