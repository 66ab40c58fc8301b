import type { UngroupedPage } from '../../core/labels/group-page.ts';
import { pageHash } from '../../core/layouts/group-id.ts';
import { combine53 } from '../../html/hash.ts';
import type { CandidateChoice } from './candidate-sets.ts';

interface Drawn {
  readonly id: number;
  readonly name: string;
  readonly rank: number;
}

/**
 * Chooses pseudo-random pages of the site: those with the smallest hash of the key page's path and their own path (bottom-k sampling). A page
 * that is added or removed changes the candidates of few other pages.
 */
export class RandomCandidates implements CandidateChoice {
  readonly #count: number;
  readonly #pages = new Map<number, { name: string; hash: number }>();
  /** Candidates by key page. */
  readonly #drawn = new Map<number, Drawn[]>();
  readonly #changed = new Set<number>();

  constructor(count: number) {
    this.#count = count;
  }

  put({ id, name }: UngroupedPage): number {
    if (this.#pages.has(id)) return 0;
    const visited = this.#drawn.size;
    const page = { name, hash: pageHash(name) };
    this.#pages.set(id, page);
    for (const [key, drawn] of this.#drawn) {
      const last = drawn.at(-1);
      if (drawn.length === this.#count && last && byRank(this.#rankFor(key, id), last) > 0) continue;
      this.#drawn.delete(key);
      this.#changed.add(key);
    }
    return visited;
  }

  delete(id: number): number {
    const visited = this.#drawn.size;
    this.#pages.delete(id);
    this.#drawn.delete(id);
    this.#changed.delete(id);
    for (const [key, drawn] of this.#drawn) {
      if (!drawn.some(candidate => candidate.id === id)) continue;
      this.#drawn.delete(key);
      this.#changed.add(key);
    }
    return visited;
  }

  candidates(key: number): readonly number[] {
    let drawn = this.#drawn.get(key);
    if (!drawn) {
      drawn = [...this.#pages.keys()]
        .filter(id => id !== key)
        .map(id => this.#rankFor(key, id))
        .sort(byRank)
        .slice(0, this.#count);
      this.#drawn.set(key, drawn);
    }
    return drawn.map(({ id }) => id);
  }

  takeChanged(): Set<number> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    return changed;
  }

  #rankFor(key: number, id: number): Drawn {
    const { name, hash } = this.#pages.get(id)!;
    return { id, name, rank: combine53(this.#pages.get(key)!.hash, hash) };
  }
}

function byRank(a: Drawn, b: Drawn): number {
  return a.rank - b.rank || (a.name < b.name ? -1 : 1);
}
