import { attributeEnd, attributeIndex } from './access.ts';
import { limits } from './thresholds.ts';
import { ELEMENT, IMPLIED, type PageTree } from './tree.ts';

// Places of nodes in the source of a page: offsets in UTF-16 code units, `end` exclusive.

export interface Place {
  readonly start: number;
  readonly end: number;
}

interface ParsedPage {
  readonly tree: PageTree;
  readonly source: string;
}

/** All of a node. */
export function wholeNode({ tree }: Pick<ParsedPage, 'tree'>, node: number): Place {
  return { start: tree.start[node]!, end: tree.end[node]! };
}

/** The start tag of an element; a text whole. Of an element without a tag in the source, the place where it begins. */
export function startTag({ tree }: Pick<ParsedPage, 'tree'>, node: number): Place {
  return { start: tree.start[node]!, end: tree.tagEnd[node]! };
}

/** An attribute with its value; undefined where the element has none of this name. */
export function attributePlace({ tree, source }: ParsedPage, node: number, name: string): Place | undefined {
  const at = attributeIndex(tree, source, node, name);
  return at < 0 ? undefined : { start: tree.attrNameStart[at]!, end: attributeEnd(tree, source, at) };
}

/**
 * Where to mark that something is missing below `parent` after its child `after` (-1: before the first): the neighbour, of several lines the
 * last one; or the start tag that it would follow.
 */
export function gap(page: ParsedPage, parent: number, after: number): Place {
  if (after >= 0) return lastLine(page, after);
  const { tree } = page;
  // An element without a tag in the source has no width to see.
  for (let outer = parent; outer >= 0; outer = tree.parent[outer]!)
    if (tree.kind[outer] === ELEMENT && tree.start[outer]! < tree.tagEnd[outer]!) return startTag(page, outer);
  return startTag(page, parent);
}

/** The last line of a node, without its indentation; of an element that ends a long line, the end tag. */
function lastLine(page: ParsedPage, node: number): Place {
  const { tree, source } = page;
  const [start, end] = [tree.start[node]!, tree.end[node]!];
  const lines = source.slice(start, end).trimEnd();
  const line = lines.slice(1 + Math.max(lines.lastIndexOf('\n'), lines.lastIndexOf('\r'))).trimStart();
  if (line.length > limits.markedLine && tree.kind[node] === ELEMENT) return lastTag(page, node);
  const last = start + lines.length;
  return { start: last - Math.min(line.length, limits.markedLine), end: last };
}

/** Where to mark that an end tag is missing in `parent` after its child `after` (-1: before the first): the tag that it would follow. */
export function tagBefore(page: ParsedPage, parent: number, after: number): Place {
  if (after < 0) return startTag(page, parent);
  return page.tree.kind[after] === ELEMENT ? lastTag(page, after) : wholeNode(page, after);
}

/** The end tag of an element, or its start tag where it has none. */
function lastTag(page: ParsedPage, node: number): Place {
  const { tree } = page;
  return tree.closeStart[node]! < tree.end[node]!
    ? { start: tree.closeStart[node]!, end: tree.end[node]! }
    : startTag(page, node);
}

/** White space before the end tag of an element. */
export function spaceBeforeEnd({ tree, source }: ParsedPage, node: number): string {
  const end = tree.closeStart[node]!;
  let start = end;
  while (start > 0 && /\s/.test(source[start - 1]!)) start--;
  return source.slice(start, end);
}

/** Returns the first start tag of a page, to mark the page as a whole. Returns an empty place at the beginning of a page without tags. */
export function firstTag(tree: PageTree): Place & { readonly node: number } {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === ELEMENT && !(tree.flags[node]! & IMPLIED))
      return { start: tree.start[node]!, end: tree.tagEnd[node]!, node };
  }
  return { start: 0, end: 0, node: tree.root };
}
