import type { GroupingSummary, LayoutLevel } from 'templens-shared/labels';
import type { LayoutStatement } from 'templens-shared/settings';
import { equalLists } from '../counts/equal-lists.ts';
import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import type { UngroupedPage } from '../labels/group-page.ts';
import type { FrozenLayouts, Grouping } from '../layouts/grouping.ts';
import { LayoutCorrections, type MatchesGlobs } from '../layouts/layout-corrections.ts';
import { withoutSettings } from '../layouts/layout-marks.ts';
import { type GroupName, GroupNames } from './group-names.ts';
import { groupingSummary } from './grouping-summary.ts';
import type { GroupedPage, SiteGroup } from './site-group.ts';

/** The setting `layouts`, and the function that matches its globs. */
export interface LayoutSettings {
  corrections: readonly LayoutStatement[];
  matches: MatchesGlobs;
}

/**
 * Divides the pages of a site into groups, and names the groups. The result depends on the pages only, not on the order of changes. The
 * `Grouping` divides layout sets (see there) into components; each component has a group, and each group has the pages of its sets.
 */
export class SiteGroups {
  readonly #grouping: Grouping;
  readonly #corrections: LayoutCorrections | undefined;
  readonly #newGroup: () => SiteGroup;
  /** Pages by the id of their layout set. */
  readonly #pagesBySet = new Map<number, Set<GroupedPage>>();
  /** Groups by component of the grouping. */
  readonly #groups = new Map<number, SiteGroup>();
  readonly #names = new GroupNames();
  readonly #touched = new Set<SiteGroup>();

  /** @param settings corrections of layouts, if any. */
  constructor(grouping: Grouping, settings: LayoutSettings | undefined, newGroup: () => SiteGroup) {
    this.#grouping = grouping;
    this.#newGroup = newGroup;
    if (settings && settings.corrections.length > 0)
      this.#corrections = new LayoutCorrections(settings.corrections, settings.matches);
  }

