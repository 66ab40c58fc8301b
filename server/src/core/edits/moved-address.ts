import { detached } from '../../html/strings.ts';
import { pagesOfTarget } from '../keys/target-pages.ts';

/** A file, or a folder with all that is in it, that gets another path; both relative to the site's root. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Where files go, and which paths are pages before that. One object for all pages: what their addresses mean is kept with it. */
export interface Moves {
  readonly moves: readonly Move[];
  isPage(path: string): boolean;
}

/** Path of a file after the moves; of several that hold it, the innermost counts. */
export function movedPath(path: string, moves: readonly Move[]): string {
  const holding = moves.filter(({ from }) => path === from || path.startsWith(`${from}/`));
  const move = holding.toSorted((a, b) => b.from.length - a.from.length)[0];
  return move ? move.to + path.slice(move.from.length) : path;
}

/**
 * Where an address leads after the moves: a path from the site's root, as the address writes it (the file, its folder in place of an index
 * page, without its extension). `servedBelow`: the folder, such as `docs/v2/`, that addresses from the root begin with, or empty.
 */
export function movedTarget(target: string, site: Moves, servedBelow: string): string {
  const levels = servedBelow.split('/').slice(0, -1);
  for (let depth = 0; depth <= levels.length; depth++) {
    const prefix = levels
      .slice(0, depth)
      .map(level => `${level}/`)
      .join('');
    if (!target.startsWith(prefix)) break;
    const written = target.slice(prefix.length);
    const page = pageOfTarget(written, site);
    const file = page ?? written;
    const to = movedPath(file, site.moves);
    if (to !== file) return prefix + asWritten(written, file, to);
    if (page !== undefined) break;
  }
  return target;
}

/** So many targets are known of one set of moves: most pages of a site link to the same. */
const MOST_KNOWN = 5000;
const knownPages = new WeakMap<Moves, Map<string, string | undefined>>();

/** The page that a path from the root means before the moves; found once for all pages that link to it. */
export function pageOfTarget(target: string, site: Moves): string | undefined {
  let known = knownPages.get(site);
  if (!known || known.size === MOST_KNOWN) {
    known = new Map();
    knownPages.set(site, known);
  }
  const page = known.get(target);
  if (page !== undefined || known.has(target)) return page;
  const found = pagesOfTarget(target, '').find(path => site.isPage(path));
  known.set(detached(target), found && detached(found));
  return found;
}

function asWritten(written: string, file: string, to: string): string {
  if (written === file) return to;
  const name = file.slice(file.lastIndexOf('/') + 1);
  const extension = name.slice(name.lastIndexOf('.'));
  if (file === written + extension) return to.endsWith(extension) ? to.slice(0, -extension.length) : to;
  const folder = to.slice(0, to.lastIndexOf('/') + 1);
  if (to !== folder + name) return to;
  return written === '' || written.endsWith('/') ? folder : folder.replace(/\/$/, '');
}

/** Where relative addresses of a page begin before and after the moves: folders, '' for the root. */
export interface Bases {
  readonly before: string;
  readonly after: string;
}

/**
 * An address (character references resolved) as it has to be written after the moves, or itself where it still leads to the same file. Its
 * query, its fragment and the spelling of what stays are kept. Left alone: addresses with a scheme or a host, on the page itself, with code
 * of a template language. `movedRoot` says where a path from the root leads that the address writes from the root, `moved` any other.
 */
export function movedAddress(
  address: string,
  bases: Bases,
  moved: (target: string) => string,
  movedRoot: (target: string) => string,
): string {
  const cut = address.search(/[?#]/);
  const path = cut < 0 ? address : address.slice(0, cut);
  const rest = address.slice(path.length);
  if (path === '' || /^[a-z][a-z0-9+.-]*:|^\/\/|\\|\{\{|\{%|<[%?]|\$\{/i.test(address)) return address;
  const before = resolvedAddress(path, bases.before);
  if (path.startsWith('/')) {
    const to = before.above === 0 ? movedRoot(before.path) : before.path;
    return to === before.path ? address : `/${spelt(to, path)}${rest}`;
  }
  const to = { ...before, path: before.above === 0 ? moved(before.path) : before.path };
  const after = resolvedAddress(path, bases.after);
  if (after.path === to.path && after.above === to.above) return address;
  const way = wayTo(to, bases.after, path);
  const dotted = !way.startsWith('..') && (way === '' || path.startsWith('./') || /^[^/]*:/.test(way) || way.startsWith('/'));
  return `${dotted ? './' : ''}${way}${rest}`;
}

/** A path from the site's root, and how many folders above the root it begins. */
interface Resolved {
  path: string;
  above: number;
}

/** Where an address without query and fragment leads from a folder of the site, percent-encoding resolved; a folder ends with a slash. */
export function resolvedAddress(address: string, folder: string): Resolved {
  const segments = address.startsWith('/') || folder === '' ? [] : folder.split('/');
  let above = 0;
  const parts = address.replace(/^\//, '').split('/');
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (part === '..' && segments.pop() === undefined) above++;
    if (part === '.' || part === '..') {
      if (isLast) segments.push('');
    } else if (isLast || part !== '') segments.push(decoded(part));
  }
  return { path: segments.join('/'), above };
}

/** The relative address of a target in a page of a folder. */
function wayTo({ path, above }: Resolved, folder: string, spelling: string): string {
  const base = folder === '' ? [] : folder.split('/');
  const target = path.split('/');
  const name = target.pop()!;
  let shared = 0;
  if (above === 0) while (shared < base.length && shared < target.length && base[shared] === target[shared]) shared++;
  const up = Array.from({ length: above + base.length - shared }, () => '..');
  return [...up, spelt([...target.slice(shared), name].join('/'), spelling)].join('/');
}

/** A path with percent-encoding; segments that the earlier address has are written as there. */
function spelt(path: string, address: string): string {
  const spellings = new Map(address.split('/').map(segment => [decoded(segment), segment]));
  return path
    .split('/')
    .map(segment => spellings.get(segment) ?? encoded(segment))
    .join('/');
}

/** Percent-encoded as far as a path in an attribute or in `url()` needs it. */
function encoded(segment: string): string {
  return segment
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[^\w.~!$+,;:@=&-]/gu, character =>
      /['()*]/.test(character) ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encodeURIComponent(character),
    );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
