import type { PageTree } from '../../html/tree.ts';
import { lowerBound } from '../counts/lower-bound.ts';
import { decidingDirectives } from '../directives/deciding-directives.ts';
import type { PageDirectives } from '../directives/page-directives.ts';

/** Nodes of a page that its template locks, and the borders of its editable and repeating regions. */
export class LockedRegions {
  readonly #tree: PageTree;
  /** By tree node, 1 if the template locks it. */
  readonly locked: Uint8Array;
  /** Offsets in the source at which an editable or repeating region begins or ends, ascending. */
  readonly #borders: Int32Array;

  /** @param isLocked true for nodes that the template locks if they are in a locked region; default: all */
  constructor(tree: PageTree, directives: PageDirectives, isLocked: (node: number) => boolean = () => true) {
    this.#tree = tree;
    this.locked = new Uint8Array(tree.size);
    decidingDirectives(tree, directives).forEach((at, node) => {
      if (directives.labels[at]?.kind === 'locked' && isLocked(node)) this.locked[node] = 1;
    });
    const open = directives.labels.filter(({ kind }) => kind === 'editable' || kind === 'repeat');
    this.#borders = Int32Array.from(open.flatMap(({ start, end }) => [start, end])).sort();
  }

  /** True if a region begins or ends inside an element. */
  isMixed(node: number): boolean {
    return this.#bordersUpTo(this.#tree.start[node]!) !== lowerBound(this.#borders, this.#tree.end[node]!);
  }

  /** True if a region begins or ends between the starts of two siblings. */
  divides(node: number, later: number): boolean {
    return this.#bordersUpTo(this.#tree.start[node]!) !== this.#bordersUpTo(this.#tree.start[later]!);
  }

  /** Number of borders at or before an offset. */
  #bordersUpTo(offset: number): number {
    return lowerBound(this.#borders, offset + 1);
  }
}
