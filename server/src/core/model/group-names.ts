import { declaredTemplate } from '../layouts/default-layout-set.ts';
import { LayoutMembers } from '../layouts/layout-members.ts';
import { LayoutNames } from '../layouts/layout-names.ts';
import type { GroupedPage, SiteGroup } from './site-group.ts';

/** The id of a group, its name and its pages. */
export interface GroupName {
  /** Id of the group; the JSON formats call it `template`. */
  readonly template: string;
  /** Name of the group, as shown to users. */
  readonly layout: string;
  /** Number of pages. */
  readonly size: number;
  /** Paths of its pages, sorted; a getter, because sorting costs time. */
  readonly pages: readonly string[];
}

/** A group whose id, name or pages changed. */
export interface ChangedGroup extends GroupName {
  /** `remove`: no group has this id any longer; `pages` is empty. */
  readonly change: 'add' | 'change' | 'remove';
}

/** A group whose name or number of pages changed. */
export interface RenamedGroup {
  /** The id of the group. */
  readonly template: string;
  /** True if the name changed. */
  readonly isRenamed: boolean;
  /** Paths of its current pages, sorted; a getter, because sorting costs time. */
  readonly pages: readonly string[];
}

/** A group with its changes since the last `settle`. */
interface NamedGroup {
  readonly members: LayoutMembers;
  /** Id and name at the last `settle`; undefined for a new group. */
  name: { template: string; layout: string } | undefined;
  /** Paths of the pages that were added to the group, and of those that were removed from it, since the last `settle`. */
  readonly joined: Set<string>;
  readonly left: Set<string>;
}

/**
 * Gives groups ids and names. The id of a group depends only on its page with the smallest hash, so it seldom changes; for names, see
 * `LayoutNames`.
 */
export class GroupNames {
  readonly #named = new Map<SiteGroup, NamedGroup>();
  readonly #layoutNames = new LayoutNames<SiteGroup>();
  /** Groups whose pages or name candidates may have changed since the last `settle`. */
  readonly #changed = new Set<SiteGroup>();
  /** Groups that were removed since the last `settle`. */
  readonly #removed: NamedGroup[] = [];

  /** Returns the id and name of a group, valid after `settle`. */
  of(group: SiteGroup): GroupName {
    return nameOf(this.#named.get(group)!);
  }

  /** Adds a page to a group, or updates it. @param configured the name that the settings give to the page's layout. */
  join(group: SiteGroup, { name, hash, directives }: GroupedPage, configured: string | undefined): void {
    const known = this.#named.get(group);
    const named = known ?? { members: new LayoutMembers(), name: undefined, joined: new Set(), left: new Set() };
    if (!known) this.#named.set(group, named);
    if (!named.members.has(name)) {
      this.#layoutNames.addPage(name);
      if (!named.left.delete(name)) named.joined.add(name);
    }
    if (named.members.put({ name, hash, configured, declared: declaredTemplate(directives) })) this.#changed.add(group);
  }

  /** Removes a page from a group. */
  leave(group: SiteGroup, { name }: GroupedPage): void {
    this.#changed.add(group);
    const named = this.#named.get(group)!;
    named.members.delete(name);
    this.#layoutNames.deletePage(name);
    if (!named.joined.delete(name)) named.left.add(name);
  }

  /** Removes a group that no longer has pages. */
  forget(group: SiteGroup): void {
    this.#changed.delete(group);
    const named = this.#named.get(group);
    if (named?.name) this.#removed.push(named);
    this.#named.delete(group);
    this.#layoutNames.delete(group);
  }

  /**
   * Names the groups that changed since the last call. Returns `regrouped`, the paths of pages that joined a group or whose group got another
   * id; `renamed`, the groups whose name or number of pages changed; `groups`, the groups whose id, name or pages changed, sorted by id; and
   * `work`, the number of pages and names visited.
   */
  settle(): { regrouped: Set<string>; renamed: RenamedGroup[]; groups: ChangedGroup[]; work: number } {
    const regrouped = new Set<string>();
    const renamed: RenamedGroup[] = [];
    /** The groups that may have changed, by their ids before this call (with their old names) and after it. */
    const before = new Map<string, { layout: string; named: NamedGroup }>();
    const after = new Map<string, NamedGroup>();
    const noteBefore = (named: NamedGroup): void => {
      if (named.name) before.set(named.name.template, { layout: named.name.layout, named });
    };
    let work = 0;
    for (const named of this.#removed) noteBefore(named);
    for (const group of this.#changed) {
      const named = this.#named.get(group)!;
      const { members } = named;
      if (members.size === 0) {
        noteBefore(named);
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
      noteBefore(named);
      after.set(name.template, named);
      named.name = name;
      const joined = old?.template === name.template ? named.joined : named.members.pages;
      for (const page of joined) regrouped.add(page);
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

/** True if the pages of the old group at the last `settle` are the current pages of the other group. */
function samePages(old: NamedGroup, current: NamedGroup): boolean {
  if (old === current) return old.joined.size === 0 && old.left.size === 0;
  const pages = [...old.members.pages.filter(page => !old.joined.has(page)), ...old.left].sort();
  return pages.length === current.members.size && pages.every((page, index) => page === current.members.pages[index]);
}
