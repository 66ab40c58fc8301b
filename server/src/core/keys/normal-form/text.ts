import { decodeText, normaliseText } from '../../../html/normalise.ts';
import { normalCode } from './code-tokens.ts';
import type { PageContext } from './context.ts';
import { datesAsTokens } from './dates.ts';
import { islandsAsTokens } from './islands.ts';
import { FREE, IN_SCRIPT, IN_STYLE, KEEPS_SPACE, SLOT } from './places.ts';
import { tokensMarked } from './secret-tokens.ts';

/**
 * Normal form of a text node: two texts are the same in a comparison exactly where their normal forms are.
 * @param raw the node's source.
 * @param place the node's entry of `nodePlaces`.
 */
export function normalText(raw: string, context: PageContext, place = 0): string {
  if (place & (SLOT | FREE)) return '';
  if (place & (IN_SCRIPT | IN_STYLE)) return normalCode(raw, place & IN_STYLE ? 'style' : 'script', context);
  const { off } = context;
  const text = spaced(off.has('N24') ? raw : islandsAsTokens(raw), context, place);
  if (!/\d/.test(text)) return text;
  const marked = off.has('N13') ? text : tokensMarked(text);
  return off.has('N12') ? marked : datesAsTokens(marked);
}

/**
 * A quick test without a substring: is the normal form of the text at `start..end` of a page's source what N1 and N2 make of it? Not for
 * the texts of slots, scripts and style sheets.
 */
export function isPlainText(source: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = source.charCodeAt(i);
    // Digits, and what template-language code in a text begins with.
    if ((c >= 48 && c <= 57) || c === 123 || c === 60) return false;
  }
  return true;
}

/** N1 and N2. */
function spaced(raw: string, { off }: PageContext, place: number): string {
  if (off.size > 0 && (off.has('N1') || off.has('N2'))) {
    const text = off.has('N2') ? raw : decodeText(raw);
    return off.has('N1') || place & KEEPS_SPACE ? text : text.replace(/[\t\n\f\r ]+/g, ' ').trim();
  }
  return place & KEEPS_SPACE ? decodeText(raw) : normaliseText(raw);
}
