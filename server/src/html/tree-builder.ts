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

/** Takes the tokenizer's events and gives the tree construction whole texts, tags and comments. */
export class TreeBuilder implements TokenizerCallbacks {
  readonly tree = new TreeConstruction();
  readonly nodes = this.tree.nodes;
  readonly names = new ElementNames();
  /** Between a start tag's name and its end. */
  insideTag = false;
  /** Where the text of the last script of HTML starts. */
  scriptText = -1;
  /** Name id of the start tag that is being read, or was read last. */
  tagName = 0;

  /** Text not yet in the tree. */
  #textStart = -1;
  #textEnd = 0;
  #tagStart = 0;

  /** Makes the builder ready for another page. */
  reset(maxDepth: number): void {
    this.tree.reset(maxDepth);
    this.names.reset();
    this.insideTag = false;
    this.scriptText = this.#textStart = -1;
  }

  isInForeignContext(): boolean {
    return this.tree.isForeign();
  }

  ontext(start: number, end: number): void {
    if (end === this.nodes.source.length && this.#isTagName(start)) return;
    if (this.#textStart < 0) this.#textStart = start;
    this.#textEnd = end;
  }

  /** Is this the name of a tag that the whole text breaks off in, given as text? */
  #isTagName(start: number): boolean {
    const first = this.nodes.source.charCodeAt(start) | 32;
    return this.nodes.source.charCodeAt(start - 1) === 60 && first >= 97 && first <= 122;
  }

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
    if (this.tagName === script && !this.tree.isForeign()) this.scriptText = tagEnd;
    this.#flushText();
    this.tree.startTag(this.tagName, this.#tagStart, tagEnd, selfClosing);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#endTagName(start, end);
    // An end tag that closes nothing parts texts too: a text is a run of source.
    this.#flushText();
    this.tree.endTag(name, start - 2, end);
  }

  /** Most end tags close the innermost element: its name is looked at first. */
  #endTagName(start: number, end: number): number {
    const top = this.tree.openElementName();
    const isTop = top >= 0 && top < knownNames.length && isKnownName(top, this.nodes.units, start, end);
    return isTop ? top : this.#nameAt(start, end);
  }

  oncomment(start: number, end: number): void {
    const source = this.nodes.source;
    // So the tokenizer gives a CDATA section without end.
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

  oncdata(start: number, end: number, endOffset = 0): void {
    this.#flushText();
    if (this.#isBlank(start, end - endOffset)) return;
    this.tree.leaf(TEXT, 0, this.nodes.source.lastIndexOf('<', start - 1), this.#pastBracket(end));
  }

  #isBlank(start: number, end: number): boolean {
    while (start < end && isSpace(this.nodes.source.charCodeAt(start))) start++;
    return start >= end;
  }

  /** The end of a comment or the like: past its `>`, where it has one. */
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

  #nameAt(start: number, end: number): number {
    const name = this.names.idAt(this.nodes.source, this.nodes.units, start, end);
    return name === image && !this.tree.isForeign() ? img : name;
  }
}
