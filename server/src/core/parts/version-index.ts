import { step } from '../../html/steps.ts';
import { LinkTokens } from './link-tokens.ts';
import type { Bundle, Part } from './part.ts';
import { choicePlaces } from './slots.ts';
import { type FixedNodes, tokensHash } from './variant.ts';
import type { VersionPages } from './version-pages.ts';
import { type LanguageVersions, mergeTokens, newVersion, type Version, type VersionedPage } from './versions.ts';

/** The two candidates for the version of a page, by hashes of their tokens; and the pages that have these candidates. */
interface Pair {
  /** The page's tokens and the common links to the page itself, see `LinkTokens.missing`. */
  readonly own: number;
  /** The page's tokens and all links to the page itself; undefined if it equals `own`. */
  readonly withLinks: number | undefined;
  readonly pages: Set<number>;
  /** The candidate that is the version of the pages. */
  chosen: number;
}

/** Properties of all pages of a language that the version of each page depends on. */
interface Context {
  /** Hash of all other members. While it is unchanged, only changed pages need new candidates. */
  readonly signature: number;
  /** Tokens of at least half of the pages, without those at choices, ascending. */
  readonly core: number[];
  /** True for tokens of at least half of the pages. */
  readonly isCore: (token: number) => boolean;
  /** Places of choices, see `choicePlaces`. */
  readonly choices: Set<number>;
  /** Tokens of links, without those at choices. */
  readonly linkTokens: LinkTokens;
  /** Returns the tokens that are not at choices, ascending. */
  readonly plainTokens: (fixed: FixedNodes) => number[];
}

/**
 * Keeps the versions of a part up to date: after an edit, only changed pages are visited unless the slots, the core tokens or the links of the
 * part changed. Gives the same result as `partVersions` for a part without templates.
 */
export class VersionIndex {
  readonly #languages = new Map<string, LanguageIndex>();
  readonly #languageOf = new Map<number, string>();
  readonly #newPages: () => VersionPages;

  /** @param newPages returns an empty set of pages */
  constructor(newPages: () => VersionPages) {
    this.#newPages = newPages;
  }

