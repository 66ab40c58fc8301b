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
    const sheets = links.reportedOn(name).filter(isSheet);
    const missing = sheets.map(sheet => {
      const loading = links.linksTo(sheet).slice(0, thresholds.several);
      const pages = loading.map(([page]) => (links.reads(name, page) ? load(page) : undefined));
      return missingFiles(
        sheet,
        world,
        pages.filter(page => page !== undefined),
      );
    });
    // Variants of a style sheet miss the same files.
    const isFirst = (dead: readonly string[], at: number): boolean =>
      missing.findIndex(other => other.join() === dead.join()) === at;
    return missing.flatMap((dead, at) => {
      const [sheet, [one]] = [sheets[at]!, dead];
      if (one === undefined || !isFirst(dead, at)) return [];
      const loading = links.linksTo(sheet);
      const have = loading.length > 1 ? `; ${loading.length} pages load it` : '';
      const what = dead.length === 1 ? `${one}, which does not exist` : `${dead.length} files that do not exist`;
      const which = dead.length === 1 ? '' : `: ${firstOf(dead, thresholds.mostNamed)}`;
      return [findingOf(dead.join(), `The style sheet ${sheet} refers to ${what}${have}${which}.`, loading, asked)];
    });
  },
};

function isSheet(target: string): boolean {
  return target.endsWith('.css');
}
