import { type Command, Option } from 'commander';
import { type Cause, groupByCause } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import { type CheckCode, checkCodes, type Finding } from 'templens-shared/findings';
import type { Site } from '../api/site.ts';
import { unifiedDiff } from '../report/unified-diff.ts';
import { adopt } from './adopt.ts';
import { codeNamed } from './check-code.ts';
import { exitCode, Failure } from './failure.ts';
import { withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { colorsFor, log, print } from './output.ts';
import { addSelection, type SelectionOptions, selectedPages, selectionOf } from './page-selection.ts';
import { interruption, writeChangedPages } from './write-pages.ts';

interface FixOptions extends SiteOptions, SelectionOptions {
  write?: true;
  unsafe?: true;
  explain?: true;
  code?: CheckCode[];
  adopt?: string;
}

export function addFix(program: Command): void {
  addSiteOptions(
    addSelection(
      program
        .command('fix')
        .summary('fix pages that differ from their template')
        .description('Fixes what check reports, as far as it can, and prints the changes; files are written with --write only.'),
    )
      .option('--write', 'write the changed pages')
      .option('--unsafe', 'also fixes that a person should look at first')
      .option('--explain', 'say why each other finding is not fixed')
      .addOption(
        new Option('--code <code>', 'findings of this code only; may be given again')
          .choices(checkCodes)
          .argParser((code: string, previous: CheckCode[] = []) => [...previous, codeNamed(code)]),
      )
      .addOption(
        new Option(
          '--adopt <part@version>',
          'bring this version of a part to all other pages of the part: "menu@2", as templens parts --part numbers and names them',
        ).conflicts(['code', 'unsafe', 'explain']),
      ),
  ).action(fix);
}

async function fix(paths: readonly string[], options: FixOptions): Promise<void> {
  const selection = await selectionOf(paths, options);
  await withIndexedSite(
    selection.root,
    options,
    async site => {
      const pages = selectedPages(site, selection, options);
      if (options.adopt !== undefined)
        return adopt(site, { ...options, adopt: options.adopt }, selection.isWhole ? undefined : pages);
      const fixable = await fixableFindings(site.opened, pages, options);
      site.progress.step('fix');
      const fixes = await site.opened.fix({
        pages,
        unsafe: options.unsafe ?? false,
        ...(options.code && { codes: options.code }),
      });
      const fixed = fixes.pages;
      const reverted = new Map(fixes.reverted.map(({ page, identity, reason }) => [`${page} ${identity}`, reason]));
      site.progress.clear();
      if (options.explain) for (const line of await refusals(site.opened, pages, reverted, options)) log(line);
      const unfixed = unfixedOf(
        fixable,
        fixed.flatMap(({ findings }) => findings),
        options.unsafe === true,
      );
      const dropped = droppedText(unfixed, options);
      if (fixed.length === 0) return log(`${nothingToFix(unfixed)}${dropped}`);
      const others = `${unfixed.unsafe > 0 ? ` ${unfixed.unsafe} more with --unsafe.` : ''}${dropped}`;
      const what = `${findingsText(fixed.flatMap(({ findings }) => findings))} on ${counted(fixed.length, 'page')}`;
      if (!options.write) {
        const colors = colorsFor(options.color);
        for (const page of fixed) await print(unifiedDiff(page, colors, process.stdout.isTTY === true));
        return log(`Would fix ${what}; nothing is written without --write.${others}`);
      }
      const { refused, written, interrupted } = await writeChangedPages(site.root, site.pages, fixed);
      for (const sentence of refused) log(sentence);
      if (interrupted) throw new Failure(exitCode.failed, interruption(written, fixed.length));
      if (refused.length > 0) {
        throw new Failure(exitCode.failed, `${counted(refused.length, 'page')} of ${fixed.length} could not be written.`);
      }
      log(`Fixed ${what}.${others}`);
    },
    { checks: true },
  );
}

/** `2 findings at 5 places`: counts causes, like `check`. */
function findingsText(findings: readonly Finding[]): string {
  const causes = groupByCause(findings).length;
  const places = findings.length > causes ? ` at ${counted(findings.length, 'place')}` : '';
  return `${counted(causes, 'finding')}${places}`;
}

/** The findings of the pages that have a fix, as `check` counts them. */
async function fixableFindings(opened: Site, pages: readonly string[], { code: codes }: FixOptions): Promise<Finding[]> {
  const selected = new Set(pages);
  const findings = await opened.findings();
  return findings.filter(({ page, code, fixable }) => fixable && selected.has(page) && (codes?.includes(code) ?? true));
}

/** Causes with a fix that was not made, so that the numbers add up to those of `check`. */
interface Unfixed {
  /** Number of causes that only `--unsafe` fixes. */
  unsafe: number;
  /** Number of causes whose fixes were tried and reverted. */
  dropped: number;
}

function unfixedOf(fixable: readonly Finding[], fixed: readonly Finding[], unsafe: boolean): Unfixed {
  const done = new Set(fixed.map(({ cause }) => cause));
  const causes = groupByCause(fixable).filter(({ id }) => !done.has(id));
  const isTried = ({ first, others }: Cause): boolean => unsafe || [first, ...others].some(({ risk }) => risk === undefined);
  const dropped = causes.filter(isTried).length;
  return { unsafe: causes.length - dropped, dropped };
}

/** ` The fix of 1 finding did not hold when tried; --explain says why.`; empty if all fixes held. */
function droppedText({ dropped }: Unfixed, { explain }: FixOptions): string {
  const why = explain ? '' : '; --explain says why';
  return dropped === 0 ? '' : ` The fix of ${counted(dropped, 'finding')} did not hold when tried${why}.`;
}

/** A sentence for the case that no fix was made. */
function nothingToFix({ unsafe }: Unfixed): string {
  if (unsafe === 0) return 'There is nothing to fix.';
  return `There is nothing to fix safely. --unsafe shows the fix of ${counted(unsafe, 'finding')}.`;
}

/**
 * A line for each remaining finding with the reason why it is not fixed.
 * @param reverted reasons why fixes were tried and reverted, by `page identity`.
 */
async function refusals(
  opened: Site,
  pages: readonly string[],
  reverted: ReadonlyMap<string, string>,
  { unsafe, code: codes }: FixOptions,
): Promise<string[]> {
  const left = await opened.findings({ all: true });
  const reason = ({ page, identity, fixable, refusal, code, risk }: Finding): string => {
    if (!fixable) return refusal ?? 'There is no fix for it.';
    if (codes && !codes.includes(code)) return '--code skips it.';
    if (risk !== undefined && !unsafe) return risk;
    return reverted.get(`${page} ${identity}`) ?? 'Another fix changes the same place.';
  };
  return left
    .filter(({ page }) => pages.includes(page))
    .map(finding => `${finding.page}:${finding.line}:${finding.column} ${finding.code} is not fixed. ${reason(finding)}`);
}
