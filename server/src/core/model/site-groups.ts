import type { GroupingSummary, LayoutLevel } from 'templens-shared/labels';
import type { LayoutStatement } from 'templens-shared/settings';
import { equalLists } from '../counts/equal-lists.ts';
import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import type { UngroupedPage } from '../labels/group-page.ts';
import type { Grouping } from '../layouts/grouping.ts';
import { LayoutCorrections, type MatchesGlobs } from '../layouts/layout-corrections.ts';
import { withoutSettings } from '../layouts/layout-marks.ts';
import { type GroupName, GroupNames } from './group-names.ts';
import { groupingSummary } from './grouping-summary.ts';
import type { GroupedPage, SiteGroup } from './site-group.ts';

/** What the user says of layouts. */
export interface LayoutSettings {
  statements: readonly LayoutStatement[];
  matches: MatchesGlobs;
}

/** Which pages of a site are a group, and what the groups are called. A function of the pages. */
export class SiteGroups {
  readonly #grouping: Grouping;
  readonly #statements: LayoutCorrections | undefined;
  readonly #newGroup: () => SiteGroup;
  readonly #byLayout = new Map<number, Set<GroupedPage>>();
  /** By component of the grouping. */
  readonly #groups = new Map<number, SiteGroup>();
  readonly #names = new GroupNames();
  readonly #touched = new Set<SiteGroup>();

  /** @param settings heeded where they are given. */
  constructor(grouping: Grouping, settings: LayoutSettings | undefined, newGroup: () => SiteGroup) {
    this.#grouping = grouping;
    this.#newGroup = newGroup;
    if (settings && settings.statements.length > 0)
      this.#statements = new LayoutCorrections(settings.statements, settings.matches);
  }

  /** Distinct layouts, style nodes and groups: all zero when there are no pages. */
  get sizes(): { layouts: number; styles: number; groups: number } {
    const styles = [...this.#groups.values()].reduce((sum, group) => sum + (group.styles?.styleCount ?? 0), 0);
    return { layouts: this.#grouping.layoutCount, styles, groups: this.#groups.size };
  }

  /** Groups that pages came to or left since the last `rename`. */
  get touched(): ReadonlySet<SiteGroup> {
    return this.#touched;
  }

  /** Globs of the settings' layout entries, by index, that match no page. */
  get unusedLayouts(): { entry: number; glob: number }[] {
    return this.#statements?.unused ?? [];
  }

  /** Takes a page in, or again with other shingles. Its group follows with `regroup`. */
  put(page: GroupedPage, shingles: Float64Array): void {
    const { name, translations } = page;
    const isKnown = page.layout >= 0;
    if (isKnown) this.#statements?.removePage(name);
    const set = this.#statements?.addPage(name, shingles) ?? shingles;
    // Most edits leave a page's layout as it is; then there is nothing to count.
    if (isKnown && equalLists(this.#grouping.set(page.layout), set)) return;
    const layout = this.#grouping.add(set, translations);
    if (isKnown) this.#leaveLayout(page);
    page.layout = layout;
    addTo(this.#byLayout, layout, page);
  }

  /** Takes a page out; gives the nodes visited. */
  delete(page: GroupedPage): number {
    this.#statements?.removePage(page.name);
    this.#leaveLayout(page);
    return page.group ? this.#takeOut(page.group, page) : 0;
  }

  /** What a page was put in with. */
  shingles({ layout }: GroupedPage): Float64Array {
    const set = this.#grouping.set(layout);
    return this.#statements ? withoutSettings(set) : set;
  }

  name({ group }: GroupedPage): GroupName {
    return this.#names.of(group!);
  }

  /**
   * Moves pages to the groups of their components, so that as few as possible move. Gives those and the nodes visited.
   * @param changedPages pages that came, or were replaced; these are put into their groups again.
   */
  regroup(changedPages: Iterable<GroupedPage>): { moved: Set<GroupedPage>; work: number } {
    const changed = this.#grouping.takeChanged();
    const { joined } = this.#grouping;
    const claims: { component: number; group: SiteGroup; pages: number }[] = [];
    const moved = new Set(changedPages);
    const orphans = new Set<SiteGroup>();
    let work = 0;
    const isAlive = (component: number) => this.#grouping.members(component).size > 0;
    for (const component of changed) {
      // Where it is known who came, a component that is still there keeps its group.
      if (joined && isAlive(component)) continue;
      const group = this.#groups.get(component);
      if (group) orphans.add(group);
      this.#groups.delete(component);
    }
    const homeless = changed.filter(component => isAlive(component) && !this.#groups.has(component));
    for (const component of homeless) {
      const overlap = new Map<SiteGroup, number>();
      for (const page of this.#pagesOf(component)) {
        work++;
        if (page.group && orphans.has(page.group)) overlap.set(page.group, (overlap.get(page.group) ?? 0) + 1);
      }
      for (const [group, pages] of overlap) claims.push({ component, group, pages });
    }
    claims.sort((a, b) => b.pages - a.pages);
    for (const { component, group } of claims) {
      if (this.#groups.has(component) || !orphans.has(group)) continue;
      this.#groups.set(component, group);
      orphans.delete(group);
    }
    for (const component of homeless) if (!this.#groups.has(component)) this.#groups.set(component, this.#newGroup());
    const layouts = joined ?? changed.flatMap(component => [...this.#grouping.members(component)]);
    for (const layout of layouts) {
      const group = this.#groups.get(this.#grouping.component(layout))!;
      for (const page of this.#byLayout.get(layout) ?? []) {
        work++;
        if (page.group !== group) moved.add(page);
      }
    }
    for (const page of moved) work += this.#place(page);
    for (const group of orphans) {
      this.#touched.delete(group);
      this.#names.forget(group);
    }
    return { moved, work };
  }

  /** See `GroupNames.settle`. No group is `touched` afterwards. */
  settleNames(): ReturnType<GroupNames['settle']> {
    this.#touched.clear();
    return this.#names.settle();
  }

  /** See `groupingSummary`. */
  summary(level: LayoutLevel, templateShare: (pages: readonly string[]) => number): GroupingSummary {
    const named = [...this.#groups].map(([component, group]) => {
      const { template, layout, pages } = this.#names.of(group);
      return { component, name: { template, layout, pages: [...pages] } };
    });
    const pagesOf = (layout: number) => [...this.#byLayout.get(layout)!].map(({ name, hash }) => ({ name, hash }));
    return groupingSummary(this.#grouping, named, pagesOf, level, templateShare);
  }

  #leaveLayout(page: GroupedPage): void {
    removeFrom(this.#byLayout, page.layout, page);
    this.#grouping.remove(page.layout, page.translations);
  }

  #pagesOf(component: number): GroupedPage[] {
    return [...this.#grouping.members(component)].flatMap(layout => [...(this.#byLayout.get(layout) ?? [])]);
  }

  #place(page: GroupedPage): number {
    const target = this.#groups.get(this.#grouping.component(page.layout))!;
    const left = page.group && page.group !== target ? this.#takeOut(page.group, page) : 0;
    page.group = target;
    this.#touched.add(target);
    this.#names.join(target, page, this.#statements?.name(page.name));
    return left + target.put(ungrouped(page));
  }

  #takeOut(group: SiteGroup, page: GroupedPage): number {
    this.#touched.add(group);
    this.#names.leave(group, page);
    return group.delete(page.id);
  }
}

/** A page without what depends on its group. */
export function ungrouped({ id, name, packed, hashes, features, nodes, places }: GroupedPage): UngroupedPage {
  return { id, name, packed, hashes, features, nodes, places };
}
