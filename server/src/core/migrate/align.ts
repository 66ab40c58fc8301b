import { longestIncreasing } from '../counts/longest-increasing.ts';
import { limits } from './thresholds.ts';

/** A run of units: `keys[from]` to `keys[to - 1]`. */
export interface Run {
  readonly keys: Int32Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Aligns two runs of units as patience diff does (Bram Cohen): equal starts and ends, then the units that both runs have once, in their
 * longest common order, then what is between these; short runs without unique units by their longest common subsequence.
 * @param isFixed 1 for units of `a` that may be aligned, by index.
 * @returns for each unit of `a`, from `a.from` on, the index of its counterpart in `b.keys`, or -1; increasing.
 */
export function align(a: Run, b: Run, isFixed: Uint8Array): Int32Array {
  const result = new Int32Array(a.to - a.from).fill(-1);
  const stack: [number, number, number, number][] = [[a.from, a.to, b.from, b.to]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    let [from, to, otherFrom, otherTo] = next;
    while (from < to && otherFrom < otherTo && a.keys[from] === b.keys[otherFrom]) result[from++ - a.from] = otherFrom++;
    while (from < to && otherFrom < otherTo && a.keys[to - 1] === b.keys[otherTo - 1]) result[--to - a.from] = --otherTo;
    if (from === to || otherFrom === otherTo) continue;
    const own = { keys: a.keys, from, to };
    const others = { keys: b.keys, from: otherFrom, to: otherTo };
    const anchors = uniqueAnchors(own, others, isFixed);
    if (anchors.length === 0) {
      if ((to - from) * (otherTo - otherFrom) <= limits.exactCells)
        alignExactly(own, others, isFixed, (at, other) => {
          result[at - a.from] = other;
        });
      continue;
    }
    let [last, otherLast] = [from, otherFrom];
    for (const [at, other] of anchors) {
      result[at - a.from] = other;
      if (at > last && other > otherLast) stack.push([last, at, otherLast, other]);
      [last, otherLast] = [at + 1, other + 1];
    }
    if (to > last && otherTo > otherLast) stack.push([last, to, otherLast, otherTo]);
  }
  for (let at = 0; at < result.length; at++) if (!isFixed[a.from + at]) result[at] = -1;
  return result;
}

/** The units that both runs have once, in their longest common order. */
function uniqueAnchors(a: Run, b: Run, isFixed: Uint8Array): [number, number][] {
  const others = onceIn(b);
  const pairs: [number, number][] = [];
  for (const [key, at] of onceIn(a)) {
    const other = others.get(key);
    if (at >= 0 && other !== undefined && other >= 0 && isFixed[at]) pairs.push([at, other]);
  }
  return longestIncreasing(pairs.sort((x, y) => x[0] - y[0]));
}

/** Index of each key that a run has once; -1 for keys that it has several times. */
function onceIn({ keys, from, to }: Run): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at++) places.set(keys[at]!, places.has(keys[at]!) ? -1 : at);
  return places;
}

/** Longest common subsequence of two short runs, by dynamic programming. */
function alignExactly(
  { keys: a, from, to }: Run,
  { keys: b, from: otherFrom, to: otherTo }: Run,
  isFixed: Uint8Array,
  found: (at: number, other: number) => void,
): void {
  const width = otherTo - otherFrom + 1;
  const table = new Uint16Array((to - from + 1) * width);
  for (let at = to - 1; at >= from; at--) {
    for (let other = otherTo - 1; other >= otherFrom; other--) {
      const cell = (at - from) * width + (other - otherFrom);
      const isEqual = isFixed[at] && a[at] === b[other];
      table[cell] = isEqual ? table[cell + width + 1]! + 1 : Math.max(table[cell + width]!, table[cell + 1]!);
    }
  }
  for (let [at, other] = [from, otherFrom]; at < to && other < otherTo; ) {
    const cell = (at - from) * width + (other - otherFrom);
    if (isFixed[at] && a[at] === b[other] && table[cell] === table[cell + width + 1]! + 1) found(at++, other++);
    else if (table[cell + width]! >= table[cell + 1]!) at++;
    else other++;
  }
}
