import { step } from '../../html/steps.ts';
import { bestPairs } from './best-pairs.ts';
import { longestIncreasing } from './longest-increasing.ts';
import { limits } from './thresholds.ts';

/** Nodes, and two lanes a node by which they are equal. */
interface Nodes {
  readonly nodes: readonly number[];
  readonly lanes: Int32Array;
}

/**
 * Pairs the nodes of two lists so that the order holds and the gain is greatest: `bestPairs` between the equal ends of both lists. Long lists
 * are cut first at nodes that stand exactly once in both (patience diff), so that the work stays near linear.
 * @returns for each node of `left` the index in `right` of its partner, or -1.
 */
export function alignLists(
  { nodes: left, lanes: a }: Nodes,
  { nodes: right, lanes: b }: Nodes,
  gainOf: (node: number, other: number) => number,
): Int32Array {
  const partner = new Int32Array(left.length).fill(-1);
  const isEqual = (i: number, j: number): boolean =>
    a[left[i]! * 2] === b[right[j]! * 2] && a[left[i]! * 2 + 1] === b[right[j]! * 2 + 1];

  const range = (from: number, to: number, start: number, stop: number): void => {
    while (from < to && start < stop && isEqual(from, start)) partner[from++] = start++;
    while (from < to && start < stop && isEqual(to - 1, stop - 1)) partner[--to] = --stop;
    if (from === to || start === stop) return;
    if ((to - from) * (stop - start) <= limits.weighedPairs) weigh(from, to, start, stop);
    else cut(from, to, start, stop);
  };

  const weigh = (from: number, to: number, start: number, stop: number): void => {
    const gain = (i: number, j: number): number => {
      step();
      return gainOf(left[from + i]!, right[start + j]!);
    };
    for (const [i, j] of bestPairs(to - from, stop - start, gain)) partner[from + i] = start + j;
  };

  const cut = (from: number, to: number, start: number, stop: number): void => {
    const anchors = longestIncreasing(uniquePairs(from, to, start, stop));
    if (anchors.length === 0) return inOrder(from, to, start, stop);
    for (const [i, j] of anchors) {
      range(from, i, start, j);
      partner[i] = j;
      from = i + 1;
      start = j + 1;
    }
    range(from, to, start, stop);
  };

  /** Nothing to cut long lists at: equal ones in turn. */
  const inOrder = (from: number, to: number, start: number, stop: number): void => {
    const places = new Map<number, number[]>();
    for (let j = stop - 1; j >= start; j--) {
      const key = b[right[j]! * 2]!;
      const list = places.get(key);
      if (list) list.push(j);
      else places.set(key, [j]);
    }
    for (let i = from, next = start; i < to; i++) {
      const list = places.get(a[left[i]! * 2]!);
      while (list && list.length > 0 && list.at(-1)! < next) list.pop();
      const j = list?.at(-1);
      if (j === undefined || !isEqual(i, j)) continue;
      partner[i] = j;
      next = j + 1;
    }
  };

  const uniquePairs = (from: number, to: number, start: number, stop: number): [number, number][] => {
    const once = (lanes: Int32Array, nodes: readonly number[], first: number, end: number) => {
      const places = new Map<number, number>();
      for (let i = first; i < end; i++) places.set(lanes[nodes[i]! * 2]!, places.has(lanes[nodes[i]! * 2]!) ? -1 : i);
      return places;
    };
    const right2 = once(b, right, start, stop);
    const pairs: [number, number][] = [];
    for (const [key, i] of once(a, left, from, to)) {
      const j = right2.get(key) ?? -1;
      if (i >= 0 && j >= 0 && isEqual(i, j)) pairs.push([i, j]);
    }
    return pairs.sort((x, y) => x[0] - y[0]);
  };

  range(0, left.length, 0, right.length);
  return partner;
}

/** The partners of the nearest nodes before and after a node that have one; -1 and the number of children for none. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The gap around each node of the first list. @param length of the second */
export function gapsIn(partner: Int32Array, length: number): Gap[] {
  const gaps: Gap[] = new Array(partner.length);
  let to = length;
  const after = Int32Array.from(partner);
  for (let i = partner.length - 1; i >= 0; i--) {
    if (partner[i]! >= 0) to = partner[i]!;
    after[i] = to;
  }
  let from = -1;
  for (let i = 0; i < partner.length; i++) {
    if (partner[i]! >= 0) from = partner[i]!;
    gaps[i] = { from, to: after[i]! };
  }
  return gaps;
}
