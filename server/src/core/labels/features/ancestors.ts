import { nameId } from '../../../html/names.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';
import { type NodeShares, nodeColumn } from './node-shares.ts';
import type { SubtreeColumns } from './subtrees.ts';

/** Names of elements by what they say about their inside; bit `i` of `inside` stands for the names at `i`. */
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

/** What the way from the root to a node says, the node itself included. */
export interface PathColumns {
  inside: Uint32Array;
  inLink: Uint8Array;
  depth: Float32Array;
}

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

/** Greater than any share: there is none on the way. */
const NONE = 1.01;

/** The least text shares on the way from the root to a node, its own among them; more than 1 where there is no text. */
export interface LeastShares {
  textShare: Float32Array;
  textShareSite: Float32Array;
}

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
