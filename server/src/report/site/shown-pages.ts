import type { GroupSummary } from 'templens-shared/labels';

/** Pages of a layout that are shown at once, and in all. */
const AT_ONCE = 24;
const LEAST_FOLDED = 8;
const MOST_OF_LAYOUT = 1000;
/** Layouts and pages that a report shows: a browser has to hold them. */
const MOST_LAYOUTS = 300;
const MOST_PAGES = 5000;

/** The pages of a layout that the report shows. */
export interface ShownPages {
  readonly group: GroupSummary;
  readonly rows: readonly string[];
  /** Behind a click; these have no findings. */
  readonly folded: readonly string[];
  /** Number of the others, and of those with findings among them. */
  readonly left: number;
  readonly leftFound: number;
}

/** The layouts and pages that a report shows: of a large layout the pages with findings and some others, and as many in all as a browser can hold. */
export function shownPages(groups: readonly GroupSummary[], isFound: (page: string) => boolean): ShownPages[] {
  let budget = MOST_PAGES;
  const take = (pages: readonly string[], most: number): string[] => {
    const taken = pages.slice(0, Math.max(0, Math.min(most, budget)));
    budget -= taken.length;
    return taken;
  };
  const first = groups.slice(0, MOST_LAYOUTS).map(group => {
    const found = group.pages.filter(isFound);
    const isSmall = group.pages.length <= AT_ONCE;
    const wanted = [...found, ...group.pages.filter(page => !isFound(page))];
    const isWhole = isSmall || wanted.length - Math.max(found.length, AT_ONCE) < LEAST_FOLDED;
    const rows = new Set(take(wanted, isWhole ? wanted.length : Math.min(MOST_OF_LAYOUT, Math.max(found.length, AT_ONCE))));
    return { group, rows };
  });
  return first.map(({ group, rows }) => {
    const rest = group.pages.filter(page => !rows.has(page));
    const folded = take(
      rest.filter(page => !isFound(page)),
      MOST_OF_LAYOUT - rows.size,
    );
    const leftFound = rest.filter(isFound).length;
    return {
      group,
      rows: group.pages.filter(page => rows.has(page)),
      folded,
      left: rest.length - folded.length,
      leftFound,
    };
  });
}
