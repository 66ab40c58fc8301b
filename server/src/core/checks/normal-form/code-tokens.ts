import type { PageContext } from './context.ts';
import { datesAsTokens } from './dates.ts';
import { isToken, TOKEN } from './secret-tokens.ts';

const scriptTokens =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|<!--[^\n]*|-->[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\p{L}\p{N}_$]+|\s+|./gsu;
const styleTokens = /\/\*[\s\S]*?\*\/|<!--|-->|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{L}\p{N}_$%#.-]+|\s+|./gsu;

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
  for (const [token] of code.matchAll(language === 'script' ? scriptTokens : styleTokens)) {
    if (/^(?:\s|\/\*|\/\/|<!--|-->)/.test(token)) continue;
    tokens.push(/^["'`]/.test(token) ? normalString(token.slice(1, -1), context) : token);
  }
  return tokens.join(' ');
}

function normalString(value: string, { off }: PageContext): string {
  if (!off.has('N13') && isToken(value)) return `"${TOKEN}"`;
  return JSON.stringify(off.has('N12') ? value : datesAsTokens(value));
}
