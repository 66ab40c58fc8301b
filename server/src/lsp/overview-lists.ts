import { byCause, type Cause } from 'templens-shared/causes';
import type { Finding } from 'templens-shared/findings';
import type { GroupSummary } from 'templens-shared/labels';
import type { PartSummary, PartVersionSummary } from 'templens-shared/parts';
import { isListed } from 'templens-shared/parts';
import { type OverviewList, overviewListLimit, type SiteOverview, type VersionOverview } from 'templens-shared/protocol';

/** Most items in the lists inside the rows of another list, together; each of these lists has at least one. */
const MOST_INNER = 2_000;

/** A layout with the first of its pages, and the number of all. */
export type ShownGroup = GroupSummary & { total: number };

/** At most `overviewListLimit` layouts, the largest first, each with the first of its pages; and the number of all layouts. */
export function shownGroups(groups: readonly GroupSummary[], offset: number): { groups: ShownGroup[]; total: number } {
  const shown = bySize(groups).slice(offset, offset + overviewListLimit);
  const most = within(shown.length, MOST_INNER);
  const cut = shown.map(group => ({ ...group, pages: group.pages.slice(0, most), total: group.pages.length }));
  return { groups: cut, total: groups.length };
}

const bySize = (groups: readonly GroupSummary[]): GroupSummary[] => groups.toSorted((a, b) => b.pages.length - a.pages.length);

/** Most items of a list inside each of so many rows. */
const within = (rows: number, inner: number): number => Math.max(1, Math.min(overviewListLimit, Math.floor(inner / rows)));

/** The layouts, parts and findings of a site in full, and the pieces of their lists that messages hold. */
export class OverviewLists {
  readonly #inner: number;
  readonly #layouts: GroupSummary[];
  readonly #parts: PartSummary[];
  readonly #findings: number;
  readonly #causes: Cause[];
  /** Number of findings by page. */
  readonly #onPage = new Map<string, number>();

  constructor(groups: readonly GroupSummary[], parts: readonly PartSummary[], findings: readonly Finding[], inner = MOST_INNER) {
    this.#inner = inner;
    this.#layouts = bySize(groups);
    this.#parts = parts.filter(isListed);
    this.#findings = findings.length;
    this.#causes = byCause(findings);
    for (const { page } of findings) this.#onPage.set(page, (this.#onPage.get(page) ?? 0) + 1);
  }

  /** The first items of every list. */
  first(): Omit<SiteOverview, 'uri' | 'name'> {
    return {
      pages: this.#layouts.reduce((sum, { pages }) => sum + pages.length, 0),
      findings: this.#findings,
      layouts: this.#layoutList(0),
      parts: this.#partList(0),
      causes: this.#causeList(0),
    };
  }

  /** At most `overviewListLimit` items of the list with this name; none if the site does not have it. */
  piece(list: string, offset: number): OverviewList<unknown> {
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
    return pieceOf('layouts', this.#layouts, offset, (layout, rows) => ({
      id: layout.template,
      name: layout.layout,
      pages: this.#pagesOf(layout, 0, this.#within(rows)),
      findings: layout.pages.reduce((sum, page) => sum + (this.#onPage.get(page) ?? 0), 0),
      templateShare: layout.templateShare,
    }));
  }

  #pagesOf(layout: GroupSummary, offset: number, most?: number): OverviewList<{ page: string; findings: number }> {
    return pieceOf(layoutName(layout), layout.pages, offset, page => ({ page, findings: this.#onPage.get(page) ?? 0 }), most);
  }

  #partList(offset: number): SiteOverview['parts'] {
    return pieceOf('parts', this.#parts, offset, (part, rows) => {
      const { id, name, place, pages } = part;
      return { id, name, place, pages, versions: this.#versionsOf(part, 0, rows) };
    });
  }

  #causeList(offset: number): SiteOverview['causes'] {
    return pieceOf('causes', this.#causes, offset, (cause, rows) => {
      const { severity, code, message } = cause.first;
      const pages = new Set([cause.first, ...cause.others].map(({ page }) => page)).size;
      return { severity, code, message, pages, places: placesOf(cause, 0, this.#within(rows)) };
    });
  }

  /** Versions of one of so many parts. */
  #versionsOf(part: PartSummary, offset: number, parts = 1): OverviewList<VersionOverview> {
    const common = new Map<string | undefined, { version: string; page: string }>();
    for (const { id, language, pages } of part.versions)
      if (!common.has(language)) common.set(language, { version: id, page: pages[0]! });
    const version = (version: PartVersionSummary, rows: number): VersionOverview => ({
      id: version.id,
      ...(version.language !== undefined && { language: version.language }),
      pages: pagesOfVersion(part, version, 0, this.#within(parts * rows)),
      common: common.get(version.language)!,
    });
    return pieceOf(partName(part), part.versions, offset, version, this.#within(parts));
  }

  /** Most items of a list inside each of so many rows. */
  #within(rows: number): number {
    return within(rows, this.#inner);
  }
}

function pagesOfVersion(part: PartSummary, version: PartVersionSummary, offset: number, most?: number): OverviewList<string> {
  return pieceOf(versionName(part, version), version.pages, offset, page => page, most);
}

function placesOf(cause: Cause, offset: number, most?: number): OverviewList<{ page: string; line: number; column: number }> {
  const all = [cause.first, ...cause.others];
  return pieceOf(causeName(cause), all, offset, ({ page, line, column }) => ({ page, line, column }), most);
}

function pieceOf<From, Item>(
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
const causeName = ({ first }: Cause): string =>
  `cause ${JSON.stringify([first.code, first.severity, first.identity, first.message])}`;
