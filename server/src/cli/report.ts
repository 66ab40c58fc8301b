import { basename, dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { groupByCause } from 'templens-shared/causes';
import type { Finding } from 'templens-shared/findings';
import type { CommandLineSite } from '../api/command-line.ts';
import { pathWithin } from '../api/path-within.ts';
import { type BaselineEntry, compareWithBaseline } from '../report/check/baseline.ts';
import { siteNotes } from '../report/check/check-report.ts';
import type { PartWithSources, ReportedCause, ReportedPage, Trend, VersionSource } from '../report/site/report-data.ts';
import { shownPages } from '../report/site/shown-pages.ts';
import { siteReport } from '../report/site/site-report.ts';
import { limits } from '../report/thresholds.ts';
import { readBaseline } from './baseline-file.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { type IndexedSite, logIfEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { log, printData } from './output.ts';
import { writeOutput } from './output-file.ts';

export function addReport(program: Command): void {
  addSiteOptions(
    program
      .command('report')
      .summary('show a site in one HTML file: findings, shared parts, layouts, pages')
      .description(
        'Shows a site in one self-contained HTML file: the findings with their source, the versions of each shared part, the pages by layout.',
      )
      .argument('[site]', 'folder of the site', '.')
      .option('--out <file>', 'write it here instead of to standard output')
      .option('--baseline <file>', 'known findings, to show what is new and what is fixed'),
  ).action(report);
}

interface ReportOptions extends SiteOptions {
  out?: string;
  baseline?: string;
}

async function report(given: string, options: ReportOptions): Promise<void> {
  if (options.out === undefined && process.stdout.isTTY) {
    throw new Failure(exitCode.usage, 'The report is a page for a browser. Write it to a file: --out report.html.');
  }
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline);
  await withIndexedSite(
    given,
    options,
    async site => {
      if (options.out !== undefined) refuseInside(site, options.out);
      logIfEmpty(site);
      const html = await reportOf(site, trendSince(options.baseline, baseline));
      site.progress.clear();
      if (options.out === undefined) return printData(html);
      await writeOutput(options.out, html).catch(error => {
        throw new Failure(exitCode.failed, `The report cannot be written to ${options.out}: ${reasonOf(error)}.`);
      });
      log(`Wrote ${options.out}.`);
    },
    { checks: true },
  );
}

type TrendOf = (findings: readonly Finding[]) => Trend | undefined;

/** Returns a function that compares findings with the entries of a baseline; it returns undefined without a baseline. */
function trendSince(file: string | undefined, entries: readonly BaselineEntry[] | undefined): TrendOf {
  return findings => {
    if (file === undefined || entries === undefined) return undefined;
    const { fresh, stale } = compareWithBaseline(findings, entries);
    return { baseline: file, fresh: new Set(fresh), fixed: stale };
  };
}

async function reportOf(site: IndexedSite, trendOf: TrendOf): Promise<string> {
  const { root, opened, progress } = site;
  const found = await opened.check();
  const findings = [...found.flatMap(({ diagnostics }) => diagnostics), ...(await opened.configurationFindings())];
  const trend = trendOf(findings);
  const grouping = await opened.grouping();
  const isFound = new Set(found.flatMap(({ page, diagnostics }) => (diagnostics.length > 0 ? [page] : [])));
  const pages = shownPages(grouping.groups, page => isFound.has(page)).flatMap(({ rows, folded }) => [...rows, ...folded]);
  const reported = new Map<string, ReportedPage>();
  for (const page of pages) {
    const { regions, templateShare } = await opened.regions(page);
    reported.set(page, { page, regions, templateShare });
    progress.show({ phase: 'classify', done: reported.size, total: pages.length });
  }
  const textOf = pageTexts(site);
  return siteReport({
    name: `${basename(dirname(root))}/${basename(root)}`,
    grouping,
    pages: reported,
    parts: await partsWithSources(opened, textOf),
    causes: await reportedCauses(opened, findings, textOf),
    withheld: found.reduce((sum, { withheld }) => sum + withheld, 0),
    notes: siteNotes({ splits: await opened.splits(), translationGaps: await opened.translationGaps() }),
    ...(trend && { trend }),
  });
}

type TextOf = (page: string) => Promise<string | undefined>;

/** Returns a function that reads the text of a page once; the text is undefined if the page can no longer be read. */
function pageTexts({ opened }: IndexedSite): TextOf {
  const texts = new Map<string, Promise<string | undefined>>();
  return page => {
    const text = texts.get(page) ?? opened.source(page).catch(() => undefined);
    texts.set(page, text);
    return text;
  };
}

async function reportedCauses(opened: CommandLineSite, found: readonly Finding[], textOf: TextOf): Promise<ReportedCause[]> {
  const causes: ReportedCause[] = [];
  for (const cause of groupByCause(found).map((each): ReportedCause => each)) {
    const { first } = cause;
    causes.push(cause);
    if (causes.length > limits.siteCauses) continue;
    const text = await textOf(first.page);
    if (text !== undefined) cause.text = text;
    const fix = await opened.fixOf(first);
    if (fix) cause.fix = fix;
    const [related] = first.related;
    const example = related && (await textOf(related.page));
    if (example !== undefined) cause.example = { text: example, start: related!.start, end: related!.end };
  }
  return causes;
}

/** The parts with the source of each version on its first page. */
async function partsWithSources(opened: CommandLineSite, textOf: TextOf): Promise<PartWithSources[]> {
  const instances = await opened.allInstances();
  const detailed: PartWithSources[] = [];
  for (const part of await opened.partSummaries()) {
    const versions = await opened.versions(part.id);
    const sources = new Map<string, VersionSource>();
    for (const { version, page, start, end } of versions.length > 1 ? (instances.get(part.id) ?? []) : []) {
      if (sources.has(version)) continue;
      const text = await textOf(page);
      if (text !== undefined) sources.set(version, { page, source: text.slice(start, end) });
    }
    detailed.push({ ...part, versions, sources });
  }
  return detailed;
}

/** Throws a `Failure` if the file would be a page of the site: the next report would include this one. */
function refuseInside({ root, opened }: IndexedSite, file: string): void {
  const inside = pathWithin(root, resolve(file));
  if (inside === undefined || opened.ruleAgainst(inside) !== undefined) return;
  throw new Failure(exitCode.usage, `${file} would be a page of the site; give a file outside of it, or exclude it.`);
}
