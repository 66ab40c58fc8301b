import { byFrequency } from 'templens-shared/by-frequency';
import type { GroupingSummary, GroupSummary, LayoutLevel } from 'templens-shared/labels';
import type { LayoutStatement } from 'templens-shared/settings';
import { declaredTemplate } from './grouping/default-layout-set.ts';
import { compareSets, hashSet } from './grouping/distinct-sets.ts';
import { groupId } from './grouping/group-id.ts';
import type { Grouping } from './grouping/grouping.ts';
import { withoutSettings } from './grouping/layout-marks.ts';
import { separation } from './grouping/separation.ts';
import { thresholdFromGap } from './grouping/threshold-gap.ts';
import { LayoutNames, type NameCandidates, nameCandidates } from './layouts/layout-names.ts';
import { LayoutStatements, type MatchesGlobs } from './layouts/layout-statements.ts';
import { layoutTree } from './layouts/layout-tree.ts';
import type { PageDirectives } from './page/page-directives.ts';
import type { SiteGroup, UngroupedPage } from './site-group.ts';

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
  template: string;
  /** For people. */
  layout: string;
  pages: string[];
}

/** A group whose id, name or pages changed. */
export interface ChangedGroup extends GroupName {
  change: 'add' | 'change' | 'remove';
}

/** What the user says of layouts. */
export interface LayoutSettings {
  statements: readonly LayoutStatement[];
  matches: MatchesGlobs;
}

/** Which pages of a site are a group, and what the groups are called. A function of the pages. */
export class SiteGroups {
  readonly #grouping: Grouping;
  readonly #statements: LayoutStatements | undefined;
  readonly #page: (id: number) => GroupedPage;
  readonly #newGroup: () => SiteGroup;
  readonly #byLayout = new Map<number, Set<GroupedPage>>();
  /** By component of the grouping. */
  readonly #groups = new Map<number, SiteGroup>();
  readonly #names = new Map<SiteGroup, GroupName>();
  readonly #layoutNames = new LayoutNames<SiteGroup>();
  readonly #touched = new Set<SiteGroup>();
  /** Groups that merged into others since the last `rename`. */
  readonly #removedNames = new Map<string, GroupName>();

  /** @param page a page that is held; `settings` are heeded where they are given. */
  constructor(
    grouping: Grouping,
    settings: LayoutSettings | undefined,
    page: (id: number) => GroupedPage,
    newGroup: () => SiteGroup,
  ) {
    this.#grouping = grouping;
    this.#page = page;
    this.#newGroup = newGroup;
    if (settings && settings.statements.length > 0)
      this.#statements = new LayoutStatements(settings.statements, settings.matches);
  }

