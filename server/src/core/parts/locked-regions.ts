import type { PageTree } from '../../html/tree.ts';
import { lowerBound } from '../counts/lower-bound.ts';
import { decidingDirectives } from '../directives/deciding-directives.ts';
import type { PageDirectives } from '../directives/page-directives.ts';

/** What a template locks of a page, and where its editable regions begin and end. */
export class LockedRegions {
  readonly #tree: PageTree;
  /** By node: 1 where the template locks it. */
  readonly locked: Uint8Array;
  /** Offsets at which an editable or repeated region begins or ends, ascending. */
  readonly #borders: Int32Array;

  /** @param isLocked keeps nodes in locked regions that the template fixes; default: all. */
  constructor(tree: PageTree, directives: PageDirectives, isLocked: (node: number) => boolean = () => true) {
    this.#tree = tree;
    this.locked = new Uint8Array(tree.size);
    decidingDirectives(tree, directives).forEach((at, node) => {
      if (directives.labels[at]?.kind === 'locked' && isLocked(node)) this.locked[node] = 1;
    });
    const open = directives.labels.filter(({ kind }) => kind === 'editable' || kind === 'repeat');
    this.#borders = Int32Array.from(open.flatMap(({ start, end }) => [start, end])).sort();
  }

  /** Does a region begin or end inside an element? */
  isMixed(node: number): boolean {
    return this.#bordersUpTo(this.#tree.start[node]!) !== lowerBound(this.#borders, this.#tree.end[node]!);
  }

  /** Does a region begin or end between two siblings? */
  divides(node: number, later: number): boolean {
    return this.#bordersUpTo(this.#tree.start[node]!) !== this.#bordersUpTo(this.#tree.start[later]!);
  }

  #bordersUpTo(offset: number): number {
    return lowerBound(this.#borders, offset + 1);
  }
}
