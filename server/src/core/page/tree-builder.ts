import { QuoteType, type TokenizerCallbacks } from 'htmlparser2';
import {
  BREAKS_OUT,
  CLOSES_P,
  category,
  FORMATTING,
  HEAD_ONLY,
  HEADING,
  IMPLIED_END,
  INTEGRATION,
  knownNames,
  lookUpName,
  nameId,
  OPAQUE_NAME,
  SCOPE,
  SCOPED_END,
  SPECIAL,
  TABLE_PART,
  VERBATIM_NAME,
  VOID,
} from './names.ts';
import { isMarkerComment } from './normalise.ts';
import { isQuirky } from './quirks.ts';
import { step } from './steps.ts';
import { detached } from './strings.ts';
import { BLANK, COMMENT, DOCTYPE, ELEMENT, FOREIGN, IMPLIED, MARKER, OPAQUE, TEXT, VERBATIM } from './tree.ts';
import { isSpace } from './white-space.ts';

const n = {
  a: nameId('a'),
  address: nameId('address'),
  body: nameId('body'),
  br: nameId('br'),
  button: nameId('button'),
  caption: nameId('caption'),
  col: nameId('col'),
  colgroup: nameId('colgroup'),
  dd: nameId('dd'),
  div: nameId('div'),
  dt: nameId('dt'),
  font: nameId('font'),
  form: nameId('form'),
  frameset: nameId('frameset'),
  head: nameId('head'),
  hr: nameId('hr'),
  html: nameId('html'),
  image: nameId('image'),
  img: nameId('img'),
  input: nameId('input'),
  li: nameId('li'),
  math: nameId('math'),
  nobr: nameId('nobr'),
  noscript: nameId('noscript'),
  ol: nameId('ol'),
  optgroup: nameId('optgroup'),
  option: nameId('option'),
  p: nameId('p'),
  rb: nameId('rb'),
  rp: nameId('rp'),
  rt: nameId('rt'),
  rtc: nameId('rtc'),
  ruby: nameId('ruby'),
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
  ul: nameId('ul'),
} as const;

const BYTE_ORDER_MARK = 0xfeff;

const inherited = FOREIGN | OPAQUE | VERBATIM;

/** Where the document is, in the order that it can only move forward in (WHATWG insertion modes, merged). */
const BEFORE_HTML = 0;
const BEFORE_HEAD = 1;
const IN_HEAD = 2;
const AFTER_HEAD = 3;
const IN_BODY = 4;

/** Typed array that doubles. */
function grown<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

/**
 * Builds the tree out of the tokenizer's events by the tree construction rules of HTML (WHATWG HTML 13.2.6), with departures that keep
 * every node where its source is: misplaced content of a table stays in the table (no foster parenting), misnested formatting elements
 * are not cloned (no reconstruction, no adoption), texts that an ignored tag parts stay two, and a second `html` or `body` tag and a
 * `</p>` or `</br>` that closes nothing leave no node. Scripting counts as on, so the inside of `noscript` is one text.
 */
export class TreeBuilder implements TokenizerCallbacks {
  size = 0;
  kind = new Uint8Array(1024);
  flags = new Uint8Array(1024);
  name = new Uint16Array(1024);
  parent = new Int32Array(1024);
  subtreeEnd = new Int32Array(1024);
  start = new Uint32Array(1024);
  tagEnd = new Uint32Array(1024);
  closeStart = new Uint32Array(1024);
  end = new Uint32Array(1024);
  attrFirst = new Uint32Array(1025);
  attrCount = 0;
  attrNameStart = new Uint32Array(1024);
  attrNameEnd = new Uint32Array(1024);
  attrValueStart = new Uint32Array(1024);
  attrValueEnd = new Uint32Array(1024);
  otherNames: string[] = [];
  depthExceeded = false;
  root = -1;

  /** The text so far: what the events' offsets point into. Set before the tokenizer is fed. */
  source = '';
  /** Between a start tag's name and its end. */
  insideTag = false;