  /** Distinct layouts, style nodes and groups: all zero when there are no pages. */
  get sizes(): { layouts: number; styles: number; groups: number } {
    const styles = [...this.#groups.values()].reduce((sum, group) => sum + group.styles.styleCount, 0);
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
    if (isKnown) this.#statements?.leave(name);
    const layout = this.#grouping.add(this.#statements?.mark(name, shingles) ?? shingles, translations);
    if (isKnown) this.#leaveLayout(page);
    page.layout = layout;
    const holders = this.#byLayout.get(layout);
    if (holders) holders.add(page);
    else this.#byLayout.set(layout, new Set([page]));
  }

  /** Takes a page out; gives the nodes visited. */
  delete(page: GroupedPage): number {
    this.#statements?.leave(page.name);
    this.#leaveLayout(page);
    return page.group ? this.#takeOut(page.group, page) : 0;
  }

  /** What a page was put in with. */
  shingles({ layout }: GroupedPage): Float64Array {
    const set = this.#grouping.set(layout);
    return this.#statements ? withoutSettings(set) : set;
  }

  name({ group }: GroupedPage): GroupName {
    return this.#names.get(group!)!;
  }

  /**
   * Moves pages to the groups of their components, so that as few as possible move. Gives those and the nodes visited.
   * @param changedPages pages that came, or were replaced; these are put into their groups again.
   */
  regroup(changedPages: Iterable<GroupedPage>): { moved: Set<GroupedPage>; work: number } {
    const changed = this.#grouping.takeChanged();
    const claims: { component: number; group: SiteGroup; pages: number }[] = [];
    const moved = new Set(changedPages);
    const orphans = new Set<SiteGroup>();
    for (const component of changed) {
      const group = this.#groups.get(component);
      if (group) orphans.add(group);
      this.#groups.delete(component);
    }
    const alive = changed.filter(component => this.#grouping.members(component).size > 0);
    for (const component of alive) {
      const overlap = new Map<SiteGroup, number>();
      for (const page of this.#pagesOf(component)) {
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
    for (const component of alive) {
      if (!this.#groups.has(component)) this.#groups.set(component, this.#newGroup());
      for (const page of this.#pagesOf(component)) if (page.group !== this.#groups.get(component)) moved.add(page);
    }
    let work = 0;
    for (const page of moved) work += this.#place(page);
    for (const group of orphans) this.#forget(group);
    return { moved, work };
  }

  /** Groups' ids come from the page with the smallest hash, so that they follow the pages and seldom change; names see `LayoutNames`. */
  rename(): { regrouped: Set<string>; groups: ChangedGroup[] } {
    const regrouped = new Set<string>();
    const before = new Map(this.#removedNames);
    const after = new Map<string, GroupName>();
    const members = new Map<SiteGroup, { template: string; pages: string[] }>();
    for (const group of this.#touched) {
      const pages = [...group.pages.keys()].map(id => this.#page(id));
      if (pages.length === 0) {
        const old = this.#names.get(group);
        if (old) before.set(old.template, old);
        this.#names.delete(group);
        this.#layoutNames.delete(group);
        continue;
      }
      const template = groupId(pages.map(page => page.hash));
      members.set(group, { template, pages: pages.map(page => page.name).sort() });
      this.#layoutNames.set(group, { id: template, size: pages.length, candidates: this.#nameCandidates(pages) });
    }
    for (const group of new Set([...members.keys(), ...this.#layoutNames.settle()])) {
      const old = this.#names.get(group);
      const name = { ...(members.get(group) ?? old!), layout: this.#layoutNames.get(group) };
      if (old) before.set(old.template, old);
      after.set(name.template, name);
      if (old && sameName(old, name)) continue;
      this.#names.set(group, name);
      const known =
        old?.template === name.template && old.layout === name.layout && old.pages.length === name.pages.length
          ? new Set(old.pages)
          : new Set<string>();
      for (const page of name.pages) if (!known.has(page)) regrouped.add(page);
    }
    const groups: ChangedGroup[] = [];
    for (const [template, { layout }] of before)
      if (!after.has(template)) groups.push({ template, layout, change: 'remove', pages: [] });
    for (const [template, name] of after) {
      const old = before.get(template);
      if (!old) groups.push({ ...name, change: 'add' });
      else if (!sameName(old, name)) groups.push({ ...name, change: 'change' });
    }
    this.#removedNames.clear();
    this.#touched.clear();
    groups.sort((a, b) => (a.template < b.template ? -1 : 1));
    return { regrouped, groups };
  }

  /**
   * The groups at a level, the largest first (of one size, by id), how well they are set apart, and the tree that they come from.
   * @param templateShare share, in [0,1], of the nodes of pages that are template.
   */
  summary(level: LayoutLevel, templateShare: (pages: readonly string[]) => number): GroupingSummary {
    const named = [...this.#groups].map(([component, group]) => ({ component, name: this.#names.get(group)! }));
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
    const holders = this.#byLayout.get(page.layout)!;
    holders.delete(page);
    if (holders.size === 0) this.#byLayout.delete(page.layout);
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
    return left + target.put(ungrouped(page));
  }

  #takeOut(group: SiteGroup, { id }: GroupedPage): number {
    this.#touched.add(group);
    return group.delete(id);
  }

  #forget(group: SiteGroup): void {
    this.#touched.delete(group);
    const name = this.#names.get(group);
    if (name) this.#removedNames.set(name.template, name);
    this.#names.delete(group);
    this.#layoutNames.delete(group);
  }

  #nameCandidates(pages: readonly GroupedPage[]): NameCandidates {
    const names = pages.map(({ name }) => name);
    // Where pages of a layout declare several templates, because the settings join them, the most frequent names it.
    const configured = this.#statements && mostFrequent(names.map(name => this.#statements!.name(name)));
    return nameCandidates(names, configured, mostFrequent(pages.map(({ directives }) => declaredTemplate(directives))));
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
export function ungrouped({ id, name, tree, styles, features, nodes, places }: GroupedPage): UngroupedPage {
  return { id, name, tree, styles, features, nodes, places };
}

function sameName(a: GroupName, b: GroupName): boolean {
  return a.template === b.template && a.layout === b.layout && sameList(a.pages, b.pages);
}

/** The value that most have, of equally many the first in order; undefined where none has one. */
function mostFrequent(values: readonly (string | undefined)[]): string | undefined {
  return byFrequency(values.filter(value => value !== undefined))[0]?.[0];
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
