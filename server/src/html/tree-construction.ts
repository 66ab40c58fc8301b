import { ActiveFormatting } from './active-formatting.ts';
import {
  AFTER_FRAMESET,
  AFTER_HEAD,
  BEFORE_HEAD,
  BEFORE_HTML,
  DocumentPhase,
  IN_BODY,
  IN_FRAMESET,
  IN_HEAD,
} from './document-phase.ts';
import { elementToClose, foreignToClose } from './end-tags.ts';
import { integratesHtml, isForeignTag } from './foreign-content.ts';
import { closeSelect, prepareForStartTag } from './implied-ends.ts';
import {
  ADDS_MARKER,
  category,
  FORMATTING,
  HEAD_ONLY,
  NO_FRAMESET,
  nameId,
  OPAQUE_NAME,
  RAW_TEXT,
  TABLE_PART,
  VERBATIM_NAME,
  VOID,
} from './names.ts';
import { afterTag, NodeTable, setLateEnd } from './node-table.ts';
import { OpenElements, TooDeep } from './open-elements.ts';
import { isQuirky } from './quirks.ts';
import { enterTablePart, holdsOnlyTableParts } from './table-parts.ts';
import { BLANK, DOCTYPE, ELEMENT, FOREIGN, MATH, OPAQUE, TEXT, VERBATIM } from './tree.ts';
import { isSpace } from './white-space.ts';

/** Ids of element names. */
const n = {
  body: nameId('body'),
  br: nameId('br'),
  colgroup: nameId('colgroup'),
  col: nameId('col'),
  form: nameId('form'),
  frame: nameId('frame'),
  frameset: nameId('frameset'),
  head: nameId('head'),
  html: nameId('html'),
  input: nameId('input'),
  math: nameId('math'),
  noframes: nameId('noframes'),
  noscript: nameId('noscript'),
  p: nameId('p'),
  select: nameId('select'),
  svg: nameId('svg'),
  template: nameId('template'),
} as const;

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Builds a tree from tags and texts by the tree construction rules of HTML (WHATWG HTML 13.2.6), with scripting enabled. It departs from
 * these rules so that every node stays where its source is:
 * - Misplaced content of a table stays in the table: there is no foster parenting.
 * - Copies of formatting elements are not nodes. What they contain is in the element around them or, if no node stands between the original
 *   and its copy, in the original.
 * - Two texts with an ignored tag between them stay two nodes.
 * - A second `html` or `body` tag, and a `</p>` or `</br>` that closes nothing, make no node.
 */
export class TreeConstruction {
  readonly nodes = new NodeTable();
  /** True if the page has elements that are nested deeper than the limit. */
  depthExceeded = false;
  /** Offset at which the text of the last `noscript` starts; -1 before the first one. Not for elements of SVG and MathML. */
  noscriptTextStart = -1;

  #open = new OpenElements(this.nodes);
  #formatting = new ActiveFormatting(this.nodes, this.#open);
  #document = new DocumentPhase(this.nodes, this.#open);
  #tooDeep = new TooDeep();
  #maxDepth = 0;
  /** The page is in quirks mode. */
  #quirks = true;
  #doctypeAllowed = true;
  /** Node of the current form outside templates ("form element pointer"), or -1. */
  #form = -1;
  /** Offset of the start tag being inserted. */
  #tagStart = 0;
  /** Offsets of the last `</body>` and `</html>`, or -1. */
  #bodyEnd = -1;
  #htmlEnd = -1;

  get root(): number {
    return this.#document.root;
  }

  /** Makes the construction ready for another page. */
  reset(maxDepth: number): void {
    this.nodes.reset();
    this.#open.reset();
    this.#formatting.reset();
    this.#document.reset();
    this.#tooDeep.clear();
    this.depthExceeded = false;
    this.noscriptTextStart = this.#form = this.#bodyEnd = this.#htmlEnd = -1;
    this.#maxDepth = maxDepth;
    this.#quirks = this.#doctypeAllowed = true;
  }

  /** Name id of the innermost open element, or -1. */
  openElementName(): number {
    return this.#open.topName();
  }

  /** True if the innermost open element is SVG or MathML, and its children are, too. */
  isForeign(): boolean {
    return this.#open.topIsForeign();
  }

