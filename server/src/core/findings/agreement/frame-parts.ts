import { MemberCounts } from '../../counts/member-counts.ts';
import type { Work } from '../../counts/work.ts';
import type { Part } from '../../parts/part.ts';
import type { PartRun } from '../facts/page-scopes.ts';

/**
 * The parts with texts for the reader that most pages have, such as a menu or a footer, and the pages that have none of them: what these
 * have in their head, and their scripts, may be others, too.
 */
export class FrameParts {
  readonly #pages = new Map<number, { readonly parts: ReadonlySet<Part>; readonly speaking: ReadonlySet<Part> }>();
  /** Pages on which a part has texts. */
  readonly #speaking: MemberCounts<Part>;
  readonly #work: Work;
  #frame: ReadonlySet<Part> = new Set();
  readonly #apart = new Set<number>();
  /** Pages put in since the last `settle`. */
  readonly #changed = new Set<number>();

  constructor(work: Work) {
    this.#work = work;
    this.#speaking = new MemberCounts(work);
  }

  put(page: number, runs: readonly PartRun[]): void {
    this.delete(page);
    const parts = new Set(runs.map(({ part }) => part));
    const speaking = new Set(runs.flatMap(({ part, says }) => (says ? [part] : [])));
    this.#pages.set(page, { parts, speaking });
    this.#speaking.add(speaking);
    this.#changed.add(page);
  }

  delete(page: number): void {
    this.#speaking.delete(this.#pages.get(page)?.speaking ?? []);
    this.#pages.delete(page);
    this.#changed.delete(page);
    this.#apart.delete(page);
  }

  /** Brings all up to date. Gives the pages, put in or not, that newly have none of the parts, or one. */
  settle(): number[] {
    const frame = this.#speaking.atLeast(this.#pages.size / 2);
    const isSame = frame.size === this.#frame.size && [...frame].every(part => this.#frame.has(part));
    this.#frame = frame;
    const affected: number[] = [];
    this.#work.add(isSame ? this.#changed.size : this.#pages.size);
    for (const page of isSame ? this.#changed : this.#pages.keys()) {
      const { parts } = this.#pages.get(page)!;
      const isApart = frame.size > 0 && ![...frame].some(part => parts.has(part));
      if (isApart === this.#apart.has(page)) continue;
      if (isApart) this.#apart.add(page);
      else this.#apart.delete(page);
      affected.push(page);
    }
    this.#changed.clear();
    return affected;
  }

  /** May a part of a page be another one, because the page has none of those that most pages have? */
  isOther(page: number, part: Part): boolean {
    return this.#apart.has(page) && !this.#pages.get(page)!.speaking.has(part);
  }
}
