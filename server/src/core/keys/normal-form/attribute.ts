import { overrideAttribute } from '../../../html/attribute-names.ts';
import { decodeAttribute, styleDeclarations } from '../../../html/normalise.ts';
import { isStateToken, mayHoldState, stateAttributes } from '../../../html/state-tokens.ts';
import { normalAddress, normalSourceSet, normalStyleAddresses } from './address.ts';
import { type PageContext, pageContext } from './context.ts';
import { datesAsTokens } from './dates.ts';
import { idAttributes, normalIds } from './generated-ids.ts';
import { islandsAsTokens } from './islands.ts';
import { FREE, ROOT, SLOT } from './places.ts';
import { isToken, TOKEN } from './secret-tokens.ts';

type Form = (value: string, context: PageContext) => string | undefined;

/** Attributes that hold an address, or several. */
const addressForms = new Map<string, Form>([
  ...['href', 'src', 'action', 'poster', 'background', 'formaction', 'cite', 'longdesc', 'manifest', 'xlink:href'].map(
    name => [name, reference] as [string, Form],
  ),
  ...['data-src', 'data-href', 'data-original', 'data-url'].map(name => [name, reference] as [string, Form]),
  ['srcset', normalSourceSet],
  ['imagesrcset', normalSourceSet],
  ['data-srcset', normalSourceSet],
  ['class', classTokens],
  ['style', declarations],
]);

/** Attributes whose value is another with every answer of the server, or every version of a file. */
const tokenAttributes = new Set(['nonce', 'integrity']);

/** Attributes whose values are key words or colours: letter case does not count. */
const keywordAttributes = new Set(
  (
    'align valign clear dir shape scope rules frame type method enctype rel rev media charset http-equiv hreflang loading decoding ' +
    'crossorigin referrerpolicy autocomplete spellcheck bgcolor color text link vlink alink'
  ).split(' '),
);

/** Attributes that a slot of the page fills: the value of a `meta`, a `link`, a field. */
const slotAttributes = new Set(['content', 'href', 'title', 'value', 'id']);

/**
 * Normal form of an attribute's value, or undefined where the attribute does not count: it may be absent, or have any value.
 * @param element name in lower case.
 * @param name in lower case.
 * @param raw the value as it stands in the source, without quotes.
 * @param place the element's entry of `nodePlaces`.
 */
export function normalAttribute(element: string, name: string, raw: string, context: PageContext, place = 0): string | undefined {
  const { off } = context;
  if (name === overrideAttribute) return undefined;
  if (place & SLOT && slotAttributes.has(name)) return undefined;
  if (place & FREE && name !== 'class') return undefined;
  if (place & ROOT && isRootSlot(name, off)) return undefined;
  if (stateAttributes.has(name) && !off.has('N8') && !(name === 'open' && element === 'dialog')) return undefined;
  if (tokenAttributes.has(name) && !off.has(name === 'nonce' ? 'N13' : 'N16')) return undefined;
  if (name === 'lang' && place & ROOT && !off.has('N20')) return '\u27e6language\u27e7';
  const code = off.has('N24') ? raw : islandsAsTokens(raw);
  const value = off.has('N2') ? code : decodeAttribute(code);
  // What a page is encoded in is its own, and said by what it says.
  if (name === 'charset' || isEncoding(element, name, value)) return '\u27e6encoding\u27e7';
  if (element === 'base' && name === 'href') return normalAddress(value, { ...pageContext(context.path), off });
  const form = addressForms.get(name);
  if (form) return form(value, context);
  if (value.length === name.length && value.toLowerCase() === name && !off.has('N3')) return '';
  const text = off.has('N1') ? value : collapsed(value);
  if (!off.has('N3') && keywordAttributes.has(name)) return text.toLowerCase();
  return plainValue(name, text, context);
}

/** The content of `<meta http-equiv="Content-Type">`. */
function isEncoding(element: string, name: string, value: string): boolean {
  return element === 'meta' && name === 'content' && /^text\/html\b/i.test(value);
}

function isRootSlot(name: string, off: PageContext['off']): boolean {
  if (name === 'dir') return !off.has('N20');
  return (name === 'class' || name === 'id' || name.startsWith('data-')) && !off.has('N9');
}

function collapsed(value: string): string {
  return /^\s|\s$|[\t\n\f\r]| {2}/.test(value) ? value.trim().replace(/[\t\n\f\r ]+/g, ' ') : value;
}

/** N5, N12, N13 and N14 where the value can hold what they are about. */
function plainValue(name: string, value: string, context: PageContext): string {
  const { off } = context;
  if (name.startsWith('data-') && /^\.{1,2}\//.test(value)) return normalAddress(value, context);
  if (!/\d/.test(value)) return value;
  if (idAttributes.has(name)) return off.has('N14') ? value : normalIds(value);
  if (!off.has('N13') && isToken(value)) return TOKEN;
  return off.has('N12') ? value : datesAsTokens(value);
}

/** N5 to N7, and N14 in the fragment. */
function reference(value: string, context: PageContext): string {
  const address = normalAddress(value, context);
  const fragment = address.indexOf('#');
  if (fragment < 0 || context.off.has('N14')) return address;
  return address.slice(0, fragment) + normalIds(address.slice(fragment));
}

/** N3 and N8: a set of tokens, without those of a state; if there are none, as if there were no attribute. */
function classTokens(value: string, { off }: PageContext): string | undefined {
  let tokens = value.split(/[\t\n\f\r ]+/).filter(token => token !== '');
  if (!off.has('N8') && mayHoldState.test(value)) tokens = tokens.filter(token => !isStateToken(token));
  if (tokens.length > 1 && !off.has('N3')) tokens = [...new Set(tokens)].sort();
  return tokens.length === 0 ? undefined : tokens.join(' ');
}

/** N3 and N5: the declarations of a `style`; without any, as if there were no attribute. */
function declarations(value: string, context: PageContext): string | undefined {
  const css = normalStyleAddresses(value, context);
  if (context.off.has('N3')) return css;
  return styleDeclarations(css).join('; ') || undefined;
}
