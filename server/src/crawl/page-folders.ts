import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { decodePage } from '../site/decode.ts';
import { discoverPages, pageFilter } from '../site/discover.ts';
import { reasonOf } from '../site/error-reason.ts';
import type { PageContent } from './archive-pages.ts';
import type { ListedPage, OnDamage } from './input-files.ts';
import { stamp } from './state-files.ts';
import { limits } from './thresholds.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** Stands for the offset of a page that is a file of its own. */
export const wholeFile = -1;

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Identifies the current state of an input: of a folder, the number of its pages and the time of the latest change. Throws `UnreadableInput`.
 */
export function inputStamp(path: string): ReturnType<typeof stamp> {
  if (!isFolder(path)) return stamp(path);
  const { pages } = pagesIn(path);
  const time = [...pages.values()].reduce((latest, page) => Math.max(latest, page?.mtimeMs ?? 0), 0);
  return { path, size: pages.size, time };
}

/**
 * Lists the pages in a folder, those that a site opened there has. The folder is a site if a page lies directly in it; otherwise each folder in
 * it is one. The name of a site's folder is the host of its URLs. Throws `UnreadableInput`.
 */
export function* listFolder(folder: string, onDamage: OnDamage): Generator<ListedPage> {
  const { pages, problems } = pagesIn(folder);
  const filter = pageFilter(folder, defaultSettings);
  for (const { page } of problems) {
    const path = join(folder, page);
    // A folder with the name of a page is no damage: it is searched for pages.
    if (!(filter.isPage(page) && isFolder(path))) onDamage({ path, offset: 0 });
  }
  const isSite = [...pages.keys()].some(page => !page.includes('/'));
  const folders = new Map<string, string>();
  for (const [page, stamp] of pages) {
    const site = isSite ? '' : page.slice(0, page.indexOf('/'));
    const host = hostOf(site === '' ? basename(folder) : site);
    const other = folders.get(host);
    if (other !== undefined && other !== site)
      throw new UnreadableInput(`${folder} cannot be read: its folders ${other} and ${site} would be one site; rename one.`);
    folders.set(host, site);
    const path = join(folder, page);
    const digest = stamp && digestOf(path, stamp.size);
    if (digest === undefined) {
      onDamage({ path, offset: 0 });
      continue;
    }
    const inSite = isSite ? page : page.slice(site.length + 1);
    const url = `https://${host}/${inSite.split('/').map(encodeURIComponent).join('/')}`;
    yield { place: { path, offset: wholeFile, inner: 0 }, url, digest };
  }
}

/** Reads a page that is a file. Throws the system's error. */
export function readPageFile(path: string): PageContent {
  if (statSync(path).size > limits.pageBytes) return { reason: 'too-large' };
  return { text: decodePage(readFileSync(path)) };
}

function pagesIn(folder: string): ReturnType<typeof discoverPages> {
  let found: ReturnType<typeof discoverPages>;
  try {
    found = discoverPages(folder, pageFilter(folder, defaultSettings));
  } catch (error) {
    throw new UnreadableInput(`${folder} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
  if (found.pages.size > 0) return found;
  throw new UnreadableInput(`${folder} has no pages; name a folder of HTML files, or of folders of them.`);
}

/** The host that stands for a site with a folder of this name. */
function hostOf(name: string): string {
  const host = name.toLowerCase().replace(/[^\p{L}\p{N}.-]+/gu, '-');
  const { hostname } = URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`) : { hostname: '' };
  // A name such as 2024 would be an address of IPv4.
  const isOther = hostname === '' || (/^[\d.]+$/.test(hostname) && hostname !== host);
  return isOther ? `site-${host.replace(/[^a-z\d]+/g, '-')}` : hostname;
}

/** SHA-1 of a file; undefined if it cannot be read. The path stands for a page that is too large to be read. */
function digestOf(path: string, size: number): string | undefined {
  try {
    const bytes = size > limits.pageBytes ? path : readFileSync(path);
    return createHash('sha1').update(bytes).digest('hex');
  } catch {
    return undefined;
  }
}