  /**
   * Updates the index with the changed pages of the part. All calls must pass the same part.
   * @param page returns a page of the part
   * @returns the versions by language, sorted, and the number of tokens and pages visited
   */
  update(part: Part, page: (id: number) => VersionedPage): { languages: [string, LanguageVersions][]; work: number } {
    const changed = new Map<LanguageIndex, [number, Bundle | undefined][]>();
    const note = (language: string, id: number, bundle: Bundle | undefined): void => {
      let index = this.#languages.get(language);
      if (!index) {
        index = new LanguageIndex(this.#newPages);
        this.#languages.set(language, index);
      }
      const list = changed.get(index);
      if (list) list.push([id, bundle]);
      else changed.set(index, [[id, bundle]]);
    };
    for (const id of part.takeChangedPages()) {
      const bundle = part.pages.get(id);
      const before = this.#languageOf.get(id);
      const now = bundle && page(id).language;
      if (before !== undefined && before !== now) note(before, id, undefined);
      if (now === undefined) this.#languageOf.delete(id);
      else {
        this.#languageOf.set(id, now);
        note(now, id, bundle);
      }
    }
    let work = 0;
    for (const [index, list] of changed) work += index.update(list, page);
    for (const [language, index] of this.#languages) if (index.isEmpty) this.#languages.delete(language);
    const several = this.#languages.size > 1;
    const sorted = [...this.#languages].sort(([a], [b]) => (a < b ? -1 : 1));
    const languages = sorted.map(([language, index]): [string, LanguageVersions] => [
      language,
      index.versions(several ? language : ''),
    ]);
    return { languages, work };
  }
}

/** The versions of a part on the pages of one language. */
class LanguageIndex {
  /** Number of pages by bundle. */
  readonly #bundles = new Map<Bundle, number>();
  readonly #bundleOf = new Map<number, Bundle>();
  /** Pairs by their two hashes. */
  readonly #pairs = new Map<string, Pair>();
  readonly #pairOf = new Map<number, Pair>();
  /** Candidate sets of tokens by hash, with the number of pages that have the candidate. */
  readonly #sets = new Map<number, { tokens: readonly number[]; pages: number }>();
  /** Pages of every version, by hash. */
  readonly #pages = new Map<number, VersionPages>();
  readonly #newPages: () => VersionPages;
  /** Pages that lack a link to themselves that at least half of the pages have. */
  readonly #lacking = new Set<number>();
  #context: Context | undefined;

  constructor(newPages: () => VersionPages) {
    this.#newPages = newPages;
  }

  /** True without pages. */
  get isEmpty(): boolean {
    return this.#bundleOf.size === 0;
  }

  /** Adds or replaces pages; removes those without a bundle. Returns the number of tokens and pages visited. */
  update(changes: readonly [number, Bundle | undefined][], page: (id: number) => VersionedPage): number {
    for (const [id, bundle] of changes) {
      this.#leave(id);
      const before = this.#bundleOf.get(id);
      if (before) this.#count(before, -1);
      if (bundle) {
        this.#count(bundle, 1);
        this.#bundleOf.set(id, bundle);
      } else this.#bundleOf.delete(id);
    }
    if (this.isEmpty) return changes.length;
    let work = 0;
    for (const { fixed } of this.#bundles.keys()) work += fixed.tokens.length;
    const context = this.#newContext();
    const isContextNew = context.signature !== this.#context?.signature;
    this.#context = context;
    const pending = isContextNew ? [...this.#bundleOf.keys()] : changes.flatMap(([id, bundle]) => (bundle ? [id] : []));
    const plain = new Map<Bundle, { tokens: number[]; held: Set<number> }>();
    for (const id of pending) {
      if (isContextNew) this.#leave(id);
      const bundle = this.#bundleOf.get(id)!;
      let known = plain.get(bundle);
      if (!known) {
        const tokens = context.plainTokens(bundle.fixed);
        known = { tokens, held: new Set(tokens) };
        plain.set(bundle, known);
      }
      this.#enter(id, known, context, page);
    }
    for (const pair of this.#pairs.values()) this.#choose(pair);
    return work + pending.length;
  }

  /** Returns the versions; `language` is the language that they are marked with. */
  versions(language: string): LanguageVersions {
    const { core, isCore, choices } = this.#context!;
    const byHash = new Map<number, Version>();
    for (const [hash, pages] of this.#pages)
      byHash.set(hash, newVersion({ hash, language, pages, tokens: new Set(this.#sets.get(hash)!.tokens) }, core, isCore));
    return {
      versions: [...byHash.values()],
      core,
      choices,
      hasCurrentItem: this.#lacking.size > 0,
      declared: new Map(),
      pageCount: this.#bundleOf.size,
      versionOf: id => byHash.get(this.#pairOf.get(id)?.chosen ?? Number.NaN),
    };
  }

  #count(bundle: Bundle, by: number): void {
    const pages = (this.#bundles.get(bundle) ?? 0) + by;
    if (pages === 0) this.#bundles.delete(bundle);
    else this.#bundles.set(bundle, pages);
  }

  /** Computes the context from the bundles. */
  #newContext(): Context {
    const same = [...this.#bundles].map(([{ fixed }, pages]) => ({ fixed, pages: { size: pages } }));
    const support = new Map<number, number>();
    for (const { fixed, pages } of same)
      for (const token of fixed.tokens) support.set(token, (support.get(token) ?? 0) + pages.size);
    const isCore = (token: number): boolean => (support.get(token) ?? 0) * 2 >= this.#bundleOf.size;
    const choices = choicePlaces(same, isCore);
    const kept = new Set<number>();
    const linkTokens = new LinkTokens();
    const plainTokens = ({ tokens, places }: FixedNodes): number[] =>
      Array.from(tokens).filter((_, at) => !choices.has(places[at]!));
    for (const { fixed } of same) {
      step(fixed.tokens.length);
      fixed.tokens.forEach((token, at) => {
        if (choices.has(fixed.places[at]!)) return;
        kept.add(token);
        linkTokens.add(token, fixed.targets[at]!, fixed.places[at]!);
      });
    }
    const core = [...kept].filter(isCore).sort((a, b) => a - b);
    const common = [...support.keys()].filter(isCore).sort((a, b) => a - b);
    const signature = tokensHash([...core, 1, ...common, 2, ...[...choices].sort((a, b) => a - b), 3, ...linkTokens.entries()]);
    return { signature, core, isCore, choices, linkTokens, plainTokens };
  }

  /** Adds a page with its candidates. */
  #enter(
    id: number,
    { tokens, held }: { tokens: number[]; held: ReadonlySet<number> },
    { linkTokens, isCore }: Context,
    page: (id: number) => VersionedPage,
  ): void {
    const lacked = linkTokens.isEmpty ? [] : linkTokens.missing(page(id).ownAddresses, held);
    const common = lacked.filter(isCore);
    if (common.length > 0) this.#lacking.add(id);
    const own = this.#addCandidate(common.length > 0 ? mergeTokens(tokens, common) : tokens);
    const withLinks = common.length < lacked.length ? this.#addCandidate(mergeTokens(tokens, lacked)) : undefined;
    const key = `${own} ${withLinks}`;
    let pair = this.#pairs.get(key);
    if (!pair) {
      pair = { own, withLinks, pages: new Set(), chosen: own };
      this.#pairs.set(key, pair);
    }
    pair.pages.add(id);
    this.#pairOf.set(id, pair);
    this.#move(id, undefined, pair.chosen);
  }

  /** Removes a page and its candidates. */
  #leave(id: number): void {
    const pair = this.#pairOf.get(id);
    if (!pair) return;
    this.#move(id, pair.chosen, undefined);
    pair.pages.delete(id);
    this.#pairOf.delete(id);
    this.#lacking.delete(id);
    for (const hash of [pair.own, pair.withLinks]) {
      if (hash === undefined) continue;
      const set = this.#sets.get(hash)!;
      set.pages--;
      if (set.pages === 0) this.#sets.delete(hash);
    }
    if (pair.pages.size === 0) this.#pairs.delete(`${pair.own} ${pair.withLinks}`);
  }

  /** Counts a candidate set of tokens; returns its hash. */
  #addCandidate(tokens: readonly number[]): number {
    const hash = tokensHash(tokens);
    const known = this.#sets.get(hash);
    if (known) known.pages++;
    else this.#sets.set(hash, { tokens, pages: 1 });
    return hash;
  }

  /** Chooses the candidate of a pair that more pages have. */
  #choose(pair: Pair): void {
    const { own, withLinks, pages, chosen } = pair;
    const isBetter = withLinks !== undefined && this.#sets.get(withLinks)!.pages > this.#sets.get(own)!.pages;
    const best = isBetter ? withLinks : own;
    if (best === chosen) return;
    pair.chosen = best;
    for (const id of pages) this.#move(id, chosen, best);
  }

  /** Moves a page from one version to another, by hashes. */
  #move(id: number, from: number | undefined, to: number | undefined): void {
    const left = from === undefined ? undefined : this.#pages.get(from);
    left?.delete(id);
    if (left?.size === 0) this.#pages.delete(from!);
    if (to === undefined) return;
    let pages = this.#pages.get(to);
    if (!pages) {
      pages = this.#newPages();
      this.#pages.set(to, pages);
    }
    pages.add(id);
  }
}
