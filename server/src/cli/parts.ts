import { type Command, Option } from 'commander';
import type { PartSummary } from 'templens-shared/parts';
import { partsJson, partsText, partText } from '../report/parts.ts';
import { exitCode, Failure } from './failure.ts';
import { gitDates } from './git-dates.ts';
import { type IndexedSite, logIfEmpty, withIndexedSite } from './indexed-site.ts';
import { partNamed } from './named-part.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { colorsFor, log, print } from './output.ts';

interface PartsOptions extends SiteOptions {
  format: 'text' | 'json';
  part?: string;
  all?: true;
  instances?: true;
}

export function addParts(program: Command): void {
  addSiteOptions(
    program
      .command('parts')
      .summary('list the parts that the pages of a site share, and their versions')
      .description(
        'Lists the parts that the pages of a site share (menu, footer, head styles): where they stand, on how many pages, and ' +
          'in which versions.',
      )
      .argument('[site]', 'folder of the site', '.')
      .addOption(new Option('--format <format>', 'table for people, or JSON').choices(['text', 'json']).default('text'))
      .option('--part <part>', 'this part only, by its name or id: each version, its pages and what differs')
      .option('--all', 'list fragments, too: single nodes, and pieces without a role (--format text)')
      .option('--instances', 'add where each part stands on each page (--format json)'),
  ).action(parts);
}

async function parts(given: string, options: PartsOptions): Promise<void> {
  const { format, instances } = options;
  if (instances && format !== 'json') throw new Failure(exitCode.usage, 'Use --instances with --format json.');
  await withIndexedSite(given, options, async site => {
    logIfEmpty(site);
    const { opened, progress } = site;
    const all = await opened.partSummaries();
    const listed = options.part === undefined ? all : [partNamed(all, options.part)];
    progress.clear();
    await reportUnused(site);
    if (format === 'json') return print(await json(site, listed, instances === true));
    const colors = colorsFor(options.color);
    if (options.part === undefined) return print(partsText(listed, { all: options.all === true }, colors));
    const [part] = listed;
    const versions = await opened.versions(part!.id);
    await print(partText(part!, versions, await gitDates(site.root, versions), colors));
  });
}

async function json({ root, opened }: IndexedSite, listed: readonly PartSummary[], withInstances: boolean): Promise<string> {
  const ids = new Set(listed.map(({ id }) => id));
  const detailed = (await opened.parts()).filter(({ id }) => ids.has(id));
  if (!withInstances) return partsJson(root, detailed);
  const instances = await opened.allInstances();
  return partsJson(
    root,
    detailed.map(part => ({ ...part, instances: instances.get(part.id) ?? [] })),
  );
}

/** Reports on stderr the entries of the setting `parts` that match no part. */
async function reportUnused({ opened }: IndexedSite): Promise<void> {
  const { file, entries } = await opened.unusedParts();
  for (const { line, column, message } of entries) log(`${file}:${line}:${column}: ${message}`);
}
