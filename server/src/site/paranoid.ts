import { firstOf } from 'templens-shared/first-of';
import { equalLists } from '../core/counts/equal-lists.ts';
import type { SiteModel } from '../core/model/site-model.ts';
import type { PageChecker } from './page-checker.ts';

/**
 * Fills a fresh model with the digests of another and compares the groups, labels and findings of every page.
 * @param fresh a model without pages.
 * @returns what differs, in a few words; undefined if nothing does.
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
    const [actual, expected] = [model.group(page), fresh.group(page)];
    if (
      actual.template !== expected.template ||
      actual.layout !== expected.layout ||
      actual.pages.join('\n') !== expected.pages.join('\n')
    )
      grouped.push(page);
    const [labels, freshLabels] = [model.labels(page), fresh.labels(page)];
    if (!equalLists(labels.label, freshLabels.label) || !equalLists(labels.score, freshLabels.score)) labelled.push(page);
  }
  const found = checker?.differing(fresh, change, pages) ?? [];
  const summaries = [summary('group', grouped), summary('labels', labelled), summary('findings', found)].filter(
    text => text !== '',
  );
  return summaries.length > 0 ? summaries.join('; ') : undefined;
}

/** Names up to three pages; empty if there are none. */
function summary(what: string, pages: string[]): string {
  if (pages.length === 0) return '';
  return `${what} of ${firstOf(pages, 3)}`;
}
