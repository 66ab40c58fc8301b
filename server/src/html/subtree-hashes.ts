import { combine, hi, lo } from './hash.ts';
import { category, INLINE } from './names.ts';
import { COMMENT, ELEMENT, type HtmlPage, MARKER, TEXT } from './tree.ts';
import { isSpace } from './white-space.ts';

/**
 * Hashes of the subtrees of a page, two lanes a node: equal for subtrees that are equal after normalisation, with their children in the
 * same order. `source` is the page's text. Only tests use it, to state which pages normalisation makes equal.
 */
export function subtreeHashes(page: HtmlPage, source: string): Int32Array {
  const hashes = page.hashes.own.slice(0, page.size * 2);
  for (let node = page.size - 1; node >= 0; node--) {
    let subtreeLo = hashes[node * 2]!;
    let subtreeHi = hashes[node * 2 + 1]!;
    let before = -1;
    const stop = page.subtreeEnd[node]!;
    for (let child = node + 1; child < stop; child = page.subtreeEnd[child]!) {
      if (page.kind[child] === COMMENT && !(page.flags[child]! & MARKER)) continue;
      if (before >= 0 && isInline(page, before) && isInline(page, child) && hasSpaceBetween(page, source, before, child))
        subtreeLo ^= SPACE;
      before = child;
      combine(subtreeLo, subtreeHi, hashes[child * 2]!, hashes[child * 2 + 1]!);
      subtreeLo = lo;
      subtreeHi = hi;
    }
    hashes[node * 2] = subtreeLo;
    hashes[node * 2 + 1] = subtreeHi;
  }
  return hashes;
}

/** Mixed into a hash for a space between two inline nodes. */
const SPACE = 0x5bd1e995;

/** True for texts and inline elements: white space beside them is visible (N1 trims only at the edges of blocks). */
function isInline(page: HtmlPage, node: number): boolean {
  return page.kind[node] === TEXT || (page.kind[node] === ELEMENT && (category(page.name[node]!) & INLINE) !== 0);
}

/** True if there is white space between two siblings, or at the edge of one that is a text. */
function hasSpaceBetween(page: HtmlPage, source: string, left: number, right: number): boolean {
  const end = page.end[left]!;
  const start = page.start[right]!;
  if (start > end && isSpace(source.charCodeAt(end))) return true;
  if (page.kind[left] === TEXT && isSpace(source.charCodeAt(end - 1))) return true;
  return page.kind[right] === TEXT && isSpace(source.charCodeAt(start));
}
