import type { QuoteType, TokenizerCallbacks } from 'htmlparser2';
import { ActiveFormatting } from './active-formatting.ts';
import { elementToClose, foreignToClose } from './end-tags.ts';
import { closeSelect, makeRoom } from './implied-ends.ts';
import {
  BREAKS_OUT,
  category,
  FORMATTING,
  HEAD_ONLY,
  knownNames,
  lookUpName,
  nameId,
  OPAQUE_NAME,
  RAW_TEXT,
  SHIELDS_FORMATTING,
  TABLE_PART,
  VERBATIM_NAME,
  VOID,
} from './names.ts';
import { NodeTable } from './node-table.ts';
import { isMarkerComment } from './normalise.ts';
import { OpenElements } from './open-elements.ts';
import { isQuirky } from './quirks.ts';
import { step } from './steps.ts';
import { detached } from './strings.ts';
import { BLANK, COMMENT, DOCTYPE, ELEMENT, FOREIGN, IMPLIED, MARKER, OPAQUE, TEXT, VERBATIM } from './tree.ts';
import { isSpace } from './white-space.ts';

const n = {
  body: nameId('body'),
  br: nameId('br'),
  caption: nameId('caption'),
  col: nameId('col'),
  colgroup: nameId('colgroup'),
  font: nameId('font'),
  form: nameId('form'),
  frameset: nameId('frameset'),
  head: nameId('head'),
  html: nameId('html'),
  image: nameId('image'),
  img: nameId('img'),
  math: nameId('math'),
  noscript: nameId('noscript'),
  p: nameId('p'),
  select: nameId('select'),
  svg: nameId('svg'),
  table: nameId('table'),
  tbody: nameId('tbody'),
  td: nameId('td'),
  template: nameId('template'),
  tfoot: nameId('tfoot'),
  th: nameId('th'),
  thead: nameId('thead'),
  tr: nameId('tr'),
} as const;

const BYTE_ORDER_MARK = 0xfeff;

/** Where the document is, in the order that it can only move forward in (WHATWG insertion modes, merged). */
const BEFORE_HTML = 0;
const BEFORE_HEAD = 1;
const IN_HEAD = 2;
const AFTER_HEAD = 3;
const IN_BODY = 4;

/**
 * Builds the tree out of the tokenizer's events by the tree construction rules of HTML (WHATWG HTML 13.2.6), with departures that keep
 * every node where its source is: misplaced content of a table stays in the table (no foster parenting), copies of formatting elements
 * are no nodes (what they hold is in the element around them, or in what they copy, when nothing stands between), texts that an ignored
 * tag parts stay two, and a second `html` or `body` tag and a `</p>` or `</br>` that closes nothing leave no node. Scripting counts as
 * on, so the inside of `noscript` is one text.
 */
export class TreeBuilder implements TokenizerCallbacks {
  readonly nodes = new NodeTable();
  otherNames: string[] = [];
  depthExceeded = false;
  root = -1;

  /** Between a start tag's name and its end. */
  insideTag = false;

  #otherIds = new Map<string, number>();
  #open = new OpenElements(this.nodes);
  #formatting = new ActiveFormatting(this.nodes, this.#open);
  #maxDepth = 512;
  /** Open elements below the depth limit: leaves of the tree, kept only to swallow their end tags; and how many have each name. */
  #overflow: number[] = [];
  #overflowing = new Map<number, number>();
  #phase = BEFORE_HTML;
  #quirks = true;
  #doctypeAllowed = true;
  #head = -1;
  #body = -1;
  #form = -1;
  /** Text not yet in the tree. */
  #textStart = -1;
  #textEnd = 0;
  /** Inside `noscript`, whose text starts here. */
  #noscriptText = -1;
  #tagStart = 0;
  #tagName = 0;
  #bodyEnd = -1;
  #htmlEnd = -1;

