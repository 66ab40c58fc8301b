import { nameId } from '../../html/names.ts';
import { ELEMENT, IMPLIED, OPAQUE, type PageTree } from '../../html/tree.ts';

/**
 * The body of a page as a sequence of tags (those in the source: start tags and end tags) and words. Scripts, styles, noscript, templates,
 * iframes and comments are skipped, and so is everything outside the body.
 */
export interface PageTokens {
  /** 1 = tag, 0 = word. */
  readonly tag: Uint8Array;
  /** Tree node of every token: the element of a tag, the text of a word. */
  readonly node: Int32Array;
}

const body = nameId('body');

/** @param words words of every text, by tree node: `counts` of `textWords` */
export function pageTokens(tree: PageTree, words: Uint32Array): PageTokens {
  const tag: number[] = [];
  const nodes: number[] = [];
  const push = (isTag: 0 | 1, node: number): void => {
    tag.push(isTag);
    nodes.push(node);
  };
  const open: number[] = [];
  const closeUntil = (node: number): void => {
    while (open.length > 0 && tree.subtreeEnd[open.at(-1)!]! <= node) {
      const closed = open.pop()!;
      if (tree.closeStart[closed]! < tree.end[closed]!) push(1, closed);
    }
  };
  const first = bodyOf(tree);
  const end = first < 0 ? 0 : tree.subtreeEnd[first]!;
  for (let node = Math.max(0, first); node < end; node++) {
    if (tree.flags[node]! & OPAQUE) continue;
    closeUntil(node);
    if (tree.kind[node] === ELEMENT) {
      if (!(tree.flags[node]! & IMPLIED)) push(1, node);
      open.push(node);
    } else for (let word = words[node]!; word > 0; word--) push(0, node);
  }
  closeUntil(end);
  return { tag: Uint8Array.from(tag), node: Int32Array.from(nodes) };
}

function bodyOf(tree: PageTree): number {
  for (let node = tree.root + 1; node < tree.subtreeEnd[tree.root]!; node = tree.subtreeEnd[node]!) {
    if (tree.kind[node] === ELEMENT && tree.name[node] === body) return node;
  }
  return -1;
}
