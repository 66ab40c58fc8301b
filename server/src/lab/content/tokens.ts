import { nodeText } from '../../html/access.ts';
import { hashString, hi, lo } from '../../html/hash.ts';
import { nameId } from '../../html/names.ts';
import { BLANK, ELEMENT, IMPLIED, OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';

/** Words and hashes of a page's texts, by tree node. */
export interface TextWords {
  /** Number of words of a text outside script, style, noscript, template and iframe; 0 for other nodes. */
  readonly counts: Uint32Array;
  /** 64-bit hash of the normalised text, two lanes a node; zeros if `counts` is 0. */
  readonly hashes: Int32Array;
}

/** Computes the words and hashes of a page's texts. White space in the normalised text separates words; hashes are case-sensitive. */
export function textWords(tree: PageTree, source: string): TextWords {
  const counts = new Uint32Array(tree.size);
  const hashes = new Int32Array(tree.size * 2);
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== TEXT || tree.flags[node]! & (BLANK | OPAQUE)) continue;
    const text = nodeText(tree, source, node);
    if (text === '') continue;
    counts[node] = text.split(' ').length;
    hashString(text, 0, text.length, 0);
    hashes[node * 2] = lo;
    hashes[node * 2 + 1] = hi;
  }
  return { counts, hashes };
}

/**
 * The body of a page as a sequence of words and of the start and end tags in its source, without comments and without script, style,
 * noscript, template and iframe.
 */
export interface PageTokens {
  /** 1 = tag, 0 = word. */
  readonly tag: Uint8Array;
  /** Tree node of each token: the element of a tag, the text of a word. */
  readonly node: Int32Array;
}

const body = nameId('body');

/** Splits the body of a page into tokens. `words` is the number of words by tree node, see `TextWords.counts`. */
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
