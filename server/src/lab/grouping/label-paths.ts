import { combine, hashString, hi, lo, number53 } from '../../html/hash.ts';
import { knownNames } from '../../html/names.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree } from '../../html/tree.ts';

/** Returns by node the 53-bit hash of an element's label path; 0 for other nodes and inside script, style, noscript, template and iframe. */
export function labelPaths(tree: PageTree): Float64Array {
  const names = nameHashes(tree);
  const lanes = new Int32Array(tree.size * 2);
  const paths = new Float64Array(tree.size);
  for (let node = 0, at = 0; node < tree.size; node++, at += 2) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & (OPAQUE | BLANK)) continue;
    const parent = tree.parent[node]! * 2;
    const name = tree.name[node]! * 2;
    combine(lanes[parent] ?? 0, lanes[parent + 1] ?? 0, names[name]!, names[name + 1]!);
    lanes[at] = lo;
    lanes[at + 1] = hi;
    paths[node] = number53(lo, hi);
  }
  return paths;
}

/** 64-bit hashes of the element names of a tree: those of name id `i` are the lanes `2 * i` and `2 * i + 1`. */
export function nameHashes(tree: PageTree): Int32Array {
  const hashes = new Int32Array((knownNames.length + tree.otherNames.length) * 2);
  hashes.set(knownNameHashes);
  tree.otherNames.forEach((name, index) => {
    hashString(name, 0, name.length, 0);
    hashes[(knownNames.length + index) * 2] = lo;
    hashes[(knownNames.length + index) * 2 + 1] = hi;
  });
  return hashes;
}

const knownNameHashes = new Int32Array(
  knownNames.flatMap(name => {
    hashString(name, 0, name.length, 0);
    return [lo, hi];
  }),
);
