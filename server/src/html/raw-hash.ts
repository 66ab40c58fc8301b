import { hashString, hi, lo } from './hash.ts';
import type { PageTree } from './tree.ts';

/** Hash (two lanes) of a node's source as it is written, tags and all; equal exactly where the bytes of the text are. `source` is the page's text. */
export function rawHash(tree: PageTree, source: string, node: number): [number, number] {
  hashString(source, tree.start[node]!, tree.end[node]!, 0);
  return [lo, hi];
}
