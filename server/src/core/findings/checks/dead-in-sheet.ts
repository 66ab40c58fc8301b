import { firstOf } from 'templens-shared/first-of';
import { areFilesHeld } from '../../statements/held-targets.ts';
import { missingFiles } from '../../statements/sheet-files.ts';
import { thresholds } from '../thresholds.ts';
import { brokenLinkFinding } from './broken-link.ts';
import type { PageRule } from './page-rule.ts';

/**
 * `template/broken-link`: fonts, imported style sheets and pictures that a style sheet of the page refers to and that do not exist. Reported on the
 * first page that loads the style sheet; rules count that match an element of one of the first `keptPages` pages.
 */
export const deadInSheet: PageRule = {
  concerns: ({ agreement, name, world }) =>
    agreement.links.reportedOn(name).some(target => isSheet(target) && world.exists(target)),
  find: asked => {
    const { agreement, load, name, world } = asked;
    const { links } = agreement;
    const known = new Set<string>();
    return links.reportedOn(name).flatMap(sheet => {
      if (!isSheet(sheet)) return [];
      const loading = links.linksTo(sheet);
      const pages = loading.slice(0, thresholds.keptPages).map(([page]) => (links.reads(name, page) ? load(page) : undefined));
      const dead = missingFiles(
        sheet,
        world,
        pages.filter(page => page !== undefined),
      );
      // Variants of a style sheet miss the same files. Where most files are missing, the folder holds only some of the site.
      if (dead.length === 0 || known.has(dead.join()) || !areFilesHeld(links.sample(name), world.exists)) return [];
      known.add(dead.join());
      const have = loading.length > 1 ? `; ${loading.length} pages load it` : '';
      const message = `The style sheet ${sheet} refers to ${firstOf(dead, thresholds.mostNamed)}, which ${dead.length > 1 ? 'do' : 'does'} not exist${have}.`;
      return [brokenLinkFinding(dead.join(), message, loading, asked)];
    });
  },
};

function isSheet(target: string): boolean {
  return target.endsWith('.css');
}
