import { type Command, Option } from 'commander';
import { type Diagnostic, type Severity, severities } from 'templens-shared/diagnostics';
import type { PageEdits } from 'templens-shared/stream';
import { type CheckReport, reaches } from '../report/check/check-report.ts';
import { checkGithub } from '../report/check/github.ts';
import { checkJson } from '../report/check/json.ts';
import { checkJunit } from '../report/check/junit.ts';
import { checkSarif } from '../report/check/sarif.ts';
import { checkText } from '../report/check/text.ts';
import type { EngineHandle } from '../site/engine-handle.ts';
import { readPage } from '../site/read-page.ts';
import { applyBaseline, type BaselineOptions, writeBaseline } from './baseline-file.ts';
import { exitCode, Failure } from './failure.ts';
import { globOption } from './glob-option.ts';
import { type IndexedSite, sayWhenEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { colorsFor, log, print, printData } from './output.ts';
import { unusedIgnoreRules } from './unused-ignore-rules.ts';

interface CheckOptions extends SiteOptions, BaselineOptions {
  format: 'text' | 'json' | 'sarif' | 'github' | 'junit';
  failOn: Severity | 'never';
  page?: string;
}

export function addCheck(program: Command): void {
  addSiteOptions(
    program
      .command('check')
      .summary('find where pages differ from what their template group agrees on')
      .description(
        'Finds where pages differ from what the other pages of their template group agree on: something missing, changed, moved or added.',
      )
      .argument('[site]', 'folder of the site', '.')
      .addOption(
        new Option('--format <format>', 'for people, or for programs')
          .choices(['text', 'json', 'sarif', 'github', 'junit'])
          .default('text'),
      )
      .addOption(
        new Option('--fail-on <severity>', 'end with code 1 for findings of this severity or a worse one')
          .choices([...severities, 'never'])
          .default('warning'),
      )
      .option('--baseline <file>', 'known findings, which are not reported again')
      .option('--update-baseline', 'write the current findings into the baseline')
      .option('--page <glob>', 'report findings of these pages only; they are still compared with all'),
  ).action(check);
}

async function check(given: string, options: CheckOptions): Promise<void> {
  if (options.updateBaseline && options.baseline === undefined) {
    throw new Failure(exitCode.usage, 'Give --baseline FILE together with --update-baseline.');
  }
  await withIndexedSite(
    given,
    options,
    async site => {
      sayWhenEmpty(site);
      const report = await reportOf(site, options);
      site.progress.clear();
      await printReport(site, report, options);
      if (options.failOn !== 'never' && reaches(report.diagnostics, options.failOn)) process.exitCode = exitCode.findings;
    },
    { checks: true },
  );
}

async function reportOf(site: IndexedSite, options: CheckOptions): Promise<CheckReport> {
  const { engine, root, pages } = site;
  const isWanted = options.page === undefined ? () => true : globOption(options.page);
  const wanted = pages.filter(page => isWanted(page));
  if (wanted.length === 0 && pages.length > 0) log(`No page of the site matches ${options.page}.`);
  const found = (await engine.query({ kind: 'check' })).filter(({ page }) => isWanted(page));
  const diagnostics = found.flatMap(({ diagnostics }) => diagnostics);
  if (options.page === undefined) diagnostics.push(...(await unusedIgnoreRules(site)));
  if (options.updateBaseline) await writeBaseline(options.baseline!, diagnostics, isWanted);
  const compared = await applyBaseline(options.baseline, diagnostics, isWanted);
  const templates = (await engine.query({ kind: 'templates' })).filter(({ page }) => isWanted(page));
  return {
    root,
    pages: wanted.length,
    groups: new Set(templates.map(({ template }) => template)).size,
    diagnostics: compared.fresh,
    known: compared.known,
    stale: compared.stale,
    // A part is a matter of all pages.
    splits: options.page === undefined ? await engine.query({ kind: 'splits' }) : [],
    withheld: found.flatMap(({ page, withheld }) => (withheld > 0 ? [{ page, findings: withheld }] : [])),
  };
}

async function printReport({ root, settings, engine }: IndexedSite, report: CheckReport, options: CheckOptions): Promise<void> {
  const texts = new Map<string, Promise<string | undefined>>();
  const textOf = (page: string): Promise<string | undefined> => {
    const text = texts.get(page) ?? readPage(root, page, settings).catch(() => undefined);
    texts.set(page, text);
    return text;
  };
  switch (options.format) {
    case 'json':
      return print(checkJson(report));
    case 'github':
      return print(checkGithub(report, process.env.GITHUB_WORKSPACE ?? process.cwd()));
    case 'junit':
      return printData(checkJunit(report));
    case 'sarif':
      return printData(await checkSarif(report, textOf, diagnostic => fixOf(engine, diagnostic)));
    case 'text':
      for await (const block of checkText(report, textOf, colorsFor(options.color))) await print(block);
  }
}

/** Edits that take the template's version; none where there is none to take. */
async function fixOf(engine: EngineHandle, { page, identity, fixable }: Diagnostic): Promise<PageEdits['edits']> {
  if (!fixable) return [];
  try {
    const pages = await engine.query({ kind: 'repair', page, identity, how: 'take' });
    return pages.find(edited => edited.page === page)?.edits ?? [];
  } catch {
    return [];
  }
}
