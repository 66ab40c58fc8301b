import { attributeEnd, attributeIndex } from '../../../html/access.ts';
import { ELEMENT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Finding } from '../finding.ts';

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** All of a node. */
export function wholeNode({ tree }: ComparedPage, node: number): Place {
  return { start: tree.start[node]!, end: tree.end[node]! };
}

/** The start tag of an element; a text whole. Of an element without a tag in the source, the place where it begins. */
export function startTag({ tree }: ComparedPage, node: number): Place {
  return { start: tree.start[node]!, end: tree.tagEnd[node]! };
}

/** An attribute with its value; undefined where the element has none of this name. */
export function attributePlace({ tree, source }: ComparedPage, node: number, name: string): Place | undefined {
  const at = attributeIndex(tree, source, node, name);
  return at < 0 ? undefined : { start: tree.attrNameStart[at]!, end: attributeEnd(tree, source, at) };
}

/** Where to mark that something is missing below `parent` after its child `after` (-1: before the first). */
export function gap(page: ComparedPage, parent: number, after: number): Place {
  const { tree } = page;
  if (after >= 0) return tree.kind[after] === ELEMENT ? lastTag(page, after) : wholeNode(page, after);
  return startTag(page, parent);
}

/** The end tag of an element, or its start tag where it has none. */
function lastTag(page: ComparedPage, node: number): Place {
  const { tree } = page;
  return tree.closeStart[node]! < tree.end[node]!
    ? { start: tree.closeStart[node]!, end: tree.end[node]! }
    : startTag(page, node);
}

/** A link to the template's version on the example page. */
export function exampleOf(example: ComparedPage, place: Place, message: string): Finding['related'] {
  return [{ page: example.name, ...place, message }];
}
