import type { Place } from '../../../html/places.ts';
import { ELEMENT, IMPLIED, type PageTree } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Finding } from '../finding.ts';

/** A link to the template's version on the example page. */
export function exampleOf(example: ComparedPage, place: Place, message: string): Finding['related'] {
  return [{ page: example.name, ...place, message }];
}

/** What to mark where a finding is about the page as a whole: the first start tag; nothing, at its beginning, where there is none. */
export function firstTag(tree: PageTree): Pick<Finding, 'start' | 'end' | 'node'> {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === ELEMENT && !(tree.flags[node]! & IMPLIED))
      return { start: tree.start[node]!, end: tree.tagEnd[node]!, node };
  }
  return { start: 0, end: 0, node: tree.root };
}
