import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { counted } from 'templens-shared/counted';
import type { Settings } from 'templens-shared/settings';
import { pathWithin } from '../api/path-within.ts';
import { foldersUpward, isWithin, repositoryOf } from '../api/repository.ts';
import { configuredFolder } from '../api/site-root.ts';
import type { SkipRule } from '../api/skipped-files.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { globOption } from './glob-option.ts';
import type { IndexedSite } from './indexed-site.ts';
import { collectGlobs } from './options.ts';
import { log } from './output.ts';
import { withoutLinksAbove } from './page-path.ts';

export interface SelectionOptions {
  /** Globs that select pages; without them, all pages of the given paths are selected. */
  page?: string[];
  /** Folder of the site; without it, the site is found from the paths. */
  site?: string;
  allowEmpty?: true;
}

/** The pages of a site that a command is about. */
export interface PageSelection {
  /** The site's folder, absolute. */
  readonly root: string;
  /** The site's folder as the user wrote it, or `root`. */
  readonly given: string;
  /** True if the whole site is selected. */
  readonly isWhole: boolean;
  /** Paths from the root of the files that the user named. */
  readonly files: readonly string[];
  isWanted(page: string): boolean;
}

/** Adds the arguments and options of a command about some pages that are compared with the whole site. */
export function addSelection(command: Command): Command {
  return command
    .argument('[paths...]', 'folder of the site, or some of its pages and folders (default: the current folder)')
    .option('--page <glob>', 'these pages only, still compared with the whole site; may be given again', collectGlobs)
    .option('--allow-empty', 'end with code 0 where there is no page, too');
}

/**
 * The pages that paths and globs select. The site is the nearest folder with a configuration file, from the common folder of the paths up to
 * the repository or the current folder. Without a configuration file, a single given folder is the site. For a file or several paths, the site is
 * the current folder if it contains them all, else their common repository, else the folder that directly contains them all. Throws a `Failure`
 * if a path does not exist or there is no common site.
 */
export async function selectionOf(paths: readonly string[], { page: globs, site }: SelectionOptions): Promise<PageSelection> {
  const given = paths.length === 0 ? ['.'] : paths;
  const places = await Promise.all(given.map(placeOf));
  const [first] = places;
  const isOneFolder = places.length === 1 && first!.isFolder;
  const folders = places.map(({ path, isFolder }) => (isFolder ? path : dirname(path)));
  const root = site === undefined ? await siteOf(folders, isOneFolder) : (await placeOf(site)).path;
  if (root === undefined)
    throw new Failure(
      exitCode.usage,
      `${given.join(' and ')} are in no common site: no folder above has a configuration or is a repository.`,
    );
  const named = places.map(({ path, isFolder }, index) => {
    const page = pathWithin(root, path);
    if (page === undefined)
      throw new Failure(exitCode.usage, `${given[index]} is not in the site ${root}; give the site's folder.`);
    return { page, isFolder };
  });
  const wholeFolders = named.flatMap(({ page, isFolder }) => (isFolder ? [page] : []));
  const files = named.flatMap(({ page, isFolder }) => (isFolder ? [] : [page]));
  const matchers = globs?.map(glob => globOption(glob));
  const isNamed = (page: string): boolean =>
    files.includes(page) || wholeFolders.some(folder => folder === '' || page.startsWith(`${folder}/`));
  return {
    root,
    given: isOneFolder ? given[0]! : root,
    isWhole: wholeFolders.includes('') && matchers === undefined,
    files,
    isWanted: page => isNamed(page) && (matchers?.some(matches => matches(page)) ?? true),
  };
}

/**
 * The selected pages of a site, sorted. Reports the named files that are not pages, with the reason. Throws a `Failure` for wrong usage if no
 * page is selected, except with `allowEmpty`.
 */
export function selectedPages(
  site: IndexedSite,
  selection: PageSelection,
  { page: globs, allowEmpty }: SelectionOptions,
): string[] {
  const pages = site.pages.filter(page => selection.isWanted(page));
  for (const file of selection.files) {
    const rule = site.opened.ruleAgainst(file);
    if (rule) log(`${file} is not a page of the site ${selection.given}: ${reason(rule, 'it', site.settings)}.`);
  }
  if (pages.length > 0) return pages;
  const sentence = site.pages.length === 0 ? whyNoPages(site, selection.given) : whyNoneSelected(selection, globs);
  if (!allowEmpty) throw new Failure(exitCode.usage, sentence);
  log(sentence);
  return [];
}

function whyNoneSelected({ given, files }: PageSelection, globs: readonly string[] | undefined): string {
  if (globs) return `No page of ${given} matches ${globs.map(glob => `--page ${glob}`).join(' ')}.`;
  return files.length > 0 ? `No given file is a page of ${given}.` : `No page of ${given} is in the given folders.`;
}

function whyNoPages({ opened, settings, skipped }: IndexedSite, given: string): string {
  // The reason of each was reported during the index.
  if (skipped.size > 0)
    return `No pages in ${given}: ${counted(skipped.size, 'page')} ${skipped.size === 1 ? 'is' : 'are'} skipped.`;
  const counts = [...opened.skippedByRule()];
  if (counts.length === 0) return `No pages in ${given}: no file matches ${settings.include.join(', ')}.`;
  const left = counts.map(([rule, count]) => reason(rule, count, settings));
  return `No pages in ${given}: ${left.join('; ')}.`;
}

/** The reason why files are not pages, as a part of a sentence. `files` is their number, or "it" for one that the sentence names. */
function reason(rule: SkipRule, files: 'it' | number, { include }: Settings): string {
  const what = files === 'it' ? files : counted(files, 'file');
  const isOne = files === 'it' || files === 1;
  switch (rule) {
    case 'gitignore':
      return `${what} ${isOne ? 'is' : 'are'} ignored by .gitignore (--no-gitignore reads such files)`;
    case 'exclude':
      return `${what} ${isOne ? 'is' : 'are'} ignored by "exclude"`;
    case 'hidden':
      return `${what} ${isOne ? 'is' : 'are'} in a folder whose name begins with a dot`;
    case 'include':
      return `${what} ${isOne ? 'does' : 'do'} not match "include" (${include.join(', ')})`;
  }
}

/** The absolute path of a file or folder with symbolic links resolved in its folders, and whether it is a folder. */
async function placeOf(given: string): Promise<{ path: string; isFolder: boolean }> {
  const path = resolve(given);
  try {
    const isFolder = (await stat(path)).isDirectory();
    return { path: await (isFolder ? realpath(path) : withoutLinksAbove(path)), isFolder };
  } catch (error) {
    const hint = given.startsWith('-') ? ' Options stand before --.' : '';
    throw new Failure(exitCode.failed, `${given} cannot be read: ${reasonOf(error)}.${hint}`);
  }
}

/** The folder of the site, see `selectionOf`; undefined if the folders have no common site. */
async function siteOf(folders: readonly string[], isOneFolder: boolean): Promise<string | undefined> {
  const folder = commonFolder(folders);
  const configured = await configuredFolder(folder);
  if (configured !== undefined || isOneFolder) return configured ?? folder;
  const current = await realpath('.');
  if (isWithin(folder, current)) return current;
  return repositoryOf(folder) ?? (folders.every(each => each === folder) ? folder : undefined);
}

function commonFolder(folders: readonly string[]): string {
  return [...foldersUpward(folders[0]!)].find(outer => folders.every(folder => isWithin(folder, outer)))!;
}
