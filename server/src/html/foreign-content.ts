import { BREAKS_OUT, category, MATH_POINT, nameId, SVG_POINT } from './names.ts';
import type { NodeTable } from './node-table.ts';
import type { OpenElements } from './open-elements.ts';

/** Ids of element names. */
const n = {
  annotation: nameId('annotation-xml'),
  font: nameId('font'),
  malignmark: nameId('malignmark'),
  mglyph: nameId('mglyph'),
  svg: nameId('svg'),
} as const;

/**
 * True if a start tag, whose attributes were just read, is handled by the rules for SVG and MathML content at the current place (WHATWG HTML
 * 13.2.6). False for an `svg` or `math` tag among HTML.
 */
export function isForeignTag(open: OpenElements, nodes: NodeTable, name: number): boolean {
  if (!open.topIsForeign()) return (name === n.mglyph || name === n.malignmark) && open.topIsMathText();
  if (name === n.svg && open.topName() === n.annotation && nodes.isMath(open.current())) return false;
  return !(category(name) & BREAKS_OUT || (name === n.font && nodes.hasAttribute(/^(?:color|face|size)$/i)));
}

/** True if the children of an SVG or MathML element, whose attributes were just read, are HTML ("integration point"). */
export function integratesHtml(nodes: NodeTable, node: number): boolean {
  const name = nodes.name[node]!;
  if (!nodes.isMath(node)) return (category(name) & SVG_POINT) !== 0;
  if (name !== n.annotation) return (category(name) & MATH_POINT) !== 0;
  const { source, attrFirst, attrNameStart, attrNameEnd, attrValueStart, attrValueEnd } = nodes;
  for (let at = attrFirst[node]!; at < attrFirst[node + 1]!; at++) {
    if (source.slice(attrNameStart[at]!, attrNameEnd[at]!).toLowerCase() !== 'encoding') continue;
    return /^(?:text\/html|application\/xhtml\+xml)$/i.test(source.slice(attrValueStart[at]!, attrValueEnd[at]!));
  }
  return false;
}
