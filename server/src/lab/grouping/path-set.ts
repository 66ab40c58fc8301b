import type { ParsedPage } from '../../core/directives/parsed-page.ts';
import { number53 } from '../../html/hash.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree } from '../../html/tree.ts';

/**
 * The set x(D) of the CP distance (Gottron 2008): the distinct label paths of elements without element children, as sorted 53-bit hashes.
 * Ignores script, style, noscript, template and iframe.
 */
export function pathSet(tree: ParsedPage): Float64Array {
  const { path } = tree.hashes;
  return leafPathSet(tree, node => number53(path[node * 2]!, path[node * 2 + 1]!));
}

/** As `pathSet`, for a tree without hashes; `pathOf` returns the hash of an element's label path. */
export function leafPathSet(tree: PageTree, pathOf: (node: number) => number): Float64Array {
  const paths = new Set<number>();
  const inner = new Uint8Array(tree.size);
  for (let node = tree.size - 1; node >= 0; node--) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & (OPAQUE | BLANK)) continue;
    if (tree.parent[node]! >= 0) inner[tree.parent[node]!] = 1;
    if (!inner[node]) paths.add(pathOf(node));
  }
  return Float64Array.from(paths).sort();
}
