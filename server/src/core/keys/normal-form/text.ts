import { decodeText, normaliseText } from '../../../html/normalise.ts';
import { normalCode } from './code-tokens.ts';
import type { PageContext } from './context.ts';
import { datesAsTokens } from './dates.ts';
import { islandsAsTokens } from './islands.ts';
import { IN_SCRIPT, IN_STYLE, KEEPS_SPACE, SLOT, UNCOMPARED } from './node-traits.ts';
import { secretsAsTokens } from './secret-tokens.ts';

/**
 * Normal form of a text node: two texts are equal in a comparison if and only if their normal forms are.
 * @param raw the node's source
 * @param traits the node's entry of `nodeTraits`
 */
export function normalText(raw: string, context: PageContext, traits = 0): string {
  if (traits & (SLOT | UNCOMPARED)) return '';
  if (traits & (IN_SCRIPT | IN_STYLE)) return normalCode(raw, traits & IN_STYLE ? 'style' : 'script', context);
  const { off } = context;
  const text = spaced(off.has('N24') ? raw : islandsAsTokens(raw), context, traits);
  if (!/\d/.test(text)) return text;
  const marked = off.has('N13') ? text : secretsAsTokens(text);
  return off.has('N12') ? marked : datesAsTokens(marked);
}

/**
 * True if only N1 and N2 can change the text at `start..end` of a page's source. Not for texts of slots, scripts and style sheets. Avoids a
 * substring.
 */
export function isPlainText(source: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = source.charCodeAt(i);
    // Digits, and `{` and `<`, which begin template-language code.
    if ((c >= 48 && c <= 57) || c === 123 || c === 60) return false;
  }
  return true;
}

/** N1 and N2: decodes character references and collapses white space. */
function spaced(raw: string, { off }: PageContext, traits: number): string {
  if (off.size > 0 && (off.has('N1') || off.has('N2'))) {
    const text = off.has('N2') ? raw : decodeText(raw);
    return off.has('N1') || traits & KEEPS_SPACE ? text : text.replace(/[\t\n\f\r ]+/g, ' ').trim();
  }
  return traits & KEEPS_SPACE ? decodeText(raw) : normaliseText(raw);
}
