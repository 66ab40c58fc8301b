import { hash53 } from '../../html/hash.ts';
import { isIndexPage } from '../../html/page-address.ts';
import { thresholds } from '../counts/thresholds.ts';
import { parts } from './file-name.ts';
import { MOST_PAGES } from './link-table.ts';

const extension = /\.(?:x?html?|shtml)\b/gi;
const beforeExtension = /[\w%.@+&~-]{1,100}$/;

/**
 * The hashes of the names of pages that a text has anywhere, such as in links, scripts and comments, and of the files that paths lead to: names in
 * lower case, without folder and extension.
 */
export function pageNames(text: string, paths: readonly string[] = []): Float64Array {
  const names = new Set(paths.map(nameOf));
  for (const { index } of text.matchAll(extension)) {
    const name = beforeExtension.exec(text.slice(Math.max(0, index - 100), index));
    if (name) names.add(name[0].toLowerCase());
  }
  return Float64Array.from(names, name => hash53(name));
}

function nameOf(path: string): string {
  return parts(path.replace(/#.*/s, ''))[1].toLowerCase();
}

/** What is kept of a page. */
interface NamingPage {
  readonly names: Float64Array;
  readonly scripts: readonly string[];
  /** False for a page that takes no part in comparisons. */
  readonly isCompared: boolean;
}

/** Which pages of a site its index pages lead to, over other pages; nothing of a site with few or very many pages, or most of whose pages are not reached so. */
export class ReachedPages {
  readonly #pages = new Map<string, NamingPage>();
  /** Pages as they were at the last `settle`, that changed or went since. */
  readonly #before = new Map<string, NamingPage | undefined>();
  #unreached: ReadonlySet<string> = new Set();
  #scripts: readonly string[] = [];
  readonly #share: number;

  /** @param share of the pages, in [0,1], that must be reached: otherwise others lead to them in a way that is not seen */
  constructor(share: number) {
    this.#share = share;
  }

  /** @param names see `pageNames` */
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

  /** Paths of the scripts that pages load; sorted. */
  get scripts(): readonly string[] {
    return this.#scripts;
  }

  /** Brings all up to date. Gives the pages about which `isUnreached` may have changed, some may be gone. */
  settle(): ReadonlySet<string> {
    const isSame = [...this.#before].every(([page, before]) => isEqual(before, this.#pages.get(page)));
    this.#before.clear();
    if (isSame) return new Set();
    const before = this.#unreached;
    const all = [...this.#pages];
    const isSized = all.length >= thresholds.minimumPages && all.length <= MOST_PAGES;
    const roots = isSized ? all.filter(([page]) => isIndexPage(page)) : [];
    const unreached = new Set(this.#beyond(roots, new Map(all)));
    const isMost = roots.length > 0 && all.length - unreached.size >= this.#share * all.length;
    this.#unreached = new Set(isMost ? unreached : []);
    this.#scripts = isMost && unreached.size > 0 ? [...new Set(all.flatMap(([, { scripts }]) => scripts))].sort() : [];
    return new Set([...before, ...this.#unreached]);
  }

  /**
   * True if the index pages do not lead to a page that takes part in comparisons.
   * @param named further names, as `pageNames` returns them: of pages that are reached
   */
  isUnreached(page: string, named: ReadonlySet<number> = new Set()): boolean {
    if (!this.#unreached.has(page) || !this.#pages.get(page)!.isCompared) return false;
    if (named.size === 0) return true;
    const others = new Map([...this.#unreached].map(other => [other, this.#pages.get(other)!]));
    const roots = [...others].filter(([other]) => named.has(hash53(nameOf(other))));
    return new Set(this.#beyond(roots, others)).has(page);
  }

  /** Those of some pages that `roots` do not lead to. */
  #beyond(roots: readonly (readonly [string, NamingPage])[], pages: ReadonlyMap<string, NamingPage>): Iterable<string> {
    const left = new Map(pages);
    const byName = new Map<number, string[]>();
    for (const page of pages.keys()) {
      const name = hash53(nameOf(page));
      byName.set(name, [...(byName.get(name) ?? []), page]);
    }
    const reached = [...roots];
    for (const [page] of roots) left.delete(page);
    for (let next = reached.pop(); next; next = reached.pop()) {
      for (const name of next[1].names)
        for (const page of byName.get(name) ?? []) {
          const naming = left.get(page);
          if (naming && left.delete(page)) reached.push([page, naming]);
        }
    }
    return left.keys();
  }
}

function isEqual(a: NamingPage | undefined, b: NamingPage | undefined): boolean {
  if (!a || !b || a.isCompared !== b.isCompared || a.names.length !== b.names.length) return a === b;
  return a.names.every((name, at) => name === b.names[at]) && a.scripts.join('\n') === b.scripts.join('\n');
}
