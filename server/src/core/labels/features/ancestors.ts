import { nameId } from '../../../html/names.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';
import { type NodeShares, nodeColumn } from './node-shares.ts';
import type { SubtreeColumns } from './subtrees.ts';

/** Groups of element names, one feature column each. Bit `i` of `PathColumns.inside` stands for the names at index `i`. */
export const ancestorNames = [
  'nav',
  'footer',
  'ul ol dl',
  'a',
  'table',
  'head',
  'title',
  'script',
  'style',
  'h1 h2 h3 h4 h5 h6',
  'main',
  'article',
  'header',
  'aside',
  'form',
  'pre code',
  'section',
  'td th',
  'p',
] as const;

const bits = new Map<number, number>();
ancestorNames.forEach((names, bit) => {
  for (const name of names.split(' ')) bits.set(nameId(name), 1 << bit);
});
const link = 1 << ancestorNames.indexOf('a');

/** Features of the path from the root to each node, the node itself included. */
export interface PathColumns {
  /** Bits of `ancestorNames` that occur on the path. */
  inside: Uint32Array;
  /** 1 for nodes in links. */
  inLink: Uint8Array;
  /** Number of ancestors. */
  depth: Float32Array;
}

/** Computes `PathColumns`, by tree node. */
export function pathColumns(tree: PageTree): PathColumns {
  const n = tree.size;
  const inside = new Uint32Array(n);
  const inLink = new Uint8Array(n);
  const depth = nodeColumn(n);
  for (let v = 0; v < n; v++) {
    const parent = tree.parent[v]!;
    depth[v] = parent < 0 ? 0 : depth[parent]! + 1;
    inside[v] = (parent < 0 ? 0 : inside[parent]!) | (tree.kind[v] === ELEMENT ? (bits.get(tree.name[v]!) ?? 0) : 0);
    inLink[v] = (inside[v]! & link) === 0 ? 0 : 1;
  }
  return { inside, inLink, depth };
}

/** Value for paths without text; greater than any share. */
const NONE = 1.01;

/** Least text share (`SubtreeColumns`) on the path from the root to each node, the node included; above 1 for paths without text. */
export interface LeastShares {
  textShare: Float32Array;
  textShareSite: Float32Array;
}

/** Computes `LeastShares`, by tree node. */
export function leastShares(tree: PageTree, { labelled }: NodeShares, below: SubtreeColumns): LeastShares {
  const textShare = nodeColumn(tree.size);
  const textShareSite = nodeColumn(tree.size);
  for (let v = 0; v < tree.size; v++) {
    const parent = tree.parent[v]!;
    textShare[v] = parent < 0 ? NONE : textShare[parent]!;
    textShareSite[v] = parent < 0 ? NONE : textShareSite[parent]!;
    if (!labelled[v] || below.textShare[v]! < 0) continue;
    textShare[v] = Math.min(textShare[v]!, below.textShare[v]!);
    textShareSite[v] = Math.min(textShareSite[v]!, below.textShareSite[v]!);
  }
  return { textShare, textShareSite };
}
