import { join } from 'node:path';
import type { Command } from 'commander';
import { byFrequency } from 'templens-shared/by-frequency';
import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import type { GroupSummary as Layout } from 'templens-shared/labels';
import { isListed, type PartSummary } from 'templens-shared/parts';
import { printable } from 'templens-shared/printable';
import { globsOf } from '../api/command-line.ts';
import { configurationIn } from '../api/site-root.ts';
import { detectSiteTools, type SiteTools } from '../api/site-tools.ts';
import { type StartingPoint, startingConfiguration } from '../report/starting-configuration.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { type IndexedSite, logIfEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { print } from './output.ts';
import { writeOutput } from './output-file.ts';
import { siteFolder } from './site-folder.ts';
import { limits } from './thresholds.ts';

export function addInit(program: Command): void {
  addSiteOptions(
    program
      .command('init')
      .summary('write a commented configuration for a site')
      .description('Looks at a site, says what it sees, and writes a commented templens.config.jsonc to start from.')
      .argument('[site]', 'folder of the site', '.'),
  ).action(init);
}

async function init(given: string, options: SiteOptions): Promise<void> {
  const folder = await siteFolder(given);
  const existing = configurationIn(folder);
  if (existing !== undefined) throw new Failure(exitCode.usage, `${join(given, existing)} exists already, and is left as it is.`);
  await withIndexedSite(
    given,
    options,
    async site => {
      logIfEmpty(site);
      const { opened, root, settings, pages, progress } = site;
      const origin = detectSiteTools(root, await texts(site));
      const layouts = await opened.layouts();
      const parts = (await opened.partSummaries()).filter(isListed);
      const found = await opened.findings();
      const findings = byFrequency(found.map(({ code }) => code));
      const examples = {
        ...layoutExample(layouts),
        ...(await partExample(site, parts)),
        ...findingExample(found, findings[0]?.[0]),
      };
      const file = join(root, 'templens.config.jsonc');
      progress.clear();
      await writeOutput(file, startingConfiguration({ settings, ...examples })).catch(error => {
        throw new Failure(exitCode.failed, `${file} cannot be written: ${reasonOf(error)}.`);
      });
      const lines = [
        `${counted(pages.length, 'page')} in ${counted(layouts.length, 'layout')} with ${counted(parts.length, 'shared part')}.`,
        ...originSentences(origin, pages.length),
        found.length === 0
          ? 'No findings.'
          : `${counted(found.length, 'finding')}: ${findings.map(([code, count]) => `${count} ${code}`).join(', ')}.`,
        `Wrote ${join(given, 'templens.config.jsonc')}; all settings in it are comments.`,
        'Next: templens parts lists the shared parts, templens check the findings. To hide known findings: templens check --since REVISION or --baseline FILE.',
      ];
      await print(`${lines.map(line => printable(line)).join('\n')}\n`);
    },
    { checks: true },
  );
}

/** The largest layout, if it has several pages. */
function layoutExample(layouts: readonly Layout[]): Pick<StartingPoint, 'layout'> {
  const [largest, ...others] = layouts;
  if (!largest || largest.pages.length < 2) return {};
  const globs = globsOf(
    largest.pages,
    others.flatMap(({ pages }) => pages),
  );
  return { layout: { name: largest.layout, globs, pages: largest.pages.length } };
}

/**
 * An example for the setting `parts`: the first part for which there is a CSS selector that selects no other, if possible one that readers see;
 * nothing if there is no such part.
 */
async function partExample({ opened, pages }: IndexedSite, parts: readonly PartSummary[]): Promise<Pick<StartingPoint, 'part'>> {
  const isSeen = ({ place }: PartSummary): boolean => place.split(' > ')[0] === 'body';
  for (const { id, name, pages: having } of [...parts.filter(isSeen), ...parts.filter(part => !isSeen(part))]) {
    const select = await opened.partSelector(id);
    if (select !== null) return { part: { name, select, pages: having, lacking: pages.length - having } };
  }
  return {};
}

/** The findings of a code, and the page with the most of them. */
function findingExample(found: readonly Finding[], code: string | undefined): Pick<StartingPoint, 'finding'> {
  const own = found.filter(finding => finding.code === code);
  const [most] = byFrequency(own.map(({ page }) => page));
  return code === undefined || !most ? {} : { finding: { code, count: own.length, page: most[0], onPage: most[1] } };
}

/** Paths and texts of the first pages, from which the origin of the site is found. */
async function texts({ pages, opened }: IndexedSite): Promise<{ path: string; text: string }[]> {
  const read = pages.slice(0, limits.originPages).map(async path => ({ path, text: await opened.text(path).catch(() => '') }));
  return Promise.all(read);
}

/** Sentences about the origin of a site. */
function originSentences({ generators, builders, dreamweaver, languages }: SiteTools, pages: number): string[] {
  const named = languages.filter(([language]) => language !== '');
  return [
    ...(generators.length > 0
      ? [`Made by ${list(generators.slice(0, 3).map(([name, count]) => `${name} (${counted(count, 'page')})`))}.`]
      : []),
    ...(builders.length > 0
      ? [
          `A configuration of ${list(builders)} lies beside the pages: a fix of a built page is lost with the next build, so correct the source.`,
        ]
      : []),
    ...(dreamweaver > 0
      ? [`${counted(dreamweaver, 'page')} made from Dreamweaver templates: their locked regions are checked strictly.`]
      : []),
    ...(named.length > 1
      ? [
          `Languages: ${list(named.slice(0, 12).map(([language, count]) => `${language} (${count})`))}${named.length > 12 ? ' and more' : ''}; words are compared within one language.`,
        ]
      : []),
    ...(pages === 1 ? ['One page has nothing to be compared with.'] : []),
  ];
}

function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
