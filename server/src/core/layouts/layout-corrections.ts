import type { LayoutStatement } from 'templens-shared/settings';
import { hash53 } from '../../html/hash.ts';
import { apartKey, namedKey, pinnedKey, sameKey } from './layout-marks.ts';

/** True if a page's path matches one of the globs. */
export type MatchesGlobs = (page: string, globs: readonly string[]) => boolean;

/** An entry of the setting `layouts` with its keys. */
interface CompiledEntry {
  readonly statement: LayoutStatement;
  /** Each glob in a list of its own; matchers cache by list. */
  readonly globs: readonly (readonly string[])[];
  /** One key, or one for each glob if the entry separates pages. */
  readonly keys: readonly number[];
}

/** Applies the setting `layouts`: adds keys to the layout sets of the pages that its entries match, and counts these pages. */
export class LayoutCorrections {
  readonly #entries: readonly CompiledEntry[];
  readonly #matches: MatchesGlobs;
  /** Number of pages that each glob of each entry matches. */
  readonly #matched: number[][];

  constructor(statements: readonly LayoutStatement[], matches: MatchesGlobs) {
    this.#entries = statements.map(compile);
    this.#matches = matches;
    this.#matched = statements.map(({ pages }) => pages.map(() => 0));
  }

  /** Globs that match no page: indices of the entry and of the glob in it. */
  get unused(): { entry: number; glob: number }[] {
    return this.#matched.flatMap((counts, entry) => counts.flatMap((count, glob) => (count === 0 ? [{ entry, glob }] : [])));
  }

  /** Counts a page as matched, and returns its layout set with the keys of the entries that match it. */
  addPage(page: string, set: Float64Array): Float64Array {
    const keys = new Set<number>();
    for (const [entry, { statement, globs, keys: stated }] of this.#entries.entries()) {
      const matching = this.#matching(page, globs);
      for (const glob of matching) this.#matched[entry]![glob]!++;
      // If the entry separates pages, the first glob that matches is the side of the page.
      const [side] = matching;
      if (side === undefined) continue;
      if (statement.name !== undefined) keys.add(namedKey(hash53(statement.name)));
      if (statement.same !== undefined) keys.add(stated[statement.same ? 0 : side]!);
      if (statement.same !== undefined && statement.pages.includes(page)) keys.add(pinnedKey);
    }
    return keys.size === 0 ? set : Float64Array.from([...set, ...keys]).sort();
  }

  /** Undoes the counts of `addPage`. */
  removePage(page: string): void {
    for (const [entry, { globs }] of this.#entries.entries())
      for (const glob of this.#matching(page, globs)) this.#matched[entry]![glob]!--;
  }

  /** The name of a page's layout: that of the first entry with a name that matches; undefined if none does. */
  name(page: string): string | undefined {
    return this.#entries.find(({ statement: { name, pages } }) => name !== undefined && this.#matches(page, pages))?.statement
      .name;
  }

  /** Indices of the globs that match a page. */
  #matching(page: string, globs: readonly (readonly string[])[]): number[] {
    return [...globs.keys()].filter(glob => this.#matches(page, globs[glob]!));
  }
}

function compile(statement: LayoutStatement): CompiledEntry {
  const hash = hash53(JSON.stringify([statement.same, ...statement.pages]));
  const keys = statement.same === false ? statement.pages.map((_, side) => apartKey(hash, side)) : [sameKey(hash)];
  return { statement, globs: statement.pages.map(glob => [glob]), keys };
}
