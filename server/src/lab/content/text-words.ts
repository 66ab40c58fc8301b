import { nodeText } from '../../html/access.ts';
import { hashString, hi, lo } from '../../html/hash.ts';
import { BLANK, OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';

/** The texts of a page, by tree node: for algorithms that take a page as a sequence of words, or compare texts wherever they stand. */
export interface TextWords {
  /** Words of a text outside script, style, noscript, template, iframe; 0 for other nodes. */
  readonly counts: Uint32Array;
  /** 64-bit hash of its normalised text, a pair of lanes a node; zeros where `counts` is 0. */
  readonly hashes: Int32Array;
}

/** Counts and hashes of a page's texts. Words are what white space separates in the normalised text; letter case counts. */
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
