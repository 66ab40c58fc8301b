import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { counted } from 'templens-shared/counted';
import { freeFolder, writeFolder } from '../api/new-folder.ts';
import { pathWithin } from '../api/path-within.ts';
import { likelyRoot } from '../api/site-root.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { logIfEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { printData } from './output.ts';
import { withoutLinksAbove } from './page-path.ts';
import { siteFolder, throwFailure } from './site-folder.ts';

interface ExtractOptions extends SiteOptions {
  site?: string;
  content?: true;
  format?: 'html' | 'text' | 'json';
  all?: true;
  out?: string;
}

export function addExtract(program: Command): void {
  addSiteOptions(
    program
      .command('extract')
      .summary("print a page's template with named holes, or its content")
      .description(
        "Prints a page's template as HTML with a hole, <!-- templens:hole NAME -->, where content stands; with --content the content alone.",
      )
      .argument('<page>', 'file of the page; with --all the folder of the site')
      .option('--site <folder>', 'folder of the site (default: the nearest one upward with templens.config.json or .git)')
      .option('--content', 'the content instead of the template')
      .addOption(new Option('--format <format>', 'of the content (default: html)').choices(['html', 'text', 'json']))
      .option('--all', 'the content of all pages, a JSON file each, in the folder --out')
      .option('--out <folder>', 'with --all: a new or empty folder outside the site'),
  ).action(extract);
}

async function extract(given: string, options: ExtractOptions): Promise<void> {
  if (options.all || options.out !== undefined) return extractAll(given, options);
  // The template is HTML; the other formats are of the content only.
  const isContent = options.content || options.format === 'text' || options.format === 'json';
  if (options.format !== undefined && !isContent)
    throw new Failure(exitCode.usage, 'Give --format html together with --content.');
  const file = resolve(given);
  try {
    if (!(await stat(file)).isFile()) throw new Failure(exitCode.failed, `${given} is a folder; give the file of a page.`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(exitCode.failed, `The page ${given} cannot be read: ${reasonOf(error)}.`);
  }
  const site = options.site ?? likelyRoot(dirname(file)) ?? dirname(file);
  // Symbolic links are resolved in both paths, so that one is a prefix of the other.
  const root = await realpath(await siteFolder(site));
  const page = pathWithin(root, await withoutLinksAbove(file));
  if (page === undefined) {
    throw new Failure(exitCode.usage, `The page ${given} is not in the site ${site}; give its folder with --site.`);
  }
  await withIndexedSite(site, options, async ({ opened, pages, skipped, progress }) => {
    if (skipped.has(page)) throw new Failure(exitCode.failed, `The page ${given} was skipped: ${skipped.get(page)}`);
    if (!pages.includes(page)) {
      throw new Failure(
        exitCode.usage,
        `${given} is not a page of the site ${site}: it is skipped by its name, by .gitignore or by the configuration.`,
      );
    }
    const what = isContent ? 'content' : 'template';
    const text = await opened.extractedText(page, { what, format: options.format ?? 'html' });
    progress.clear();
    await printData(text);
  });
}

/** Writes the content of all pages of a site, a JSON file for each page. */
async function extractAll(given: string, { all, out, content, format, site, ...options }: ExtractOptions): Promise<void> {
  if (!all || out === undefined) throw new Failure(exitCode.usage, 'Give --all and --out together.');
  if (content || format !== undefined || site !== undefined)
    throw new Failure(exitCode.usage, 'With --all, give the folder of the site, and neither --site, --content nor --format.');
  await withIndexedSite(given, options, async indexed => {
    logIfEmpty(indexed);
    const folder = await freeFolder(out, indexed.root).catch(throwFailure);
    const pages = await indexed.opened.contents();
    indexed.progress.clear();
    const files = new Map(pages.map(page => [`${page.page}.json`, `${JSON.stringify(page, null, 2)}\n`]));
    await writeFolder(folder, files).catch(throwFailure);
    await printData(`${out} has the content of ${counted(pages.length, 'page')}.\n`);
  });
}
