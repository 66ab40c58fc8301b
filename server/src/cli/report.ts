import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { pathWithin } from '../api/path-within.ts';
import { type ReportedPage, siteReport } from '../report/site-report.ts';
import { detailedParts } from './detailed-parts.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { type IndexedSite, sayWhenEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { log, printData } from './output.ts';
import { writeOutput } from './output-file.ts';

export function addReport(program: Command): void {
  addSiteOptions(
    program
      .command('report')
      .summary('show a site in one HTML file: its layouts, its pages, its parts, its findings')
      .description(
        'Shows a site in one self-contained HTML file: pictures of its layouts, the coverage of every page, the parts, the findings.',
      )
      .argument('[site]', 'folder of the site', '.')
      .option('--out <file>', 'write it here instead of to standard output'),
  ).action(report);
}

async function report(given: string, options: SiteOptions & { out?: string }): Promise<void> {
  await withIndexedSite(
    given,
    options,
    async site => {
      if (options.out !== undefined) refuseInside(site, options.out);
      sayWhenEmpty(site);
      const html = await reportOf(site);
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

async function reportOf({ root, opened, pages, progress }: IndexedSite): Promise<string> {
  const found = await opened.ask({ kind: 'check' });
  const grouping = await opened.ask({ kind: 'grouping' });
  const reported = new Map<string, ReportedPage>();
  for (const page of pages) {
    const { regions, templateShare } = await opened.ask({ kind: 'regions', page });
    reported.set(page, { page, regions, templateShare });
    progress.show({ phase: 'classify', done: reported.size, total: pages.length });
  }
  return siteReport(
    basename(root),
    grouping,
    reported,
    await detailedParts(opened, await opened.ask({ kind: 'parts' }), { words: true }),
    found.flatMap(({ diagnostics }) => diagnostics),
  );
}

/** A report that is a page of the site would be in the next one. */
function refuseInside({ root, opened }: IndexedSite, file: string): void {
  const inside = pathWithin(root, resolve(file));
  if (inside === undefined || opened.ruleAgainst(inside) !== undefined) return;
  throw new Failure(exitCode.usage, `${file} would be a page of the site; give a file outside of it, or exclude it.`);
}
