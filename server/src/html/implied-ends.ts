import type { ActiveFormatting } from './active-formatting.ts';
import { CLOSES_P, category, HEADING, IMPLIED_END, KEEPS_CLOSED, nameId } from './names.ts';
import type { OpenElements } from './open-elements.ts';
import { step } from './steps.ts';

/** Ids of element names. */
const n = {
  a: nameId('a'),
  address: nameId('address'),
  button: nameId('button'),
  colgroup: nameId('colgroup'),
  dd: nameId('dd'),
  div: nameId('div'),
  dt: nameId('dt'),
  form: nameId('form'),
  hr: nameId('hr'),
  input: nameId('input'),
  li: nameId('li'),
  nobr: nameId('nobr'),
  optgroup: nameId('optgroup'),
  option: nameId('option'),
  p: nameId('p'),
  rb: nameId('rb'),
  rp: nameId('rp'),
  rt: nameId('rt'),
  rtc: nameId('rtc'),
  ruby: nameId('ruby'),
  select: nameId('select'),
  table: nameId('table'),
  template: nameId('template'),
} as const;

/**
 * Prepares for a start tag in the body (WHATWG HTML 13.2.6.4.7), except those of table parts: closes the elements that it ends, then
 * reopens formatting elements.
 * @param name name id of the tag
 * @param at offset of the tag
 * @param quirks the document is in quirks mode
 */
export function prepareForStartTag(
  open: OpenElements,
  formatting: ActiveFormatting,
  name: number,
  at: number,
  quirks: boolean,
): void {
  const bits = category(name);
  if (open.topIs(n.colgroup) && name !== n.template) open.pop(at);
  if (name === n.option || name === n.optgroup) closeOption(open, name, at);
  if (name === n.input) closeSelect(open, at);
  else if (name === n.hr && open.depthInScope(n.select) >= 0) open.generateImpliedEnds(at);
  if (name === n.li) closeItem(open, n.li, n.li, at);
  else if (name === n.dd || name === n.dt) closeItem(open, n.dd, n.dt, at);
  if (name === n.form && open.depthOfTableAround() >= 0) return;
  if (bits & CLOSES_P) closeParagraph(open, at);
  else if (name === n.table) {
    if (!quirks) closeParagraph(open, at);
    closeTableAround(open, at);
  }
  if (bits & IMPLIED_END) closeRuby(open, name, at);
  if (bits & HEADING && category(open.topName()) & HEADING) open.pop(at);
  if (name === n.button) closeInScope(open, n.button, at);
  if (name === n.a) formatting.closeLink(at);
  if (name === n.nobr) {
    formatting.reopen();
    if (open.depthInScope(n.nobr) >= 0) formatting.close(n.nobr, at, -1);
  }
  if (!(bits & KEEPS_CLOSED)) formatting.reopen();
}

/** Closes what an `option` or `optgroup` ends: the option before it, and in a `select` everything whose end tag is optional. */
function closeOption(open: OpenElements, name: number, at: number): void {
  if (open.depthInScope(n.select) >= 0) open.generateImpliedEnds(at, name === n.option ? n.optgroup : -1);
  else if (open.topIs(n.option)) open.pop(at);
}

/** Closes the `select` in scope; returns false if none exists. */
export function closeSelect(open: OpenElements, at: number): boolean {
  return closeInScope(open, n.select, at);
}

/** Closes the innermost element of this name that is in scope; returns false if none exists. */
function closeInScope(open: OpenElements, name: number, at: number): boolean {
  const depth = open.depthInScope(name);
  if (depth >= 0) open.popTo(depth, at);
  return depth >= 0;
}

/** Closes the `p` in button scope, if any. */
function closeParagraph(open: OpenElements, at: number): void {
  const depth = open.depthInScope(n.p, n.button);
  if (depth >= 0) open.popTo(depth, at);
}

/** Closes the part of a `ruby` before another part; `rt` and `rp` may stand in an `rtc`. */
function closeRuby(open: OpenElements, name: number, at: number): void {
  if (name !== n.rb && name !== n.rp && name !== n.rt && name !== n.rtc) return;
  if (open.depthInScope(n.ruby) >= 0) open.generateImpliedEnds(at, name === n.rp || name === n.rt ? n.rtc : -1);
}

/** Closes the list item, named `first` or `second`, that the start tag of the next item ends, if any. */
function closeItem(open: OpenElements, first: number, second: number, at: number): void {
  if (!open.holds(first) && !open.holds(second)) return;
  for (let depth = open.depth - 1; depth >= 0; depth--) {
    step();
    if (open.hasEnded(depth)) continue;
    const name = open.nameAt(depth);
    if (name === first || name === second) return open.popTo(depth, at);
    if (open.isSpecial(depth) && name !== n.address && name !== n.div && name !== n.p) return;
  }
}

/** Closes the table that a `table` directly in it ends: one that is neither in a cell nor in the caption. */
function closeTableAround(open: OpenElements, at: number): void {
  const depth = open.depthOfTableAround();
  if (depth >= 0) open.popTo(depth, at);
}