  /** Numbers of layout sets (`layouts`), style nodes and groups: all zero if there are no pages. */
  get sizes(): { layouts: number; styles: number; groups: number } {
    const styles = [...this.#groups.values()].reduce((sum, group) => sum + (group.styles?.styleCount ?? 0), 0);
    return { layouts: this.#grouping.layoutCount, styles, groups: this.#groups.size };
  }

  /** Groups that pages joined or left, or whose pages were replaced, since the last `settleNames`. */
  get touched(): ReadonlySet<SiteGroup> {
    return this.#touched;
  }

  /** Globs of the setting `layouts` that match no page: indices of the entry and of the glob in it. */
  get unusedLayouts(): { entry: number; glob: number }[] {
    return this.#corrections?.unused ?? [];
  }

  /** Adds a page, or replaces its shingles. `regroup` then moves it to its group. */
  put(page: GroupedPage, shingles: Float64Array): void {
    const { name, translations } = page;
    const isKnown = page.layoutSet >= 0;
    if (isKnown) this.#corrections?.removePage(name);
    const set = this.#corrections?.addPage(name, shingles) ?? shingles;
    // Most edits do not change the layout set.
    if (isKnown && equalLists(this.#grouping.set(page.layoutSet), set)) return;
    const added = this.#grouping.add(set, translations);
    if (isKnown) this.#leaveSet(page);
    page.layoutSet = added;
    addTo(this.#pagesBySet, added, page);
  }

  /** Removes a page. Returns the number of tree nodes visited and keys counted. */
  delete(page: GroupedPage): number {
    this.#corrections?.removePage(page.name);
    this.#leaveSet(page);
    return page.group ? this.#leaveGroup(page.group, page) : 0;
  }

  /** Returns the shingles that a page was added with. */
  shingles({ layoutSet }: GroupedPage): Float64Array {
    const set = this.#grouping.set(layoutSet);
    return this.#corrections ? withoutSettings(set) : set;
  }

  /** Returns what pages outside the site are grouped by; undefined if the grouping assigns none. */
  freeze(): FrozenLayouts | undefined {
    return this.#grouping.freeze?.();
  }

  /** Returns the component of a page's group. */
  component({ layoutSet }: GroupedPage): number {
    return this.#grouping.component(layoutSet);
  }

  /** Returns the id and name of a page's group. */
  name({ group }: GroupedPage): GroupName {
    return this.#names.of(group!);
  }

  /**
   * Moves pages to the groups of their components. A changed component gets the free group with the largest number of its pages, so that few move.
   * Returns the pages that were put into a group, and the number of pages, tree nodes and keys visited.
   * @param changedPages pages that were added or replaced; they are put into their groups again.
   */
  regroup(changedPages: Iterable<GroupedPage>): { moved: Set<GroupedPage>; work: number } {
    const changed = this.#grouping.takeChanged();
    const { joined } = this.#grouping;
    const claims: { component: number; group: SiteGroup; pages: number }[] = [];
    const moved = new Set(changedPages);
    const freeGroups = new Set<SiteGroup>();
    let work = 0;
    const isAlive = (component: number) => this.#grouping.members(component).size > 0;
    for (const component of changed) {
      // If the grouping tracks which sets moved, a component that still exists keeps its group.
      if (joined && isAlive(component)) continue;
      const group = this.#groups.get(component);
      if (group) freeGroups.add(group);
      this.#groups.delete(component);
    }
    const groupless = changed.filter(component => isAlive(component) && !this.#groups.has(component));
    for (const component of groupless) {
      const overlap = new Map<SiteGroup, number>();
      for (const page of this.#pagesOf(component)) {
        work++;
        if (page.group && freeGroups.has(page.group)) overlap.set(page.group, (overlap.get(page.group) ?? 0) + 1);
      }
      for (const [group, pages] of overlap) claims.push({ component, group, pages });
    }
    claims.sort((a, b) => b.pages - a.pages);
    for (const { component, group } of claims) {
      if (this.#groups.has(component) || !freeGroups.has(group)) continue;
      this.#groups.set(component, group);
      freeGroups.delete(group);
    }
    for (const component of groupless) if (!this.#groups.has(component)) this.#groups.set(component, this.#newGroup());
    const movedSets = joined ?? changed.flatMap(component => [...this.#grouping.members(component)]);
    for (const set of movedSets) {
      const group = this.#groups.get(this.#grouping.component(set))!;
      for (const page of this.#pagesBySet.get(set) ?? []) {
        work++;
        if (page.group !== group) moved.add(page);
      }
    }
    for (const page of moved) work += this.#place(page);
    for (const group of freeGroups) {
      this.#touched.delete(group);
      this.#names.forget(group);
    }
    return { moved, work };
  }

  /** Names the groups, see `GroupNames.settle`, and clears `touched`. */
  settleNames(): ReturnType<GroupNames['settle']> {
    this.#touched.clear();
    return this.#names.settle();
  }

  /** Summarises the groups at a level, see `groupingSummary`. */
  summary(level: LayoutLevel, templateShare: (pages: readonly string[]) => number): GroupingSummary {
    const named = [...this.#groups].map(([component, group]) => {
      const { template, layout, pages } = this.#names.of(group);
      return { component, name: { template, layout, pages: [...pages] } };
    });
    const pagesOf = (set: number) => [...this.#pagesBySet.get(set)!].map(({ name, hash }) => ({ name, hash }));
    return groupingSummary(this.#grouping, named, pagesOf, level, templateShare);
  }

  #leaveSet(page: GroupedPage): void {
    removeFrom(this.#pagesBySet, page.layoutSet, page);
    this.#grouping.remove(page.layoutSet, page.translations);
  }

  #pagesOf(component: number): GroupedPage[] {
    return [...this.#grouping.members(component)].flatMap(set => [...(this.#pagesBySet.get(set) ?? [])]);
  }

  /** Puts a page into the group of its component. Returns the number of tree nodes and keys visited. */
  #place(page: GroupedPage): number {
    const target = this.#groups.get(this.#grouping.component(page.layoutSet))!;
    const workOfLeaving = page.group && page.group !== target ? this.#leaveGroup(page.group, page) : 0;
    page.group = target;
    this.#touched.add(target);
    this.#names.join(target, page, this.#corrections?.name(page.name));
    return workOfLeaving + target.put(ungrouped(page));
  }

  #leaveGroup(group: SiteGroup, page: GroupedPage): number {
    this.#touched.add(group);
    this.#names.leave(group, page);
    return group.delete(page.id);
  }
}

/** Copies the data of a page that does not depend on its group. */
export function ungrouped({ id, name, packed, hashes, features, nodes, places }: GroupedPage): UngroupedPage {
  return { id, name, packed, hashes, features, nodes, places };
}
