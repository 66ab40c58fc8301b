import { attributeValue } from '../../html/access.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { fileOf, isOnDisk, kindOfPath, meantInside } from '../keys/normal-form/file-of.ts';
import { FEWEST_PAGES, isFile } from './link-table.ts';
import { linkTargets } from './link-targets.ts';

type Exists = (path: string) => boolean;
type Kind = ReturnType<typeof kindOfPath>;

/**
 * True if at least half of the targets of the same kind as a dead one exist; of pages and of routes,
 * also at least three. Other files are of one kind if they have the same extension. Then a dead link is a mistake, even if hardly any page has it.
 */
export function isKindHeld(dead: string, targets: readonly string[], exists: Exists): boolean {
  const kind = kindOfPath(dead);
  const isAlike = (path: string): boolean =>
    kindOfPath(path) === kind && (kind !== 'file' || extensionOf(path) === extensionOf(dead));
  const alike = targets.filter(path => isFile(path) && isAlike(path));
  const there = alike.filter(path => isThere(path, exists)).length;
  return there >= (kind === 'file' ? 1 : FEWEST_PAGES) && there * 2 >= alike.length;
}

/**
 * Returns a predicate for missing files: true if a file of the same name exists in the site's root or in the folder of one of the targets. Always
 * false for pages, since pages of different folders often have the same name, such as `index.html`.
 */
export function elsewhere(targets: readonly string[], exists: Exists): (dead: string) => boolean {
  const folders = new Set(['', ...targets.filter(isFile).map(path => path.slice(0, path.lastIndexOf('/') + 1))]);
  const inSite = [...folders].filter(folder => !folder.startsWith('../'));
  return dead => isOther(dead) && inSite.some(folder => exists(folder + dead.slice(dead.lastIndexOf('/') + 1)));
}

/** True if the site has the folder of a file. */
export function isFolderHeld(path: string, exists: Exists): boolean {
  return !path.includes('/') || exists(path.slice(0, path.lastIndexOf('/')));
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

/** True if the target exists: the path itself or, for a route, a page with this name. A path above the site counts as existing, unless the site has the file that it means. */
export function isThere(path: string, exists: Exists): boolean {
  if (path.startsWith('../')) return meantInside(path, exists) === undefined;
  return exists(path) || (kindOfPath(path) === 'route' && (exists(`${path}.html`) || exists(`${path}.htm`)));
}

/**
 * True if an address begins with a folder that the site does not have, and leads to a file of the site without it: the site is served below this
 * path, as `/shop/a.html` where the site has `a.html`. Also true if an absolute address begins with such a folder: it may be that of another site.
 */
export function isBelowPath({ tree, source }: ComparedPage, node: number, path: string, exists: Exists): boolean {
  const [first = ''] = path.split('/', 1);
  const isFolder = first !== path;
  if (isOnDisk(path) || exists(first) || (!isFolder && kindOfPath(path) !== 'route')) return false;
  const addresses = ['href', 'src'].map(name => attributeValue(tree, source, node, name)?.trimStart() ?? '');
  if (addresses.some(address => /^https?:/i.test(address))) return true;
  return isFolder && exists(path.slice(first.length + 1)) && addresses.some(address => address.startsWith(`/${first}/`));
}

/** True if the target does not exist. False for a path with characters that RFC 3986 does not allow: a placeholder such as `[name].html`. */
export function isDead(path: string, exists: Exists): boolean {
  return !isThere(path, exists) && !/[[\]{}<>|^`]/.test(path);
}

/** True for a path of a file that is no page. */
export function isOther(path: string): boolean {
  return kindOfPath(path) === 'file';
}

/** True if most of the pages that load files have theirs: a page without was copied from elsewhere. */
export function areFilesHeld(pages: readonly (readonly string[])[], exists: Exists): boolean {
  const loading = pages.filter(paths => paths.some(path => isOther(path) && !path.startsWith('../')));
  return loading.filter(paths => kindsHeld(paths, exists).has('file')).length * 2 > loading.length;
}

/** The kinds of targets that the folder contains, by the targets of a page: at least half of those of this kind exist. */
function kindsHeld(paths: readonly string[], exists: Exists): Set<Kind> {
  const tallies = new Map<Kind, { there: number; missing: number }>();
  for (const path of paths) {
    if (path.startsWith('../')) continue;
    const tally = tallies.get(kindOfPath(path)) ?? { there: 0, missing: 0 };
    tallies.set(kindOfPath(path), tally);
    if (isThere(path, exists)) tally.there++;
    else tally.missing++;
  }
  return new Set([...tallies].flatMap(([kind, { there, missing }]) => (there >= missing ? [kind] : [])));
}

/** Returns the kinds of files that the folder contains: at least half of what a page loads or links to of this kind exists. */
export function kindsHeldFor(page: ComparedPage, exists: Exists): Set<Kind> {
  return kindsHeld(linkTargets(page).paths.filter(isFile), exists);
}

/** Returns the path of the file that an attribute of an element refers to, if the site should have this file and does not. */
export function missingFile(page: ComparedPage, element: number, exists: Exists, attribute = 'href'): string | undefined {
  const file = referredFile(page, element, attribute);
  return file === undefined || exists(file) ? undefined : file;
}

/** True if an attribute of an element refers to a file of the site that exists. */
export function isFileHeld(page: ComparedPage, element: number, exists: Exists, attribute: string): boolean {
  const file = referredFile(page, element, attribute);
  return file !== undefined && exists(file);
}

/** The path of the file of the site that an attribute of an element refers to, whether it exists or not; undefined for other attributes. */
function referredFile({ tree, source, context }: ComparedPage, element: number, attribute: string): string | undefined {
  return fileOf(attributeValue(tree, source, element, attribute) ?? '', context.base);
}
