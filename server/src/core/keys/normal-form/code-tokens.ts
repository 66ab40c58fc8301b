import { step } from '../../../html/steps.ts';
import { normalAddress } from './address.ts';
import type { PageContext } from './context.ts';
import { datesAsTokens } from './dates.ts';
import { isToken, TOKEN } from './secret-tokens.ts';

/** What needs no look ahead: comments that end with the line or at once, words, white space, any other character. */
const simpleTokens = {
  script: /\/\/[^\n]*|<!--[^\n]*|-->[^\n]*|[\p{L}\p{N}_$]+|\s+|./suy,
  style: /<!--|-->|[\p{L}\p{N}_$%#.-]+|\s+|./suy,
};

/** In UTF-16 code units; what is longer is not taken apart. */
const longest = 1 << 16;

/**
 * N16: an inline script or style sheet as a stream of tokens: white space and comments do not count, nor the kind of quotes; dates (N12)
 * and values with the shape of a token (N13) become one.
 */
export function normalCode(code: string, language: 'script' | 'style', context: PageContext): string {
  if (context.off.has('N16')) return code.trim();
  // A library or data in the page: read as a whole.
  if (code.length > longest) return code.trim().replace(/\s+/g, ' ');
  const tokens: string[] = [];
  for (const token of tokensOf(language === 'style' ? quotedAddresses(code) : code, language)) {
    if (/^(?:\s|\/\*|\/\/|<!--|-->)/.test(token)) continue;
    tokens.push(/^["'`]/.test(token) ? normalString(token.slice(1, -1), language, context) : token);
  }
  return tokens.join(' ');
}

/** Comments, strings, words, runs of white space and other characters, in order; what is never closed opens nothing. */
function* tokensOf(code: string, language: 'script' | 'style'): Generator<string> {
  const simple = simpleTokens[language];
  const strings = new StringEnds(code, language === 'script');
  let isCommentOpen = true;
  for (let at = 0; at < code.length; ) {
    let end = 0;
    if (isCommentOpen && code.startsWith('/*', at)) {
      end = code.indexOf('*/', at + 2) + 2;
      step((end < 2 ? code.length : end) - at);
      isCommentOpen = end >= 2;
    }
    if (end < 2) end = strings.endAt(at);
    if (end === 0) {
      simple.lastIndex = at;
      simple.test(code);
      end = simple.lastIndex;
    }
    yield code.slice(at, end);
    at = end;
  }
}

/** Where strings end. A quote that is not closed is one for the quotes after it, too: they were escaped in what was scanned. */
class StringEnds {
  readonly #code: string;
  readonly #hasTemplates: boolean;
  /** By quote, how far strings are known not to be closed. */
  readonly #open = new Map<string, number>();

  constructor(code: string, hasTemplates: boolean) {
    this.#code = code;
    this.#hasTemplates = hasTemplates;
  }

  /** Offset behind the string that begins at `start`; 0 where there is none. */
  endAt(start: number): number {
    const quote = this.#code[start]!;
    if (quote !== '"' && quote !== "'" && (quote !== '`' || !this.#hasTemplates)) return 0;
    if (start < (this.#open.get(quote) ?? 0)) return 0;
    let at = start + 1;
    for (; at < this.#code.length; at++) {
      const character = this.#code[at]!;
      if (character === quote) {
        step(at - start);
        return at + 1;
      }
      if (character === '\\') at++;
      else if (character === '\n' && quote !== '`') break;
    }
    step(at - start);
    this.#open.set(quote, at);
    return 0;
  }
}

/** What begins as a relative address does; in a style sheet also what ends as a file. */
const relativeAddress = { script: /^\.{1,2}\//, style: /^\.{1,2}\/|^[\w/-]+\.[a-z]{2,5}\d?$/i };

/** Puts addresses in `url(...)` in quotation marks. */
function quotedAddresses(code: string): string {
  return code.replace(/url\(([^"'()\s]+)\)/gi, 'url("$1")');
}

/** N5, N12 and N13 in a string. */
function normalString(value: string, language: 'script' | 'style', context: PageContext): string {
  const { off } = context;
  if (!off.has('N5') && relativeAddress[language].test(value)) return JSON.stringify(normalAddress(value, context));
  if (!off.has('N13') && isToken(value)) return `"${TOKEN}"`;
  return JSON.stringify(off.has('N12') ? value : datesAsTokens(value));
}
