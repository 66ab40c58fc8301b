import { unzipSync } from 'fflate';
import { counted } from 'templens-shared/counted';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { decodePage } from '../site/decode.ts';
import { MemoryDisk } from '../site/memory-disk.ts';

/** A file of a folder, or the folder as one ZIP file. */
export interface DroppedFile {
  /** Path relative to the dropped folder, with `/`. */
  path: string;
  file: Blob;
}

/** A site that was dropped on the page. All paths are relative to its root, with `/`. */
export interface DroppedSite {
  /** Texts of the pages by path, sorted by path. */
  texts: ReadonlyMap<string, string>;
  /** Paths of all files. */
  files: readonly string[];
  /** A sentence about each file that is skipped. */
  skipped: string[];
}

/** What a browser reads at most: a tab has less memory than a command. */
export const browserLimits = { pages: 3000, bytes: 200_000_000 } as const;

/** The settings of a site in a browser: the default ones, without `.gitignore` files and threads. */
export const browserSettings: Settings = { ...defaultSettings, gitignore: false, threads: 1 };

/** An error whose message is a sentence for the user. */
export class DroppedError extends Error {}

/** Reads the pages of a folder. Rejects with a `DroppedError` if it has no pages or too many. */
export async function readFolder(files: readonly DroppedFile[]): Promise<DroppedSite> {
  const paths = withoutCommonFolder(files.map(({ path }) => path));
  const pages = pagesOf(paths);
  const chosen = files.flatMap(({ file }, index) => (pages.has(paths[index]!) ? [{ path: paths[index]!, file }] : []));
  refuseTooMuch(chosen.map(({ path, file }) => ({ path, size: file.size })));
  const { maxPageBytes } = browserSettings;
  const read = chosen.map(async ({ path, file }) => ({
    path,
    bytes: file.size > maxPageBytes ? undefined : new Uint8Array(await file.arrayBuffer()),
  }));
  return droppedSite(paths, await Promise.all(read));
}

/** Reads the pages of a ZIP file. Rejects with a `DroppedError` if it is damaged, or has no pages or too many. */
export async function readZip(file: Blob): Promise<DroppedSite> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const listed: { path: string; name: string; size: number }[] = [];
  unzip(bytes, ({ name, originalSize }) => {
    const path = pathOfEntry(name);
    if (path !== undefined) listed.push({ path, name, size: originalSize });
    return false;
  });
  const paths = withoutCommonFolder(listed.map(({ path }) => path));
  const pages = pagesOf(paths);
  const chosen = listed.flatMap(({ name, size }, index) =>
    pages.has(paths[index]!) ? [{ path: paths[index]!, name, size }] : [],
  );
  refuseTooMuch(chosen);
  const names = new Set(chosen.filter(({ size }) => size <= browserSettings.maxPageBytes).map(({ name }) => name));
  const texts = unzip(bytes, ({ name }) => names.has(name));
  return droppedSite(
    paths,
    chosen.map(({ path, name }) => ({ path, bytes: texts[name] })),
  );
}

function unzip(
  bytes: Uint8Array,
  filter: (entry: { name: string; originalSize: number }) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch {
    throw new DroppedError('The file is not a ZIP file, or it is damaged. Drop a ZIP file or a folder of pages.');
  }
}

/** Returns the path of a ZIP entry; undefined for a folder, a file that macOS adds, and a path that leads out of the archive. */
function pathOfEntry(name: string): string | undefined {
  const path = name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  const steps = path.split('/');
  return path === '' || path.endsWith('/') || steps[0] === '__MACOSX' || steps.includes('..') ? undefined : path;
}

/** Removes the folder that all files are in: browsers name the folder that was dropped, and archives often have one. */
function withoutCommonFolder(paths: readonly string[]): string[] {
  const slash = paths[0]?.indexOf('/') ?? -1;
  const folder = paths[0]?.slice(0, slash + 1) ?? '';
  const isCommon = slash > 0 && paths.every(path => path.startsWith(folder));
  return isCommon ? paths.map(path => path.slice(folder.length)) : [...paths];
}

/** Returns the files that are pages. Throws a `DroppedError` if no file is a page. */
function pagesOf(files: readonly string[]): Set<string> {
  const filter = new MemoryDisk('', files).filter(browserSettings);
  const pages = files.filter(file => filter.isPage(file));
  if (pages.length === 0)
    throw new DroppedError(
      `None of the ${counted(files.length, 'file')} is an HTML page (${browserSettings.include.join(', ')}). Drop the folder with the pages of a site.`,
    );
  return new Set(pages);
}

function refuseTooMuch(pages: readonly { size: number }[]): void {
  const bytes = pages.reduce((sum, { size }) => sum + size, 0);
  if (pages.length <= browserLimits.pages && bytes <= browserLimits.bytes) return;
  const megabytes = Math.ceil(bytes / 1_000_000);
  throw new DroppedError(
    `The site has ${counted(pages.length, 'page')} with ${megabytes} MB; a browser reads ${browserLimits.pages} pages with ${browserLimits.bytes / 1_000_000} MB. Drop one of its folders, or use templens check.`,
  );
}

/** @param pages with their bytes; without, the page is larger than `maxPageBytes`. */
function droppedSite(files: readonly string[], pages: readonly { path: string; bytes: Uint8Array | undefined }[]): DroppedSite {
  const texts = new Map<string, string>();
  const isConfiguration = (file: string): boolean => /^templens\.config\.jsonc?$/.test(file);
  const skipped = files.filter(isConfiguration).map(file => `${file} is not read here: the settings are the default ones.`);
  for (const { path, bytes } of pages.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (bytes) texts.set(path, decodePage(bytes));
    else skipped.push(`${path} has more than ${browserSettings.maxPageBytes / 1024 / 1024} MB and is skipped.`);
  }
  return { texts, files, skipped };
}
