import type { Scope } from './page-scopes.ts';

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
    const examples = new Map(this.of(page)).set(scope, example);
    this.clear(page);
    this.#examples.set(page, examples);
    for (const [scope, example] of examples) {
      put(this.#byScope, scope, page);
      put(this.#byExample, example, page);
    }
  }

  /** Forgets what a page was compared with. */
  clear(page: number): void {
    for (const [scope, example] of this.of(page)) {
      takeOut(this.#byScope, scope, page);
      takeOut(this.#byExample, example, page);
    }
    this.#examples.delete(page);
  }
}

function put<Key>(pages: Map<Key, Set<number>>, key: Key, page: number): void {
  const known = pages.get(key);
  if (known) known.add(page);
  else pages.set(key, new Set([page]));
}

function takeOut<Key>(pages: Map<Key, Set<number>>, key: Key, page: number): void {
  const known = pages.get(key);
  known?.delete(page);
  if (known?.size === 0) pages.delete(key);
}
