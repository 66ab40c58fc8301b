import { ELEMENT, IMPLIED, type PageTree } from '../../html/tree.ts';
import type { Finding } from './finding.ts';

/** What to mark where a finding is about the page as a whole: the first start tag; nothing, at its beginning, where there is none. */
export function firstTag(tree: PageTree): Pick<Finding, 'start' | 'end' | 'node'> {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === ELEMENT && !(tree.flags[node]! & IMPLIED))
      return { start: tree.start[node]!, end: tree.tagEnd[node]!, node };
  }
  return { start: 0, end: 0, node: tree.root };
}
