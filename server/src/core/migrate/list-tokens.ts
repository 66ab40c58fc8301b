import { trimmed } from './content-edges.ts';
import type { Item } from './project.ts';

/** A piece of items that a list may have in each of its entries: a piece of a tag, the value of an attribute, a text, or another item. */
export interface Token {
  kind: 'literal' | 'value' | 'label' | 'item';
  text: string;
  /** Name of the attribute of a value. */
  attribute?: string;
  item?: Item;
  /** 1 where an element begins, -1 where one ends. */
  step: -1 | 0 | 1;
}

const voidElement = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** Cuts items into tokens. */
export function listTokens(items: readonly Item[]): Token[] {
  const lexer = new Lexer();
  for (const item of items) {
    if (item.kind === 'text') lexer.read(item.text);
    else lexer.tokens.push({ kind: 'item', text: '', item, step: item.kind === 'case' ? stepOf(item.off) : 0 });
  }
  return lexer.tokens;
}

/** 1 for the start tag of an element, -1 for an end tag, 0 for text. */
function stepOf(text: string): Token['step'] {
  const tokens = listTokens([{ kind: 'text', text }]);
  return Math.sign(tokens.reduce((sum, { step }) => sum + step, 0)) as Token['step'];
}

/** The items that tokens were cut from; texts that follow one another are one. */
export function tokenItems(tokens: readonly Token[]): Item[] {
  const items: Item[] = [];
  for (const { text, item } of tokens) {
    const last = items.at(-1);
    if (item) items.push(item);
    else if (last?.kind === 'text') items[items.length - 1] = { kind: 'text', text: last.text + text };
    else items.push({ kind: 'text', text });
  }
  return items;
}

/** Cuts texts, between which are other items: a tag or a value may begin in one text and end in another one. */
class Lexer {
  readonly tokens: Token[] = [];
  /** What ends the place where a text begins: a quote of a value, `>` of a tag; undefined between tags. */
  #open: '"' | "'" | '>' | undefined;
  #isVoid = false;

  read(text: string): void {
    for (let at = 0; at < text.length; ) at = this.#open === undefined ? this.#between(text, at) : this.#inTag(text, at);
  }

  #add(kind: 'literal' | 'value' | 'label', text: string, step: Token['step'] = 0, attribute?: string): void {
    if (text !== '' || step !== 0) this.tokens.push({ kind, text, step, ...(attribute !== undefined && { attribute }) });
  }

  #between(text: string, at: number): number {
    const [piece = ''] = /^(?:<!--[\s\S]*?(?:-->|$)|<\/[a-z][^>]*>?|<[a-z][^\s<>/]*|<|[^<]+)/i.exec(text.slice(at)) ?? [];
    if (/^<[a-z]/i.test(piece)) {
      this.#open = '>';
      this.#isVoid = voidElement.test(piece);
      this.#add('literal', piece, this.#isVoid ? 0 : 1);
    } else if (piece.startsWith('<')) this.#add('literal', piece, piece.startsWith('</') ? -1 : 0);
    else {
      const { before, html, after } = trimmed(piece);
      this.#add('literal', before);
      this.#add('label', html);
      this.#add('literal', after);
    }
    return at + piece.length;
  }

  #inTag(text: string, at: number): number {
    if (this.#open !== '>') {
      const quote = text.indexOf(this.#open!, at);
      const end = quote < 0 ? text.length : quote;
      this.#add('literal', text.slice(at, end));
      if (quote >= 0) this.#open = '>';
      // The quote itself begins what follows.
      if (quote >= 0) this.#add('literal', text[quote]!);
      return end + 1;
    }
    const next = text.slice(at).search(/[>"']/);
    const end = next < 0 ? text.length : at + next + 1;
    const piece = text.slice(at, end);
    if (!piece.endsWith('>')) {
      this.#add('literal', piece);
      return next < 0 ? end : this.#value(text, end, piece);
    }
    this.#open = undefined;
    this.#add('literal', piece, piece.endsWith('/>') && !this.#isVoid ? -1 : 0);
    return end;
  }

  /** Reads the value that begins after a quote. @param before the tag up to it. */
  #value(text: string, at: number, before: string): number {
    const quote = text[at - 1] as '"' | "'";
    const end = text.indexOf(quote, at);
    if (end < 0) {
      this.#open = quote;
      return at;
    }
    this.#add('value', text.slice(at, end), 0, attributeBefore(before) ?? 'value');
    this.#add('literal', quote);
    return end + 1;
  }
}

/** The name, in lower case, of the attribute whose value begins after the quote that ends a text; undefined for none. */
function attributeBefore(text: string): string | undefined {
  const before = text.slice(0, -1).trimEnd();
  if (!before.endsWith('=')) return undefined;
  const name = before.slice(0, -1).trimEnd();
  let start = name.length;
  while (start > 0 && /[\w:-]/.test(name[start - 1]!)) start--;
  return name.slice(start).toLowerCase() || undefined;
}
