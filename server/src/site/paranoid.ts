import { equalLists } from '../core/counts/equal-lists.ts';
import type { SiteModel } from '../core/model/site-model.ts';
import type { PageChecker } from './page-checker.ts';

/**
 * Fills a fresh model with the trees of another and compares what they say of every page; undefined where that is the same, else a
 * compact account of the difference.
 */
export function differenceFromFresh(
  model: SiteModel,
  fresh: SiteModel,
  pages: readonly string[],
  checker: PageChecker | undefined,
): string | undefined {
  for (const page of pages) fresh.upsert(page, model.digest(page), model.features(page));
  const change = fresh.settle();
  const grouped: string[] = [];
  const labelled: string[] = [];
  for (const page of pages) {
    const [is, shouldBe] = [model.group(page), fresh.group(page)];
    if (is.template !== shouldBe.template || is.layout !== shouldBe.layout || is.pages.join('\n') !== shouldBe.pages.join('\n'))
      grouped.push(page);
    const [labels, freshLabels] = [model.labels(page), fresh.labels(page)];
    if (!equalLists(labels.label, freshLabels.label) || !equalLists(labels.score, freshLabels.score)) labelled.push(page);
  }
  const found = checker?.differing(fresh, change, pages) ?? [];
  const accounts = [account('group', grouped), account('labels', labelled), account('findings', found)].filter(
    text => text !== '',
  );
  return accounts.length > 0 ? accounts.join('; ') : undefined;
}

function account(what: string, pages: string[]): string {
  if (pages.length === 0) return '';
  return `${what} of ${pages.slice(0, 3).join(', ')}${pages.length > 3 ? ` and ${pages.length - 3} more` : ''}`;
}
