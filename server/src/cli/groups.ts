import { type Command, Option } from 'commander';
import { groupsJson, groupsText } from '../report/groups.ts';
import { sayWhenEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { colorsFor, print } from './output.ts';

export function addGroups(program: Command): void {
  addSiteOptions(
    program
      .command('groups')
      .summary('list the template groups of a site')
      .description('Lists the template groups of a site: pages built on one layout, and how far the groups are apart.')
      .argument('[site]', 'folder of the site', '.')
      .addOption(new Option('--format <format>', 'table for people, or JSON').choices(['text', 'json']).default('text')),
  ).action(async (given: string, options: SiteOptions & { format: 'text' | 'json' }) => {
    await withIndexedSite(given, options, async site => {
      sayWhenEmpty(site);
      const groups = await site.engine.query({ kind: 'groups' });
      site.progress.clear();
      await print(options.format === 'json' ? groupsJson(groups) : groupsText(groups, colorsFor(options.color)));
    });
  });
}