  #otherIds = new Map<string, number>();
  /** Open elements, and for each whether its end tag was seen out of order: it closes when it is on top again. */
  #stack = new Int32Array(64);
  #ended = new Uint8Array(64);
  #depth = 0;
  #maxDepth = 512;
  /** How many open elements have each name: most end tags that close nothing are told by it. */
  #openNames = new Uint32Array(0x10000);
  /** Open elements below the depth limit: leaves of the tree, kept only to swallow their end tags; and how many have each name. */
  #overflow: number[] = [];
  #overflowing = new Map<number, number>();
  /** Elements whose end is the `>` after the name of an end tag. */
  #endTags: number[] = [];
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
  /** Attributes of finished tags; those after it belong to the tag being read. */
  #attrEnd = 0;
  #bodyEnd = -1;
  #htmlEnd = -1;

  /** Makes the builder ready for another page. */
  reset(maxDepth: number): void {
    if (this.#depth > 0) this.#openNames.fill(0);
    this.size = this.attrCount = this.#attrEnd = this.#depth = 0;
    this.otherNames = [];
    this.#otherIds = new Map();
    this.depthExceeded = this.insideTag = false;
    this.root = this.#head = this.#body = this.#form = this.#textStart = this.#noscriptText = this.#bodyEnd = this.#htmlEnd = -1;
    this.source = '';
    this.#maxDepth = maxDepth;
    this.#overflow = [];
    this.#overflowing.clear();
    this.#endTags = [];
    this.#phase = BEFORE_HTML;
    this.#quirks = this.#doctypeAllowed = true;
  }

  /** Name id of the innermost open element, or -1. */
  openElementName(): number {
    return this.#top();
  }

  isInForeignContext(): boolean {
    return this.#noscriptText < 0 && this.#topIsForeign();
  }

  ontext(start: number, end: number): void {
    if (this.#noscriptText >= 0) return;
    if (end === this.source.length && this.#isTagName(start)) return;
    if (this.#textStart < 0) this.#textStart = start;
    this.#textEnd = end;
  }

  /** Is this the name of a tag that the whole text breaks off in, given as text? */
  #isTagName(start: number): boolean {
    const first = this.source.charCodeAt(start) | 32;
    return this.source.charCodeAt(start - 1) === 60 && first >= 97 && first <= 122;
  }

  onopentagname(start: number, end: number): void {
    this.insideTag = true;
    this.#tagStart = start - 1;
    this.#tagName = this.#nameAt(start, end);
    this.attrCount = this.#attrEnd;
  }

  onattribname(start: number, end: number): void {
    const at = this.attrCount++;
    if (at === this.attrNameStart.length) {
      this.attrNameStart = grown(this.attrNameStart);
      this.attrNameEnd = grown(this.attrNameEnd);
      this.attrValueStart = grown(this.attrValueStart);
      this.attrValueEnd = grown(this.attrValueEnd);
    }
    this.attrNameStart[at] = start;
    this.attrNameEnd[at] = end;
    this.attrValueStart[at] = 0;
  }

  onattribdata(start: number, end: number): void {
    const at = this.attrCount - 1;
    if (!this.attrValueStart[at]) this.attrValueStart[at] = start;
    this.attrValueEnd[at] = end;
  }

  onattribend(quote: QuoteType, end: number): void {
    const at = this.attrCount - 1;
    if (!this.attrValueStart[at]) {
      this.attrValueStart[at] = this.attrValueEnd[at] = quote === QuoteType.NoValue ? this.attrNameEnd[at]! : end;
    }
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
    const top = this.#top();
    const name = top < 0 ? undefined : knownNames[top];
    return name !== undefined && name.length === end - start && this.source.startsWith(name, start)
      ? top
      : this.#nameAt(start, end);
  }

  oncomment(start: number, end: number): void {
    if (this.#noscriptText >= 0) return;
    this.#flushText();
    const opened = this.source.lastIndexOf('<', start - 1);
    const from = opened < 0 ? start : opened;
    this.#leaf(COMMENT, from, this.source[end] === '>' ? end + 1 : end, 0);
    const body = this.source.slice(start, Math.min(end, start + 64));
    if (isMarkerComment(body) || isMarkerComment(this.source.slice(from, from + 16))) this.flags[this.size - 1]! |= MARKER;
  }

  ondeclaration(start: number, end: number): void {
    if (this.#noscriptText >= 0) return;
    this.#flushText();
    if (!this.#doctypeAllowed || this.#phase !== BEFORE_HTML) return;
    this.#leaf(DOCTYPE, Math.max(0, this.source.lastIndexOf('<', start - 1)), this.source[end] === '>' ? end + 1 : end, 0);
    this.#quirks = isQuirky(this.source.slice(start, end));
    this.#doctypeAllowed = false;
  }

  oncdata(start: number, end: number): void {
    if (this.#noscriptText >= 0) return;
    if (!this.#topIsForeign()) {
      this.oncomment(start, end);
      return;
    }
    this.#flushText();
    this.#leaf(TEXT, this.source.lastIndexOf('<', start - 1), this.source[end] === '>' ? end + 1 : end, 0);
  }

  onattribentity(): void {}
  ontextentity(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    const length = this.source.length;
    this.#dropTag();
    if (this.#noscriptText >= 0) {
      this.#textStart = this.#noscriptText;
      this.#textEnd = length;
      this.#noscriptText = -1;
    }
    this.#flushText();
    this.#ensureBody(length);
    const bodyEnd = this.#bodyEnd;
    const htmlEnd = this.#htmlEnd;
    while (this.#depth) this.#pop(length);
    this.#resolveEndTags();
    if (bodyEnd >= 0) this.#setLateEnd(this.#body, bodyEnd);
    if (htmlEnd >= 0) this.#setLateEnd(this.root, htmlEnd);
  }

  /**
   * `</body>` and `</html>` close nothing when they are read: what follows them still goes inside, and then they are not the end. Comments
   * alone stand beside the element.
   */
  #setLateEnd(node: number, tag: number): void {
    const stop = this.subtreeEnd[node]!;
    let beside = stop;
    while (this.kind[beside - 1] === COMMENT && this.start[beside - 1]! > tag) beside--;
    if (this.start[beside - 1]! > tag) return;
    for (let inside = node + 1; inside < beside; inside++) {
      if (this.subtreeEnd[inside]! > beside) this.subtreeEnd[inside] = beside;
      if (this.end[inside]! > tag) this.closeStart[inside] = this.end[inside] = tag;
    }
    this.parent.fill(this.parent[node]!, beside, stop);
    this.subtreeEnd[node] = beside;
    this.closeStart[node] = tag;
    this.end[node] = this.#afterTag(tag);
  }

  #afterTag(at: number): number {
    const close = this.source.indexOf('>', at);
    return close < 0 ? this.source.length : close + 1;
  }

  #resolveEndTags(): void {
    for (const node of this.#endTags) this.end[node] = this.#afterTag(this.end[node]!);
  }

  #nameAt(start: number, end: number): number {
    const known = lookUpName(this.source, start, end);
    if (known >= 0) return known === n.image && !this.#topIsForeign() ? n.img : known;
    const name = this.source.slice(start, end).toLowerCase();
    let id = this.#otherIds.get(name);
    if (id === undefined) {
      id = Math.min(knownNames.length + this.otherNames.length, 0xffff);
      this.#otherIds.set(name, id);
      if (id - knownNames.length === this.otherNames.length) this.otherNames.push(detached(name));
    }
    return id;
  }

  // ---- nodes and the stack of open elements

  #add(kind: number, flags: number, start: number, end: number, name: number): number {
    const node = this.size++;
    if (node + 1 >= this.kind.length) this.#grow();
    const parent = this.#depth ? this.#stack[this.#depth - 1]! : -1;
    this.kind[node] = kind;
    this.flags[node] = flags | (parent < 0 ? 0 : this.flags[parent]! & inherited);
    this.name[node] = name;
    this.parent[node] = parent;
    this.subtreeEnd[node] = node + 1;
    this.start[node] = start;
    this.tagEnd[node] = this.closeStart[node] = this.end[node] = end;
    this.attrFirst[node] = this.attrFirst[node + 1] = this.#attrEnd;
    return node;
  }

  #grow(): void {
    this.kind = grown(this.kind);
    this.flags = grown(this.flags);
    this.name = grown(this.name);
    this.parent = grown(this.parent);
    this.subtreeEnd = grown(this.subtreeEnd);
    this.start = grown(this.start);
    this.tagEnd = grown(this.tagEnd);
    this.closeStart = grown(this.closeStart);
    this.end = grown(this.end);
    this.attrFirst = grown(this.attrFirst);
  }

  #leaf(kind: number, start: number, end: number, flags: number): void {
    const node = this.#add(kind, flags, start, end, 0);
    if (kind === COMMENT) this.flags[node]! |= OPAQUE;
  }

  #push(node: number): void {
    if (this.#depth === this.#stack.length) {
      this.#stack = grown(this.#stack);
      this.#ended = grown(this.#ended);
    }
    this.#ended[this.#depth] = 0;
    this.#stack[this.#depth++] = node;
    this.#openNames[this.name[node]!]!++;
  }

  /** Closes the top element at `at`, and those below it whose end tags came before. */
  #pop(at: number): number {
    const node = this.#stack[--this.#depth]!;
    this.#openNames[this.name[node]!]!--;
    this.subtreeEnd[node] = this.size;
    this.closeStart[node] = this.end[node] = at;
    while (this.#depth && this.#ended[this.#depth - 1]) {
      const outer = this.#stack[--this.#depth]!;
      this.#openNames[this.name[outer]!]!--;
      this.subtreeEnd[outer] = this.size;
      this.closeStart[outer] = this.end[outer] = at;
    }
    return node;
  }

