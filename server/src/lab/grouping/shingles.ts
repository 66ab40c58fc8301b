import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree } from '../../html/tree.ts';
import { thresholds } from '../thresholds.ts';
import { nameHashes } from './label-paths.ts';

/**
 * The set x(D) of the CPS distance (Gottron 2008): shingles of `length` consecutive elements of the label paths to the elements without element
 * children; a shorter path is one shingle. Sorted 53-bit hashes. Ignores script, style, noscript, template and iframe.
 */
export function pathShingles(tree: PageTree, length: number = thresholds.pathShingle): Float64Array {
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
  // Every element ends a shingle of some path; a shingle that is shorter than `length` ends only at the end of a path.
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
 * The set x(D) of the CTSS distance (Gottron 2008): shingles of `length` consecutive start tags in document order, implied tags included; a
 * shorter sequence is one shingle. Sorted 53-bit hashes. Ignores script, style, noscript, template and iframe.
 */
export function tagShingles(tree: PageTree, length: number = thresholds.tagShingle): Float64Array {
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
