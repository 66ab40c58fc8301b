import { BLANK, ELEMENT, OPAQUE, type ParsedPage } from '../page/tree.ts';

/**
 * x(D) of the CP distance (Gottron 2008): the distinct label paths from the root to every element without element children, as sorted
 * 53-bit hashes. Script, style, noscript, template, iframe do not count.
 */
export function pathSet(tree: ParsedPage): Float64Array {
  const paths = new Set<number>();
  const inner = new Uint8Array(tree.size);
  for (let node = tree.size - 1; node >= 0; node--) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & (OPAQUE | BLANK)) continue;
    if (tree.parent[node]! >= 0) inner[tree.parent[node]!] = 1;
    if (!inner[node]) paths.add((tree.hashes.path[node * 2 + 1]! >>> 11) * 2 ** 32 + (tree.hashes.path[node * 2]! >>> 0));
  }
  return Float64Array.from(paths).sort();
}

/** Number of common values of two sorted arrays without repeats. */
export function intersectionSize(a: Float64Array, b: Float64Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      common++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return common;
}

/** CP distance of two path sets, in [0,1]: `1 - |a ∩ b| / max(|a|, |b|)`; 0 for two empty sets (Gottron 2008). */
export function pathSetDistance(a: Float64Array, b: Float64Array): number {
  const larger = Math.max(a.length, b.length);
  return larger === 0 ? 0 : 1 - intersectionSize(a, b) / larger;
}
