import { declaredTemplate } from '../layouts/default-layout-set.ts';
import { LayoutMembers } from '../layouts/layout-members.ts';
import { LayoutNames } from '../layouts/layout-names.ts';
import type { GroupedPage, SiteGroup } from './site-group.ts';

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

/** A group whose name or number of pages changed. */
export interface RenamedGroup {
  readonly template: string;
  /** True if the name changed. */
  readonly isRenamed: boolean;
  /** Its current pages, sorted, on demand. */
  readonly pages: readonly string[];
}

/** A group between two calls of `settle`. */
interface NamedGroup {
  readonly members: LayoutMembers;
  /** As of the last `settle`. */
  name: { template: string; layout: string } | undefined;
  /** Paths of the pages that were added and removed since. */
  readonly joined: Set<string>;
  readonly left: Set<string>;
}

/**
 * Ids and names of groups. The id of a group comes from its page with the smallest hash, so that it follows the pages and seldom changes; for
 * names see `LayoutNames`.
 */
export class GroupNames {
  readonly #named = new Map<SiteGroup, NamedGroup>();
  readonly #layoutNames = new LayoutNames<SiteGroup>();
  /** Groups whose pages, or what their names come from, changed since the last `settle`. */
  readonly #changed = new Set<SiteGroup>();
  /** Groups that merged into others since the last `settle`. */
  readonly #removed: NamedGroup[] = [];

  of(group: SiteGroup): GroupName {
    return nameOf(this.#named.get(group)!);
  }

  /** Adds a page to a group, or updates it. `configured` is the layout's name in the settings. */
  join(group: SiteGroup, { name, hash, directives }: GroupedPage, configured: string | undefined): void {
    const known = this.#named.get(group);
    const named = known ?? { members: new LayoutMembers(), name: undefined, joined: new Set(), left: new Set() };
    if (!known) this.#named.set(group, named);
    if (!named.members.has(name) && !named.left.delete(name)) named.joined.add(name);
    if (named.members.put({ name, hash, configured, declared: declaredTemplate(directives) })) this.#changed.add(group);
  }

  /** Removes a page from a group. */
  leave(group: SiteGroup, { name }: GroupedPage): void {
    this.#changed.add(group);
    const named = this.#named.get(group)!;
    named.members.delete(name);
    if (!named.joined.delete(name)) named.left.add(name);
  }

  /** Removes a group that merged into others. */
  forget(group: SiteGroup): void {
    this.#changed.delete(group);
    const named = this.#named.get(group);
    if (named?.name) this.#removed.push(named);
    this.#named.delete(group);
    this.#layoutNames.delete(group);
  }

  /**
   * Names the groups that changed. Returns the pages that were added to a group or whose group has another id, the groups with another name or
   * number of pages, the groups with another id, name or pages, and the number of pages and names visited.
   */
  settle(): { regrouped: Set<string>; renamed: RenamedGroup[]; groups: ChangedGroup[]; work: number } {
    const regrouped = new Set<string>();
    const renamed: RenamedGroup[] = [];
    /** By id: the layouts' names, and the groups that had them or have them now. */
    const before = new Map<string, { layout: string; named: NamedGroup }>();
    const after = new Map<string, NamedGroup>();
    const had = (named: NamedGroup): void => {
      if (named.name) before.set(named.name.template, { layout: named.name.layout, named });
    };
    let work = 0;
    for (const named of this.#removed) had(named);
    for (const group of this.#changed) {
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
    for (const group of new Set([...this.#layoutNames.settle(), ...this.#changed])) {
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
      if (isRenamed || named.joined.size !== named.left.size) renamed.push(renamedGroup(name.template, isRenamed, named.members));
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
    this.#changed.clear();
    groups.sort((a, b) => (a.template < b.template ? -1 : 1));
    return { regrouped, renamed, groups, work: work + regrouped.size };
  }
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

function renamedGroup(template: string, isRenamed: boolean, members: LayoutMembers): RenamedGroup {
  return {
    template,
    isRenamed,
    get pages() {
      return members.pages;
    },
  };
}

/** True if one group had, at the last `settle`, the current pages of the other. */
function samePages(old: NamedGroup, current: NamedGroup): boolean {
  if (old === current) return old.joined.size === 0 && old.left.size === 0;
  const pages = [...old.members.pages.filter(page => !old.joined.has(page)), ...old.left].sort();
  return pages.length === current.members.size && pages.every((page, index) => page === current.members.pages[index]);
}
