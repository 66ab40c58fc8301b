import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import picomatch from 'picomatch';
import { type CheckCode, defaultSeverities } from 'templens-shared/diagnostics';
import { unifiedDiff } from '../report/unified-diff.ts';
import { decodePage } from '../site/decode.ts';
import { type FixedPage, fixPages } from '../site/fix-pages.ts';
import { writePage } from '../site/write-page.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { sayWhenEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { colorsFor, log, print } from './output.ts';

interface FixOptions extends SiteOptions {
  write?: true;
  unsafe?: true;
  code?: CheckCode[];
  page?: string[];
}

export function addFix(program: Command): void {
  addSiteOptions(
    program
      .command('fix')
      .summary('mend pages that disagree with their template')
      .description('Mends what check finds, as far as it can, and prints the changes; files are written with --write only.')
      .argument('[site]', 'folder of the site', '.')
      .option('--write', 'write the changed pages')
      .option('--unsafe', "also fixes that take away or replace the page's own words")
      .addOption(
        new Option('--code <code>', 'findings of this code only; may be given again')
          .choices(Object.keys(defaultSeverities))
          .argParser((code: string, previous: string[] = []) => [...previous, known(code)]),
      )
      .option('--page <glob>', 'these pages only; may be given again', (glob: string, previous: string[] = []) => [
        ...previous,
        glob,
      ]),
  ).action(fix);
}

async function fix(given: string, options: FixOptions): Promise<void> {
  const isWanted = options.page ? picomatch(options.page) : () => true;
  await withIndexedSite(
    given,
    options,
    async site => {
      sayWhenEmpty(site);
      const pages = site.pages.filter(page => isWanted(page));
      if (options.page && pages.length === 0 && site.pages.length > 0) {
        throw new Failure(exitCode.usage, `No page of ${given} matches --page ${options.page.join(' --page ')}.`);
      }
      const fixed = await fixPages(site.engine, {
        pages,
        unsafe: options.unsafe ?? false,
        ...(options.code && { codes: options.code }),
      });
      site.progress.clear();
      if (fixed.length === 0) return log('There is nothing to fix.');
      const findings = fixed.reduce((sum, { mended }) => sum + mended.length, 0);
      const what = `${count(findings, 'finding')} on ${count(fixed.length, 'page')}`;
      if (!options.write) {
        const colors = colorsFor(options.color);
        for (const page of fixed) await print(unifiedDiff(page, colors));
        return log(`Would mend ${what}; nothing is written without --write.`);
      }
      const refused = await writeAll(site.root, fixed);
      for (const sentence of refused) log(sentence);
      if (refused.length > 0) {
        throw new Failure(exitCode.failed, `${count(refused.length, 'page')} of ${fixed.length} could not be written.`);
      }
      log(`Mended ${what}.`);
    },
    { checks: true },
  );
}

/** Writes page by page; gives a sentence for each that was left as it is. */
async function writeAll(root: string, fixed: readonly FixedPage[]): Promise<string[]> {
  const refused: string[] = [];
  for (const { page, before, after } of fixed) {
    const file = join(root, page);
    try {
      const old = await readFile(file);
      if (decodePage(old) !== before) throw new Error('it changed since it was read');
      await writePage(file, old, after);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      refused.push(`${page} is left as it is: ${code === undefined ? message : reasonOf(error)}.`);
    }
  }
  return refused;
}

function known(code: string): string {
  if (Object.hasOwn(defaultSeverities, code)) return code;
  throw new Failure(exitCode.usage, `There is no code ${code}. Codes are ${Object.keys(defaultSeverities).join(', ')}.`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