  #popTo(depth: number, at: number): void {
    while (this.#depth > depth) this.#pop(at);
  }

  /** Closes the element at `depth` by an end tag whose name ends at `nameEnd`. */
  #closeAt(depth: number, tagStart: number, nameEnd: number): void {
    this.#popTo(depth + 1, tagStart);
    if (this.#depth <= depth) return;
    const node = this.#stack[depth]!;
    this.#pop(tagStart);
    this.closeStart[node] = tagStart;
    this.end[node] = nameEnd;
    this.#endTags.push(node);
  }

  #top(): number {
    return this.#depth ? this.name[this.#stack[this.#depth - 1]!]! : -1;
  }

  #nameAtDepth(depth: number): number {
    return this.name[this.#stack[depth]!]!;
  }

  #topIsForeign(): boolean {
    if (!this.#depth) return false;
    const node = this.#stack[this.#depth - 1]!;
    return (this.flags[node]! & FOREIGN) !== 0 && !this.#integrates(node);
  }

  #integrates(node: number): boolean {
    return (this.flags[node]! & FOREIGN) !== 0 && (category(this.name[node]!) & INTEGRATION) !== 0;
  }

  #boundary(node: number): boolean {
    const foreign = (this.flags[node]! & FOREIGN) !== 0;
    return foreign ? this.#integrates(node) : (category(this.name[node]!) & (SCOPE | INTEGRATION)) === SCOPE;
  }

  /** Depth of the nearest open element of this name in scope, or -1; `also` names further boundaries. */
  #inScope(name: number, also1 = -1, also2 = -1): number {
    if (this.#openNames[name] === 0) return -1;
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      step();
      const node = this.#stack[depth]!;
      const at = this.name[node]!;
      if (this.#ended[depth]) continue;
      if (at === name && !(this.flags[node]! & FOREIGN)) return depth;
      if (at === also1 || at === also2 || this.#boundary(node)) return -1;
    }
    return -1;
  }

  #inTableScope(name: number): number {
    if (this.#openNames[name] === 0) return -1;
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      step();
      const at = this.#nameAtDepth(depth);
      if (at === name) return depth;
      if (at === n.table || at === n.template || at === n.html) return -1;
    }
    return -1;
  }

  #closeParagraph(at: number): void {
    const depth = this.#inScope(n.p, n.button);
    if (depth >= 0) this.#popTo(depth, at);
  }

  #imply(name: number, at: number): number {
    const node = this.#add(ELEMENT, IMPLIED, at, at, name);
    this.#push(node);
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
    this.#popTo(1, at);
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
    if (start === 0 && this.source.charCodeAt(0) === BYTE_ORDER_MARK) start = 1;
    let solid = start;
    while (solid < end && isSpace(this.source.charCodeAt(solid))) solid++;
    const blank = solid >= end;
    const openHere = this.#depth > (this.#phase < IN_BODY ? (this.#phase === IN_HEAD ? 2 : 1) : 0);
    if (this.#phase < IN_BODY && !openHere) {
      if (blank) return;
      start = solid;
      this.#ensureBody(start);
    }
    const verbatim = this.#depth > 0 && this.flags[this.#stack[this.#depth - 1]!]! & VERBATIM;
    if (blank && !verbatim) return;
    this.#add(TEXT, blank ? BLANK : 0, start, end, 0);
  }

  #startTag(tagEnd: number, selfClosing: boolean): void {
    this.insideTag = false;
    if (this.#noscriptText >= 0) {
      this.#dropTag();
      return;
    }
    const name = this.#tagName;
    const at = this.#tagStart;
    this.#flushText();
    if (this.#topIsForeign() && !this.#breaksOut(name)) this.#insertForeign(name, tagEnd, selfClosing);
    else this.#insertHtml(name, at, tagEnd, selfClosing);
  }

  #breaksOut(name: number): boolean {
    if (!(category(name) & BREAKS_OUT) && !(name === n.font && this.#hasFontAttribute())) return false;
    this.#leaveForeign(this.#tagStart);
    return true;
  }

  #leaveForeign(at: number): void {
    while (this.#depth && this.#topIsForeign()) this.#pop(at);
  }

  /** Does the current start tag have an attribute that only the `font` of HTML has? */
  #hasFontAttribute(): boolean {
    for (let at = this.#attrEnd; at < this.attrCount; at++) {
      if (/^(?:color|face|size)$/i.test(this.source.slice(this.attrNameStart[at]!, this.attrNameEnd[at]!))) return true;
    }
    return false;
  }

  #insertForeign(name: number, tagEnd: number, selfClosing: boolean): void {
    const node = this.#element(name, tagEnd);
    this.#setContext(node, name, category(name));
    this.flags[node]! |= FOREIGN;
    if (!selfClosing) this.#open(node);
  }

  /** The element of the current start tag, with its attributes; not yet open. */
  #element(name: number, tagEnd: number): number {
    const node = this.#add(ELEMENT, 0, this.#tagStart, tagEnd, name);
    this.attrFirst[node + 1] = this.#attrEnd = this.attrCount;
    if (this.#depth && this.#integrates(this.#stack[this.#depth - 1]!)) this.flags[node]! &= ~FOREIGN;
    return node;
  }

  #open(node: number): void {
    if (this.#depth >= this.#maxDepth) {
      this.depthExceeded = true;
      this.#overflow.push(node);
      const name = this.name[node]!;
      this.#overflowing.set(name, (this.#overflowing.get(name) ?? 0) + 1);
    } else this.#push(node);
  }

  #dropTag(): void {
    this.attrCount = this.#attrEnd;
  }

  #insertHtml(name: number, at: number, tagEnd: number, selfClosing: boolean): void {
    const bits = category(name);
    if (name === n.html) {
      if (this.#phase > BEFORE_HTML) return this.#dropTag();
      this.root = this.#element(name, tagEnd);
      this.#push(this.root);
      this.#phase = BEFORE_HEAD;
      return;
    }
    if (this.#phase < IN_BODY && this.#insertBeforeBody(name, bits, at, tagEnd)) return;
    if (name === n.head || name === n.body || (name === n.frameset && this.#top() !== n.frameset)) return this.#dropTag();
    if (name === n.form && this.#form >= 0) return this.#dropTag();
    if (bits & TABLE_PART && !this.#enterTablePart(name, at)) return this.#dropTag();
    if (name === n.select && this.#closeSelect(at)) return this.#dropTag();
    if (!(bits & TABLE_PART)) this.#closeBefore(name, bits, at);
    if (name === n.form) this.#form = this.size;
    const inTable = category(this.#top()) & TABLE_PART || this.#top() === n.table;
    const inCell = this.#top() === n.td || this.#top() === n.th || this.#top() === n.caption;
    const node = this.#element(name, tagEnd);
    this.#setContext(node, name, bits);
    if (bits & VOID) return;
    if (selfClosing && (name === n.svg || name === n.math)) return;
    if (name === n.form && inTable && !inCell) return;
    this.#open(node);
    if (name === n.noscript) this.#noscriptText = tagEnd;
  }

  #setContext(node: number, name: number, bits: number): void {
    let flags = this.flags[node]!;
    if (bits & OPAQUE_NAME) flags |= OPAQUE;
    if (bits & VERBATIM_NAME) flags |= VERBATIM;
    if (name === n.svg || name === n.math) flags |= FOREIGN;
    this.flags[node] = flags;
  }

  /** Tags before the body. Returns whether the tag was dealt with. */
  #insertBeforeBody(name: number, bits: number, at: number, tagEnd: number): boolean {
    this.#ensureHtml(at);
    // An element of the head is still open: only `template` can hold others.
    if (this.#phase === IN_HEAD && this.#depth > 2) return false;
    if (name === n.head) {
      if (this.#phase > BEFORE_HEAD) this.#dropTag();
      else {
        this.#head = this.#element(name, tagEnd);
        this.#push(this.#head);
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
        this.#open(node);
        if (name === n.noscript) this.#noscriptText = tagEnd;
      }
      return true;
    }
    this.#leaveHead(at);
    if (name === n.body || name === n.frameset) {
      this.#body = this.#element(name, tagEnd);
      this.#push(this.#body);
      this.#phase = IN_BODY;
      return true;
    }
    this.#ensureBody(at);
    return false;
  }

  /** Between `</head>` and the body, what belongs into the head goes there. */
  #reopenHead(): void {
    this.#endTags = this.#endTags.filter(node => node !== this.#head);
    this.#push(this.#head);
    this.#phase = IN_HEAD;
  }

  /** Closes what the start tag implies is over. */
  #closeBefore(name: number, bits: number, at: number): void {
    if (this.#top() === n.colgroup && name !== n.template) this.#pop(at);
    if (this.#top() === n.option && (name === n.option || name === n.optgroup)) this.#pop(at);
    if (this.#top() === n.optgroup && name === n.optgroup) this.#pop(at);
    if (name === n.input) this.#closeSelect(at);
    else if (name === n.hr && this.#inScope(n.select) >= 0) this.#generateImpliedEnds(at);
    if (name === n.li) this.#closeItem(n.li, n.li, at);
    else if (name === n.dd || name === n.dt) this.#closeItem(n.dd, n.dt, at);
    if (bits & CLOSES_P) this.#closeParagraph(at);
    else if (name === n.table) {
      if (!this.#quirks) this.#closeParagraph(at);
      this.#closeTableContext(at);
    }
    if (bits & IMPLIED_END) this.#closeRuby(name, at);
    if (bits & HEADING && category(this.#top()) & HEADING) this.#pop(at);
    if (name === n.button) {
      const depth = this.#inScope(n.button);
      if (depth >= 0) this.#popTo(depth, at);
    }
    if (name === n.a || name === n.nobr) this.#closeSameFormatting(name, at);
  }

  /** Closes the open `select`. False where there is none. */
  #closeSelect(at: number): boolean {
    const depth = this.#inScope(n.select);
    if (depth >= 0) this.#popTo(depth, at);
    return depth >= 0;
  }

  /** A part of a `ruby` ends the one before it; `rt` and `rp` may stand in an `rtc`. */
  #closeRuby(name: number, at: number): void {
    if (name !== n.rb && name !== n.rp && name !== n.rt && name !== n.rtc) return;
    if (this.#inScope(n.ruby) >= 0) this.#generateImpliedEnds(at, name === n.rp || name === n.rt ? n.rtc : -1);
  }

  #generateImpliedEnds(at: number, except = -1): void {
    while (category(this.#top()) & IMPLIED_END && this.#top() !== except) this.#pop(at);
  }

  #closeItem(first: number, second: number, at: number): void {
    if (this.#openNames[first] === 0 && this.#openNames[second] === 0) return;
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      step();
      if (this.#ended[depth]) continue;
      const name = this.#nameAtDepth(depth);
      if (name === first || name === second) return this.#popTo(depth, at);
      if (category(name) & SPECIAL && name !== n.address && name !== n.div && name !== n.p) return;
    }
  }

  /** A table that starts right inside another one's rows ends that one. */
  #closeTableContext(at: number): void {
    const top = this.#top();
    if (top !== n.table && top !== n.tbody && top !== n.thead && top !== n.tfoot && top !== n.tr) return;
    const depth = this.#inTableScope(n.table);
    if (depth >= 0) this.#popTo(depth, at);
  }

  #closeSameFormatting(name: number, at: number): void {
    if (this.#openNames[name] === 0) return;
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      step();
      if (this.#ended[depth]) continue;
      const node = this.#stack[depth]!;
      if (this.name[node] === name) return this.#popTo(depth, at);
      if (this.#boundary(node) || category(this.name[node]!) & SPECIAL) return;
    }
  }

  /** Brings the stack to the place where this table part belongs, with the parts implied between. False outside a table. */
  #enterTablePart(name: number, at: number): boolean {
    if (this.#openNames[n.table] === 0 && this.#openNames[n.template] === 0) return false;
    let depth = this.#depth - 1;
    for (; depth >= 0; depth--) {
      step();
      const open = this.#nameAtDepth(depth);
      if (open === n.table || open === n.template) break;
    }
    if (depth < 0) return false;
    const inTemplate = this.#nameAtDepth(depth) === n.template;
    const section = (open: number) => open === n.tbody || open === n.thead || open === n.tfoot;
    let keep = depth + 1;
    // What is open in a template decides what it holds.
    if (inTemplate && this.#depth > keep && !(category(this.#nameAtDepth(keep)) & TABLE_PART)) return false;
    if (name === n.col) {
      if (this.#depth > keep && this.#nameAtDepth(keep) === n.colgroup) keep++;
    } else if (name === n.tr || name === n.td || name === n.th) {
      if (this.#depth > keep && section(this.#nameAtDepth(keep))) keep++;
      if (name !== n.tr && this.#depth > keep && this.#nameAtDepth(keep) === n.tr) keep++;
    }
    this.#popTo(keep, at);
    const top = this.#top();
    if (top === n.template) return true;
    if (name === n.col && top !== n.colgroup) this.#imply(n.colgroup, at);
    if (name === n.tr || name === n.td || name === n.th) {
      if (top === n.table) this.#imply(n.tbody, at);
      if (name !== n.tr && this.#top() !== n.tr) this.#imply(n.tr, at);
    }
    return true;
  }

  #endTag(name: number, at: number, nameEnd: number): void {
    // An end tag that closes nothing parts texts too: a text is a run of source.
    this.#flushText();
    if (this.#overflowing.get(name)) {
      this.#closeOverflow(name);
      return;
    }
    if ((name === n.p || name === n.br) && this.#topIsForeign()) this.#leaveForeign(at);
    const depth = this.#matchEndTag(name, at);
    if (depth < 0) {
      this.#endOfStructure(name, at);
      return;
    }
    this.#closeAt(depth, at, nameEnd);
    if (this.#phase === IN_HEAD && this.#depth < 2) this.#phase = AFTER_HEAD;
    if (name === n.form) this.#form = -1;
  }

  /** Closes elements below the depth limit up to the innermost one of this name. */
  #closeOverflow(name: number): void {
    for (;;) {
      const closed = this.name[this.#overflow.pop()!]!;
      this.#overflowing.set(closed, this.#overflowing.get(closed)! - 1);
      if (closed === name) return;
    }
  }

  /** `</body>`, `</html>`: remembered. Any other unmatched end tag is ignored. */
  #endOfStructure(name: number, at: number): void {
    if (name !== n.body && name !== n.html) return;
    if (this.#phase < IN_BODY) return;
    if (name === n.body) this.#bodyEnd = at;
    else this.#htmlEnd = at;
  }

  /** Depth of the open element that an end tag closes, or -1. */
  #matchEndTag(name: number, at: number): number {
    const bits = category(name);
    if (name === n.body || name === n.html || bits & VOID) return -1;
    if (this.#openNames[name] === 0 && !(bits & HEADING)) {
      if (name === n.form) this.#form = -1;
      return -1;
    }
    // The end tags of what HTML is integrated in are foreign too.
    if (this.#depth > 0 && this.flags[this.#stack[this.#depth - 1]!]! & FOREIGN) {
      for (let depth = this.#depth - 1; depth >= 0 && this.flags[this.#stack[depth]!]! & FOREIGN; depth--) {
        step();
        if (this.#nameAtDepth(depth) === name) return depth;
      }
    }
    if (this.#phase < IN_BODY && name === n.head) return this.#phase === IN_HEAD && this.#depth === 2 ? 1 : -1;
    if (name === n.table || (bits & TABLE_PART && name !== n.col)) return this.#inTableScope(name);
    step(name === n.template ? this.#depth : 0);
    if (name === n.template) return this.#stack.subarray(0, this.#depth).findLastIndex(node => this.name[node] === n.template);
    if (name === n.p) return this.#inScope(n.p, n.button);
    if (name === n.li) return this.#inScope(n.li, n.ol, n.ul);
    if (bits & HEADING) return this.#headingInScope();
    if (name === n.form) return this.#matchForm(at);
    if (bits & SCOPED_END) return this.#inScope(name);
    return this.#matchAny(name, bits);
  }

  #headingInScope(): number {
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      step();
      const node = this.#stack[depth]!;
      if (category(this.name[node]!) & HEADING) return depth;
      if (this.#boundary(node)) return -1;
    }
    return -1;
  }

  /** `</form>` does not close what is open inside the form: the form ends with it. */
  #matchForm(at: number): number {
    const depth = this.#form < 0 ? -1 : this.#inScope(n.form);
    this.#form = -1;
    if (depth < 0) return -1;
    this.#flushText();
    while (this.#depth > depth + 1 && category(this.#top()) & IMPLIED_END) this.#pop(at);
    if (this.#depth === depth + 1) return depth;
    this.#ended[depth] = 1;
    return -1;
  }

  #matchAny(name: number, bits: number): number {
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      step();
      if (this.#ended[depth]) continue;
      const node = this.#stack[depth]!;
      const foreign = (this.flags[node]! & FOREIGN) !== 0;
      if (this.name[node] === name && !foreign) return depth;
      if (foreign ? !this.#integrates(node) : !(category(this.name[node]!) & SPECIAL) && !this.#boundary(node)) continue;
      // A formatting element is closed early (adoption agency, without its clones): it ends with the block inside it.
      if (bits & FORMATTING) this.#endFormatting(name, depth);
      return -1;
    }
    return -1;
  }

  #endFormatting(name: number, from: number): void {
    for (let depth = from; depth >= 0; depth--) {
      step();
      const node = this.#stack[depth]!;
      if (this.name[node] === name && !this.#ended[depth]) {
        this.#ended[depth] = 1;
        return;
      }
      if (this.#boundary(node)) return;
    }
  }
}
