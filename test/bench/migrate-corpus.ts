// Migrates the sites of the corpus, builds the projects, and measures what stands once.
// usage: node test/bench/dist/migrate-corpus.js [--site NAME]... [--to eleventy|astro] [--content markdown] [--no-build] [--update | --thresholds]
// --no-build renders the pages in memory; --thresholds measures half and double of each threshold instead; --update writes docs/lab/migration.md
// exit code: 1 when a bar is missed; 2 wrong usage; 3 no corpus
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CommandLineSite } from '../../server/src/api/command-line.ts';
import { siteSettings } from '../../server/src/api/site-folder.ts';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { builderOf, buildProject, writeProject } from '../../server/src/migration/build.ts';
import { markdownProject } from '../../server/src/migration/markdown/contents.ts';
import { type Migration, planMigration } from '../../server/src/migration/plan.ts';
import { provideAstro } from '../support/astro.ts';
import { corpusAvailable, corpusSites, namedSites } from '../support/corpus.ts';
import type { GoldSite } from '../support/gold.ts';
import { type MigrationFigures, migrationFigures } from '../support/migration-figures.ts';
import { ablateThresholds, thresholdRows } from '../support/migration-thresholds.ts';
import { writeMarked } from '../support/replace-tables.ts';

/** Least share of pages by layouts and of nodes that stand once; greatest mean of the bytes of sites of at least so many pages. */
const bars = { laidOut: 0.8, once: 0.8, bytes: 0.7, pages: 20 };

const { values } = parseArgs({
  options: {
    site: { type: 'string', multiple: true },
    to: { type: 'string', default: 'eleventy' },
    build: { type: 'boolean', default: true },
    content: { type: 'string', default: 'html' },
    thresholds: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
const to = values.to === 'astro' ? 'astro' : 'eleventy';
if (to !== values.to || ((to === 'astro' || values.content !== 'html') && values.update)) {
  console.error('Give --to eleventy, or --to astro without --update; --content markdown for --to eleventy without --update.');
  process.exit(2);
}
if (!corpusAvailable) process.exit(3);
const repository = fileURLToPath(new URL('../../..', import.meta.url));
if (values.thresholds) {
  const rows = thresholdRows(await ablateThresholds(namedSites(corpusSites(), values.site)));
  console.log(markdownTable(['threshold', 'value', 'stand once', 'bytes', 'layouts', 'parts'], rows));
  process.exit();
}
const measured: (MigrationFigures & { name: string; equal: number; differing: number; markdown: number })[] = [];
for (const site of namedSites(corpusSites(), values.site)) {
  const figures = await measure(site);
  measured.push(figures);
  console.error(site.name, JSON.stringify(figures));
}
const total = (of: (figures: MigrationFigures) => number): number => measured.reduce((sum, figures) => sum + of(figures), 0);
const large = measured.filter(({ pages }) => pages >= bars.pages);
const all = {
  laidOut: total(({ laidOut }) => laidOut) / total(({ pages }) => pages),
  once: total(({ once }) => once) / measured.length,
  bytes: large.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, large.length),
};
const percent = (share: number): string => `${Math.round(100 * share)} %`;
/** The cell of a column that only built projects have. */
const ifBuilt = (cell: string): string[] => (values.build ? [cell] : []);
const table = markdownTable(
  ['site', 'pages', 'by layouts', 'stand once', 'bytes', 'layouts', 'true ones', 'parts', ...ifBuilt('files equal')],
  [
    ...measured.map(({ name, pages, laidOut, once, bytes, layouts, goldLayouts, parts, equal, differing }) =>
      [name, pages, laidOut, percent(once), percent(bytes), layouts, goldLayouts, parts, `${equal} of ${equal + differing}`].map(
        String,
      ),
    ),
    [
      '**all**',
      String(total(({ pages }) => pages)),
      percent(all.laidOut),
      percent(all.once),
      percent(all.bytes),
      '',
      '',
      '',
      ...ifBuilt(''),
    ],
  ],
);
console.log(table);
if (values.update) writeMarked('docs/lab/migration.md', 'migration', table);
const misses = all.laidOut < bars.laidOut || all.once < bars.once || all.bytes > bars.bytes;
process.exitCode = misses || measured.some(({ differing }) => differing > 0) ? 1 : 0;

async function measure(site: GoldSite): Promise<(typeof measured)[number]> {
  const opened = new CommandLineSite(site.pagesFolder, await siteSettings(site.pagesFolder, {}), { checks: false });
  const folder = mkdtempSync(join(tmpdir(), 'templens-migrate-'));
  try {
    await opened.index();
    const migration = await planMigration(opened, { to }, values.content === 'markdown' ? markdownProject : undefined);
    if (!values.build)
      return { name: site.name, ...migrationFigures(site, migration), equal: 0, differing: 0, markdown: inMarkdown(migration) };
    const out = join(folder, 'project');
    if (to === 'astro') provideAstro(folder);
    await writeProject(site.pagesFolder, out, migration);
    const built = await buildProject(site.pagesFolder, out, builderOf(to, site.pagesFolder, out, repository)!, migration);
    const { equal, differing } = built;
    for (const file of differing) console.error(`${site.name}: ${file} differs`);
    return {
      name: site.name,
      ...migrationFigures(site, built.migration),
      equal,
      differing: differing.length,
      markdown: inMarkdown(built.migration),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await opened.close();
  }
}

function inMarkdown({ project }: Migration): number {
  return project.pages.filter(({ markdown }) => markdown !== undefined).length;
}
