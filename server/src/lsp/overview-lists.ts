import { type Cause, causeMessage, groupByCause } from 'templens-shared/causes';
import type { Finding } from 'templens-shared/findings';
import type { GroupSummary } from 'templens-shared/labels';
import type { PartSummary, PartVersionSummary } from 'templens-shared/parts';
import { isListed } from 'templens-shared/parts';
import { type OverviewList, overviewListLimit, type SiteOverview, type VersionOverview } from 'templens-shared/protocol';
import { limits } from './thresholds.ts';

/** A layout with its first pages; `total` is the number of all its pages. */
export type ShownGroup = GroupSummary & { total: number };

/**
 * At most `overviewListLimit` layouts after the first `offset`, the largest first, each with its first pages. `total` is the number of all
 * layouts.
 */
export function shownGroups(groups: readonly GroupSummary[], offset: number): { groups: ShownGroup[]; total: number } {
  const shown = bySize(groups).slice(offset, offset + overviewListLimit);
  const most = nestedLength(shown.length, limits.nestedItems);
  const cut = shown.map(group => ({ ...group, pages: group.pages.slice(0, most), total: group.pages.length }));
  return { groups: cut, total: groups.length };
}

const bySize = (groups: readonly GroupSummary[]): GroupSummary[] => groups.toSorted((a, b) => b.pages.length - a.pages.length);

/** Largest length of the list nested in each of `rows` rows, if all these lists may hold `total` items together. */
const nestedLength = (rows: number, total: number): number => Math.max(1, Math.min(overviewListLimit, Math.floor(total / rows)));

/**
 * All layouts, parts and findings of a site, from which messages take slices of the lists. Each list has a name (`layouts`, `part ID`), by which
 * a client requests further items.
 */
export class OverviewLists {
  readonly #nestedItems: number;
  readonly #layouts: GroupSummary[];
  readonly #parts: PartSummary[];
  /** Number of findings on the site. */
  readonly #findings: number;
  readonly #causes: Cause[];
  /** Number of findings by page. */
  readonly #onPage = new Map<string, number>();

  /** @param nestedItems largest total number of items nested in the rows of one list, such as the pages of all listed layouts. */
  constructor(
    groups: readonly GroupSummary[],
    parts: readonly PartSummary[],
    findings: readonly Finding[],
    nestedItems: number = limits.nestedItems,
  ) {
    this.#nestedItems = nestedItems;
    this.#layouts = bySize(groups);
    this.#parts = parts.filter(isListed);
    this.#findings = findings.length;
    this.#causes = groupByCause(findings);
    for (const { page } of findings) this.#onPage.set(page, (this.#onPage.get(page) ?? 0) + 1);
  }

  /** Returns the numbers of pages and findings, and the first items of every list. */
  first(): Omit<SiteOverview, 'uri' | 'name'> {
    return {
      pages: this.#layouts.reduce((sum, { pages }) => sum + pages.length, 0),
      findings: this.#findings,
      layouts: this.#layoutList(0),
      parts: this.#partList(0),
      causes: this.#causeList(0),
    };
  }

  /** At most `overviewListLimit` items after the first `offset` of the list with this name; empty if the site has no such list. */
  slice(list: string, offset: number): OverviewList<unknown> {
    if (list === 'layouts') return this.#layoutList(offset);
    if (list === 'parts') return this.#partList(offset);
    if (list === 'causes') return this.#causeList(offset);
    const layout = this.#layouts.find(each => layoutName(each) === list);
    if (layout) return this.#pagesOf(layout, offset);
    const cause = this.#causes.find(each => causeName(each) === list);
    if (cause) return placesOf(cause, offset);
    for (const part of this.#parts) {
      if (partName(part) === list) return this.#versionsOf(part, offset);
      const version = part.versions.find(each => versionName(part, each) === list);
      if (version) return pagesOfVersion(part, version, offset);
    }
    return { list, total: 0, items: [] };
  }

  #layoutList(offset: number): SiteOverview['layouts'] {
    return sliceOf('layouts', this.#layouts, offset, (layout, rows) => ({
      id: layout.template,
      name: layout.layout,
      pages: this.#pagesOf(layout, 0, this.#nestedLength(rows)),
      findings: layout.pages.reduce((sum, page) => sum + (this.#onPage.get(page) ?? 0), 0),
      templateShare: layout.templateShare,
    }));
  }

  #pagesOf(layout: GroupSummary, offset: number, most?: number): OverviewList<{ page: string; findings: number }> {
    return sliceOf(layoutName(layout), layout.pages, offset, page => ({ page, findings: this.#onPage.get(page) ?? 0 }), most);
  }

  #partList(offset: number): SiteOverview['parts'] {
    return sliceOf('parts', this.#parts, offset, (part, rows) => {
      const { id, name, place, pages } = part;
      return { id, name, place, pages, versions: this.#versionsOf(part, 0, rows) };
    });
  }

  #causeList(offset: number): SiteOverview['causes'] {
    return sliceOf('causes', this.#causes, offset, (cause, rows) => {
      const { id, severity, confidence, first, pages } = cause;
      const places = placesOf(cause, 0, this.#nestedLength(rows));
      return { id, severity, confidence, code: first.code, message: causeMessage(cause), pages, places };
    });
  }

  /**
   * The versions of a part, each with the most frequent version of its language as `common`: the first one, since the versions are sorted.
   * @param parts number of parts that are listed together.
   */
  #versionsOf(part: PartSummary, offset: number, parts = 1): OverviewList<VersionOverview> {
    const common = new Map<string | undefined, { version: string; page: string }>();
    for (const { id, language, pages } of part.versions)
      if (!common.has(language)) common.set(language, { version: id, page: pages[0]! });
    const version = (version: PartVersionSummary, rows: number): VersionOverview => ({
      id: version.id,
      ...(version.language !== undefined && { language: version.language }),
      pages: pagesOfVersion(part, version, 0, this.#nestedLength(parts * rows)),
      common: common.get(version.language)!,
    });
    return sliceOf(partName(part), part.versions, offset, version, this.#nestedLength(parts));
  }

  /** Largest length of the list nested in each of `rows` rows. */
  #nestedLength(rows: number): number {
    return nestedLength(rows, this.#nestedItems);
  }
}

function pagesOfVersion(part: PartSummary, version: PartVersionSummary, offset: number, most?: number): OverviewList<string> {
  return sliceOf(versionName(part, version), version.pages, offset, page => page, most);
}

function placesOf(cause: Cause, offset: number, most?: number): OverviewList<{ page: string; line: number; column: number }> {
  const all = [cause.first, ...cause.others];
  return sliceOf(causeName(cause), all, offset, ({ page, line, column }) => ({ page, line, column }), most);
}

/**
 * A slice of at most `most` items after the first `offset`.
 * @param item converts an entry; `rows` is the number of entries in the slice.
 */
function sliceOf<From, Item>(
  list: string,
  all: readonly From[],
  offset: number,
  item: (from: From, rows: number) => Item,
  most = overviewListLimit,
): OverviewList<Item> {
  const shown = all.slice(offset, offset + most);
  return { list, total: all.length, items: shown.map(from => item(from, shown.length)) };
}

const layoutName = ({ template }: GroupSummary): string => `layout ${template}`;
const partName = ({ id }: PartSummary): string => `part ${id}`;
const versionName = (part: PartSummary, { id }: PartVersionSummary): string => `version ${part.id} ${id}`;
const causeName = ({ id }: Cause): string => `cause ${id}`;
