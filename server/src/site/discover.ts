import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Settings } from 'templens-shared/settings';
import { reasonOf } from './error-reason.ts';
import { PageFilter } from './page-filter.ts';
import { withSlashes } from './path-within.ts';
import { readRegular } from './read-regular.ts';
import type { Discovery, FileStamp, PageFile } from './site-disk.ts';
import { limits } from './thresholds.ts';

/**
 * Finds the pages of the site, or those directly in `folders`. Links to folders are not followed; links to files are, if they lead to a file
 * inside the site. Yields before each entry of a folder, so that the search can be done in slices; the caller has to watch for changes
 * meanwhile. Throws if the root cannot be listed.
 */
export function* discoverInSteps(root: string, filter: PageFilter, folders?: Iterable<string>): Generator<void, Discovery> {
  const realRoot = realpathSync(root);
  const found: [string, FileStamp | undefined][] = [];
  const links = new Map<string, string>();
  const shared: string[] = [];
  const templates = new Map<string, FileStamp | undefined>();
  const problems: Discovery['problems'] = [];
  const walk = function* (folder: string): Generator<void> {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(root, folder), { withFileTypes: true });
    } catch (error) {
      if (folder === '') throw error;
      const code = codeOf(error);
      const isGone = code === 'ENOENT' || code === 'ENOTDIR';
      if (isGone && isMangled(folder)) problems.push({ page: folder, message: notUtf8(folder) });
      else if (!isGone)
        problems.push({
          page: folder,
          message: `The folder ${folder} cannot be read: ${reasonOf(error)}; its pages are skipped.`,
        });
      return;
    }
    for (const entry of entries) {
      yield;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (filter.isPage(path))
          problems.push({ page: path, message: `${path} is a folder, not a page; it is searched for pages.` });
        if (!folders && filter.isFolder(path)) yield* walk(path);
      } else if (filter.isPage(path)) {
        const file = inspectPage(root, path, realRoot);
        if (file.kind === 'missing' && isMangled(entry.name)) problems.push({ page: path, message: notUtf8(path) });
        if (file.kind === 'file' && file.isShared) shared.push(path);
        if (file.kind !== 'missing') found.push([path, file.kind === 'file' ? file.stamp : undefined]);
        if (file.kind === 'file' && entry.isSymbolicLink()) links.set(path, targetOf(root, path, realRoot));
      } else if (filter.isTemplate(path)) {
        const file = inspectPage(root, path, realRoot);
        if (file.kind === 'file') templates.set(path, file.stamp);
      }
    }
  };
  if (!folders) yield* walk('');
  else for (const folder of folders) if (isSearched(root, folder, filter, realRoot)) yield* walk(folder);
  found.sort(([a], [b]) => (a < b ? -1 : 1));
  return { pages: new Map(found), links, shared, templates, problems };
}

/** Returns the filter of a folder on disk, with its `.gitignore` files. */
export function pageFilter(root: string, settings: Pick<Settings, 'include' | 'exclude' | 'gitignore'>): PageFilter {
  return new PageFilter(settings, folder => {
    try {
      return readRegular(join(root, folder, '.gitignore'), limits.ignoreFileBytes).toString('utf8');
    } catch {
      // Most folders have none; one that cannot be read has no rules.
      return undefined;
    }
  });
}

/** Runs `discoverInSteps` to its end. */
export function discoverPages(root: string, filter: PageFilter): Discovery {
  const steps = discoverInSteps(root, filter);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** True if a search of the whole site would list this folder. */
function isSearched(root: string, folder: string, filter: PageFilter, realRoot: string): boolean {
  try {
    const path = join(root, folder);
    return filter.isFolder(folder) && lstatSync(path).isDirectory() && realpathSync(path) === join(realRoot, folder);
  } catch {
    return false;
  }
}

/** True if the name on disk is not valid UTF-8: Node replaces invalid bytes by U+FFFD, and no file has the resulting name. */
function isMangled(name: string): boolean {
  return name.includes('\uFFFD');
}

function notUtf8(path: string): string {
  return `The name of ${path} is not valid UTF-8; it is skipped.`;
}

/** Returns the target of a link, by path from the root; the link itself if it cannot be resolved. */
function targetOf(root: string, page: string, realRoot: string): string {
  try {
    return withSlashes(relative(realRoot, realpathSync(join(root, page))));
  } catch {
    return page;
  }
}

/**
 * Returns what is at a page's path: a file, nothing (also if it is a folder), or something that is skipped. Never throws.
 * @param realRoot the root's path without links.
 */
export function inspectPage(root: string, page: string, realRoot: string): PageFile {
  const path = join(root, page);
  let stats: Stats;
  try {
    stats = lstatSync(path);
    if (stats.isSymbolicLink()) {
      const target = realpathSync(path);
      if (!target.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) {
        return { kind: 'refused', message: `${page} is a link that leads outside the site; it is skipped.` };
      }
      stats = statSync(path);
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP' || isLink(path))
      return { kind: 'refused', message: `${page} is a link that leads nowhere; it is skipped.` };
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'refused', message: `${page} cannot be read: ${reasonOf(error)}; it is skipped.` };
  }
  if (stats.isDirectory()) return { kind: 'missing' };
  if (!stats.isFile()) return { kind: 'refused', message: `${page} is not a regular file; it is skipped.` };
  const { mtimeMs, ctimeMs, size, ino } = stats;
  return { kind: 'file', stamp: { mtimeMs, ctimeMs, size, ino }, isShared: stats.nlink > 1 };
}

/** Inspects a path that a hint names. Unlike in `inspectPage`, a file in a linked folder is missing, since a search does not follow the link. */
export function inspectHint(root: string, page: string, realRoot: string): PageFile {
  try {
    const folder = dirname(page);
    if (folder !== '.' && realpathSync(join(root, folder)) !== join(realRoot, folder)) return { kind: 'missing' };
  } catch {
    return { kind: 'missing' };
  }
  return inspectPage(root, page, realRoot);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
