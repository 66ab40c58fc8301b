import type { ParsedPage } from '../../core/directives/parsed-page.ts';
import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { BLANK, ELEMENT, OPAQUE, TEXT } from '../../html/tree.ts';

/**
 * A page as TEXT sees it (Kim 2011): the distinct label paths from the root to every element and to every text, whose path ends with the
 * normalised text itself. Sorted 53-bit hashes. Script, style, noscript, template, iframe and comments do not count.
 */
export function textPaths(tree: ParsedPage): Float64Array {
  const { path, own } = tree.hashes;
  const paths = new Set<number>();
  for (let node = 0, at = 0; node < tree.size; node++, at += 2) {
    if (tree.flags[node]! & (OPAQUE | BLANK)) continue;
    if (tree.kind[node] === ELEMENT) paths.add(number53(path[at]!, path[at + 1]!));
    else if (tree.kind[node] === TEXT) {
      const parent = tree.parent[node]! * 2;
      combine(path[parent] ?? 0, path[parent + 1] ?? 0, own[at]!, own[at + 1]!);
      paths.add(number53(lo, hi));
    }
  }
  return Float64Array.from(paths).sort();
}
