import type { ComparedPage } from '../keys/compared-page.ts';
import { isInRun, type PartRun } from '../votes/page-scopes.ts';

/** What of an example page another page is compared with. */
export interface Area {
  /** Nodes of the page and the example whose children are compared; undefined: the pages from their roots down. */
  readonly parents: readonly (readonly [node: number, other: number])[] | undefined;
  /** A part that both pages have. */
  readonly isOwn: boolean;
  /** Does a node of the example belong to what is compared? */
  has(other: number): boolean;
  /** Does a node of the page? */
  hasOwn(node: number): boolean;
  /** Has the page's kin the very same as the page at a node? */
  isOfKin(page: ComparedPage, node: number): boolean;
}

/** A part, where both pages have it: the first run with the first, and so on. */
export function partArea(runs: readonly PartRun[], others: readonly PartRun[], isOfKin: Area['isOfKin']): Area {
  const parents = distinctParents(runs);
  const otherParents = distinctParents(others);
  return {
    isOwn: true,
    isOfKin,
    hasOwn: node => isInRun(runs, node),
    parents: otherParents.flatMap((other, at) => (at < parents.length ? [[parents[at]!, other] as const] : [])),
    has: node => isInRun(others, node),
  };
}

/**
 * A part of the example that the page lacks, at its place in the page.
 * @param partners nodes of the page by those of the example that they were paired with.
 */
export function lackedPartArea(
  others: readonly PartRun[],
  partners: ReadonlyMap<number, number>,
  isOfKin: Area['isOfKin'],
): Area {
  return {
    isOwn: false,
    isOfKin,
    hasOwn: () => false,
    parents: distinctParents(others).flatMap(other => {
      const parent = partners.get(other);
      return parent === undefined ? [] : [[parent, other] as const];
    }),
    has: node => isInRun(others, node),
  };
}

/** What is in no part. */
export function layoutArea(others: readonly PartRun[], isOfKin: Area['isOfKin']): Area {
  return { isOwn: false, isOfKin, hasOwn: () => false, parents: undefined, has: node => !isInRun(others, node) };
}

function distinctParents(runs: readonly PartRun[]): number[] {
  return [...new Set(runs.map(({ parent }) => parent))];
}
