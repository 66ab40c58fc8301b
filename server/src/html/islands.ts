import { step } from './steps.ts';
import { thresholds } from './thresholds.ts';

const opener = /\{\{|\{%|<%|<\?(?:php|=)/g;

/**
 * A piece of template-language code in a page: `{{ }}`, `{% %}`, `<% %>`, `<?php ?>`, `<?= ?>`. The HTML tokenizer sees other characters in
 * its place, as many as it has, so that quotes and tags inside it have no effect and all offsets stay valid. Offsets are UTF-16 code units,
 * `end` exclusive.
 */
export interface Island {
  start: number;
  end: number;
}

/** True if the text may contain an island. A quick test, so that pages without islands are read by the scanner. */
export function mayHoldIslands(text: string): boolean {
  // These strings are rare in pages without islands, while a `<` is everywhere.
  return text.includes('{{') || text.includes('{%') || text.includes('%>') || text.includes('?php') || text.includes('?=');
}

/** Finds the strings that close islands (`}}`, `%}`, `%>`, `?>`). Remembers the last search for each, so that many openers cost one search. */
export class Closers {
  readonly #text: string;
  /** By closer, the offset at which the last search began, and the one it found; the text's length if it found nothing. */
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
 * The first island at or after `from`, or undefined. An opener without its closer is ordinary text, except that `<?php` and `<?=` continue
 * to the end of the page.
 * @param closers the closers of the same text; pass the same object for all searches in it, so that they take linear time together
 */
export function nextIsland(text: string, closers: Closers, from: number): Island | undefined {
  opener.lastIndex = from;
  for (let match = opener.exec(text); match; match = opener.exec(text)) {
    const start = match.index;
    const body = start + match[0].length;
    if (match[0][0] === '{') {
      const close = closers.next(match[0] === '{{' ? '}}' : '%}', body);
      if (close >= 0 && close - body <= thresholds.expressionLength && isExpression(text, body, close))
        return { start, end: close + 2 };
    } else {
      const close = closers.next(match[0] === '<%' ? '%>' : '?>', body);
      if (close >= 0) return { start, end: close + 2 };
      if (match[0] !== '<%') return { start, end: text.length };
    }
    opener.lastIndex = start + 1;
  }
  return undefined;
}

/** True if `start..end` can be an expression: outside strings it has no other opener, no end of a comment and no tag. */
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

/** Offset of the quote that ends the string at `at`, on the same line; 0 if none exists before `end`. */
function endOfString(text: string, at: number, end: number): number {
  const quote = text.charCodeAt(at);
  for (let inside = at + 1; inside < end; inside++) {
    const c = text.charCodeAt(inside);
    if (c === quote) return inside;
    if (c === LINE_END) break;
  }
  return 0;
}

/** True if an opener, the end of a comment, or a tag begins at `at`. */
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
 * The text that the tokenizer gets in place of an island, of the same length: letters. A PHP block between tags keeps its delimiters, so
 * that it becomes a comment, as in HTML.
 */
export function maskIsland(text: string, island: Island, insideTag: boolean): string {
  const length = island.end - island.start;
  if (insideTag || text[island.start + 1] !== '?') return 'x'.repeat(length);
  const closed = text.startsWith('?>', island.end - 2) && length >= 4;
  return `<?${'x'.repeat(length - (closed ? 3 : 2))}${closed ? '>' : ''}`;
}
