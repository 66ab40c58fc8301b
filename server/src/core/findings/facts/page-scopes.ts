import { distinct, distinctOf, merged } from '../../counts/distinct-ids.ts';
import type { KeysOfNodes } from '../../digest/packed-checks.ts';
import type { Part } from '../../parts/part.ts';
import { thresholds } from '../thresholds.ts';

/** What pages are compared in: a shared part, by all pages that have it; or what stands outside of parts, by the pages of a layout. */
export type Scope = Part | string;

/** Where a page has a part. */
export interface PartRun {
  readonly part: Part;
  readonly first: number;
  /** After the last node. */
  readonly end: number;
  readonly parent: number;
  /** Has it texts for the reader of the page? */
  readonly says: boolean;
}

/** Ids of distinct keys, ascending. */
export interface ScopeKeys {
  readonly structure: Int32Array;
  readonly wording: Int32Array;
}

export function isSmall({ part, first, end }: PartRun): boolean {
  return part.declared === undefined && end - first < thresholds.smallScope;
}

/** The runs that are compared as parts alone. */
export function largeRuns(runs: readonly PartRun[]): PartRun[] {
  return runs.filter(run => !isSmall(run));
}

/** Ids of keys of one scope, and of those that say how often others stand there. */
interface ScopeIds {
  readonly structure: number[];
  readonly wording: number[];
}

/**
 * Divides the keys of a page among its parts, and the layout for what is in no part.
 * @param partIds keys that say which parts the page has: the layout's.
 * @param totalOf gives the id of the key that says that something stands so many times in a scope.
 */
export function keysByScope(
  keys: { structure: KeysOfNodes; wording: KeysOfNodes },
  runs: readonly PartRun[],
  layout: string,
  partIds: readonly number[],
  totalOf: (id: number, total: number) => number,
): Map<Scope, ScopeKeys> {
  const scopes: Scope[] = [layout, ...new Set(runs.map(({ part }) => part))];
  const places = new Map(scopes.map((scope, at) => [scope, at]));
  const found = scopes.map((_, at): ScopeIds => ({ structure: at === 0 ? [...partIds] : [], wording: [] as number[] }));
  for (const kind of ['structure', 'wording'] as const) {
    const { ids, nodes } = keys[kind];
    let next = 0;
    // Keys come in the order of their nodes, and so do runs.
    for (let at = 0; at < ids.length; at++) {
      const node = nodes[at]!;
      while (next < runs.length && runs[next]!.end <= node) next++;
      const run = runs[next];
      const isInRun = run !== undefined && run.first <= node;
      if (isInRun) found[places.get(run.part)!]![kind].push(ids[at]!);
      if (!isInRun || isSmall(run)) found[0]![kind].push(ids[at]!);
    }
  }
  return new Map(
    scopes.map((scope, at) => {
      const { structure, wording } = found[at]!;
      return [scope, { structure: withTotals(structure, totalOf), wording: withTotals(wording, totalOf) }];
    }),
  );
}

/** Distinct ids, and those of the keys that say how often one stands there, ascending. */
function withTotals(ids: readonly number[], totalOf: (id: number, total: number) => number): Int32Array {
  const sorted = Int32Array.from(ids).sort();
  const totals: number[] = [];
  for (let at = 0, end = 0; at < sorted.length; at = end) {
    while (end < sorted.length && sorted[end] === sorted[at]) end++;
    if (end - at > 1) totals.push(totalOf(sorted[at]!, end - at));
  }
  return merged(distinctOf(sorted), distinct(totals));
}

/** Does a node stand in one of the runs? They come in the order of their nodes and do not overlap. */
export function isInRun(runs: readonly PartRun[], node: number): boolean {
  let low = 0;
  let high = runs.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { first, end } = runs[middle]!;
    if (node < first) high = middle - 1;
    else if (node >= end) low = middle + 1;
    else return true;
  }
  return false;
}
