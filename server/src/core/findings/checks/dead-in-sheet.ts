import { firstOf } from 'templens-shared/first-of';
import { missingFiles } from '../../statements/sheet-files.ts';
import { thresholds } from '../thresholds.ts';
import { findingOf } from './broken-link.ts';
import type { PageRule } from './page-rule.ts';

/**
 * `template/broken-link`: fonts, imported style sheets and pictures that a style sheet of the page refers to and that do not exist. Reported on the
 * first page that loads the style sheet; the pages after it say, too, which rules are used.
 */
export const deadInSheet: PageRule = {
  concerns: ({ agreement, name, world }) =>
    agreement.links.reportedOn(name).some(target => isSheet(target) && world.exists(target)),
  find: asked => {
    const { agreement, load, name, world } = asked;
    const { links } = agreement;
    const missingIn = (sheet: string): string[] => {
      const first = links.linksTo(sheet).slice(0, thresholds.several);
      const pages = first.map(([page]) => (links.reads(name, page) ? load(page) : undefined));
      return missingFiles(
        sheet,
        world,
        pages.filter(page => page !== undefined),
      );
    };
    // Variants of a style sheet miss the same files.
    const sheets = new Map(
      links
        .reportedOn(name)
        .filter(isSheet)
        .map(sheet => [missingIn(sheet).join('\n'), sheet]),
    );
    return [...sheets].flatMap(([missing, sheet]) => {
      if (missing === '') return [];
      const dead = missing.split('\n');
      const loading = links.linksTo(sheet);
      const have = loading.length > 1 ? `; ${loading.length} pages load it` : '';
      const message = `The style sheet ${sheet} refers to ${firstOf(dead, thresholds.mostNamed)}, which ${dead.length > 1 ? 'do' : 'does'} not exist${have}.`;
      return [findingOf(dead.join(), message, loading, asked)];
    });
  },
};

function isSheet(target: string): boolean {
  return target.endsWith('.css');
}
