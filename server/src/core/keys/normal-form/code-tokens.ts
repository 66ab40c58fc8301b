import { step } from '../../../html/steps.ts';
import { limits } from '../thresholds.ts';
import { normalAddress } from './address.ts';
import type { PageContext } from './context.ts';
import { datesAsTokens } from './dates.ts';
import { isSecretToken, TOKEN } from './secret-tokens.ts';

/** A handler is the script of an event attribute: it may hold any address of the site. */
type Language = 'script' | 'style' | 'handler';

/** Tokens that a regular expression can match in linear time: line comments, words, white space, any other character. */
const scriptTokens = /\/\/[^\n]*|<!--[^\n]*|-->[^\n]*|[\p{L}\p{N}_$]+|\s+|./suy;
const simpleTokens = {
  script: scriptTokens,
  handler: scriptTokens,
  style: /<!--|-->|[\p{L}\p{N}_$%#.-]+|\s+|./suy,
};

/**
 * N16: the normal form of an inline script or style sheet: its tokens separated by spaces, without comments and with uniform quotes. Strings
 * are normalised by N5, N12 and N13.
 */
export function normalCode(code: string, language: Language, context: PageContext): string {
  if (context.off.has('N16')) return code.trim();
  if (code.length > limits.codeLength) return code.trim().replace(/\s+/g, ' ');
  const tokens: string[] = [];
  for (const token of tokensOf(language === 'style' ? quotedAddresses(code) : code, language)) {
    if (/^(?:\s|\/\*|\/\/|<!--|-->)/.test(token)) continue;
    tokens.push(/^["'`]/.test(token) ? normalString(token.slice(1, -1), language, context) : token);
  }
  return tokens.join(' ');
}

/** Splits code into comments, strings, words, runs of white space and other characters. A quote or `/*` that is not closed is a character. */
function* tokensOf(code: string, language: Language): Generator<string> {
  const simple = simpleTokens[language];
  const strings = new StringEnds(code, language !== 'style');
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

/** Finds the ends of strings in linear time: after an unclosed quote, equal quotes in the scanned range are known to be unclosed, too. */
class StringEnds {
  readonly #code: string;
  readonly #hasTemplates: boolean;
  /** By quote: no string that starts before this offset is closed. */
  readonly #open = new Map<string, number>();

  constructor(code: string, hasTemplates: boolean) {
    this.#code = code;
    this.#hasTemplates = hasTemplates;
  }

  /** Offset after the string that begins at `start`; 0 if no string begins there. */
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

/** Strings that are relative addresses: by their beginning, and in style sheets and handlers also by a file extension. */
const fileName = /^\.{1,2}\/|^[\w/-]+\.[a-z]{2,5}\d?(?:[?#]|$)/i;
const relativeAddress = { script: /^\.{1,2}\//, style: fileName, handler: fileName };

/** Quotes the bare addresses in `url(...)`. */
function quotedAddresses(code: string): string {
  return code.replace(/url\(([^"'()\s]+)\)/gi, 'url("$1")');
}

/** N5, N12 and N13 for a string; `value` is without quotes. */
function normalString(value: string, language: Language, context: PageContext): string {
  const { off } = context;
  if (!off.has('N5') && relativeAddress[language].test(value)) return JSON.stringify(normalAddress(value, context));
  if (!off.has('N13') && isSecretToken(value)) return `"${TOKEN}"`;
  return JSON.stringify(off.has('N12') ? value : datesAsTokens(value));
}
