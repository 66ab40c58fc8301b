import { isInRun, type PartRun } from './page-scopes.ts';

/** The area of an example page that another page is compared with. */
export interface Area {
  /** Nodes of the page and the example whose children are compared; undefined: the pages from their roots down. */
  readonly parents: readonly (readonly [node: number, other: number])[] | undefined;
  /** A part that both pages have. */
  readonly isOwn: boolean;
  /** Does a node of the example belong to what is compared? */
  has(other: number): boolean;
  /** Does a node of the page? */
  hasOwn(node: number): boolean;
}

/** A part that both pages have, at the elements that it stands in. */
export function partArea(runs: readonly PartRun[], others: readonly PartRun[]): Area {
  return {
    isOwn: true,
    hasOwn: node => isInRun(runs, node),
    parents: pairedParents(runs, others),
    has: node => isInRun(others, node),
  };
}

/** The elements around the runs of a part, in turn. */
function pairedParents(runs: readonly PartRun[], others: readonly PartRun[]): [number, number][] {
  const parents = distinctParents(runs);
  return distinctParents(others).flatMap((other, at): [number, number][] => (at < parents.length ? [[parents[at]!, other]] : []));
}

/**
 * A part of the example that the page lacks, at its place in the page.
 * @param partners nodes of the page by those of the example that they were paired with.
 */
export function lackedPartArea(others: readonly PartRun[], partners: ReadonlyMap<number, number>): Area {
  const parents = distinctParents(others).flatMap((other): [number, number][] => {
    const parent = partners.get(other);
    return parent === undefined ? [] : [[parent, other]];
  });
  return { isOwn: false, hasOwn: () => false, parents, has: node => isInRun(others, node) };
}

/** What is in no part. */
export function layoutArea(others: readonly PartRun[]): Area {
  return { isOwn: false, hasOwn: () => false, parents: undefined, has: node => !isInRun(others, node) };
}

function distinctParents(runs: readonly PartRun[]): number[] {
  return [...new Set(runs.map(({ parent }) => parent))];
}