  /** Closes all elements at the end of the page, and sets where elements with end tags end. */
  end(): void {
    const length = this.nodes.source.length;
    this.#document.ensureBody(length);
    const bodyEnd = this.#bodyEnd;
    const htmlEnd = this.#htmlEnd;
    while (this.#open.depth) this.#open.pop(length);
    this.#resolveEndTags();
    if (bodyEnd >= 0) setLateEnd(this.nodes, this.#document.body, bodyEnd);
    if (htmlEnd >= 0) setLateEnd(this.nodes, this.#document.root, htmlEnd);
  }

  /** Moves the ends of elements from the end of their end tag's name to the end of the tag. */
  #resolveEndTags(): void {
    const { source, closeStart, end } = this.nodes;
    for (const node of this.#open.closedByOwnTag) end[node] = afterTag(source, end[node]!);
    for (const node of this.#open.closedByInnerTag) closeStart[node] = end[node] = afterTag(source, end[node]!);
  }

  /** Adds a node without children; for CDATA sections and comments. */
  leaf(kind: number, flags: number, start: number, end: number): void {
    this.#add(kind, flags, start, end);
  }

  /** Adds the first document type declaration, if no element precedes it. `declared` is the text between its `<!` and `>`. */
  doctype(start: number, end: number, declared: string): void {
    if (!this.#doctypeAllowed || this.#document.current !== BEFORE_HTML) return;
    this.#add(DOCTYPE, 0, start, end);
    this.#quirks = isQuirky(declared);
    this.#doctypeAllowed = false;
  }

  #add(kind: number, flags: number, start: number, end: number, name = 0): number {
    return this.nodes.add(kind, flags, this.#open.current(), start, end, name);
  }

  // ---- text

  /** Adds a text and the elements that it implies. Ignores text in framesets, and white space alone except in elements such as `pre`. */
  text(start: number, end: number): void {
    const { units } = this.nodes;
    if (start === 0 && units[0] === BYTE_ORDER_MARK) start = 1;
    let solid = start;
    while (solid < end && isSpace(units[solid]!)) solid++;
    const blank = solid >= end;
    const phase = this.#document.current;
    if (phase < IN_BODY) {
      const openHere = this.#open.depth > (phase === IN_HEAD ? 2 : 1);
      if (!openHere) {
        if (blank) return;
        start = solid;
        this.#document.ensureBody(start);
      }
    } else if (phase > IN_BODY && this.#open.topName() !== n.noframes) return;
    if (!blank && this.#open.topIs(n.colgroup)) this.#open.pop(start);
    if (!blank && this.#document.framesetOk && this.#document.current === IN_BODY && !this.#isRawText())
      this.#document.framesetOk = false;
    if (this.#formatting.mayReopen() && this.#reopensFormatting(blank)) this.#formatting.reopen();
    const around = this.#open.current();
    if (blank && !(around >= 0 && this.nodes.flags[around]! & VERBATIM)) return;
    this.#add(TEXT, blank ? BLANK : 0, start, end);
  }

  /** True if a text at the current place reopens formatting elements. Blank text in a table does not. */
  #reopensFormatting(blank: boolean): boolean {
    if (this.#open.topIsForeign() || this.#open.depth === 0 || this.#isRawText()) return false;
    return !(blank && holdsOnlyTableParts(this.#open.topName()));
  }

  /** True if the innermost element contains text only. */
  #isRawText(): boolean {
    const depth = this.#open.depth - 1;
    return depth >= 0 && (category(this.#open.nameAt(depth)) & RAW_TEXT) !== 0 && !this.#open.isForeignAt(depth);
  }

  // ---- start tags

  /** Handles the start tag from `at` to `tagEnd`. `name` is a name id; `nodes` holds the attributes, which were just read. */
  startTag(name: number, at: number, tagEnd: number, selfClosing: boolean): void {
    this.#tagStart = at;
    if (this.#document.current > IN_BODY) this.#insertIntoFrameset(name, tagEnd);
    else if (isForeignTag(this.#open, this.nodes, name)) this.#insertForeign(name, tagEnd, selfClosing);
    else {
      if (name !== n.svg) this.#leaveForeign(at);
      this.#insertHtml(name, at, tagEnd, selfClosing);
    }
  }

  /** Closes SVG and MathML elements at `at`, up to one whose children are HTML. */
  #leaveForeign(at: number): void {
    while (this.#open.depth && this.#open.topIsForeign()) this.#open.pop(at);
  }

  #insertForeign(name: number, tagEnd: number, selfClosing: boolean): void {
    const node = this.#element(name, tagEnd);
    // The names `mglyph` and `malignmark` are MathML where all others are HTML.
    this.nodes.flags[node]! |= FOREIGN | (this.#open.topIsForeign() ? 0 : MATH);
    if (!selfClosing) this.#keepOpen(node, integratesHtml(this.nodes, node));
  }

  /** Adds the element of the current start tag, with its attributes; does not open it. */
  #element(name: number, tagEnd: number): number {
    const node = this.#add(ELEMENT, 0, this.#tagStart, tagEnd, name);
    this.nodes.takeAttributes(node);
    const bits = category(name);
    let flags = this.nodes.flags[node]!;
    if (!this.#open.topIsForeign()) flags &= ~(FOREIGN | MATH);
    if (bits & OPAQUE_NAME) flags |= OPAQUE;
    if (bits & VERBATIM_NAME) flags |= VERBATIM;
    this.nodes.flags[node] = flags;
    return node;
  }

  /** Opens the element that was added last. An element that is deeper than the limit stays a leaf. */
  #keepOpen(node: number, integrates = false): void {
    if (this.#isFull()) {
      this.depthExceeded = true;
      this.#tooDeep.push(this.nodes.name[node]!, this.#maxDepth);
      return;
    }
    this.#tooDeep.clear();
    this.#open.push(node, integrates);
    const bits = category(this.nodes.name[node]!);
    if (!(bits & (FORMATTING | ADDS_MARKER)) || this.nodes.isForeign(node)) return;
    if (bits & FORMATTING) this.#formatting.add(node);
    else this.#formatting.addMarker();
  }

  /** True if the depth limit is reached. */
  #isFull(): boolean {
    return this.#open.depth - this.#open.copies >= this.#maxDepth;
  }

  #insertHtml(name: number, at: number, tagEnd: number, selfClosing: boolean): void {
    const bits = category(name);
    const document = this.#document;
    if (name === n.html) {
      if (document.current > BEFORE_HTML) return this.nodes.dropAttributes();
      return document.openRoot(this.#element(name, tagEnd));
    }
    if (document.current < IN_BODY && this.#insertBeforeBody(name, bits, at, tagEnd)) return;
    if (name === n.frameset && document.framesetOk && document.current === IN_BODY) return this.#replaceBody(at, tagEnd);
    if (bits & NO_FRAMESET && document.framesetOk && !this.#isHiddenInput(name)) document.framesetOk = false;
    if (name === n.head || name === n.body || name === n.frameset || name === n.frame) return this.nodes.dropAttributes();
    if (name === n.form && !this.#mayOpenForm()) return this.nodes.dropAttributes();
    if (bits & TABLE_PART && !enterTablePart(this.#open, name, at, document)) return this.nodes.dropAttributes();
    if (name === n.select && closeSelect(this.#open, at)) return this.nodes.dropAttributes();
    if (!(bits & TABLE_PART)) prepareForStartTag(this.#open, this.#formatting, name, at, this.#quirks);
    if (name === n.form && !this.#open.isInTemplate()) this.#form = this.nodes.size;
    const isEmptyForm = name === n.form && this.#open.depthOfTableAround() >= 0;
    const node = this.#element(name, tagEnd);
    if (name === n.svg || name === n.math) {
      this.nodes.flags[node] = (this.nodes.flags[node]! & ~MATH) | FOREIGN | (name === n.math ? MATH : 0);
      if (selfClosing) return;
    }
    if (bits & VOID || isEmptyForm) return;
    this.#keepOpen(node);
    if (name === n.noscript) this.noscriptTextStart = tagEnd;
  }

  /** Handles a start tag before the body. Returns false if the tag is still to be inserted. */
  #insertBeforeBody(name: number, bits: number, at: number, tagEnd: number): boolean {
    const document = this.#document;
    document.ensureHtml(at);
    // An element of the head is still open: a `template`, since the others contain no elements.
    if (document.current === IN_HEAD && this.#open.depth > 2) return false;
    if (name === n.head) {
      if (document.current > BEFORE_HEAD) this.nodes.dropAttributes();
      else document.openHead(this.#element(name, tagEnd));
      return true;
    }
    const isAfterHead = document.current === AFTER_HEAD || document.headReopened;
    if (bits & HEAD_ONLY && !(name === n.noscript && isAfterHead)) {
      document.ensureHead(at);
      if (document.current === AFTER_HEAD) document.reopenHead();
      const node = this.#element(name, tagEnd);
      if (!(bits & VOID)) {
        this.#keepOpen(node);
        if (name === n.noscript) this.noscriptTextStart = tagEnd;
      }
      return true;
    }
    document.leaveHead(at);
    if (name === n.body || name === n.frameset) {
      document.openBody(this.#element(name, tagEnd), name === n.body ? IN_BODY : IN_FRAMESET);
      return true;
    }
    document.ensureBody(at);
    return false;
  }

  /** True if a form may start at the current place: not in another form, except in a template. */
  #mayOpenForm(): boolean {
    return this.#open.isInTemplate() ? this.#open.depthOfTableAround() < 0 : this.#form < 0;
  }

  #isHiddenInput(name: number): boolean {
    return name === n.input && this.nodes.hasAttribute(/^type$/i, /^hidden$/i);
  }

  /** Replaces the body, which has no start tag and nothing visible in it, by the `frameset` of the current tag. */
  #replaceBody(at: number, tagEnd: number): void {
    this.#document.dropBody(at);
    this.#formatting.reset();
    this.#tooDeep.clear();
    this.#document.openBody(this.#element(n.frameset, tagEnd), IN_FRAMESET);
  }

  #insertIntoFrameset(name: number, tagEnd: number): void {
    const inside = this.#document.current === IN_FRAMESET;
    if (inside && name === n.frame) this.#element(name, tagEnd);
    else if (name === n.noframes || (inside && name === n.frameset)) this.#keepOpen(this.#element(name, tagEnd));
    else this.nodes.dropAttributes();
  }

  // ---- end tags

  /** Handles the end tag that starts at `at` and whose name ends at `nameEnd`. `name` is a name id. */
  endTag(name: number, at: number, nameEnd: number): void {
    if (!this.#isFull()) this.#tooDeep.clear();
    if (this.#tooDeep.close(name)) return;
    if (this.#document.current > IN_BODY) return this.#endInFrameset(name, at, nameEnd);
    if (this.#document.current < IN_BODY) this.#endBeforeBody(name, at);
    if ((name === n.p || name === n.br) && this.#open.topIsForeign()) this.#leaveForeign(at);
    if (this.#open.topIs(n.colgroup) && name !== n.colgroup && name !== n.col && name !== n.template) this.#open.pop(at);
    let depth = foreignToClose(this.#open, name);
    if (depth < 0) {
      if (category(name) & FORMATTING && this.#formatting.close(name, at, nameEnd)) return;
      if (name === n.br) {
        this.#formatting.reopen();
        this.#document.framesetOk = false;
      }
      depth = this.#matchEndTag(name, at);
    }
    if (depth < 0) return this.#endOfStructure(name, at);
    this.#open.closeAt(depth, at, nameEnd);
    if (this.#document.current === IN_HEAD && this.#open.depth < 2) this.#document.current = AFTER_HEAD;
  }

  /** Creates the elements that an end tag before the body implies. */
  #endBeforeBody(name: number, at: number): void {
    const document = this.#document;
    this.#doctypeAllowed = false;
    if (name === n.head && document.current < IN_HEAD) document.ensureHead(at);
    if (name !== n.body && name !== n.html && name !== n.br) return;
    if (document.current !== IN_HEAD || this.#open.depth <= 2) document.ensureBody(at);
  }

  #endInFrameset(name: number, at: number, nameEnd: number): void {
    const document = this.#document;
    if (name === n.html && document.current === AFTER_FRAMESET) this.#htmlEnd = at;
    if (name !== this.#open.topName() || (name !== n.frameset && name !== n.noframes)) return;
    this.#open.closeAt(this.#open.depth - 1, at, nameEnd);
    if (this.#open.depth === 1) document.current = AFTER_FRAMESET;
  }

  /** Records `</body>` and `</html>`, see `setLateEnd`. Any other unmatched end tag is ignored. */
  #endOfStructure(name: number, at: number): void {
    if (name !== n.body && name !== n.html) return;
    if (this.#document.current < IN_BODY) return;
    if (name === n.body) this.#bodyEnd = at;
    else this.#htmlEnd = at;
  }

  /** Depth of the open HTML element that an end tag closes, or -1. */
  #matchEndTag(name: number, at: number): number {
    const phase = this.#document.current;
    if (phase < IN_BODY && name === n.head) return phase === IN_HEAD && this.#open.depth === 2 ? 1 : -1;
    return name === n.form ? this.#matchForm(at) : elementToClose(this.#open, name);
  }

  /** Depth of the form that `</form>` closes, or -1. Outside templates, `</form>` leaves elements inside the form open: it then ends later. */
  #matchForm(at: number): number {
    if (this.#open.isInTemplate()) return this.#open.depthInScope(n.form);
    const depth = this.#form < 0 ? -1 : this.#open.depthInScope(n.form);
    this.#form = -1;
    if (depth < 0) return -1;
    this.#open.generateImpliedEnds(at);
    if (this.#open.depth === depth + 1) return depth;
    this.#open.endLater(depth);
    return -1;
  }
}
