import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree } from '../../html/tree.ts';
import { nameHashes } from './label-paths.ts';

/** Lengths that docs/lab/algorithms.md chose; Gottron (2008) names none. */
const PATH_SHINGLE = 3;
const TAG_SHINGLE = 4;

/**
 * x(D) of the CPS distance (Gottron 2008): contiguous pieces, `length` elements long, of the label paths from the root to the elements
 * without element children; a shorter path is one piece. Sorted 53-bit hashes. Script, style, noscript, template, iframe do not count.
 */
export function pathShingles(tree: PageTree, length = PATH_SHINGLE): Float64Array {
  const names = nameHashes(tree);
  const shingles = new Set<number>();
  const depth = new Uint16Array(tree.size);
  const inner = new Uint8Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    if (!counts(tree, node)) continue;
    const parent = tree.parent[node]!;
    depth[node] = parent < 0 ? 1 : depth[parent]! + 1;
    if (parent >= 0) inner[parent] = 1;
  }
  // Every element is the end of a piece of some path; only a path's own end can end a shorter one.
  for (let node = 0; node < tree.size; node++) {
    if (!counts(tree, node) || (depth[node]! < length && inner[node])) continue;
    let a = 0;
    let b = 0;
    for (let at = node, left = length; at >= 0 && left > 0; at = tree.parent[at]!, left--) {
      combine(a, b, names[tree.name[at]! * 2]!, names[tree.name[at]! * 2 + 1]!);
      a = lo;
      b = hi;
    }
    shingles.add(number53(a, b));
  }
  return Float64Array.from(shingles).sort();
}

/**
 * x(D) of the CTSS distance (Gottron 2008): contiguous pieces, `length` tags long, of the sequence of start tags in document order, tags
 * that HTML implies among them; a shorter sequence is one piece. Sorted 53-bit hashes. Script, style, noscript, template, iframe do not
 * count.
 */
export function tagShingles(tree: PageTree, length = TAG_SHINGLE): Float64Array {
  const names = nameHashes(tree);
  const tags: number[] = [];
  for (let node = 0; node < tree.size; node++) if (counts(tree, node)) tags.push(tree.name[node]!);
  const shingles = new Set<number>();
  for (let start = 0; start === 0 || start + length <= tags.length; start++) {
    let a = 0;
    let b = 0;
    for (const name of tags.slice(start, start + length)) {
      combine(a, b, names[name * 2]!, names[name * 2 + 1]!);
      a = lo;
      b = hi;
    }
    shingles.add(number53(a, b));
  }
  return Float64Array.from(shingles).sort();
}

function counts(tree: PageTree, node: number): boolean {
  return tree.kind[node] === ELEMENT && !(tree.flags[node]! & (OPAQUE | BLANK));
}
