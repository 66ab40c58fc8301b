import { isOwnOfPage, overrideAttribute } from '../../../html/attribute-names.ts';
import { decodeAttribute, styleDeclarations } from '../../../html/normalise.ts';
import { isStateToken, mayHoldState, stateAttributes } from '../../../html/state-tokens.ts';
import { normalAddress, normalSourceSet, normalStyleAddresses } from './address.ts';
import { type PageContext, pageContext } from './context.ts';
import { datesAsTokens } from './dates.ts';
import { idAttributes, normalIds } from './generated-ids.ts';
import { islandsAsTokens } from './islands.ts';
import { ROOT, SLOT, UNCOMPARED } from './node-traits.ts';
import { isSecretToken, TOKEN } from './secret-tokens.ts';

type Form = (value: string, context: PageContext) => string | undefined;

/** Normal forms of attributes with addresses, and of `class` and `style`. */
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

/** Attributes whose value changes with each response of the server, or each version of a file. */
const tokenAttributes = new Set(['nonce', 'integrity']);

/** Attributes whose values are keywords or colours, compared without letter case. */
const keywordAttributes = new Set(
  (
    'align valign clear dir shape scope rules frame type method enctype rel rev media charset http-equiv hreflang loading decoding ' +
    'crossorigin referrerpolicy autocomplete spellcheck bgcolor color text link vlink alink'
  ).split(' '),
);

/** Attributes of an element marked `SLOT` that are not compared. */
const slotAttributes = new Set(['content', 'href', 'title', 'value', 'id']);

/**
 * Normal form of an attribute's value, or undefined if the attribute is not compared.
 * @param element name of the element in lower case
 * @param name name of the attribute in lower case
 * @param raw the value in the source, without quotes
 * @param traits the element's entry of `nodeTraits`
 */
export function normalAttribute(
  element: string,
  name: string,
  raw: string,
  context: PageContext,
  traits = 0,
): string | undefined {
  const { off } = context;
  if (name === overrideAttribute) return undefined;
  if (traits & SLOT && slotAttributes.has(name)) return undefined;
  if (traits & UNCOMPARED && name !== 'class') return undefined;
  if (traits & ROOT && isRootSlot(name, off)) return undefined;
  if (stateAttributes.has(name) && !off.has('N8') && !(name === 'open' && element === 'dialog')) return undefined;
  if (tokenAttributes.has(name) && !off.has(name === 'nonce' ? 'N13' : 'N16')) return undefined;
  if (name === 'lang' && traits & ROOT && !off.has('N20')) return '\u27e6language\u27e7';
  const code = off.has('N24') ? raw : islandsAsTokens(raw);
  const value = off.has('N2') ? code : decodeAttribute(code);
  // Pages may differ in encoding.
  if (name === 'charset' || isEncoding(element, name, value)) return '\u27e6encoding\u27e7';
  if (element === 'base' && name === 'href') return normalAddress(value, { ...pageContext(context.path), off });
  const pairs = element === 'meta' && name === 'content' && !off.has('N3') ? normalPairs(value) : undefined;
  if (pairs !== undefined) return pairs;
  const form = addressForms.get(name);
  if (form) return form(value, context);
  if (value.length === name.length && value.toLowerCase() === name && !off.has('N3')) return '';
  const text = off.has('N1') ? value : collapsed(value);
  if (!off.has('N3') && keywordAttributes.has(name)) return text.toLowerCase();
  return plainValue(name, text, context);
}

/** In UTF-16 code units; longer content is text. */
const LONGEST_PAIRS = 300;

/**
 * N3: normal form of a list such as `width=device-width, initial-scale=1.0`: sorted, in lower case, without white space, with `1.0` as `1`.
 * Undefined if the value is not a list of `name=value` pairs.
 */
function normalPairs(value: string): string | undefined {
  if (value.length > LONGEST_PAIRS || !value.includes('=')) return undefined;
  const list = value.toLowerCase().replace(/\s+/g, '').split(/[,;]/).filter(Boolean);
  if (!list.every(pair => /^[\w-]+=[\w.-]+$/.test(pair))) return undefined;
  return list
    .map(pair => pair.replace(/=(\d+(?:\.\d+)?)$/, (_, number: string) => `=${Number(number)}`))
    .sort()
    .join(',');
}

/** True for the content of `<meta http-equiv="Content-Type">`. */
function isEncoding(element: string, name: string, value: string): boolean {
  return element === 'meta' && name === 'content' && /^text\/html\b/i.test(value);
}

/** True for attributes of `html` and `body` that are not compared. */
function isRootSlot(name: string, off: PageContext['off']): boolean {
  if (name === 'dir') return !off.has('N20');
  return isOwnOfPage(name) && !off.has('N9');
}

/** N1: collapses white space. */
function collapsed(value: string): string {
  return /^\s|\s$|[\t\n\f\r]| {2}/.test(value) ? value.trim().replace(/[\t\n\f\r ]+/g, ' ') : value;
}

/** N5, N12, N13 and N14 for values that can contain an address, a date, a token or an id. */
function plainValue(name: string, value: string, context: PageContext): string {
  const { off } = context;
  if (name.startsWith('data-') && /^\.{1,2}\//.test(value)) return normalAddress(value, context);
  if (!/\d/.test(value)) return value;
  if (idAttributes.has(name)) return off.has('N14') ? value : normalIds(value);
  if (!off.has('N13') && isSecretToken(value)) return TOKEN;
  return off.has('N12') ? value : datesAsTokens(value);
}

/** N5 to N7, and N14 for the fragment. */
function reference(value: string, context: PageContext): string {
  const address = normalAddress(value, context);
  const fragment = address.indexOf('#');
  if (fragment < 0 || context.off.has('N14')) return address;
  return address.slice(0, fragment) + normalIds(address.slice(fragment));
}

/** N3 and N8: the sorted set of class names without names of states; undefined if none is left. */
function classTokens(value: string, { off }: PageContext): string | undefined {
  let tokens = value.split(/[\t\n\f\r ]+/).filter(token => token !== '');
  if (!off.has('N8') && mayHoldState.test(value)) tokens = tokens.filter(token => !isStateToken(token));
  if (tokens.length > 1 && !off.has('N3')) tokens = [...new Set(tokens)].sort();
  return tokens.length === 0 ? undefined : tokens.join(' ');
}

/** N3 and N5: the declarations of a `style` attribute; undefined if there are none. */
function declarations(value: string, context: PageContext): string | undefined {
  const css = normalStyleAddresses(value, context);
  if (context.off.has('N3')) return css;
  return styleDeclarations(css).join('; ') || undefined;
}
