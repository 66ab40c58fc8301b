import type { LayoutStatement } from 'templens-shared/settings';
import { hash53 } from '../../html/hash.ts';
import { apartKey, namedKey, pinnedKey, sameKey } from './layout-marks.ts';

/** Does a page's path match one of the globs? */
export type MatchesGlobs = (page: string, globs: readonly string[]) => boolean;

/** An entry of the setting `layouts`, ready to be applied. */
interface CompiledStatement {
  readonly statement: LayoutStatement;
  /** Each glob as a list, which is what matchers remember. */
  readonly globs: readonly (readonly string[])[];
  /** Key of the statement, of each glob where pages are told apart. */
  readonly keys: readonly number[];
}

/** What the setting `layouts` says of pages. */
export class LayoutStatements {
  readonly #statements: readonly CompiledStatement[];
  readonly #matches: MatchesGlobs;
  /** Pages that each glob of each entry matches. */
  readonly #matched: number[][];

  constructor(statements: readonly LayoutStatement[], matches: MatchesGlobs) {
    this.#statements = statements.map(compile);
    this.#matches = matches;
    this.#matched = statements.map(({ pages }) => pages.map(() => 0));
  }

  /** Entries and globs, by index, that match no page. */
  get unused(): { entry: number; glob: number }[] {
    return this.#matched.flatMap((counts, entry) => counts.flatMap((count, glob) => (count === 0 ? [{ entry, glob }] : [])));
  }

  /** Takes a page in: its layout set with what the settings say of it. */
  mark(page: string, set: Float64Array): Float64Array {
    const keys = new Set<number>();
    for (const [entry, { statement, globs, keys: stated }] of this.#statements.entries()) {
      const matching = this.#matching(page, globs);
      for (const glob of matching) this.#matched[entry]![glob]!++;
      const [side] = matching;
      if (side === undefined) continue;
      if (statement.name !== undefined) keys.add(namedKey(hash53(statement.name)));
      if (statement.same !== undefined) keys.add(stated[statement.same ? 0 : side]!);
      if (statement.same !== undefined && statement.pages.includes(page)) keys.add(pinnedKey);
    }
    return keys.size === 0 ? set : Float64Array.from([...set, ...keys]).sort();
  }

  /** Takes a page out. */
  leave(page: string): void {
    for (const [entry, { globs }] of this.#statements.entries())
      for (const glob of this.#matching(page, globs)) this.#matched[entry]![glob]!--;
  }

  /** The name that the settings give to the layout of a page: the first that fits. */
  name(page: string): string | undefined {
    return this.#statements.find(({ statement: { name, pages } }) => name !== undefined && this.#matches(page, pages))?.statement
      .name;
  }

  #matching(page: string, globs: readonly (readonly string[])[]): number[] {
    return [...globs.keys()].filter(glob => this.#matches(page, globs[glob]!));
  }
}

function compile(statement: LayoutStatement): CompiledStatement {
  const hash = hash53(JSON.stringify([statement.same, ...statement.pages]));
  const keys = statement.same === false ? statement.pages.map((_, side) => apartKey(hash, side)) : [sameKey(hash)];
  return { statement, globs: statement.pages.map(glob => [glob]), keys };
}
