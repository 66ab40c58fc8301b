import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { counted } from 'templens-shared/counted';
import { exitCode, Failure, reasonOf } from '../../cli/failure.ts';
import { log, print, printData } from '../../cli/output.ts';
import { siteFolder } from '../../cli/site-folder.ts';
import { type GoldSite, goldFolders, loadGoldSite, readGoldPage } from '../workbench/gold.ts';
import { checkGoldSite } from '../workbench/gold-check.ts';
import { parseGoldFile } from '../workbench/gold-file.ts';
import { goldOutline } from '../workbench/gold-outline.ts';
import { importTeco } from '../workbench/import-teco.ts';

/** Prints the problems of the gold labels of a site or of a corpus. Throws a `Failure` if there are any. */
export async function checkGold(given: string): Promise<void> {
  const root = await siteFolder(given);
  const folders = goldFolders(root);
  if (folders.length === 0) throw new Failure(exitCode.failed, `There is no gold.json in ${given}, nor in a folder in it.`);
  let problems = 0;
  for (const folder of folders) {
    const prefix = folder === root ? '' : `${basename(folder)}: `;
    for (const problem of problemsOf(folder)) {
      problems++;
      await print(`${prefix}${problem}\n`);
    }
  }
  if (problems > 0) throw new Failure(exitCode.findings, `${counted(problems, 'problem')} in ${describeFolders(folders)}.`);
  await print(`No problem in ${describeFolders(folders)}.\n`);
}

function describeFolders(folders: readonly string[]): string {
  return folders.length === 1 ? 'the gold labels of one site' : `the gold labels of ${folders.length} sites`;
}

function problemsOf(folder: string): string[] {
  try {
    return parseGoldFile(readFileSync(join(folder, 'gold.json'), 'utf8')).problems ?? checkGoldSite(loadGoldSite(folder));
  } catch (error) {
    const { path, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Failure(exitCode.failed, `${path ?? folder} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Prints the gold labels of a page as an outline. */
export async function printGoldOutline(given: string, page: string): Promise<void> {
  const site = loadSite(await siteFolder(given));
  const gold = site.pages.get(page);
  if (!gold) {
    const why = site.unlabelled.includes(page) ? 'has no gold labels' : 'is no page of the gold file';
    throw new Failure(exitCode.usage, `${page} ${why}; give a path relative to ${site.pagesFolder}.`);
  }
  try {
    await printData(goldOutline(readGoldPage(site, page), gold.rules));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure(exitCode.failed, `The labels of ${page} cannot be printed: ${code ? reasonOf(error) : message}.`);
  }
}

function loadSite(folder: string): GoldSite {
  try {
    return loadGoldSite(folder);
  } catch (error) {
    throw new Failure(exitCode.failed, (error as Error).message);
  }
}

/** Converts pages with labels of the TECO suite to a gold folder. */
export async function importTecoPages(given: string, options: { out: string; site?: string; category?: string }): Promise<void> {
  const source = resolve(given);
  const about = { site: options.site ?? basename(source), ...(options.category !== undefined && { category: options.category }) };
  try {
    const { gold, problems } = importTeco(source, resolve(options.out), about);
    for (const problem of problems) log(problem);
    const labelled = gold.templates.reduce((sum, { pages }) => sum + pages.length, 0);
    const others = gold.unlabelled?.length ?? 0;
    await print(`${options.out}: ${counted(labelled, 'labelled page')} and ${counted(others, 'other page')}.\n`);
  } catch (error) {
    const isSystemError = (error as NodeJS.ErrnoException).code !== undefined;
    throw new Failure(
      exitCode.failed,
      isSystemError ? `${given} cannot be imported: ${reasonOf(error)}.` : (error as Error).message,
    );
  }
}
