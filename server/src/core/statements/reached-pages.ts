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
 * Finds the pages that no chain of links from an index page reaches. Finds none on sites with fewer than 5 or more than 500 pages, or if less than
 * a share of the pages is reached, or of the pages that are linked to is there: something leads to them that is not seen.
 */
export class ReachedPages {
  readonly #pages = new Map<string, NamingPage>();
  /** For each page that was put or deleted since the last `settle`: what was known of it then; undefined for a new page. */
  readonly #before = new Map<string, NamingPage | undefined>();
  #unreached: ReadonlySet<string> = new Set();
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

  /** Paths of the scripts that pages load and of the programs that forms are sent to, if any page is not reached; sorted. */
  get scripts(): readonly string[] {
    return this.#scripts;
  }

  /** Brings all up to date. Gives the pages about which `isUnreached` may have changed; some may be gone. */
  settle(): ReadonlySet<string> {
    const isSame = [...this.#before].every(([page, before]) => isEqual(before, this.#pages.get(page)));
    this.#before.clear();
    if (isSame) return new Set();
    const before = this.#unreached;
    const { size } = this.#pages;
    const isSized = size >= thresholds.minimumPages && size <= MOST_PAGES;
    const roots = isSized ? [...this.#pages.keys()].filter(isIndexPage) : [];
    const unreached = roots.length > 0 ? notReached(roots, this.#pages) : [];
    this.#work.add(isSized ? size : 0);
    const paths = unreached.length > 0 ? new Set([...this.#pages.values()].flatMap(naming => naming.paths)) : new Set<string>();
    const isMost = size - unreached.length >= this.#share * size && this.#isWhole(paths);
    this.#unreached = new Set(isMost ? unreached : []);
    this.#scripts = [...paths].filter(path => path.endsWith('.js') || isProgram(path)).sort();
    return new Set([...before, ...this.#unreached]);
  }

  /** False if the pages that lead to others may be among those that the folder lacks. @param paths all that pages link to */
  #isWhole(paths: ReadonlySet<string>): boolean {
    const targets = [...paths].filter(path => isFile(path) && !path.startsWith('../') && kindOfPath(path) !== 'file');
    const isThere = (path: string): boolean => pagesOfTarget(path, '').some(page => this.#pages.has(page));
    return targets.filter(isThere).length >= this.#share * targets.length;
  }

  /**
   * True if no index page leads to a page that takes part in comparisons.
   * @param named further names, as `pageNames` returns them: of pages that are reached
   */
  isUnreached(page: string, named: ReadonlySet<number> = new Set()): boolean {
    if (!this.#unreached.has(page) || !this.#pages.get(page)!.isCompared) return false;
    if (named.size === 0) return true;
    const others = new Map([...this.#unreached].map(other => [other, this.#pages.get(other)!]));
    const roots = [...others.keys()].filter(other => named.has(nameOf(other)));
    return notReached(roots, others).includes(page);
  }
}

/** The pages that `roots` do not lead to, over other pages. */
function notReached(roots: readonly string[], pages: ReadonlyMap<string, NamingPage>): string[] {
  const left = new Set(pages.keys());
  const byName = new Map<number, string[]>();
  for (const page of left) {
    const name = nameOf(page);
    const others = byName.get(name);
    if (others) others.push(page);
    else byName.set(name, [page]);
  }
  const reached = [...roots];
  for (const page of reached) left.delete(page);
  const reach = (name: number): void => {
    for (const page of byName.get(name) ?? []) if (left.delete(page)) reached.push(page);
  };
  for (let page = reached.pop(); page !== undefined; page = reached.pop()) {
    const { names, paths } = pages.get(page)!;
    names.forEach(reach);
    for (const path of paths) reach(nameOf(path));
  }
  return [...left];
}

function isEqual(a: NamingPage | undefined, b: NamingPage | undefined): boolean {
  if (!a || !b || a.isCompared !== b.isCompared || a.names.length !== b.names.length) return a === b;
  return a.names.every((name, at) => name === b.names[at]) && a.paths.join('\n') === b.paths.join('\n');
}