  /** Makes the builder ready for another page. */
  reset(maxDepth: number): void {
    this.nodes.reset();
    this.#open.reset();
    this.#formatting.reset();
    this.otherNames = [];
    this.#otherIds = new Map();
    this.depthExceeded = this.insideTag = false;
    this.root = this.#head = this.#body = this.#form = this.#textStart = this.#noscriptText = this.#bodyEnd = this.#htmlEnd = -1;
    this.#maxDepth = maxDepth;
    this.#dropOverflow();
    this.#phase = BEFORE_HTML;
    this.#quirks = this.#doctypeAllowed = true;
  }

  /** Name id of the innermost open element, or -1. */
  openElementName(): number {
    return this.#open.topName();
  }

  isInForeignContext(): boolean {
    return this.#noscriptText < 0 && this.#open.topIsForeign();
  }

  ontext(start: number, end: number): void {
    if (this.#noscriptText >= 0) return;
    if (end === this.nodes.source.length && this.#isTagName(start)) return;
    if (this.#textStart < 0) this.#textStart = start;
    this.#textEnd = end;
  }

  /** Is this the name of a tag that the whole text breaks off in, given as text? */
  #isTagName(start: number): boolean {
    const first = this.nodes.source.charCodeAt(start) | 32;
    return this.nodes.source.charCodeAt(start - 1) === 60 && first >= 97 && first <= 122;
  }

  onopentagname(start: number, end: number): void {
    this.insideTag = true;
    this.#tagStart = start - 1;
    this.#tagName = this.#nameAt(start, end);
    this.nodes.dropAttributes();
  }

  onattribname(start: number, end: number): void {
    this.nodes.addAttribute(start, end);
  }

  onattribdata(start: number, end: number): void {
    this.nodes.addAttributeValue(start, end);
  }

  onattribend(quote: QuoteType, end: number): void {
    this.nodes.endAttribute(quote, end);
  }

  onopentagend(end: number): void {
    this.#startTag(end + 1, false);
  }

  onselfclosingtag(end: number): void {
    this.#startTag(end + 1, true);
  }

  onclosetag(start: number, end: number): void {
    if (this.#noscriptText >= 0) {
      if (this.#nameAt(start, end) !== n.noscript) return;
      this.#textStart = this.#noscriptText;
      this.#textEnd = start - 2;
      this.#noscriptText = -1;
    }
    this.#endTag(this.#endTagName(start, end), start - 2, end);
  }

  /** Most end tags close the innermost element: its name is looked at first. */
  #endTagName(start: number, end: number): number {
    const top = this.#open.topName();
    const name = top < 0 ? undefined : knownNames[top];
    return name !== undefined && name.length === end - start && this.nodes.source.startsWith(name, start)
      ? top
      : this.#nameAt(start, end);
  }

  oncomment(start: number, end: number): void {
    if (this.#noscriptText >= 0) return;
    this.#flushText();
    const source = this.nodes.source;
    const opened = source.lastIndexOf('<', start - 1);
    const from = opened < 0 ? start : opened;
    const body = source.slice(start, Math.min(end, start + 64));
    const isMarker = isMarkerComment(body) || isMarkerComment(source.slice(from, from + 16));
    this.#add(COMMENT, isMarker ? MARKER : 0, from, this.#pastBracket(end));
  }

  ondeclaration(start: number, end: number): void {
    if (this.#noscriptText >= 0) return;
    this.#flushText();
    if (!this.#doctypeAllowed || this.#phase !== BEFORE_HTML) return;
    this.#add(DOCTYPE, 0, Math.max(0, this.nodes.source.lastIndexOf('<', start - 1)), this.#pastBracket(end));
    this.#quirks = isQuirky(this.nodes.source.slice(start, end));
    this.#doctypeAllowed = false;
  }

  oncdata(start: number, end: number): void {
    if (this.#noscriptText >= 0) return;
    if (!this.#open.topIsForeign()) {
      this.oncomment(start, end);
      return;
    }
    this.#flushText();
    this.#add(TEXT, 0, this.nodes.source.lastIndexOf('<', start - 1), this.#pastBracket(end));
  }

  /** The end of a comment or the like: past its `>`, where it has one. */
  #pastBracket(end: number): number {
    return this.nodes.source[end] === '>' ? end + 1 : end;
  }

  onattribentity(): void {}
  ontextentity(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    const length = this.nodes.source.length;
    this.nodes.dropAttributes();
    if (this.#noscriptText >= 0) {
      this.#textStart = this.#noscriptText;
      this.#textEnd = length;
      this.#noscriptText = -1;
    }
    this.#flushText();
    this.#ensureBody(length);
    const bodyEnd = this.#bodyEnd;
    const htmlEnd = this.#htmlEnd;
    while (this.#open.depth) this.#open.pop(length);
    this.#resolveEndTags();
    if (bodyEnd >= 0) this.#setLateEnd(this.#body, bodyEnd);
    if (htmlEnd >= 0) this.#setLateEnd(this.root, htmlEnd);
  }

  /**
   * `</body>` and `</html>` close nothing when they are read: what follows them still goes inside, and then they are not the end. Comments
   * alone stand beside the element.
   */
  #setLateEnd(node: number, tag: number): void {
    const { kind, parent, subtreeEnd, start, closeStart, end } = this.nodes;
    const stop = subtreeEnd[node]!;
    let beside = stop;
    while (kind[beside - 1] === COMMENT && start[beside - 1]! > tag) beside--;
    if (start[beside - 1]! > tag) return;
    for (let inside = node + 1; inside < beside; inside++) {
      if (subtreeEnd[inside]! > beside) subtreeEnd[inside] = beside;
      if (end[inside]! > tag) closeStart[inside] = end[inside] = tag;
    }
    parent.fill(parent[node]!, beside, stop);
    subtreeEnd[node] = beside;
    closeStart[node] = tag;
    end[node] = this.#afterTag(tag);
  }

  #afterTag(at: number): number {
    const close = this.nodes.source.indexOf('>', at);
    return close < 0 ? this.nodes.source.length : close + 1;
  }

  #resolveEndTags(): void {
    const { closeStart, end } = this.nodes;
    for (const node of this.#open.endTags) end[node] = this.#afterTag(end[node]!);
    for (const node of this.#open.endsOfInner) closeStart[node] = end[node] = this.#afterTag(end[node]!);
  }

  #nameAt(start: number, end: number): number {
    const known = lookUpName(this.nodes.source, start, end);
    if (known >= 0) return known === n.image && !this.#open.topIsForeign() ? n.img : known;
    const name = this.nodes.source.slice(start, end).toLowerCase();
    let id = this.#otherIds.get(name);
    if (id === undefined) {
      id = Math.min(knownNames.length + this.otherNames.length, 0xffff);
      this.#otherIds.set(name, id);
      if (id - knownNames.length === this.otherNames.length) this.otherNames.push(detached(name));
    }
    return id;
  }

  #add(kind: number, flags: number, start: number, end: number, name = 0): number {
    return this.nodes.add(kind, flags, this.#open.current(), start, end, name);
  }

  #imply(name: number, at: number): number {
    const node = this.#add(ELEMENT, IMPLIED, at, at, name);
    this.#open.push(node);
    return node;
  }

  #ensureHtml(at: number): void {
    if (this.#phase > BEFORE_HTML) return;
    this.root = this.#imply(n.html, at);
    this.#phase = BEFORE_HEAD;
  }

  #ensureHead(at: number): void {
    this.#ensureHtml(at);
    if (this.#phase > BEFORE_HEAD) return;
    this.#head = this.#imply(n.head, at);
    this.#phase = IN_HEAD;
  }

  #leaveHead(at: number): void {
    this.#ensureHead(at);
    if (this.#phase > IN_HEAD) return;
    this.#open.popTo(1, at);
    this.#phase = AFTER_HEAD;
  }

  #ensureBody(at: number): void {
    if (this.#phase >= IN_BODY) return;
    this.#leaveHead(at);
    this.#body = this.#imply(n.body, at);
    this.#phase = IN_BODY;
  }

  // ---- tokens

  #flushText(): void {
    const end = this.#textEnd;
    let start = this.#textStart;
    if (start < 0) return;
    this.#textStart = -1;
    const source = this.nodes.source;
    if (start === 0 && source.charCodeAt(0) === BYTE_ORDER_MARK) start = 1;
    let solid = start;
    while (solid < end && isSpace(source.charCodeAt(solid))) solid++;
    const blank = solid >= end;
    const openHere = this.#open.depth > (this.#phase < IN_BODY ? (this.#phase === IN_HEAD ? 2 : 1) : 0);
    if (this.#phase < IN_BODY && !openHere) {
      if (blank) return;
      start = solid;
      this.#ensureBody(start);
    }
    if (!blank && this.#open.topName() === n.colgroup) this.#open.pop(start);
    if (this.#formatting.mayReopen() && this.#reopensFormatting(blank)) this.#formatting.reopen();
    const around = this.#open.current();
    if (blank && !(around >= 0 && this.nodes.flags[around]! & VERBATIM)) return;
    this.#add(TEXT, blank ? BLANK : 0, start, end);
  }

  /** Does a text here reopen formatting elements? Blank text in a table does not. */
  #reopensFormatting(blank: boolean): boolean {
    if (this.#open.topIsForeign()) return false;
    const name = this.#open.topName();
    if (name < 0 || (category(name) & RAW_TEXT && !this.#open.isForeignAt(this.#open.depth - 1))) return false;
    return !(blank && (name === n.table || name === n.colgroup || this.#isRowOrSection(name)));
  }

  #isRowOrSection(name: number): boolean {
    return name === n.tbody || name === n.thead || name === n.tfoot || name === n.tr;
  }

  #startTag(tagEnd: number, selfClosing: boolean): void {
    this.insideTag = false;
    if (this.#noscriptText >= 0) {
      this.nodes.dropAttributes();
      return;
    }
    const name = this.#tagName;
    const at = this.#tagStart;
    this.#flushText();
    if (this.#open.topIsForeign() && !this.#breaksOut(name)) this.#insertForeign(name, tagEnd, selfClosing);
    else this.#insertHtml(name, at, tagEnd, selfClosing);
  }

  #breaksOut(name: number): boolean {
    if (!(category(name) & BREAKS_OUT) && !(name === n.font && this.#hasFontAttribute())) return false;
    this.#leaveForeign(this.#tagStart);
    return true;
  }

  #leaveForeign(at: number): void {
    while (this.#open.depth && this.#open.topIsForeign()) this.#open.pop(at);
  }

  /** Does the current start tag have an attribute that only the `font` of HTML has? */
  #hasFontAttribute(): boolean {
    const { source, attrEnd, attrCount, attrNameStart, attrNameEnd } = this.nodes;
    for (let at = attrEnd; at < attrCount; at++) {
      if (/^(?:color|face|size)$/i.test(source.slice(attrNameStart[at]!, attrNameEnd[at]!))) return true;
    }
    return false;
  }

  #insertForeign(name: number, tagEnd: number, selfClosing: boolean): void {
    const node = this.#element(name, tagEnd);
    this.#setContext(node, name, category(name));
    this.nodes.flags[node]! |= FOREIGN;
    if (!selfClosing) this.#keepOpen(node);
  }

  /** The element of the current start tag, with its attributes; not yet open. */
  #element(name: number, tagEnd: number): number {
    const node = this.#add(ELEMENT, 0, this.#tagStart, tagEnd, name);
    this.nodes.takeAttributes(node);
    if (!this.#open.topIsForeign()) this.nodes.flags[node]! &= ~FOREIGN;
    return node;
  }

  /** Opens the element that was added last; too deep, it stays a leaf. */
  #keepOpen(node: number): void {
    if (this.#isFull()) {
      this.depthExceeded = true;
      if (this.#overflow.length < this.#maxDepth) {
        const name = this.nodes.name[node]!;
        this.#overflow.push(node);
        this.#overflowing.set(name, (this.#overflowing.get(name) ?? 0) + 1);
      }
      return;
    }
    this.#dropOverflow();
    this.#open.push(node);
    const bits = category(this.nodes.name[node]!);
    if (!(bits & (FORMATTING | SHIELDS_FORMATTING)) || this.nodes.isForeign(node)) return;
    if (bits & FORMATTING) this.#formatting.add(node);
    else this.#formatting.addMarker();
  }

  #dropOverflow(): void {
    if (this.#overflow.length === 0) return;
    this.#overflow = [];
    this.#overflowing.clear();
  }

  /** Closes elements below the depth limit up to the innermost one of this name. */
  #closeOverflow(name: number): void {
    for (;;) {
      const closed = this.nodes.name[this.#overflow.pop()!]!;
      this.#overflowing.set(closed, this.#overflowing.get(closed)! - 1);
      if (closed === name) return;
    }
  }

  #isFull(): boolean {
    return this.#open.depth - this.#open.copies >= this.#maxDepth;
  }

  #insertHtml(name: number, at: number, tagEnd: number, selfClosing: boolean): void {
    const bits = category(name);
    if (name === n.html) {
      if (this.#phase > BEFORE_HTML) return this.nodes.dropAttributes();
      this.root = this.#element(name, tagEnd);
      this.#open.push(this.root);
      this.#phase = BEFORE_HEAD;
      return;
    }
    if (this.#phase < IN_BODY && this.#insertBeforeBody(name, bits, at, tagEnd)) return;
    if (name === n.head || name === n.body || (name === n.frameset && this.#open.topName() !== n.frameset))
      return this.nodes.dropAttributes();
    if (name === n.form && this.#form >= 0) return this.nodes.dropAttributes();
    if (bits & TABLE_PART && !this.#enterTablePart(name, at)) return this.nodes.dropAttributes();
    if (name === n.select && closeSelect(this.#open, at)) return this.nodes.dropAttributes();
    if (!(bits & TABLE_PART)) makeRoom(this.#open, this.#formatting, name, at, this.#quirks);
    if (name === n.form) this.#form = this.nodes.size;
    const isEmptyForm = name === n.form && this.#open.tableAround() >= 0;
    const node = this.#element(name, tagEnd);
    this.#setContext(node, name, bits);
    if (bits & VOID) return;
    if (selfClosing && (name === n.svg || name === n.math)) return;
    if (isEmptyForm) return;
    this.#keepOpen(node);
    if (name === n.noscript) this.#noscriptText = tagEnd;
  }

  #setContext(node: number, name: number, bits: number): void {
    let flags = this.nodes.flags[node]!;
    if (bits & OPAQUE_NAME) flags |= OPAQUE;
    if (bits & VERBATIM_NAME) flags |= VERBATIM;
    if (name === n.svg || name === n.math) flags |= FOREIGN;
    this.nodes.flags[node] = flags;
  }

  /** Tags before the body. Returns whether the tag was dealt with. */
  #insertBeforeBody(name: number, bits: number, at: number, tagEnd: number): boolean {
    this.#ensureHtml(at);
    // An element of the head is still open: only `template` can hold others.
    if (this.#phase === IN_HEAD && this.#open.depth > 2) return false;
    if (name === n.head) {
      if (this.#phase > BEFORE_HEAD) this.nodes.dropAttributes();
      else {
        this.#head = this.#element(name, tagEnd);
        this.#open.push(this.#head);
        this.#phase = IN_HEAD;
      }
      return true;
    }
    if (bits & HEAD_ONLY) {
      this.#ensureHead(at);
      if (this.#phase === AFTER_HEAD) this.#reopenHead();
      const node = this.#element(name, tagEnd);
      this.#setContext(node, name, bits);
      if (!(bits & VOID)) {
        this.#keepOpen(node);
        if (name === n.noscript) this.#noscriptText = tagEnd;
      }
      return true;
    }
    this.#leaveHead(at);
    if (name === n.body || name === n.frameset) {
      this.#body = this.#element(name, tagEnd);
      this.#open.push(this.#body);
      this.#phase = IN_BODY;
      return true;
    }
    this.#ensureBody(at);
    return false;
  }

  /** Between `</head>` and the body, what belongs into the head goes there. */
  #reopenHead(): void {
    this.#open.endTags = this.#open.endTags.filter(node => node !== this.#head);
    this.#open.push(this.#head);
    this.#phase = IN_HEAD;
  }

  /** Brings the stack to the place where this table part belongs, with the parts implied between. False outside a table. */
  #enterTablePart(name: number, at: number): boolean {
    if (!this.#open.holds(n.table) && !this.#open.holds(n.template)) return false;
    let depth = this.#open.depth - 1;
    for (; depth >= 0; depth--) {
      step();
      const open = this.#open.nameAt(depth);
      if (open === n.table || open === n.template) break;
    }
    if (depth < 0) return false;
    const inTemplate = this.#open.nameAt(depth) === n.template;
    const section = (open: number) => open === n.tbody || open === n.thead || open === n.tfoot;
    let keep = depth + 1;
    // What is open in a template decides what it holds.
    if (inTemplate && this.#open.depth > keep && !(category(this.#open.nameAt(keep)) & TABLE_PART)) return false;
    if (name === n.col) {
      if (this.#open.depth > keep && this.#open.nameAt(keep) === n.colgroup) keep++;
    } else if (name === n.tr || name === n.td || name === n.th) {
      if (this.#open.depth > keep && section(this.#open.nameAt(keep))) keep++;
      if (name !== n.tr && this.#open.depth > keep && this.#open.nameAt(keep) === n.tr) keep++;
    }
    this.#open.popTo(keep, at);
    const top = this.#open.topName();
    if (top === n.template) return true;
    if (name === n.col && top !== n.colgroup) this.#imply(n.colgroup, at);
    if (name === n.tr || name === n.td || name === n.th) {
      if (top === n.table) this.#imply(n.tbody, at);
      if (name !== n.tr && this.#open.topName() !== n.tr) this.#imply(n.tr, at);
    }
    return true;
  }

  #endTag(name: number, at: number, nameEnd: number): void {
    // An end tag that closes nothing parts texts too: a text is a run of source.
    this.#flushText();
    if (!this.#isFull()) this.#dropOverflow();
    if (this.#overflowing.get(name)) {
      this.#closeOverflow(name);
      return;
    }
    if ((name === n.p || name === n.br) && this.#open.topIsForeign()) this.#leaveForeign(at);
    if (this.#open.topName() === n.colgroup && name !== n.colgroup && name !== n.col && name !== n.template) this.#open.pop(at);
    let depth = foreignToClose(this.#open, name);
    if (depth < 0) {
      if (category(name) & FORMATTING && this.#formatting.close(name, at, nameEnd)) return;
      if (name === n.br) this.#formatting.reopen();
      depth = this.#matchEndTag(name, at);
    }
    if (depth < 0) {
      this.#endOfStructure(name, at);
      return;
    }
    this.#open.closeAt(depth, at, nameEnd);
    if (this.#phase === IN_HEAD && this.#open.depth < 2) this.#phase = AFTER_HEAD;
    if (name === n.form) this.#form = -1;
  }

  /** `</body>`, `</html>`: remembered. Any other unmatched end tag is ignored. */
  #endOfStructure(name: number, at: number): void {
    if (name !== n.body && name !== n.html) return;
    if (this.#phase < IN_BODY) return;
    if (name === n.body) this.#bodyEnd = at;
    else this.#htmlEnd = at;
  }

  /** Depth of the open HTML element that an end tag closes, or -1. */
  #matchEndTag(name: number, at: number): number {
    if (this.#phase < IN_BODY && name === n.head) return this.#phase === IN_HEAD && this.#open.depth === 2 ? 1 : -1;
    return name === n.form ? this.#matchForm(at) : elementToClose(this.#open, name);
  }

  /** `</form>` does not close what is open inside the form: the form ends with it. */
  #matchForm(at: number): number {
    const depth = this.#form < 0 ? -1 : this.#open.inScope(n.form);
    this.#form = -1;
    if (depth < 0) return -1;
    this.#flushText();
    this.#open.generateImpliedEnds(at);
    if (this.#open.depth === depth + 1) return depth;
    this.#open.endLater(depth);
    return -1;
  }
}
