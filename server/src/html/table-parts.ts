import type { DocumentPhase } from './document-phase.ts';
import { category, nameId, TABLE_PART } from './names.ts';
import type { OpenElements } from './open-elements.ts';
import { step } from './steps.ts';

/** Ids of element names. */
const n = {
  col: nameId('col'),
  colgroup: nameId('colgroup'),
  table: nameId('table'),
  tbody: nameId('tbody'),
  td: nameId('td'),
  template: nameId('template'),
  tfoot: nameId('tfoot'),
  th: nameId('th'),
  thead: nameId('thead'),
  tr: nameId('tr'),
} as const;

/** True for the elements of a table that contain other parts of it only; white space directly in them reopens no formatting elements. */
export function holdsOnlyTableParts(name: number): boolean {
  return name === n.table || name === n.colgroup || name === n.tr || isSection(name);
}

function isSection(name: number): boolean {
  return name === n.tbody || name === n.thead || name === n.tfoot;
}

/**
 * Prepares for the start tag of a table part: closes elements up to the one that the part belongs in, and creates the parts between that
 * have no start tag.
 * @param name name id of the tag
 * @param at offset of the tag
 * @returns false if the part does not belong here, such as outside a table: then the tag is ignored
 */
export function enterTablePart(open: OpenElements, name: number, at: number, document: DocumentPhase): boolean {
  if (!open.holds(n.table) && !open.holds(n.template)) return false;
  let depth = open.depth - 1;
  for (; depth >= 0; depth--) {
    step();
    const around = open.nameAt(depth);
    if (around === n.table || around === n.template) break;
  }
  if (depth < 0) return false;
  const inTemplate = open.nameAt(depth) === n.template;
  let keep = depth + 1;
  // A template whose content is not a table part ignores table parts.
  if (inTemplate && open.depth > keep && !(category(open.nameAt(keep)) & TABLE_PART)) return false;
  const isCell = name === n.td || name === n.th;
  if (name === n.col) {
    if (open.depth > keep && open.nameAt(keep) === n.colgroup) keep++;
  } else if (name === n.tr || isCell) {
    if (open.depth > keep && isSection(open.nameAt(keep))) keep++;
    if (isCell && open.depth > keep && open.nameAt(keep) === n.tr) keep++;
  }
  open.popTo(keep, at);
  const top = open.topName();
  if (top === n.template) return true;
  if (name === n.col && top !== n.colgroup) document.imply(n.colgroup, at);
  if (name === n.tr || isCell) {
    if (top === n.table) document.imply(n.tbody, at);
    if (isCell && open.topName() !== n.tr) document.imply(n.tr, at);
  }
  return true;
}
