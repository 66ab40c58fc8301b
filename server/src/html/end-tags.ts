import { category, HEADING, nameId, SCOPED_END, TABLE_PART, VOID } from './names.ts';
import type { OpenElements } from './open-elements.ts';
import { step } from './steps.ts';

/** Ids of element names. */
const n = {
  body: nameId('body'),
  button: nameId('button'),
  col: nameId('col'),
  html: nameId('html'),
  li: nameId('li'),
  ol: nameId('ol'),
  p: nameId('p'),
  table: nameId('table'),
  template: nameId('template'),
  ul: nameId('ul'),
} as const;

/** Depth of the open SVG or MathML element that the end tag with this name id closes, or -1. It may be an integration point. */
export function foreignToClose(open: OpenElements, name: number): number {
  if (!open.holds(name)) return -1;
  for (let depth = open.depth - 1; depth >= 0 && open.isForeignAt(depth); depth--) {
    step();
    if (open.nameAt(depth) === name) return depth;
  }
  return -1;
}

/**
 * Depth of the open HTML element that the end tag with this name id closes in the body, or -1. Not for the end tags of `head` and `form`, and
 * for those of formatting elements only if `ActiveFormatting.close` returned false.
 */
export function elementToClose(open: OpenElements, name: number): number {
  const bits = category(name);
  if (name === n.body || name === n.html || bits & VOID) return -1;
  if (!open.holds(name) && !(bits & HEADING)) return -1;
  if (name === n.table || (bits & TABLE_PART && name !== n.col)) return open.depthInTableScope(name);
  if (name === n.template) return innermost(open, n.template);
  if (name === n.p) return open.depthInScope(n.p, n.button);
  if (name === n.li) return open.depthInScope(n.li, n.ol, n.ul);
  if (bits & HEADING) return headingInScope(open);
  if (bits & SCOPED_END) return open.depthInScope(name);
  return unlessInBlock(open, name);
}

/** Depth of the innermost element of this name, or -1. */
function innermost(open: OpenElements, name: number): number {
  let depth = open.depth - 1;
  step(open.depth);
  while (depth >= 0 && open.nameAt(depth) !== name) depth--;
  return depth;
}

/** Depth of the innermost heading in scope, of any level, or -1. */
function headingInScope(open: OpenElements): number {
  for (let depth = open.depth - 1; depth >= 0; depth--) {
    step();
    if (category(open.nameAt(depth)) & HEADING) return depth;
    if (open.isBoundary(depth)) return -1;
  }
  return -1;
}

/** Depth of the element that "any other end tag" (WHATWG HTML 13.2.6.4.7) closes, or -1: it does not reach past special elements. */
function unlessInBlock(open: OpenElements, name: number): number {
  for (let depth = open.depth - 1; depth >= 0; depth--) {
    step();
    if (open.hasEnded(depth)) continue;
    if (open.nameAt(depth) === name && !open.isForeignAt(depth)) return depth;
    if (open.isSpecial(depth)) return -1;
  }
  return -1;
}
