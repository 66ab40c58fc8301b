import type { LabelRule } from 'templens-shared/settings';
import { matchesGlobs } from './page-filter.ts';

/**
 * Whether a page has to be parsed again because its elements are matched by other rules of the setting `labels` than before; undefined if no
 * page has to. Labels and layouts of rules are not asked about when a page is parsed.
 */
export function restatedPages(old: readonly LabelRule[], now: readonly LabelRule[]): ((page: string) => boolean) | undefined {
  const matched = ({ select, pages }: LabelRule): string => JSON.stringify([select, pages]);
  let same = 0;
  while (same < old.length && same < now.length && matched(old[same]!) === matched(now[same]!)) same++;
  const others = [...old.slice(same), ...now.slice(same)];
  if (others.length === 0) return undefined;
  return page => others.some(({ pages }) => !pages || matchesGlobs(page, pages));
}
