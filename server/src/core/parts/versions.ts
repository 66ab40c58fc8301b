import { LinkTokens } from './link-tokens.ts';
import type { Part } from './part.ts';
import { choicePlaces } from './slots.ts';
import { type FixedNodes, tokensHash } from './variant.ts';
import { JoinedPages, type PageIds, type VersionPages } from './version-pages.ts';

/** A version of a part: the pages that have the part with equal fixed nodes, apart from slots. */
export interface Version {
  /** 53-bit hash of `tokens`. */
  readonly hash: number;
  /** Language of its pages; empty if they have several, or all pages of the part have one language. */
  language: string;
  readonly pages: PageIds;
  /** Tokens of its fixed nodes, without slots, ascending; links of pages to themselves are included even where pages lack them. */
  readonly tokens: ReadonlySet<number>;
  /** Core tokens (on at least half of the pages of the language) that it lacks; `extra` has its tokens that are not core. */
  readonly missing: readonly number[];
  readonly extra: readonly number[];
  /** Paths of template files that have the part and that pages of this version are made from; sorted. */
  templates: readonly string[];
  /** Paths in `templates` whose files have the part in this version: their pages are expected to have it, too. */
  declaredBy: readonly string[];
}

/** The version of a part in a template file of the site: the expected one on the pages made from it. */
export interface DeclaredVersion {
  readonly hash: number;
  /** Tokens of its fixed nodes, without slots. */
  readonly tokens: ReadonlySet<number>;
}

/** The versions of a part. */
export interface PartVersions {
  /** Sorted by number of pages, the most common first. */
  readonly versions: readonly Version[];
  /** Tokens that at least half of the pages of the largest language have (or their template files), ascending, without those at choices. */
  readonly core: readonly number[];
  /** Places of choices, see `choicePlaces`. */
  readonly choices: ReadonlySet<number>;
  /** True if a page lacks a link to itself, or to a section that it lies in, that at least half of the pages have. */
  readonly hasCurrentItem: boolean;
  /** Versions in template files, by their paths. */
  readonly declared: ReadonlyMap<string, DeclaredVersion>;
  /** Returns the version of a page; undefined if the page does not have the part. */
  versionOf(page: number): Version | undefined;
}

/** The versions of a part on the pages of one language; `versions` is not sorted. */
export interface LanguageVersions extends PartVersions {
  readonly versions: Version[];
  readonly pageCount: number;
}

/** Properties of a page that versions depend on. */
export interface VersionedPage {
  readonly language: string;
  /** Hashes of the addresses that lead to the page, or to a section that it lies in, see `ownAddresses`. */
  readonly ownAddresses: Iterable<number>;
  /** Path of the template file that it is made from, if that lies in the site. */
  readonly template?: string | undefined;
}

/** Inputs of versions besides the part. */
interface VersionSource {
  /** Returns a page of the part. */
  readonly page: (id: number) => VersionedPage;
  /** Returns an empty set of pages. */
  readonly newPages: () => VersionPages;
  /** Fixed nodes of the part in template files, by their paths. */
  readonly templates: ReadonlyMap<string, FixedNodes>;
}

/** Pages of a part in one language that have the same fixed nodes. */
interface SamePages {
  readonly fixed: FixedNodes;
  readonly pages: Set<number>;
}

/**
 * Returns the versions of a part. Two pages have the same version if they have the same fixed nodes except in slots: choices (`choicePlaces`), and
 * links to the page itself or to a section that it lies in, which a page may lack (menus that do not link to the open page, lists of the other
 * languages). Choices and majorities are counted over the pages of one language. A page made from a template file in the site votes for the
 * nodes of that file.
 */
