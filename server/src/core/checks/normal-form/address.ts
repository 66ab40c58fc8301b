import type { NormaliserId } from 'templens-shared/diagnostics';
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
  if (hasScheme.test(address) && !/^https?:/i.test(address)) {
    return /^javascript:(?:\s*void\s*\(?\s*0?\s*\)?)?;?$/i.test(address) ? 'javascript:' : address;
  }
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

/** N5 in `srcset`: every candidate's address, with its width or density. */
export function normalSourceSet(value: string, context: PageContext): string {
  const candidates = value.matchAll(/([^\s,]\S*[^\s,]|[^\s,])\s*((?:\s[\d.]+[wxh])*)\s*(?:,|$)/g);
  return [...candidates].map(([, address, size]) => `${normalAddress(address!, context)} ${size!.trim()}`.trim()).join(', ');
}

/** N5 in a style sheet or a `style` attribute: what `url()` holds. */
export function normalStyleAddresses(css: string, context: PageContext): string {
  if (!/url\(/i.test(css)) return css;
  return css.replace(
    /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)/gi,
    (_all, double?: string, single?: string, bare?: string) => {
      return `url(${normalAddress(double ?? single ?? bare ?? '', context)})`;
    },
  );
}

/**
 * Does an address in normal form lead to the page itself (`page`), or to a section that it lies in: the index page of its own folder or
 * of one above, the site's root left out (`section`)? Query and fragment do not count.
 */
export function leadsHere(address: string, context: PageContext): 'page' | 'section' | undefined {
  if (address === '' || address[0] === '#' || address[0] === '?') return 'page';
  const target = address.replace(/[?#].*$/s, '').replace(indexPage, '/');
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
