import type { GroupSummary } from 'templens-shared/labels';
import { limits } from '../thresholds.ts';

/** The pages of a layout that the report shows. */
export interface ShownPages {
  readonly group: GroupSummary;
  /** The pages that are shown at first, in the order of the layout. */
  readonly rows: readonly string[];
  /** The pages that are shown after a click; these have no findings. */
  readonly folded: readonly string[];
  /** Number of pages of the layout that are not shown. */
  readonly hidden: number;
  /** Number of pages with findings among the `hidden` ones. */
  readonly hiddenWithFindings: number;
}

/**
 * Chooses the layouts and pages that the report shows. Of a large layout, it shows the pages with findings first.
 * @param hasFindings true for pages that have a finding
 */
export function shownPages(groups: readonly GroupSummary[], hasFindings: (page: string) => boolean): ShownPages[] {
  let budget = limits.sitePages;
  const take = (pages: readonly string[], most: number): string[] => {
    const taken = pages.slice(0, Math.max(0, Math.min(most, budget)));
    budget -= taken.length;
    return taken;
  };
  const first = groups.slice(0, limits.siteLayouts).map(group => {
    const found = group.pages.filter(hasFindings);
    const firstRows = Math.max(found.length, limits.siteFirstRows);
    const isSmall = group.pages.length <= limits.siteFirstRows;
    const wanted = [...found, ...group.pages.filter(page => !hasFindings(page))];
    const isWhole = isSmall || wanted.length - firstRows < limits.siteFoldedRows;
    const rows = new Set(take(wanted, isWhole ? wanted.length : Math.min(limits.siteLayoutPages, firstRows)));
    return { group, rows };
  });
  return first.map(({ group, rows }) => {
    const rest = group.pages.filter(page => !rows.has(page));
    const folded = take(
      rest.filter(page => !hasFindings(page)),
      limits.siteLayoutPages - rows.size,
    );
    const hiddenWithFindings = rest.filter(hasFindings).length;
    return {
      group,
      rows: group.pages.filter(page => rows.has(page)),
      folded,
      hidden: rest.length - folded.length,
      hiddenWithFindings,
    };
  });
}