export function partVersions(part: Part, source: VersionSource): PartVersions {
  const { page } = source;
  const byLanguage = new Map<string, SamePages[]>();
  for (const { fixed, pages } of part.bundles.values()) {
    const here = new Map<string, SamePages>();
    for (const id of pages) {
      const { language } = page(id);
      let same = here.get(language);
      if (!same) {
        same = { fixed, pages: new Set() };
        here.set(language, same);
        const list = byLanguage.get(language);
        if (list) list.push(same);
        else byLanguage.set(language, [same]);
      }
      same.pages.add(id);
    }
  }
  const languages = [...byLanguage].sort(([a], [b]) => (a < b ? -1 : 1));
  return joinLanguages(
    languages.map(([language, list]): [string, LanguageVersions] => [
      language,
      versionsOfLanguage(list, byLanguage.size > 1 ? language : '', source),
    ]),
  );
}

/** Merges the versions of all languages. `languages` must be sorted by language. Sorts the versions of each language in place. */
export function joinLanguages(languages: readonly [string, LanguageVersions][]): PartVersions {
  const all = languages.map(([, versions]) => versions);
  for (const one of all) sortByPages(one.versions);
  if (all.length === 1) return all[0]!;
  // Of languages with equally many pages, the one whose most common version has the smaller hash comes first.
  all.sort((a, b) => b.pageCount - a.pageCount || a.versions[0]!.hash - b.versions[0]!.hash);
  const byHash = new Map<number, Version>();
  for (const { versions } of all) {
    for (const version of versions) {
      const known = byHash.get(version.hash);
      if (!known) byHash.set(version.hash, version);
      else {
        byHash.set(version.hash, {
          ...known,
          language: '',
          pages: new JoinedPages([known.pages, version.pages]),
          templates: union(known.templates, version.templates),
          declaredBy: union(known.declaredBy, version.declaredBy),
        });
      }
    }
  }
  return {
    versions: sortByPages([...byHash.values()]),
    core: all[0]!.core,
    choices: new Set(all.flatMap(({ choices }) => [...choices])),
    hasCurrentItem: all.some(({ hasCurrentItem }) => hasCurrentItem),
    declared: new Map(all.toReversed().flatMap(({ declared }) => [...declared])),
    versionOf: id => {
      for (const { versionOf } of all) {
        const version = versionOf(id);
        if (version) return byHash.get(version.hash);
      }
      return undefined;
    },
  };
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])].sort();
}

/** Sorts versions in place by number of pages, the most common first, then by hash. */
function sortByPages(versions: Version[]): Version[] {
  return versions.sort((a, b) => b.pages.size - a.pages.size || a.hash - b.hash);
}

