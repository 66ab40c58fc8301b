import type { QuoteType, TokenizerCallbacks } from 'htmlparser2';
import { ElementNames } from './element-names.ts';
import { isKnownName, knownNames, nameId } from './names.ts';
import { isMarkerComment } from './normalise.ts';
import { COMMENT, MARKER, TEXT } from './tree.ts';
import { TreeConstruction } from './tree-construction.ts';
import { isSpace } from './white-space.ts';

const image = nameId('image');
const img = nameId('img');
const script = nameId('script');

/** Receives the events of the tokenizer or the scanner, and passes whole texts, tags and comments to the tree construction. */
export class TreeBuilder implements TokenizerCallbacks {
  readonly tree = new TreeConstruction();
  readonly nodes = this.tree.nodes;
  readonly names = new ElementNames();
  /** True between the name of a start tag and the tag's end. */
  insideTag = false;
  /** Offset at which the text of the last script starts; -1 before the first one. Not for scripts of SVG. */
  scriptTextStart = -1;
  /** Name id of the start tag that is being read, or was read last. */
  tagName = 0;

  /** Range of the text that is not yet in the tree; the start is -1 if none exists. */
  #textStart = -1;
  #textEnd = 0;
  /** Offset of the start tag that is being read. */
  #tagStart = 0;

  /** Makes the builder ready for another page. */
  reset(maxDepth: number): void {
    this.tree.reset(maxDepth);
    this.names.reset();
    this.insideTag = false;
    this.scriptTextStart = this.#textStart = -1;
  }

  /** True if the innermost open element is SVG or MathML, and its children are, too. */
  isInForeignContext(): boolean {
    return this.tree.isForeign();
  }

  // ---- callbacks of htmlparser2, which the scanner calls, too; offsets are those of the page

  ontext(start: number, end: number): void {
    if (end === this.nodes.source.length && this.#isTagName(start)) return;
    if (this.#textStart < 0) this.#textStart = start;
    this.#textEnd = end;
  }

  /** True for the name of a tag in which the page ends: the tokenizer reports it as text. */
  #isTagName(start: number): boolean {
    const first = this.nodes.source.charCodeAt(start) | 32;
    return this.nodes.source.charCodeAt(start - 1) === 60 && first >= 97 && first <= 122;
  }

  /** Adds the pending text to the tree. */
  #flushText(): void {
    const start = this.#textStart;
    if (start < 0) return;
    this.#textStart = -1;
    this.tree.text(start, this.#textEnd);
  }

  onopentagname(start: number, end: number): void {
    this.insideTag = true;
    this.#tagStart = start - 1;
    this.tagName = this.#nameAt(start, end);
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

  #startTag(tagEnd: number, selfClosing: boolean): void {
    this.insideTag = false;
    if (this.tagName === script && !this.tree.isForeign()) this.scriptTextStart = tagEnd;
    this.#flushText();
    this.tree.startTag(this.tagName, this.#tagStart, tagEnd, selfClosing);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#endTagName(start, end);
    // Even an end tag that is ignored separates two texts, since a text is one range of the source.
    this.#flushText();
    this.tree.endTag(name, start - 2, end);
  }

  /** Name id of an end tag. Most end tags close the innermost element, so its name is compared first. */
  #endTagName(start: number, end: number): number {
    const top = this.tree.openElementName();
    const isTop = top >= 0 && top < knownNames.length && isKnownName(top, this.nodes.units, start, end);
    return isTop ? top : this.#nameAt(start, end);
  }

  oncomment(start: number, end: number): void {
    const source = this.nodes.source;
    // The tokenizer reports a CDATA section without an end as a comment.
    if (this.tree.isForeign() && source.startsWith('[CDATA[', start)) return this.oncdata(start + '[CDATA['.length, end);
    this.#flushText();
    const opened = source.lastIndexOf('<', start - 1);
    const from = opened < 0 ? start : opened;
    const body = source.slice(start, Math.min(end, start + 64));
    const isMarker = isMarkerComment(body) || isMarkerComment(source.slice(from, from + 16));
    this.tree.leaf(COMMENT, isMarker ? MARKER : 0, from, this.#pastBracket(end));
  }

  ondeclaration(start: number, end: number): void {
    this.#flushText();
    const from = Math.max(0, this.nodes.source.lastIndexOf('<', start - 1));
    this.tree.doctype(from, this.#pastBracket(end), this.nodes.source.slice(start, end));
  }

  /** Adds a CDATA section as a text. `endOffset` is the length of the `]]` before `end`. */
  oncdata(start: number, end: number, endOffset = 0): void {
    this.#flushText();
    if (this.#isBlank(start, end - endOffset)) return;
    this.tree.leaf(TEXT, 0, this.nodes.source.lastIndexOf('<', start - 1), this.#pastBracket(end));
  }

  /** True if the range has only white space. */
  #isBlank(start: number, end: number): boolean {
    while (start < end && isSpace(this.nodes.source.charCodeAt(start))) start++;
    return start >= end;
  }

  /** Offset after the `>` at `end`; `end` if there is no `>`. */
  #pastBracket(end: number): number {
    return this.nodes.source[end] === '>' ? end + 1 : end;
  }

  onattribentity(): void {}
  ontextentity(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    this.nodes.dropAttributes();
    this.#flushText();
    this.tree.end();
  }

  /** Id of the tag name in the range; `image` is another name for `img` in HTML. */
  #nameAt(start: number, end: number): number {
    const name = this.names.idAt(this.nodes.source, this.nodes.units, start, end);
    return name === image && !this.tree.isForeign() ? img : name;
  }
}
