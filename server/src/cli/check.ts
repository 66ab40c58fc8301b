import { type Command, InvalidArgumentError, Option } from 'commander';
import { severityNoun } from 'templens-shared/causes';
import { type Finding, type Severity, severities, shortSeverities } from 'templens-shared/findings';
import { reportRoot } from '../api/repository.ts';
import { rulePageText } from '../docs/rule-page.ts';
import { baselineEntries, compareWithBaseline } from '../report/check/baseline.ts';
import { type CheckReport, isFailure } from '../report/check/check-report.ts';
import { checkGithub } from '../report/check/github.ts';
import { checkJson } from '../report/check/json.ts';
import { checkJunit } from '../report/check/junit.ts';
import { checkSarif } from '../report/check/sarif.ts';
import { checkText } from '../report/check/text.ts';
import { applyBaseline, type BaselineOptions, writeBaseline } from './baseline-file.ts';
import { exitCode, Failure } from './failure.ts';
import { type IndexedSite, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { colorsFor, print, printData } from './output.ts';
import { addSelection, type PageSelection, type SelectionOptions, selectedPages, selectionOf } from './page-selection.ts';
import { findingsAt } from './since.ts';

interface CheckOptions extends SiteOptions, SelectionOptions, BaselineOptions {
  format: 'text' | 'json' | 'sarif' | 'github' | 'junit';
  failOn: Severity | 'never';
  since?: string;
}

export function addCheck(program: Command): void {
  addSiteOptions(
    addSelection(
      program
        .command('check')
        .summary('find where pages differ from what the others with the same parts agree on')
        .description(
          'Reports where pages differ from what the other pages with the same parts agree on: something missing, changed, moved or added.',
        ),
    )
      .addOption(
        new Option('--format <format>', 'for people, or for programs')
          .choices(['text', 'json', 'sarif', 'github', 'junit'])
          .default('text'),
      )
      .addOption(
        new Option('--fail-on <severity>', 'end with code 1 for findings of this severity or a worse one')
          .choices(failChoices)
          .argParser(severity)
          .default('warning'),
      )
      .option('--baseline <file>', 'known findings, which are not reported again')
      .option('--update-baseline', 'write the current findings into the baseline')
      .option('--since <revision>', 'only findings that the site does not have in this git revision'),
  ).action(check);
}

/** Severities as output names them. */
const failChoices = [...severities.map(severityNoun), 'never'];

function severity(given: string): Severity | 'never' {
  const name = shortSeverities[given] ?? given;
  if (name === 'never' || (severities as readonly string[]).includes(name)) return name as Severity | 'never';
  throw new InvalidArgumentError(`Allowed choices are ${failChoices.join(', ')}.`);
}

async function check(paths: readonly string[], options: CheckOptions): Promise<void> {
  if (options.updateBaseline && options.baseline === undefined) {
    throw new Failure(exitCode.usage, 'Give --baseline FILE together with --update-baseline.');
  }
  const selection = await selectionOf(paths, options);
  const before = options.since === undefined ? [] : await findingsAt(options.since, selection.root, options);
  await withIndexedSite(
    selection.root,
    options,
    async site => {
      const report = await reportOf(site, { selection, before }, options);
      site.progress.clear();
      await printReport(site, report, options);
      if (isFailure(report)) process.exitCode = exitCode.findings;
    },
    { checks: true },
  );
}

/**
 * The findings of the selected pages, and the figures of the site that a report shows.
 * @param before findings of an earlier revision, which are not reported again.
 */
async function reportOf(
  site: IndexedSite,
  { selection, before }: { selection: PageSelection; before: readonly Finding[] },
  options: CheckOptions,
): Promise<CheckReport> {
  const { opened, root } = site;
  const pages = selectedPages(site, selection, options);
  const isWanted = (page: string): boolean => selection.isWanted(page);
  const found = (await opened.check()).filter(({ page }) => isWanted(page));
  const findings = found.flatMap(({ diagnostics }) => diagnostics);
  if (selection.isWhole) findings.push(...(await opened.configurationFindings()));
  if (options.updateBaseline) await writeBaseline(options.baseline!, findings, isWanted);
  const compared = await applyBaseline(options.baseline, findings, isWanted);
  const { fresh, known } = compareWithBaseline(compared.fresh, before.flatMap(baselineEntries));
  const layouts = [...(await opened.layoutIds())].filter(([page]) => isWanted(page));
  return {
    root,
    repository: reportRoot(root),
    pages: pages.length,
    groups: new Set(layouts.map(([, layout]) => layout)).size,
    failOn: options.failOn,
    findings: fresh,
    known: [...compared.known, ...known],
    stale: compared.stale,
    // Splits and gaps concern all pages of a part, so they are reported only for a whole site.
    splits: selection.isWhole ? await opened.splits() : [],
    translationGaps: selection.isWhole ? await opened.translationGaps() : [],
    withheld: found.flatMap(({ page, withheld }) => (withheld > 0 ? [{ page, findings: withheld }] : [])),
  };
}

async function printReport({ opened }: IndexedSite, report: CheckReport, options: CheckOptions): Promise<void> {
  const texts = new Map<string, Promise<string | undefined>>();
  const textOf = (page: string): Promise<string | undefined> => {
    const text = texts.get(page) ?? opened.source(page).catch(() => undefined);
    texts.set(page, text);
    return text;
  };
  switch (options.format) {
    case 'json':
      return print(checkJson(report));
    case 'github':
      return print(checkGithub(report));
    case 'junit':
      return printData(checkJunit(report));
    case 'sarif':
      return printData(
        await checkSarif(report, {
          textOf,
          fixOf: async finding => (await opened.fixOf(finding))?.edits ?? [],
          helpOf: rulePageText,
        }),
      );
    case 'text':
      for await (const block of checkText(report, textOf, colorsFor(options.color))) await print(block);
  }
}
