import type { LabelRule } from 'templens-shared/settings';
import { Work } from '../counts/work.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import { keptMatches } from '../labels/kept-rules.ts';
import { type RuleMatch, withRules } from '../labels/label-rules.ts';
import { TeachingPages } from '../labels/teaching-pages.ts';
import type { GroupName, RenamedGroup } from './group-names.ts';
import type { SiteGroup } from './site-group.ts';
import { noneStated, type SitePage } from './site-page.ts';

interface RuledSite {
  readonly pages: ReadonlyMap<string, SitePage>;
  byId(id: number): SitePage;
  layout(page: SitePage): GroupName;
}

/** What changed in a site since the last `settle`. */
interface RegroupedSite {
  readonly put: Iterable<SitePage>;
  /** Paths of pages whose group is another one. */
  readonly regrouped: Iterable<string>;
  readonly renamed: readonly RenamedGroup[];
}

/** The rules of the setting `labels` on the pages of a site: which elements they match, and which of them are about the layout of the page. */
export class AppliedRules {
  #rules: readonly LabelRule[];
  readonly #site: RuledSite;
  /** There are other rules, or they match other elements, since the last `settle`. */
  #isChanged = false;
  /** Groups of the pages by which rules name a layout, as of the last `settle`. */
  #namedGroups = new Map<string, SiteGroup | undefined>();
  readonly #teaching = new TeachingPages<SitePage>();
  readonly #work = new Work();

  constructor(rules: readonly LabelRule[], site: RuledSite) {
    this.#rules = rules;
    this.#site = site;
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** The pages from whose nodes that rules decide other labels are learned. */
  get teaching(): Iterable<SitePage> {
    return this.#teaching.pages;
  }

  /** @param kept by new rule, see `keptRules` */
  replace(rules: readonly LabelRule[], kept: readonly number[]): void {
    this.#rules = rules;
    for (const page of this.#site.pages.values()) {
      if (page.stated) page.stated = keptMatches(page.stated, kept);
      page.applied = keptMatches(page.applied, kept);
    }
    this.#isChanged = true;
  }

  /** Other elements of a page match. */
  restate(page: SitePage, stated: readonly RuleMatch[]): void {
    page.stated = stated;
    this.#isChanged = true;
  }

  /** The page is gone. */
  forget(page: SitePage): void {
    this.#teaching.put(page, []);
  }

  /** What the page itself and the rules say of its labels; undefined where they say nothing. */
  directives({ packed, directives, applied }: SitePage): PageDirectives | undefined {
    return applied.length === 0 ? directives : withRules(packed.tree, directives, applied, this.#rules);
  }

  /** Rules, by index, that match nothing on any page that they are about. */
  unused(): number[] {
    const used = new Set<number>();
    if (!this.isEmpty) for (const { applied } of this.#site.pages.values()) for (const { rule } of applied) used.add(rule);
    return this.#rules.flatMap((_, index) => (used.has(index) ? [] : [index]));
  }

  /** Finds out which rules are about each page's layout; gives the paths of the pages for which these say something else than before. */
  settle(change: RegroupedSite): string[] {
    if (this.isEmpty && !this.#isChanged) return [];
    const ofOtherLayouts = this.#pagesOfOtherLayouts(change);
    const relabel: string[] = [];
    for (const page of this.#isChanged ? this.#site.pages.values() : ofOtherLayouts) {
      this.#work.add(1);
      page.applied = page.stated?.filter(({ rule }) => this.#isAbout(this.#rules[rule]!, page)) ?? noneStated;
      const said = page.applied
        .map(({ rule, node }) => `${node} ${this.#rules[rule]!.label} ${this.#rules[rule]!.select}`)
        .join('\n');
      if (said !== page.said) relabel.push(page.name);
      page.said = said;
      this.#teaching.put(
        page,
        page.applied.map(({ rule }) => rule),
      );
    }
    this.#isChanged = false;
    return relabel;
  }

  /** Pages visited since the last call. */
  takeWork(): number {
    return this.#work.take() + this.#teaching.takeWork();
  }

  /** The pages that were put in, and those whose layout rules may name otherwise than before. */
  #pagesOfOtherLayouts({ put, regrouped, renamed }: RegroupedSite): Set<SitePage> {
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
      for (const one of [before.get(layout), group]) for (const id of one?.pages.keys() ?? []) pages.add(byId(id));
    }
    return pages;
  }

  /** A rule names a layout by its name, its id or the path of one of its pages. */
  #isAbout({ layout }: LabelRule, page: SitePage): boolean {
    if (layout === undefined) return true;
    const { template, layout: name } = this.#site.layout(page);
    return layout === name || layout === template || this.#site.pages.get(layout)?.group === page.group;
  }
}
