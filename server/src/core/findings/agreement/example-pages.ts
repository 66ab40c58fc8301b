import { KeyedPages } from '../../counts/keyed-pages.ts';
import type { Scope } from '../facts/page-scopes.ts';

const none: ReadonlyMap<Scope, number> = new Map();

/** The pages that each page was compared with last, by scope. */
export class ExamplePages {
  readonly #examples = new Map<number, Map<Scope, number>>();
  readonly #compared = new KeyedPages<number, Scope | number>();

  /** What a page was compared with. */
  of(page: number): ReadonlyMap<Scope, number> {
    return this.#examples.get(page) ?? none;
  }

  /** The pages that were compared with a page, or with any page in a scope. */
  compared(by: Scope | number): ReadonlySet<number> {
    return this.#compared.pagesOf(by);
  }

  /** To be called once for a scope. */
  set(page: number, scope: Scope, example: number): void {
    const examples = this.#examples.get(page) ?? new Map<Scope, number>();
    this.#examples.set(page, examples.set(scope, example));
    this.#compared.add(page, scope);
    this.#compared.add(page, example);
  }

  /** Forgets what a page was compared with. */
  clear(page: number): void {
    this.#compared.delete(page);
    this.#examples.delete(page);
  }
}
