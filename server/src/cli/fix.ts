import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { type CheckCode, defaultSeverities } from 'templens-shared/diagnostics';
import { unifiedDiff } from '../report/unified-diff.ts';
import { decodePage } from '../site/decode.ts';
import { inspectHint } from '../site/discover.ts';
import type { EngineHandle } from '../site/engine-handle.ts';
import { type FixedPage, fixPages } from '../site/fix-pages.ts';
import { removeStaleDrafts } from '../site/replace-file.ts';
import { writePage } from '../site/write-page.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { globOption } from './glob-option.ts';
import { sayWhenEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { colorsFor, log, print } from './output.ts';

interface FixOptions extends SiteOptions {
  write?: true;
  unsafe?: true;
  explain?: true;
  code?: CheckCode[];
  page?: string[];
}

export function addFix(program: Command): void {
  addSiteOptions(
    program
      .command('fix')
      .summary('fix pages that differ from their template')
      .description('Fixes what check reports, as far as it can, and prints the changes; files are written with --write only.')
      .argument('[site]', 'folder of the site', '.')
      .option('--write', 'write the changed pages')
      .option('--unsafe', 'also fixes that a person should look at first')
      .option('--explain', 'say why each other finding is not fixed')
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
  const wanted = options.page?.map(glob => globOption(glob)) ?? [() => true];
  const isWanted = (page: string): boolean => wanted.some(matches => matches(page));
  await withIndexedSite(
    given,
    options,
    async site => {
      sayWhenEmpty(site);
      const pages = site.pages.filter(page => isWanted(page));
      if (options.page && pages.length === 0 && site.pages.length > 0) {
        throw new Failure(exitCode.usage, `No page of ${given} matches --page ${options.page.join(' --page ')}.`);
      }
      const reverted = new Set<string>();
      const fixed = await fixPages(site.engine, {
        pages,
        unsafe: options.unsafe ?? false,
        reverted: (page, identity) => reverted.add(`${page} ${identity}`),
        ...(options.code && { codes: options.code }),
      });
      site.progress.clear();
      if (options.explain) for (const line of await refusals(site.engine, pages, reverted)) log(line);
      if (fixed.length === 0) return log('There is nothing to fix.');
      const findings = fixed.reduce((sum, { fixedFindings }) => sum + fixedFindings.length, 0);
      const what = `${count(findings, 'finding')} on ${count(fixed.length, 'page')}`;
      if (!options.write) {
        const colors = colorsFor(options.color);
        for (const page of fixed) await print(unifiedDiff(page, colors, process.stdout.isTTY === true));
        return log(`Would fix ${what}; nothing is written without --write.`);
      }
      await removeDrafts(site.root, site.pages);
      const { refused, written, interrupted } = await writeAll(site.root, fixed);
      for (const sentence of refused) log(sentence);
      if (interrupted) throw new Failure(exitCode.failed, interruption(written, fixed.length));
      if (refused.length > 0) {
        throw new Failure(exitCode.failed, `${count(refused.length, 'page')} of ${fixed.length} could not be written.`);
      }
      log(`Fixed ${what}.`);
    },
    { checks: true },
  );
}

/** Why each remaining finding is not fixed, one line each. */
async function refusals(engine: EngineHandle, pages: readonly string[], reverted: ReadonlySet<string>): Promise<string[]> {
  const left = (await engine.query({ kind: 'check' })).flatMap(({ diagnostics }) => diagnostics);
  return left
    .filter(({ page }) => pages.includes(page))
    .map(({ page, line, column, code, identity, fixable, risk }) => {
      const tried = reverted.has(`${page} ${identity}`)
        ? 'The fix was reverted: the finding stayed, or a new one appeared.'
        : risk;
      const why = fixable ? (tried ?? 'It waits for another fix.') : 'There is no fix for it.';
      return `${page}:${line}:${column} ${code} is not fixed. ${why}`;
    });
}

/** Drafts that killed runs left beside the site's pages. */
async function removeDrafts(root: string, pages: readonly string[]): Promise<void> {
  for (const folder of new Set(pages.map(page => dirname(page)))) await removeStaleDrafts(join(root, folder));
}

interface Written {
  written: string[];
  /** A sentence for each page that is left as it is. */
  refused: string[];
  /** A signal asked to end before all pages were written. */
  interrupted: boolean;
}

/** Writes page by page, until a signal asks to end: the page being written is finished. */
async function writeAll(root: string, fixed: readonly FixedPage[]): Promise<Written> {
  const written: string[] = [];
  const refused: string[] = [];
  const realRoot = realpathSync(root);
  let asked = false;
  const ask = (): void => {
    asked = true;
  };
  for (const signal of signals) process.once(signal, ask);
  for (const { page, before, after } of fixed) {
    if (asked) break;
    const file = join(root, page);
    try {
      // A folder or page may have become a link that leads elsewhere.
      const found = inspectHint(root, page, realRoot);
      if (found.kind !== 'file') throw new Error('it is not there any more');
      const old = await readFile(file);
      if (decodePage(old) !== before) throw new Error('it changed since it was read');
      await writePage(file, old, after);
      written.push(page);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      refused.push(`${page} is left as it is: ${code === undefined ? message : reasonOf(error)}.`);
    }
  }
  for (const signal of signals) process.off(signal, ask);
  return { written, refused, interrupted: asked && written.length + refused.length < fixed.length };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Pages that a sentence names. */
const NAMED = 20;

function interruption(written: readonly string[], all: number): string {
  if (written.length === 0) return `Interrupted: no page is written.`;
  const named = written.slice(0, NAMED).join(', ');
  const more = written.length > NAMED ? ` and ${written.length - NAMED} more` : '';
  return `Interrupted: ${written.length} of ${count(all, 'page')} ${written.length === 1 ? 'is' : 'are'} written (${named}${more}); the others are as they were.`;
}

function known(code: string): string {
  if (Object.hasOwn(defaultSeverities, code)) return code;
  throw new Failure(exitCode.usage, `There is no code ${code}. Codes are ${Object.keys(defaultSeverities).join(', ')}.`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
