import { isLabelled } from '../../html/access.ts';
import { combine, hi, lo } from '../../html/hash.ts';
import { ELEMENT } from '../../html/tree.ts';
import type { ParsedPage } from '../directives/parsed-page.ts';

/** Keys (pairs of lanes) of a page's nodes: label path, and name with attributes or text. Pairs of zeros for nodes without a label. */
export function nodeKeys(tree: ParsedPage): Int32Array {
  const { path, own } = tree.hashes;
  const keys = new Int32Array(tree.size * 2);
  for (let node = 0, at = 0; node < tree.size; node++, at += 2) {
    if (!isLabelled(tree, node)) continue;
    combine(path[at]!, path[at + 1]!, own[at]!, own[at + 1]!);
    keys[at] = lo;
    keys[at + 1] = hi;
  }
  return keys;
}

/** Keys (pairs of lanes) of the places of a page's elements: the path with display attributes. Pairs of zeros for other nodes. */
export function placeKeys(tree: ParsedPage): Int32Array {
  const { place } = tree.hashes;
  const keys = new Int32Array(tree.size * 2);
  for (let node = 0, at = 0; node < tree.size; node++, at += 2) {
    if (tree.kind[node] !== ELEMENT || !isLabelled(tree, node)) continue;
    keys[at] = place[at]!;
    keys[at + 1] = place[at + 1]!;
  }
  return keys;
}
