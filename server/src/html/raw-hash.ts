import { hashString, hi, lo } from './hash.ts';
import type { PageTree } from './tree.ts';

/** Hash (two lanes) of a node's source exactly as it is written, tags and descendants included. `source` is the page's text. Only tests use it. */
export function rawHash(tree: PageTree, source: string, node: number): [number, number] {
  hashString(source, tree.start[node]!, tree.end[node]!, 0);
  return [lo, hi];
}
