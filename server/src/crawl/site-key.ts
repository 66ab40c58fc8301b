import { getDomain } from 'tldts';
import { hashString, hi, lo } from '../html/hash.ts';

/**
 * What pages must share to be one site: the host without `www.`, the registrable domain by the Public Suffix List, or the host and the first
 * folder of the path.
 */
export const siteRules = ['host', 'domain', 'folder'] as const;
export type SiteRule = (typeof siteRules)[number];

/** A page's canonical URL, its 64-bit hash in 16 hexadecimal digits, and its site. */
export interface PlacedUrl {
  readonly url: string;
  readonly hash: string;
  readonly site: string;
}

/** Places a URL; undefined if it is no URL of the schemes http and https. Its canonical form has neither fragment nor user, and is ASCII. */
export function placeUrl(given: string, rule: SiteRule = 'host'): PlacedUrl | undefined {
  // Some writers put URLs of WARC records in angle brackets.
  const address = /^<.*>$/.test(given) ? given.slice(1, -1) : given;
  if (!/^https?:/i.test(address)) return undefined;
  let parsed: URL;
  try {
    parsed = new URL(address);
  } catch {
    return undefined;
  }
  parsed.hash = '';
  parsed.username = '';
  parsed.password = '';
  const url = parsed.href;
  hashString(url, 0, url.length, 0);
  const hash = [hi, lo].map(lane => (lane >>> 0).toString(16).padStart(8, '0')).join('');
  return { url, hash, site: siteKey(parsed, rule) };
}

function siteKey({ hostname, port, pathname }: URL, rule: SiteRule): string {
  const bare = hostname.replace(/^www\d?\.(?=.*\.)/, '');
  const host = port === '' ? bare : `${bare}:${port}`;
  if (rule === 'domain') return getDomain(hostname, { allowPrivateDomains: true }) ?? host;
  if (rule === 'folder') return `${host}${/^\/[^/]+\//.exec(pathname)?.[0] ?? '/'}`;
  return host;
}
