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
  page?: string[];
  allowEmpty?: true;
}

/** The pages that a command is about, out of those of a site. */
export interface PageSelection {
  /** The site's folder, absolute. */
  readonly root: string;
  /** As the user named it. */
  readonly given: string;
  /** The whole site is selected. */
  readonly isWhole: boolean;
  /** Files that were named one by one, by path from the root. */
  readonly files: readonly string[];
  isWanted(page: string): boolean;
}

/** Arguments and options of a command about some pages that are compared with the whole site. */
export function addSelection(command: Command): Command {
  return command
    .argument('[paths...]', 'folder of the site, or some of its pages and folders (default: the current folder)')
    .option('--page <glob>', 'these pages only, still compared with the whole site; may be given again', collectGlobs)
    .option('--allow-empty', 'end with code 0 where there is no page, too');
}

/**
 * What paths and globs select. The site is the folder with the configuration file, looked for upward within the repository or the current
 * folder. Without one it is the folder that was given; for files the current folder, the repository or the folder that they are all in, the
 * first that holds them. Throws a `Failure` where a path does not exist or no folder is the site of all.
 */
export async function selectionOf(paths: readonly string[], { page: globs }: SelectionOptions): Promise<PageSelection> {
  const given = paths.length === 0 ? ['.'] : paths;
  const places = await Promise.all(given.map(placeOf));
  const [first] = places;
  const isOneFolder = places.length === 1 && first!.isFolder;
  const folders = places.map(({ path, isFolder }) => (isFolder ? path : dirname(path)));
  const root = await siteOf(folders, isOneFolder);
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
 * The pages of a site that are selected, sorted. Says which named files are not pages, and why. Throws a `Failure` with the exit code for
 * wrong usage where there is no page, unless that is allowed.
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
  // Each was reported with the reason.
  if (skipped.size > 0)
    return `No pages in ${given}: ${counted(skipped.size, 'page')} ${skipped.size === 1 ? 'is' : 'are'} skipped.`;
  const counts = [...opened.skippedByRule()];
  if (counts.length === 0) return `No pages in ${given}: no file matches ${settings.include.join(', ')}.`;
  const left = counts.map(([rule, count]) => reason(rule, count, settings));
  return `No pages in ${given}: ${left.join('; ')}.`;
}

/** Why files are not pages, in words for a sentence about `files`: "it", or how many. */
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

/** An absolute path without links above it, and whether it is a folder. */
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
