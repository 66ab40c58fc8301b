import { type Command, Option } from 'commander';
import { type LayoutLevel, layoutLevels } from 'templens-shared/labels';
import { agreementWith } from '../report/group-agreement.ts';
import { groupsJson, groupsText } from '../report/groups.ts';
import { exitCode, Failure } from './failure.ts';
import { readGoldGroups } from './gold-groups.ts';
import { logIfEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { colorsFor, print } from './output.ts';

interface GroupsOptions extends SiteOptions {
  format: 'text' | 'json';
  level: LayoutLevel;
  verbose?: true;
  gold?: string;
}

export function addGroups(program: Command): void {
  addSiteOptions(
    program
      .command('groups')
      .summary('show the layouts of a site as a tree')
      .description(
        'Shows the layouts of a site: pages built alike, by frame, layout or variant, and how far they are apart. JSON has the whole tree.',
      )
      .argument('[site]', 'folder of the site', '.')
      .addOption(new Option('--format <format>', 'table for people, or JSON').choices(['text', 'json']).default('text'))
      .addOption(new Option('--level <level>', 'what is listed').choices([...layoutLevels]).default('layout'))
      .option('--verbose', 'also how well the layouts are separated: Dunn index, heights of the cuts, widest gap')
      .option('--gold <file>', 'JSON file of the known groups, to compare with: {"templates": [{"name": ..., "pages": [...]}]}'),
  ).action(async (given: string, options: GroupsOptions) => {
    const gold = options.gold === undefined ? undefined : await readGoldGroups(options.gold);
    await withIndexedSite(given, options, async site => {
      logIfEmpty(site);
      const summary = await site.opened.grouping(options.level);
      site.progress.clear();
      const agreement = gold && agreementWith(gold, summary);
      if (agreement?.pages === 0) {
        throw new Failure(
          exitCode.usage,
          `${options.gold} names no page of the site; its pages must be paths relative to ${given}.`,
        );
      }
      const colors = colorsFor(options.color);
      await print(
        options.format === 'json'
          ? groupsJson(summary, agreement)
          : groupsText(summary, { agreement, verbose: options.verbose === true }, colors),
      );
    });
  });
}
