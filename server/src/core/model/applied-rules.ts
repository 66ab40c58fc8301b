import type { LabelRule } from 'templens-shared/settings';
import { Work } from '../counts/work.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import { keptMatches } from '../labels/kept-rules.ts';
import { type RuleMatch, withRules } from '../labels/label-rules.ts';
import { TeachingPages } from '../labels/teaching-pages.ts';
import type { GroupName, RenamedGroup } from './group-names.ts';
import type { SiteGroup } from './site-group.ts';
import { noMatches, type SitePage } from './site-page.ts';

/** The pages of the site, by path and by id; `layout` returns the id and name of a page's group. */
interface RuledSite {
  readonly pages: ReadonlyMap<string, SitePage>;
  byId(id: number): SitePage;
  layout(page: SitePage): GroupName;
}

/** What changed in a site since the last `settle`. */
interface RegroupedSite {
  /** Pages that were added or replaced. */
  readonly put: Iterable<SitePage>;
  /** Paths of pages that moved to another group. */
  readonly regrouped: Iterable<string>;
  readonly renamed: readonly RenamedGroup[];
}

/**
 * Applies the rules of the setting `labels` to the pages of a site. A rule can be limited to a layout, so its matches on a page are kept, and
 * `settle` decides which of them apply.
 */
export class AppliedRules {
  #rules: readonly LabelRule[];
  readonly #site: RuledSite;
  /** True if the rules or their matches changed since the last `settle`. */
  #isChanged = false;
  /** Maps the `layout` of each rule to the group, at the last `settle`, of the page with this path; undefined if no page has it. */
  #namedGroups = new Map<string, SiteGroup | undefined>();
  readonly #teaching = new TeachingPages<SitePage>();
  readonly #work = new Work();

  constructor(rules: readonly LabelRule[], site: RuledSite) {
    this.#rules = rules;
    this.#site = site;
  }

  /** True if there are no rules. */
  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** The pages from which labels are learned: for each rule, a sample of the pages with nodes that it labels. */
  get teaching(): Iterable<SitePage> {
    return this.#teaching.pages;
  }

  /** Replaces the rules. @param kept for each new rule, the index of the old rule whose matches it takes over, or -1 (see `keptRules`). */
  replace(rules: readonly LabelRule[], kept: readonly number[]): void {
    this.#rules = rules;
    for (const page of this.#site.pages.values()) {
      if (page.ruleMatches) page.ruleMatches = keptMatches(page.ruleMatches, kept);
      page.applied = keptMatches(page.applied, kept);
    }
    this.#isChanged = true;
  }

  /** Replaces the matches of all rules on a page. */
  setMatches(page: SitePage, ruleMatches: readonly RuleMatch[]): void {
    page.ruleMatches = ruleMatches;
    this.#isChanged = true;
  }

  /** Removes a page. */
  forget(page: SitePage): void {
    this.#teaching.put(page, []);
  }

  /** Returns the directives of a page together with the matches of rules that apply to it; undefined if it has neither. */
  directives({ packed, directives, applied }: SitePage): PageDirectives | undefined {
    return applied.length === 0 ? directives : withRules(packed.tree, directives, applied, this.#rules);
  }

  /** Indices of the rules that match nothing on the pages to which they apply. */
  unused(): number[] {
    const used = new Set<number>();
    if (!this.isEmpty) for (const { applied } of this.#site.pages.values()) for (const { rule } of applied) used.add(rule);
    return this.#rules.flatMap((_, index) => (used.has(index) ? [] : [index]));
  }

  /** Updates which matches apply to each page. Returns the paths of the pages whose labels may change. */
  settle(change: RegroupedSite): string[] {
    if (this.isEmpty && !this.#isChanged) return [];
    const affected = this.#affectedPages(change);
    const relabel: string[] = [];
    for (const page of this.#isChanged ? this.#site.pages.values() : affected) {
      this.#work.add(1);
      page.applied = page.ruleMatches?.filter(({ rule }) => this.#applies(this.#rules[rule]!, page)) ?? noMatches;
      const effect = page.applied
        .map(({ rule, node }) => `${node} ${this.#rules[rule]!.label} ${this.#rules[rule]!.select}`)
        .join('\n');
      if (effect !== page.appliedSummary) relabel.push(page.name);
      page.appliedSummary = effect;
      this.#teaching.put(
        page,
        page.applied.map(({ rule }) => rule),
      );
    }
    this.#isChanged = false;
    return relabel;
  }

  /** Returns the number of pages visited since the last call. */
  takeWork(): number {
    return this.#work.take() + this.#teaching.takeWork();
  }

  /**
   * Returns the pages whose applicable rules may have changed: new, replaced and regrouped pages, pages of renamed groups, and pages of groups
   * that a rule newly names, or no longer names, by the path of a page.
   */
  #affectedPages({ put, regrouped, renamed }: RegroupedSite): Set<SitePage> {
    const { pages: all, byId } = this.#site;
    const pages = new Set(put);
    const layouts = new Set(this.#rules.flatMap(({ layout }) => layout ?? []));
    const groups = new Map([...layouts].map(layout => [layout, all.get(layout)?.group]));
    const before = this.#namedGroups;
    this.#namedGroups = groups;
    if (layouts.size === 0) return pages;
    for (const name of regrouped) pages.add(all.get(name)!);
    for (const group of renamed) if (group.isRenamed) for (const name of group.pages) pages.add(all.get(name)!);
    for (const [layout, group] of groups) {
      if (group === before.get(layout)) continue;
      for (const either of [before.get(layout), group]) for (const id of either?.pages.keys() ?? []) pages.add(byId(id));
    }
    return pages;
  }

  /** True if the rule applies to the page's layout. A rule names a layout by its name, its id or the path of one of its pages. */
  #applies({ layout }: LabelRule, page: SitePage): boolean {
    if (layout === undefined) return true;
    const { template, layout: name } = this.#site.layout(page);
    return layout === name || layout === template || this.#site.pages.get(layout)?.group === page.group;
  }
}
