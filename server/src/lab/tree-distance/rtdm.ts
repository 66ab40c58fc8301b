import { step as count } from '../../html/steps.ts';
import { limits } from '../thresholds.ts';
import type { OrderedTree } from './ordered-tree.ts';

/**
 * RTDM, the restricted top-down mapping of Reis, Golgher, Silva, Laender, *Automatic web news extraction using tree edit distance*, WWW 2004: a
 * one-to-one mapping of nodes that keeps the order of siblings, and maps children only below mapped parents with equal labels. Inserting,
 * deleting and replacing a node cost 1. Of the mappings of least cost, takes one with the most pairs of equal labels.
 *
 * Equal subtrees at both ends of two sequences of siblings are mapped first; dynamic programming aligns the rest. Of equally good alignments,
 * takes the one that, seen from the end, prefers substitution to deletion to insertion. Sequences that are very long on both sides are aligned
 * in pieces, so that the work is bounded; their cost may not be minimal.
 * @returns by node of `a`, the node of `b` that it is mapped to with an equal label; -1 for none
 */
export function rtdmMapping(a: OrderedTree, b: OrderedTree): Int32Array {
  const mapping = new RtdmAlignment(a, b);
  if (a.labels[0] === b.labels[0]) mapping.map(0, 0);
  return mapping.partners;
}

/** Least cost of an RTDM mapping: the number of nodes inserted, deleted and replaced. */
export function rtdmDistance(a: OrderedTree, b: OrderedTree): number {
  if (a.ids[0] === b.ids[0]) return 0;
  if (a.labels[0] !== b.labels[0]) return a.size + b.size - 1;
  return costOf(new RtdmAlignment(a, b).value(0, 0));
}

/** `1 - distance / (nodes of both)`, in (0,1]. */
export function rtdmSimilarity(a: OrderedTree, b: OrderedTree): number {
  return 1 - rtdmDistance(a, b) / (a.size + b.size);
}

/**
 * Unit of cost in the value of a mapping, which is `COST` times the cost minus the number of pairs with equal labels: the least value has the
 * least cost, then the most pairs.
 */
const COST = limits.pageNodes;

function costOf(value: number): number {
  return Math.ceil(value / COST);
}

const SUBSTITUTE = 0;
const DELETE = 1;
const INSERT = 2;

const SMALL = limits.recomputedPairs;

/** Computes the mapping of two trees, and its value. */
class RtdmAlignment {
  /** The node of `b` that each node of `a` is mapped to, with an equal label; -1 for none. */
  readonly partners: Int32Array;
  readonly #a: OrderedTree;
  readonly #b: OrderedTree;
  /** Cache of `value`. */
  readonly #values = new Map<number, number>();
  /** Stack of the rows of nested alignments. */
  #rows = new Float64Array(1024);
  #top = 0;

  constructor(a: OrderedTree, b: OrderedTree) {
    this.#a = a;
    this.#b = b;
    this.partners = new Int32Array(a.size).fill(-1);
  }

  /** Maps two nodes with equal labels and their descendants. */
  map(v: number, w: number): void {
    this.partners[v] = w;
    if (this.#a.ids[v] === this.#b.ids[w]) {
      this.#mapAll(v, w);
      return;
    }
    for (const range of pieces(this.#trim(v, w, (c, d) => this.#mapAll(c, d)))) this.#mapChildren(range);
  }

  #mapChildren(range: ChildRange): void {
    const columns = range.bEnd - range.bStart;
    const steps = new Uint8Array((range.aEnd - range.aStart) * columns);
    this.#align(range, steps);
    for (let i = range.aEnd, j = range.bEnd; i > range.aStart && j > range.bStart; ) {
      const step = steps[(i - 1 - range.aStart) * columns + j - 1 - range.bStart];
      if (step !== INSERT) i--;
      if (step !== DELETE) j--;
      if (step !== SUBSTITUTE) continue;
      const c = this.#a.children[i]!;
      const d = this.#b.children[j]!;
      if (this.#a.labels[c] === this.#b.labels[d]) this.map(c, d);
    }
  }

  /** Least value of a mapping of the descendants of two nodes with equal labels and different subtrees. */
  value(v: number, w: number): number {
    const a = this.#a;
    const b = this.#b;
    const sizes = (a.end[v]! - v) * (b.end[w]! - w);
    const key = v * b.size + w;
    const known = sizes > SMALL ? this.#values.get(key) : undefined;
    if (known !== undefined) return known;
    let value = 0;
    const middle = this.#trim(v, w, c => {
      value -= a.end[c]! - c;
    });
    for (const range of pieces(middle)) value += this.#align(range, undefined);
    if (sizes > SMALL) this.#values.set(key, value);
    return value;
  }

