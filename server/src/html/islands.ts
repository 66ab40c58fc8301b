import { step } from './steps.ts';

/**
 * Template-language code in a page: `{{ }}`, `{% %}`, `<% %>`, `<?php ?>`, `<?= ?>`. It is opaque: its characters are hidden from the
 * HTML tokenizer, one for one, so that quotes and tags inside it change nothing and all offsets stay.
 */
const opener = /\{\{|\{%|<%|<\?(?:php|=)/g;
const maxExpression = 4096;

export interface Island {
  start: number;
  end: number;
}

/** Could the text hold an island at all? A quick test, so that a page without one pays nothing. */
export function mayHoldIslands(text: string): boolean {
  // By characters that pages seldom hold: `<` is everywhere.
  return text.includes('{{') || text.includes('{%') || text.includes('%>') || text.includes('?php') || text.includes('?=');
}

/** Where the next closers of a text are: each is looked for once, however many openers wait for it. */
export class Closers {
  readonly #text: string;
  /** By closer, where the last one was found that was looked for, and from where; the text's length stands for none. */
  readonly #found = new Map<string, { from: number; at: number }>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Offset of the next closer at or after `from`, or -1. */
  next(closer: string, from: number): number {
    let known = this.#found.get(closer);
    if (!known || from < known.from || from > known.at) {
      const at = this.#text.indexOf(closer, from);
      known = { from, at: at < 0 ? this.#text.length : at };
      step(known.at - from);
      this.#found.set(closer, known);
    }
    return known.at === this.#text.length ? -1 : known.at;
  }
}

/**
 * The first island at or after `from`. An opener without its end is ordinary text; only `<?php` runs to the end of the page.
 * @param closers of this very text.
 */
export function nextIsland(text: string, closers: Closers, from: number): Island | undefined {
  opener.lastIndex = from;
  for (let match = opener.exec(text); match; match = opener.exec(text)) {
    const start = match.index;
    const body = start + match[0].length;
    if (match[0][0] === '{') {
      const close = closers.next(match[0] === '{{' ? '}}' : '%}', body);
      if (close >= 0 && close - body <= maxExpression && isExpression(text, body, close)) return { start, end: close + 2 };
    } else {
      const close = closers.next(match[0] === '<%' ? '%>' : '?>', body);
      if (close >= 0) return { start, end: close + 2 };
      if (match[0] !== '<%') return { start, end: text.length };
    }
    opener.lastIndex = start + 1;
  }
  return undefined;
}

/** An expression holds no other opener, no end of a comment and no tag outside a string. */
function isExpression(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const c = text.charCodeAt(at);
    if (c === QUOTE || c === APOSTROPHE) {
      const close = endOfString(text, at, end);
      if (close > 0) at = close;
    } else if ((c === BRACE || c === MINUS || c === LESS) && isMarkup(text, at, end)) {
      step(at - start);
      return false;
    }
  }
  step(end - start);
  return true;
}

/** Where the string that begins at `at` ends, on the same line; 0 for none. */
function endOfString(text: string, at: number, end: number): number {
  const quote = text.charCodeAt(at);
  for (let inside = at + 1; inside < end; inside++) {
    const c = text.charCodeAt(inside);
    if (c === quote) return inside;
    if (c === LINE_END) break;
  }
  return 0;
}

/** Is what begins at `at` an opener, the end of a comment, or a tag? */
function isMarkup(text: string, at: number, end: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (text.charCodeAt(at) === BRACE) return next === BRACE && at + 1 < end;
  if (text.charCodeAt(at) === MINUS) return text.startsWith('-->', at) && at + 2 < end;
  const letter = next | 32;
  return at + 1 < end && (next === SLASH || next === EXCLAMATION || (letter >= 97 && letter <= 122));
}

const LINE_END = 10;
const EXCLAMATION = 33;
const QUOTE = 34;
const APOSTROPHE = 39;
const MINUS = 45;
const SLASH = 47;
const LESS = 60;
const BRACE = 123;

/**
 * The island's stand-in, of the same length. Inside a tag and for `{{ }}`, `{% %}`, `<% %>` all of it is letters; a PHP block between tags
 * keeps its ends, and so is a comment as in HTML.
 */
export function maskIsland(text: string, island: Island, insideTag: boolean): string {
  const length = island.end - island.start;
  if (insideTag || text[island.start + 1] !== '?') return 'x'.repeat(length);
  const closed = text.startsWith('?>', island.end - 2) && length >= 4;
  return `<?${'x'.repeat(length - (closed ? 3 : 2))}${closed ? '>' : ''}`;
}
