import { addTo, removeFrom } from '../../counts/sets-by-key.ts';
import type { Scope } from '../facts/page-scopes.ts';

const none: ReadonlyMap<Scope, number> = new Map();
const noPages: ReadonlySet<number> = new Set();

/** The pages that each page was compared with last, by scope; found from both ends. */
export class ExamplePages {
  readonly #examples = new Map<number, Map<Scope, number>>();
  /** Pages by what they were compared with, and by where. */
  readonly #byExample = new Map<number, Set<number>>();
  readonly #byScope = new Map<Scope, Set<number>>();

  /** What a page was compared with. */
  of(page: number): ReadonlyMap<Scope, number> {
    return this.#examples.get(page) ?? none;
  }

  /** The pages that were compared with one. */
  comparedWith(example: number): ReadonlySet<number> {
    return this.#byExample.get(example) ?? noPages;
  }

  /** The pages that were compared with any in a scope. */
  comparedIn(scope: Scope): ReadonlySet<number> {
    return this.#byScope.get(scope) ?? noPages;
  }

  set(page: number, scope: Scope, example: number): void {
    let examples = this.#examples.get(page);
    if (!examples) {
      examples = new Map();
      this.#examples.set(page, examples);
    }
    const before = examples.get(scope);
    examples.set(scope, example);
    if (before !== undefined && ![...examples.values()].includes(before)) removeFrom(this.#byExample, before, page);
    addTo(this.#byScope, scope, page);
    addTo(this.#byExample, example, page);
  }

  /** Forgets what a page was compared with. */
  clear(page: number): void {
    for (const [scope, example] of this.of(page)) {
      removeFrom(this.#byScope, scope, page);
      removeFrom(this.#byExample, example, page);
    }
    this.#examples.delete(page);
  }
}