  /** Maps two equal subtrees. */
  #mapAll(v: number, w: number): void {
    for (let node = v; node < this.#a.end[v]!; node++) this.partners[node] = node - v + w;
  }

  /** Returns the children of two nodes without the pairs of equal subtrees at both ends, which `onEqual` gets. */
  #trim(v: number, w: number, onEqual: (c: number, d: number) => void): ChildRange {
    const a = this.#a;
    const b = this.#b;
    let aStart = a.firstChild[v]!;
    let aEnd = a.firstChild[v + 1]!;
    let bStart = b.firstChild[w]!;
    let bEnd = b.firstChild[w + 1]!;
    while (aStart < aEnd && bStart < bEnd && a.ids[a.children[aStart]!] === b.ids[b.children[bStart]!])
      onEqual(a.children[aStart++]!, b.children[bStart++]!);
    while (aStart < aEnd && bStart < bEnd && a.ids[a.children[aEnd - 1]!] === b.ids[b.children[bEnd - 1]!])
      onEqual(a.children[--aEnd]!, b.children[--bEnd]!);
    return { aStart, aEnd, bStart, bEnd };
  }

  /** Least value of an alignment of children. Writes to `steps`, if given, the last step of the best alignment of each pair of prefixes. */
  #align({ aStart, aEnd, bStart, bEnd }: ChildRange, steps: Uint8Array | undefined): number {
    const a = this.#a;
    const b = this.#b;
    count((aEnd - aStart + 1) * (bEnd - bStart + 1));
    const row = this.#top;
    this.#top += bEnd - bStart + 1;
    if (this.#top > this.#rows.length) {
      const larger = new Float64Array(this.#top * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows[row] = 0;
    for (let j = bStart; j < bEnd; j++) {
      const d = b.children[j]!;
      this.#rows[row + j - bStart + 1] = this.#rows[row + j - bStart]! + (b.end[d]! - d) * COST;
    }
    let step = 0;
    for (let i = aStart; i < aEnd; i++) {
      const c = a.children[i]!;
      const deletion = (a.end[c]! - c) * COST;
      let diagonal: number = this.#rows[row]!;
      let left: number = diagonal + deletion;
      this.#rows[row] = left;
      for (let j = bStart; j < bEnd; j++) {
        const d = b.children[j]!;
        const substituted = diagonal + this.#substitution(c, d);
        diagonal = this.#rows[row + j - bStart + 1]!;
        const deleted = diagonal + deletion;
        const inserted = left + (b.end[d]! - d) * COST;
        left = Math.min(substituted, deleted, inserted);
        this.#rows[row + j - bStart + 1] = left;
        if (steps) steps[step++] = substituted === left ? SUBSTITUTE : deleted === left ? DELETE : INSERT;
      }
    }
    const value = this.#rows[this.#top - 1]!;
    this.#top = row;
    return value;
  }

  #substitution(c: number, d: number): number {
    const a = this.#a;
    const b = this.#b;
    if (a.ids[c] === b.ids[d]) return c - a.end[c]!;
    if (a.labels[c] === b.labels[d]) return this.value(c, d) - 1;
    return (a.end[c]! - c + b.end[d]! - d - 1) * COST;
  }
}

/** Children of a node of each tree, as indices into `children` from `start` to before `end`. */
interface ChildRange {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Splits children with too many pairs into pieces that are aligned one by one. */
function pieces(range: ChildRange): readonly ChildRange[] {
  const { aStart, aEnd, bStart, bEnd } = range;
  const { alignedPairs, alignedPiece } = limits;
  if ((aEnd - aStart) * (bEnd - bStart) <= alignedPairs) return [range];
  const count = Math.ceil(Math.max(aEnd - aStart, bEnd - bStart) / alignedPiece);
  return Array.from({ length: count }, (_, index) => {
    const at = (start: number, end: number, piece: number) => Math.min(end, start + piece * alignedPiece);
    return {
      aStart: at(aStart, aEnd, index),
      aEnd: at(aStart, aEnd, index + 1),
      bStart: at(bStart, bEnd, index),
      bEnd: at(bStart, bEnd, index + 1),
    };
  });
}
