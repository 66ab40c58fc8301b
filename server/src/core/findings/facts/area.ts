import { step } from '../../../html/steps.ts';
import { BLANK, COMMENT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { sameNodesAtPath } from '../../statements/page-lookup.ts';
import { isInRun, isSmall, type PartRun } from './page-scopes.ts';

/** The area of an example page that another page is compared with. */
export interface Area {
  /** Nodes of the page and the example whose children are compared; undefined: the pages from their roots down. */
  readonly parents: readonly (readonly [node: number, other: number])[] | undefined;
  /** A part that both pages have. */
  readonly isOwn: boolean;
  /** Does a node of the example belong to what is compared? */
  has(other: number): boolean;
  /** Elements of the example that hold nothing but what is compared, and stand at no paired place; with the first node in them of it. */
  readonly wrappers?: ReadonlyMap<number, number>;
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
 * A part of the example that the page lacks, at its place in the page: with the elements around it that the page lacks, too, and that hold
 * nothing but parts.
 * @param all where the example has parts.
 * @param partners nodes of the page by those of the example that they were paired with.
 */
export function lackedPartArea(
  page: ComparedPage,
  example: ComparedPage,
  others: readonly PartRun[],
  all: readonly PartRun[],
  partners: ReadonlyMap<number, number>,
): Area {
  const parents = new Map<number, number>();
  const wrappers = new Map<number, number>();
  for (const run of others) {
    let [wrapper, other] = [-1, run.parent];
    for (; other >= 0 && !partners.has(other); other = example.tree.parent[other]!) wrapper = other;
    if (other < 0) continue;
    if (wrapper >= 0 && !wrappers.has(wrapper)) {
      // Of several like rows it is not known which one is missing.
      if (isSmall(run) || !holdsOnly(example, wrapper, all) || sameNodesAtPath(page, example, wrapper).length > 0) continue;
      wrappers.set(wrapper, run.first);
    }
    parents.set(other, partners.get(other)!);
  }
  const pairs = [...parents].map(([other, parent]): [number, number] => [parent, other]);
  return { isOwn: false, hasOwn: () => false, parents: pairs, wrappers, has: node => isInRun(others, node) };
}

/** Is all that says something in an element in one of the runs? */
function holdsOnly({ tree }: ComparedPage, element: number, runs: readonly PartRun[]): boolean {
  const around = new Set<number>();
  for (const { parent } of runs) for (let at = parent; at > element && !around.has(at); at = tree.parent[at]!) around.add(at);
  step(tree.subtreeEnd[element]! - element);
  for (let node = element + 1; node < tree.subtreeEnd[element]!; node++) {
    const isBare = tree.kind[node] === COMMENT || tree.flags[node]! & BLANK;
    if (!isBare && !around.has(node) && !isInRun(runs, node)) return false;
  }
  return true;
}

/** What is in no part. */
export function layoutArea(others: readonly PartRun[]): Area {
  return { isOwn: false, hasOwn: () => false, parents: undefined, has: node => !isInRun(others, node) };
}

function distinctParents(runs: readonly PartRun[]): number[] {
  return [...new Set(runs.map(({ parent }) => parent))];
}
