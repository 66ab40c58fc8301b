import { BLANK, COMMENT, OPAQUE, type PageTree } from '../../html/tree.ts';
import type { ParsedPage } from '../directives/parsed-page.ts';

/** Array entries of one element of a style sequence: two lanes and a number. */
export const STYLE_STRIDE = 3;

/**
 * The input of a site style tree for one page: the display hash of the root element and 1, then for every node of the universe that has
 * children there, in document order, the hash of its sequence of children (two lanes) and their number.
 */
export function styleSequence(page: ParsedPage): Int32Array {
  const { display, style, children } = page.hashes;
  const end = page.subtreeEnd[page.root]!;
  let inner = 0;
  for (let node = page.root; node < end; node++) if (children[node]! > 0) inner++;
  const sequence = new Int32Array((inner + 1) * STYLE_STRIDE);
  sequence[0] = display[page.root * 2]!;
  sequence[1] = display[page.root * 2 + 1]!;
  sequence[2] = 1;
  let at = STYLE_STRIDE;
  for (let node = page.root; node < end; node++) {
    if (children[node] === 0) continue;
    sequence[at++] = style[node * 2]!;
    sequence[at++] = style[node * 2 + 1]!;
    sequence[at++] = children[node]!;
  }
  return sequence;
}

/** True for nodes that the published algorithms consider: elements and non-blank texts outside script, style, noscript, template and iframe. */
export function isInUniverse(tree: PageTree, node: number): boolean {
  return !(tree.flags[node]! & (OPAQUE | BLANK)) && tree.kind[node]! < COMMENT;
}
