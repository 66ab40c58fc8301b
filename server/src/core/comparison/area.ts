import type { ComparedPage } from '../keys/compared-page.ts';
import { step } from '../page/steps.ts';
import { isInRun, type PartRun } from '../votes/page-scopes.ts';
import { isSame } from './children.ts';

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
  /** Has the page's kin the very same as the page at a node? */
  isOfKin(page: ComparedPage, node: number): boolean;
}

/** A part that both pages have, at the elements that it stands in. */
export function partArea([page, runs]: RunsOfPage, [example, others]: RunsOfPage, isOfKin: Area['isOfKin']): Area {
  return {
    isOwn: true,
    isOfKin,
    hasOwn: node => isInRun(runs, node),
    parents: pairedParents([page, runs], [example, others]),
    has: node => isInRun(others, node),
  };
}

type RunsOfPage = readonly [page: ComparedPage, runs: readonly PartRun[]];

/**
 * The elements around the runs of a part: the third of its kind with the third of its kind, where both pages have as many of them, whether
 * the page has a run there or not; the others in turn.
 */
function pairedParents([page, runs]: RunsOfPage, [example, others]: RunsOfPage): [number, number][] {
  const left = new Set(distinctParents(runs));
  const pairs: [number, number][] = [];
  const unpaired: number[] = [];
  for (const other of distinctParents(others)) {
    const alike = alikeNodes(example, other, page);
    const same = alikeNodes(example, other, example);
    const node = alike.length === same.length ? alike[same.indexOf(other)]! : undefined;
    if (node === undefined) unpaired.push(other);
    else {
      left.delete(node);
      pairs.push([node, other]);
    }
  }
  const rest = [...left];
  unpaired.forEach((other, at) => {
    if (at < rest.length) pairs.push([rest[at]!, other]);
  });
  return pairs.sort(([, a], [, b]) => a - b);
}

/** The nodes of a page that have the same path and attributes as a node of an example page. */
function alikeNodes(example: ComparedPage, other: number, page: ComparedPage): number[] {
  const { tree } = page;
  const [lo, hi] = [example.tree.hashes.path[other * 2], example.tree.hashes.path[other * 2 + 1]];
  const alike: number[] = [];
  step(tree.size);
  for (let node = 0; node < tree.size; node++) {
    if (tree.hashes.path[node * 2] !== lo || tree.hashes.path[node * 2 + 1] !== hi) continue;
    if (isSame('structure', page, node, example, other)) alike.push(node);
  }
  return alike;
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
