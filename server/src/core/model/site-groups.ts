import type { GroupingSummary, GroupSummary, LayoutLevel } from 'templens-shared/labels';
import type { LayoutStatement } from 'templens-shared/settings';
import { equalLists } from '../counts/equal-lists.ts';
import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { UngroupedPage } from '../labels/group-page.ts';
import { declaredTemplate } from '../layouts/default-layout-set.ts';
import { compareSets, hashSet } from '../layouts/distinct-sets.ts';
import type { Grouping } from '../layouts/grouping.ts';
import { LayoutCorrections, type MatchesGlobs } from '../layouts/layout-corrections.ts';
import { withoutSettings } from '../layouts/layout-marks.ts';
import { LayoutMembers } from '../layouts/layout-members.ts';
import { LayoutNames } from '../layouts/layout-names.ts';
import { layoutTree } from '../layouts/layout-tree.ts';
import { separation } from '../layouts/separation.ts';
import { thresholdFromGap } from '../layouts/threshold-gap.ts';
import type { SiteGroup } from './site-group.ts';

/** A page as it is put into a group. */
export interface GroupedPage extends UngroupedPage {
  readonly hash: number;
  /** Equal for pages that are translations of each other. */
  readonly translations: number;
  readonly directives: PageDirectives | undefined;
  /** -1 before the page is put in. */
  layout: number;
  group: SiteGroup | undefined;
}

/** A group's id, name and pages. */
export interface GroupName {
  readonly template: string;
  /** For people. */
  readonly layout: string;
  /** Number of pages. */
  readonly size: number;
  /** Sorted, on demand. */
  readonly pages: readonly string[];
}

/** A group whose id, name or pages changed. */
export interface ChangedGroup extends GroupName {
  readonly change: 'add' | 'change' | 'remove';
}

/** A group with another name than before, or another number of pages. */
export interface RestatedGroup {
  readonly template: string;
  readonly isRenamed: boolean;
  /** Its pages now, sorted, on demand. */
  readonly pages: readonly string[];
}

