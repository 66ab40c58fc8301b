import type { NormaliserId } from 'templens-shared/findings';
import { step } from '../../../html/steps.ts';
import type { PageContext } from './context.ts';
import { hasScheme, resolveAddress } from './resolve-address.ts';

/**
 * Where an address leads: N5 (resolved against the page), N6 (index pages, percent-encoding), N7 (cache busting). Site-absolute inside the
 * site, `//host/...` outside. An address that stays on its page (empty, a fragment or query alone) is kept, so that `#top` is one
 * thing on every page; so is one with another scheme; scripts that do
 * nothing are one and the same.
 * @param value decoded value of the attribute.
 */
export function normalAddress(value: string, context: PageContext): string {
  const address = trimmed(value);
  if (address === '' || ((address[0] === '#' || address[0] === '?') && !context.hasBase)) return address;
  if (hasScheme.test(address) && !/^https?:/i.test(address)) return doesNothing(address) ? 'javascript:' : address;
  const cut = address.search(/[?#]/);
  const path = cut < 0 ? address : address.slice(0, cut);
  const resolved = context.off.has('N5') ? path : resolveAddress(path, context.base);
  const place = withoutBusting(decoded(resolved, context.off), context.off);
  if (cut < 0) return withoutIndex(place, context.off);
  const fragment = address.indexOf('#', cut);
  const query = address.slice(cut, fragment < 0 ? undefined : fragment);
  return (
    withoutIndex(place, context.off) + normalQuery(query, place, context.off) + (fragment < 0 ? '' : address.slice(fragment))
  );
}

/** A script of a link that does nothing: `javascript:`, `javascript:;`, `javascript:void(0)`. A long one does something. */
function doesNothing(address: string): boolean {
  return address.length < 64 && /^javascript:(?:void\(?0?\)?)?;?$/i.test(address.replace(/\s+/g, ''));
}

/** N5 in `srcset`: every candidate's address, with its width or density (WHATWG HTML 4.8.4.3.10, without its checks of what is invalid). */
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

/** Offset of the first character at or after `at` that is not of a kind. */
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

/** N5 in a style sheet or a `style` attribute: what `url()` holds. */
export function normalStyleAddresses(css: string, context: PageContext): string {
  let text = '';
  let from = 0;
  let bareEnd = 0;
  for (const { index } of css.matchAll(/url\(/gi)) {
    if (index < from) continue;
    // Many addresses that are never closed end at one place, which is looked for once.
    if (bareEnd < index + 4) bareEnd = nextIn(css, index + 4, inBareAddress);
    const found = urlAt(css, index + 4, bareEnd);
    if (!found) continue;
    text += `${css.slice(from, index)}url(${normalAddress(found.address, context)})`;
    from = found.end;
  }
  return text + css.slice(from);
}

/** The address in a `url()` whose inside begins at `start`, and where the whole ends; nothing where it is not closed. */
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
 * Does an address in normal form lead to the page itself (`page`), or to a section that it lies in: the index page of its own folder or
 * of one above, without the site's root (`section`)? Query and fragment do not count.
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

/** As a browser does: without white space around, and without tabs and line ends inside. */
function trimmed(value: string): string {
  const address = value.trim();
  return /[\t\n\r]/.test(address) ? address.replace(/[\t\n\r]/g, '') : address;
}

/** N6: percent-encoded characters as they are, but for those that mean something else then. */
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

function withoutIndex(path: string, off: PageContext['off']): string {
  if (off.has('N6') || !/index\./i.test(path)) return path;
  return path.replace(indexPage, '/').replace(/^index\.(?:x?html?|shtml)$/i, './');
}

/** N7: `app.3f2a9c1b.js` and `app-BQ3v9xKd.js` are `app.js`. */
function withoutBusting(path: string, off: PageContext['off']): string {
  if (off.has('N7') || !assets.test(path)) return path;
  const match = /([^/])[.\-_~]([\w-]{8,64})((?:\.(?:min|bundle|chunk))?\.\w+)$/.exec(path);
  if (!match || !isFileHash(match[2]!)) return path;
  return path.slice(0, match.index + 1) + match[3];
}

function isFileHash(text: string): boolean {
  if (/^[0-9a-f]{8,64}$/i.test(text)) return /\d/.test(text) && /[a-f]/i.test(text);
  return text.length <= 24 && /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

/** N7: campaign parameters anywhere, versions and times of files. */
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
