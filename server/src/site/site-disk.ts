import type { Settings } from 'templens-shared/settings';
import type { PageFilter } from './page-filter.ts';

/** Metadata that shows whether a file changed: equal stamps mean equal bytes, as far as the file system can tell. Times: milliseconds since 1970. */
export interface FileStamp {
  mtimeMs: number;
  /** Time of the last change of content or metadata. Unlike `mtimeMs`, a program cannot set it back. */
  ctimeMs: number;
  size: number;
  ino: number;
}

/** The files that a search found. All paths are relative to the root, with `/`. */
export interface Discovery {
  /** Pages, sorted by code units; the stamp is undefined if the page cannot be read. */
  pages: Map<string, FileStamp | undefined>;
  /** Pages that are symbolic links, with the path of the file that each leads to. */
  links: Map<string, string>;
  /** Pages whose files have several names (hard links): a change is reported under one of them only. */
  shared: string[];
  /** Dreamweaver template files, which are not pages. */
  templates: Map<string, FileStamp | undefined>;
  /** A sentence about each path that is skipped, or that is a folder with the name of a page. */
  problems: { page: string; message: string }[];
}

/** What is at a page's path. `isShared`: the file has several names. `message`: a sentence that says why it is skipped. */
export type PageFile =
  | { kind: 'file'; stamp: FileStamp; isShared: boolean }
  | { kind: 'missing' }
  | { kind: 'refused'; message: string };

/** The result of reading a page: its text, no file, or a sentence that says why the file is skipped. */
export type PageFileText =
  /** `stamp` is undefined if a later write could leave the same stamp; `hash` is present if `ReadOptions.hashed` asks for it. */
  | { kind: 'text'; text: string; stamp: FileStamp | undefined; hash?: string }
  | { kind: 'missing' }
  | { kind: 'refused'; message: string };

/** A file of the site that is no page: its text and the hash of its bytes, which is empty where the text cannot be had. */
export interface OtherFile {
  readonly text: string | undefined;
  readonly hash: string;
}

/** Options of reading a page: the size in bytes above which it is skipped, and whether its bytes are hashed (SHA-256). */
export type ReadOptions = Pick<Settings, 'maxPageBytes'> & { hashed?: boolean };

/** What the index of a site asks the disk. All paths are relative to the root, with `/`. */
export interface SiteDisk {
  /** The root's path without links, resolved at each search of the site; before the first one, the path as given. */
  readonly realRoot: string;
  /** Returns a filter that decides by their paths which files are pages. */
  filter(settings: Pick<Settings, 'include' | 'exclude' | 'gitignore'>): PageFilter;
  /** Searches the site, or `folders` alone, as `discoverInSteps` does. A root that cannot be listed is a problem of the empty path. */
  search(filter: PageFilter, folders?: Iterable<string>): Generator<void, Discovery>;
  /** True if there is anything at the path, a broken link included. */
  exists(path: string): boolean;
  /** Reads and decodes a file. Never throws. */
  read(path: string, options: ReadOptions): PageFileText;
  /** Reads a style sheet or script, see `readOtherFile`. Never throws. */
  readOther(path: string): OtherFile;
  /** Returns what is at a page's path. Never throws. */
  inspect(page: string): PageFile;
  /** As `inspect`, for a path that a hint names: a file in a linked folder is missing. */
  inspectHint(page: string): PageFile;
}

/** Returns the result of a search that found nothing. */
export function nothingFound(): Discovery {
  return { pages: new Map(), links: new Map(), shared: [], templates: new Map(), problems: [] };
}

/** True if both stamps are present and equal. */
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