/** What is kept of a group between two calls of `rename`. */
interface NamedGroup {
  readonly members: LayoutMembers;
  /** As of the last `rename`. */
  name: { template: string; layout: string } | undefined;
  /** Paths of the pages that came and that left since. */
  readonly joined: Set<string>;
  readonly left: Set<string>;
}

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
  readonly #named = new Map<SiteGroup, NamedGroup>();
  readonly #layoutNames = new LayoutNames<SiteGroup>();
  readonly #touched = new Set<SiteGroup>();
  /** Groups whose pages, or what their names come from, changed since the last `rename`. */
  readonly #renamed = new Set<SiteGroup>();
  /** Groups that merged into others since the last `rename`. */
  readonly #removed: NamedGroup[] = [];

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
    return nameOf(this.#named.get(group!)!);
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
    for (const group of orphans) this.#forget(group);
    return { moved, work };
  }

  /**
   * Groups' ids come from the page with the smallest hash, so that they follow the pages and seldom change; names see `LayoutNames`. Gives
   * the pages that came to a group or whose group has another id, the groups with another name or number of pages, and the pages and names
   * visited.
   */
  rename(): { regrouped: Set<string>; restated: RestatedGroup[]; groups: ChangedGroup[]; work: number } {
    const regrouped = new Set<string>();
    const restated: RestatedGroup[] = [];
    /** By id: the layouts' names, and the groups that had them or have them now. */
    const before = new Map<string, { layout: string; named: NamedGroup }>();
    const after = new Map<string, NamedGroup>();
    const had = (named: NamedGroup): void => {
      if (named.name) before.set(named.name.template, { layout: named.name.layout, named });
    };
    let work = 0;
    for (const named of this.#removed) had(named);
    for (const group of this.#renamed) {
      const named = this.#named.get(group)!;
      const { members } = named;
      if (members.size === 0) {
        had(named);
        this.#named.delete(group);
        this.#layoutNames.delete(group);
        continue;
      }
      this.#layoutNames.set(group, { id: members.id, size: members.size, candidates: members.candidates });
      work += members.takeWork();
    }
    for (const group of new Set([...this.#layoutNames.settle(), ...this.#renamed])) {
      const named = this.#named.get(group);
      if (!named) continue;
      const old = named.name;
      const name = { template: named.members.id, layout: this.#layoutNames.get(group) };
      had(named);
      after.set(name.template, named);
      named.name = name;
      const others = old?.template === name.template ? named.joined : named.members.pages;
      for (const page of others) regrouped.add(page);
      const isRenamed = old?.layout !== name.layout;
      if (isRenamed || named.joined.size !== named.left.size)
        restated.push(restatedGroup(name.template, isRenamed, named.members));
    }
    const groups: ChangedGroup[] = [];
    for (const [template, { layout }] of before)
      if (!after.has(template)) groups.push({ template, layout, change: 'remove', size: 0, pages: [] });
    for (const [template, named] of after) {
      const old = before.get(template);
      if (!old) groups.push({ ...nameOf(named), change: 'add' });
      else if (old.layout !== named.name!.layout || !samePages(old.named, named))
        groups.push({ ...nameOf(named), change: 'change' });
    }
    for (const named of after.values()) {
      named.joined.clear();
      named.left.clear();
    }
    this.#removed.length = 0;
    this.#renamed.clear();
    this.#touched.clear();
    groups.sort((a, b) => (a.template < b.template ? -1 : 1));
    return { regrouped, restated, groups, work: work + regrouped.size };
  }

  /**
   * The groups at a level, the largest first (of one size, by id), how well they are set apart, and the tree that they come from.
   * @param templateShare share, in [0,1], of the nodes of pages that are template.
   */
  summary(level: LayoutLevel, templateShare: (pages: readonly string[]) => number): GroupingSummary {
    const named = [...this.#groups].map(([component, group]) => {
      const { template, layout, pages } = nameOf(this.#named.get(group)!);
      return { component, name: { template, layout, pages: [...pages] } };
    });
    const tree = layoutTree(named, this.#grouping, layout =>
      [...this.#byLayout.get(layout)!].map(({ name, hash }) => ({ name, hash })),
    );
    const entries = tree.levels[level];
    const layouts = entries.map(entry => this.#byContent(entry.layouts));
    const { threshold } = this.#grouping;
    const { groups, dunn, distances, sampled } = separation(layouts, (a, b) => this.#grouping.distance(a, b));
    return {
      level,
      tree: tree.frames,
      heights: tree.heights,
      merges: tree.merges,
      groups: entries.map(({ template, layout, pages }, index): GroupSummary => {
        const { spread, diameter, nearest } = groups[index]!;
        return {
          template,
          layout,
          pages,
          templateShare: templateShare(pages),
          spread,
          diameter,
          ...(nearest && { nearest: { template: entries[nearest.group]!.template, distance: nearest.distance } }),
        };
      }),
      dunn: dunn ?? null,
      threshold: threshold ?? null,
      gapThreshold: (threshold === undefined ? undefined : thresholdFromGap(distances)) ?? null,
      sampled,
    };
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
    this.#join(target, page);
    return left + target.put(ungrouped(page));
  }

  #join(group: SiteGroup, { name, hash, directives }: GroupedPage): void {
    const known = this.#named.get(group);
    const named = known ?? { members: new LayoutMembers(), name: undefined, joined: new Set(), left: new Set() };
    if (!known) this.#named.set(group, named);
    if (!named.members.has(name) && !named.left.delete(name)) named.joined.add(name);
    const configured = this.#statements?.name(name);
    if (named.members.put({ name, hash, configured, declared: declaredTemplate(directives) })) this.#renamed.add(group);
  }

  #takeOut(group: SiteGroup, { id, name }: GroupedPage): number {
    this.#touched.add(group);
    this.#renamed.add(group);
    const named = this.#named.get(group)!;
    named.members.delete(name);
    if (!named.joined.delete(name)) named.left.add(name);
    return group.delete(id);
  }

  #forget(group: SiteGroup): void {
    this.#touched.delete(group);
    this.#renamed.delete(group);
    const named = this.#named.get(group);
    if (named?.name) this.#removed.push(named);
    this.#named.delete(group);
    this.#layoutNames.delete(group);
  }

  /** Layouts in an order that is as good as chance and depends on nothing but what they are. */
  #byContent(layouts: readonly number[]): number[] {
    const keyed = layouts.map(layout => {
      const set = this.#grouping.set(layout);
      return { layout, set, hash: hashSet(set) };
    });
    keyed.sort((a, b) => a.hash - b.hash || compareSets(a.set, b.set));
    return keyed.map(({ layout }) => layout);
  }
}

/** A page without what depends on its group. */
export function ungrouped({ id, name, packed, hashes, features, nodes, places }: GroupedPage): UngroupedPage {
  return { id, name, packed, hashes, features, nodes, places };
}

function nameOf({ name, members }: NamedGroup): GroupName {
  return {
    ...name!,
    size: members.size,
    get pages() {
      return members.pages;
    },
  };
}

function restatedGroup(template: string, isRenamed: boolean, members: LayoutMembers): RestatedGroup {
  return {
    template,
    isRenamed,
    get pages() {
      return members.pages;
    },
  };
}

/** Had the one group, at the last `rename`, the pages that the other has now? */
function samePages(old: NamedGroup, now: NamedGroup): boolean {
  if (old === now) return old.joined.size === 0 && old.left.size === 0;
  const pages = [...old.members.pages.filter(page => !old.joined.has(page)), ...old.left].sort();
  return pages.length === now.members.size && pages.every((page, index) => page === now.members.pages[index]);
}
