import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { reasonOf } from './error-reason.ts';
import type { PageFilter } from './page-filter.ts';
import { withSlashes } from './path-within.ts';

/** What a page's file looked like when it was read. Equal stamps: the same bytes, as far as the file system can tell. */
export interface FileStamp {
  mtimeMs: number;
  /** The time of the last change of anything: a writer that sets the time back cannot set this one. */
  ctimeMs: number;
  size: number;
  ino: number;
}

export interface Discovery {
  /** Pages by path relative to the root, with `/`, in the order of their code units; without a stamp what cannot be read as one. */
  pages: Map<string, FileStamp | undefined>;
  /** Pages that are links, with the file in the site that each leads to, by path from the root. */
  links: Map<string, string>;
  /** Pages whose files have several names: what changes one is heard of at one name only. */
  shared: string[];
  /** Template files of Dreamweaver, which are no pages. */
  templates: Map<string, FileStamp | undefined>;
  /** Folders that could not be listed, or that are named like a page: a sentence each. */
  problems: { page: string; message: string }[];
}

/**
 * Finds the pages of the site, or those that stand in `folders` (not in the folders inside these). Links to folders are not followed, links
 * to files only where they end inside the site. Yields after each entry of a folder, so that it can be done in slices: what happens
 * meanwhile is for the caller to hear of. Throws where the root itself cannot be listed.
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
  else for (const folder of folders) if (isFolderOf(root, folder, filter, realRoot)) yield* walk(folder);
  found.sort(([a], [b]) => (a < b ? -1 : 1));
  return { pages: new Map(found), links, shared, templates, problems };
}

/** As `discoverInSteps`, at once. */
export function discoverPages(root: string, filter: PageFilter): Discovery {
  const steps = discoverInSteps(root, filter);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does a walk come to this folder? */
function isFolderOf(root: string, folder: string, filter: PageFilter, realRoot: string): boolean {
  try {
    const path = join(root, folder);
    return filter.isFolder(folder) && lstatSync(path).isDirectory() && realpathSync(path) === join(realRoot, folder);
  } catch {
    return false;
  }
}

/** Node reads invalid UTF-8 in a name as this character; no file has the resulting name. */
function isMangled(name: string): boolean {
  return name.includes('\uFFFD');
}

function notUtf8(path: string): string {
  return `The name of ${path} is not valid UTF-8; it is skipped.`;
}

/** Where a link in the site leads to, by path from the root. */
function targetOf(root: string, page: string, realRoot: string): string {
  try {
    return withSlashes(relative(realRoot, realpathSync(join(root, page))));
  } catch {
    return page;
  }
}

type PageFile =
  | { kind: 'file'; stamp: FileStamp; isShared: boolean }
  | { kind: 'missing' }
  | { kind: 'refused'; message: string };

/** What stands at a page's path: a file, nothing (a folder of that name is no page either), or something that is skipped. */
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

/**
 * As `inspectPage`, for a path that the walk did not find: a file in a folder that is a link is not a page, since the walk
 * does not follow it.
 */
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

/** Are both the stamp of the same bytes? Nothing is known of a stamp that is missing. */
export function equalStamps(a: FileStamp | undefined, b: FileStamp | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs &&
    a.size === b.size &&
    a.ino === b.ino
  );
}
