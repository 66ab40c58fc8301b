import type { NormaliserId } from 'templens-shared/findings';
import { step } from '../../../html/steps.ts';
import type { PageContext } from './context.ts';
import { resolveAddress, schemePattern, trimmedAddress } from './resolve-address.ts';

/**
 * Normal form of an address: N5 (resolved against the page), N6 (index pages, percent-encoding), N7 (cache busting). Backslashes become slashes,
 * as in browsers. The result starts with `/` inside the site and with `//host/` outside. An address inside its page (empty, a fragment or query
 * alone) stays, so that `#top` is the same on all pages; so does an address with another scheme. All scripts without effect become `javascript:`.
 * @param value decoded value of the attribute
 */
export function normalAddress(value: string, context: PageContext): string {
  const address = trimmedAddress(value);
  if (address === '' || ((address[0] === '#' || address[0] === '?') && !context.hasBase)) return address;
  if (schemePattern.test(address) && !/^https?:/i.test(address)) return doesNothing(address) ? 'javascript:' : address;
  const cut = address.search(/[?#]/);
  const path = (cut < 0 ? address : address.slice(0, cut)).replaceAll('\\', '/');
  const resolved = context.off.has('N5') ? path : resolveAddress(path, context.base);
  const target = withoutCacheBusting(decoded(resolved, context.off), context.off);
  if (cut < 0) return withoutIndex(target, context.off);
  const fragment = address.indexOf('#', cut);
  const query = address.slice(cut, fragment < 0 ? undefined : fragment);
  return (
    withoutIndex(target, context.off) + normalQuery(query, target, context.off) + (fragment < 0 ? '' : address.slice(fragment))
  );
}

/**
 * True for an address that leads nowhere in the site: empty, `#` with nothing after it that names a place (`#0`, `#!`), a script without effect,
 * or above the site. @param address in normal form
 */
export function leadsNowhere(address: string | undefined): boolean {
  return address !== undefined && /^(?:|#[^\p{L}1-9]*|javascript:|\/\.\.(?:\/.*)?)$/su.test(address);
}

/** True for scripts without effect: `javascript:`, `javascript:;`, `javascript:void(0)`. The limit of length skips long scripts. */
function doesNothing(address: string): boolean {
  return address.length < 64 && /^javascript:(?:void\(?0?\)?)?;?$/i.test(address.replace(/\s+/g, ''));
}

/** N5 for `srcset`: the address of each candidate with its width or density (WHATWG HTML 4.8.4.3.10, without validation). */
export function normalSourceSet(value: string, context: PageContext): string {
  const candidates: string[] = [];
  for (let at = nextIn(value, 0, beforeCandidate); at < value.length; at = nextIn(value, at, beforeCandidate)) {
    const end = nextIn(value, at, inAddress);
    const address = value.slice(at, end).replace(/,$/, '');
    // A comma right after the address ends the candidate.
    const stop = value[end - 1] === ',' ? end : endOfDescriptors(value, end);
    const size = end < stop ? value.slice(end, stop).trim().split(/\s+/).join(' ') : '';
    candidates.push(`${normalAddress(address, context)} ${size}`.trim());
    at = stop;
  }
  return candidates.join(', ');
}

const beforeCandidate = /[\s,]/;
const inAddress = /\S/;

/** Offset of the first character at or after `at` that does not match `kind`. */
function nextIn(value: string, at: number, kind: RegExp): number {
  const from = at;
  while (at < value.length && kind.test(value[at]!)) at++;
  step(at - from);
  return at;
}

function endOfDescriptors(value: string, at: number): number {
  const comma = value.indexOf(',', at);
  return comma < 0 ? value.length : comma;
}

/** N5 for a style sheet or a `style` attribute: replaces the addresses in `url()` by their normal forms. */
export function normalStyleAddresses(css: string, context: PageContext): string {
  let text = '';
  let from = 0;
  let bareEnd = 0;
  for (const { index } of css.matchAll(/url\(/gi)) {
    if (index < from) continue;
    // Unclosed addresses all end at the same offset: one search for all of them keeps the time linear.
    if (bareEnd < index + 4) bareEnd = nextIn(css, index + 4, inBareAddress);
    const found = urlAt(css, index + 4, bareEnd);
    if (!found) continue;
    text += `${css.slice(from, index)}url(${normalAddress(found.address, context)})`;
    from = found.end;
  }
  return text + css.slice(from);
}

/** The address in a `url(` whose argument begins at `start`, and the end of the whole; undefined if it is not closed. */
function urlAt(css: string, start: number, bareEnd: number): { address: string; end: number } | undefined {
  const quote = css[bareEnd];
  if (quote === ')') return { address: css.slice(start, bareEnd), end: bareEnd + 1 };
  if (quote === undefined || nextIn(css, start, white) < bareEnd) return undefined;
  const close = css.indexOf(quote, bareEnd + 1);
  const end = close < 0 ? -1 : nextIn(css, close + 1, white);
  return css[end] === ')' ? { address: css.slice(bareEnd + 1, close), end: end + 1 } : undefined;
}

const white = /\s/;
const inBareAddress = /[^)"']/;

/**
 * Returns `page` if an address in normal form refers to the page itself, `section` if it refers to the index page of the page's folder or of a
 * folder above except the site's root, else undefined. Ignores query and fragment.
 */
export function leadsHere(address: string, context: PageContext): 'page' | 'section' | undefined {
  if (address === '' || address[0] === '#' || address[0] === '?') return 'page';
  const target = address.replace(/[?#].*/s, '').replace(indexPage, '/');
  const own = decoded(`/${context.path}`, noneOff).replace(indexPage, '/');
  if (target === own) return 'page';
  return target.length > 1 && target.endsWith('/') && own.startsWith(target) ? 'section' : undefined;
}

const noneOff: ReadonlySet<NormaliserId> = new Set();
const indexPage = /\/index\.(?:x?html?|shtml)$/i;
const assets = /\.(?:css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|json|xml|webmanifest)$/i;

/** N6: decodes percent-encoded characters, except those with a syntactic meaning in addresses. */
function decoded(path: string, off: PageContext['off']): string {
  if (!path.includes('%') || off.has('N6')) return path;
  return path.replace(/(?:%[0-9a-f]{2})+/gi, run => {
    try {
      return decodeURIComponent(run).replace(/[%/?#\\;&=+]/g, encodeURIComponent);
    } catch {
      return run.toUpperCase();
    }
  });
}

/** N6: removes the file name of an index page. */
function withoutIndex(path: string, off: PageContext['off']): string {
  if (off.has('N6') || !/index\./i.test(path)) return path;
  return path.replace(indexPage, '/').replace(/^index\.(?:x?html?|shtml)$/i, './');
}

/** N7: turns `app.3f2a9c1b.js` and `app-BQ3v9xKd.js` into `app.js`. */
function withoutCacheBusting(path: string, off: PageContext['off']): string {
  if (off.has('N7') || !assets.test(path)) return path;
  const match = /([^/])[.\-_~]([\w-]{8,64})((?:\.(?:min|bundle|chunk))?\.\w+)$/.exec(path);
  if (!match || !isFileHash(match[2]!)) return path;
  return path.slice(0, match.index + 1) + match[3];
}

/** True for 8 to 64 hexadecimal digits, or up to 24 characters that mix digits, small and capital letters. */
function isFileHash(text: string): boolean {
  if (/^[0-9a-f]{8,64}$/i.test(text)) return /\d/.test(text) && /[a-f]/i.test(text);
  return text.length <= 24 && /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

/** N7: removes campaign parameters, and of files of the site also versions and times. */
function normalQuery(query: string, path: string, off: PageContext['off']): string {
  if (query.length < 2) return '';
  if (off.has('N7')) return query;
  const isAsset = assets.test(path);
  const kept = query
    .slice(1)
    .split('&')
    .filter(parameter => {
      const name = parameter.split('=', 1)[0]!;
      if (/^utm_/i.test(name)) return false;
      return !isAsset || !(/^(?:v|ver|rev|t|ts|cb|_|\d[\d.]*)$/i.test(name) || (name === parameter && isFileHash(name)));
    });
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}