/** Computes the versions of the pages of one language; `language` is the language that they are marked with. */
function versionsOfLanguage(
  bundles: readonly SamePages[],
  language: string,
  { page, newPages, templates }: VersionSource,
): LanguageVersions {
  const all = bundles.reduce((sum, { pages }) => sum + pages.size, 0);
  const support = new Map<number, number>();
  const used = new Set<string>();
  for (const { fixed, pages } of votes(bundles, page, templates, used))
    for (const token of fixed.tokens) support.set(token, (support.get(token) ?? 0) + pages);
  const isCore = (token: number): boolean => (support.get(token) ?? 0) * 2 >= all;
  const choices = choicePlaces(bundles, isCore);
  const kept = new Set<number>();
  const linkTokens = new LinkTokens();
  const plainTokens = ({ tokens, places, targets }: FixedNodes): number[] => {
    const here: number[] = [];
    tokens.forEach((token, at) => {
      if (choices.has(places[at]!)) return;
      here.push(token);
      kept.add(token);
      linkTokens.add(token, targets[at]!, places[at]!);
    });
    return here;
  };
  const tokensOf = bundles.map(({ fixed }) => plainTokens(fixed));
  const declared = new Map<string, DeclaredVersion>();
  for (const path of [...used].sort()) {
    const tokens = plainTokens(templates.get(path)!);
    declared.set(path, { hash: tokensHash(tokens), tokens: new Set(tokens) });
  }

  /** Candidate versions by hash: the tokens of pages, with links to themselves that they lack. */
  const sets = new Map<number, { tokens: readonly number[]; pages: number }>();
  const addCandidate = (tokens: readonly number[], pages: number): number => {
    const hash = tokensHash(tokens);
    const known = sets.get(hash);
    if (known) known.pages += pages;
    else sets.set(hash, { tokens, pages });
    return hash;
  };
  /** By page, hashes of `sets`: with the core links to itself; and, if it lacks other links to itself, with all of them. */
  const candidates = new Map<number, number[]>();
  let hasCurrentItem = false;
  bundles.forEach(({ pages }, at) => {
    const tokens = tokensOf[at]!;
    const held = new Set(tokens);
    let plain: number | undefined;
    for (const id of pages) {
      const lacked = linkTokens.isEmpty ? [] : linkTokens.missing(page(id).ownAddresses, held);
      const common = lacked.filter(isCore);
      const hashes: number[] = [];
      if (common.length > 0) {
        hasCurrentItem = true;
        hashes.push(addCandidate(mergeTokens(tokens, common), 1));
      } else if (plain === undefined) {
        plain = addCandidate(tokens, 1);
        hashes.push(plain);
      } else {
        sets.get(plain)!.pages++;
        hashes.push(plain);
      }
      if (common.length < lacked.length) hashes.push(addCandidate(mergeTokens(tokens, lacked), 1));
      candidates.set(id, hashes);
    }
  });

  const byHash = new Map<number, Version>();
  const pagesOf = new Map<Version, VersionPages>();
  const ofPage = new Map<number, Version>();
  const core = [...kept].filter(isCore).sort((a, b) => a - b);
  for (const [id, [own, withLinks]] of candidates) {
    // The candidate with all links to the page itself wins if more pages have it.
    const hash = withLinks !== undefined && sets.get(withLinks)!.pages > sets.get(own!)!.pages ? withLinks : own!;
    let version = byHash.get(hash);
    if (!version) {
      const pages = newPages();
      version = newVersion({ hash, language, pages, tokens: new Set(sets.get(hash)!.tokens) }, core, isCore);
      byHash.set(hash, version);
      pagesOf.set(version, pages);
    }
    pagesOf.get(version)!.add(id);
    ofPage.set(id, version);
  }
  if (declared.size > 0) {
    for (const version of byHash.values()) {
      const paths = new Set(
        [...version.pages].map(id => page(id).template).filter(path => path !== undefined && declared.has(path)),
      );
      version.templates = ([...paths] as string[]).sort();
      version.declaredBy = version.templates.filter(path => declared.get(path)!.hash === version.hash);
    }
  }
  const versions = [...byHash.values()];
  return { versions, core, choices, hasCurrentItem, declared, pageCount: all, versionOf: id => ofPage.get(id) };
}

/** Fixed nodes that pages vote for: those of their template, else their own. Adds the paths of these templates to `used`. */
function votes(
  bundles: readonly SamePages[],
  page: (id: number) => VersionedPage,
  templates: ReadonlyMap<string, FixedNodes>,
  used: Set<string>,
): { fixed: FixedNodes; pages: number }[] {
  if (templates.size === 0) return bundles.map(({ fixed, pages }) => ({ fixed, pages: pages.size }));
  const counted = new Map<FixedNodes, number>();
  for (const { fixed, pages } of bundles) {
    for (const id of pages) {
      const { template } = page(id);
      const inTemplate = template === undefined ? undefined : templates.get(template);
      if (inTemplate) used.add(template!);
      counted.set(inTemplate ?? fixed, (counted.get(inTemplate ?? fixed) ?? 0) + 1);
    }
  }
  return [...counted].map(([fixed, pages]) => ({ fixed, pages }));
}

/** Makes a version with its differences from the core tokens, which must be those of its language. */
export function newVersion(
  of: Pick<Version, 'hash' | 'language' | 'pages' | 'tokens'>,
  core: readonly number[],
  isCore: (token: number) => boolean,
): Version {
  const missing = core.filter(token => !of.tokens.has(token));
  return { ...of, missing, extra: [...of.tokens].filter(token => !isCore(token)), templates: [], declaredBy: [] };
}

/** Returns the tokens of both arrays, ascending. The arrays must be disjoint. */
export function mergeTokens(tokens: readonly number[], more: readonly number[]): number[] {
  return [...tokens, ...more].sort((a, b) => a - b);
}
