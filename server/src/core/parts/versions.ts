import type { Part } from './part.ts';
import { choicePaths } from './slots.ts';
import { type FixedNodes, tokensHash } from './variant.ts';
import { JoinedPages, type PageIds, type VersionPages } from './version-pages.ts';

/** Pages that have a part with equal fixed nodes, without slots. */
export interface Version {
  /** 53-bit hash of its fixed nodes. */
  readonly hash: number;
  /** Language of its pages; empty where they have several, or the site has one. */
  language: string;
  readonly pages: PageIds;
  /** Its fixed nodes, without slots, with the links of pages to themselves. */
  readonly tokens: ReadonlySet<number>;
  /** Tokens that it lacks of those that at least half of the pages of the language have, and those that it has beside them. */
  readonly missing: readonly number[];
  readonly extra: readonly number[];
  /** Paths of the template files of its pages; sorted. */
  templates: readonly string[];
  /** Those of them that have the part in this very version: it is right for the pages made from them. */
  declaredBy: readonly string[];
}

/** What a template file in the site has of a part: the right version for the pages made from it. */
export interface DeclaredVersion {
  readonly hash: number;
  /** Its fixed nodes, without slots. */
  readonly tokens: ReadonlySet<number>;
}

export interface PartVersions {
  /** The one on the most pages first. */
  readonly versions: readonly Version[];
  /** Tokens that at least half of the pages have, or their templates for them, ascending; without those in slots. */
  readonly core: readonly number[];
  /** Places (see `FixedNodes`) at which the pages choose one of several sets of nodes. */
  readonly choices: ReadonlySet<number>;
  /** Does a page lack a link to itself, or to a section that it lies in, that others have? */
  readonly hasCurrentItem: boolean;
  /** By path of the template file. */
  readonly declared: ReadonlyMap<string, DeclaredVersion>;
  versionOf(page: number): Version | undefined;
}

/** The same of the pages in one language. */
export interface LanguageVersions extends PartVersions {
  readonly versions: Version[];
  readonly pageCount: number;
}

/** What versions depend on beside the part, of one page. */
export interface VersionedPage {
  readonly language: string;
  /** Hashes of the addresses that lead to the page, or to a section that it lies in. */
  readonly ownAddresses: Iterable<number>;
  /** Path of the template file that it is made from, if that lies in the site. */
  readonly template?: string | undefined;
}

/** What versions depend on beside the part. */
interface VersionSource {
  readonly page: (id: number) => VersionedPage;
  /** Makes an empty set of pages. */
  readonly newPages: () => VersionPages;
  /** What template files have of the part, by their paths. */
  readonly templates: ReadonlyMap<string, FixedNodes>;
}

/** Pages of a part in one language that have the same fixed nodes. */
interface SamePages {
  readonly fixed: FixedNodes;
  readonly pages: Set<number>;
}

/**
 * The versions of a part. Two pages have one version if they have the same fixed nodes but for slots: places at which pages choose one of
 * several sets, and links to the page itself or to a section that it lies in, which a page may lack (menus that do not link to the open
 * page, lists of all other languages). Slots and majorities are those of the pages of one language; a page that is made from a
 * template file in the site counts with what that file has. A function of the part's instances and of the templates.
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

/** The versions of a part out of those in every language, in the order of the languages. */
export function joinLanguages(languages: readonly [string, LanguageVersions][]): PartVersions {
  const all = languages.map(([, versions]) => versions);
  for (const one of all) sorted(one.versions);
  if (all.length === 1) return all[0]!;
  // Of equal ones the first by language.
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
    versions: sorted([...byHash.values()]),
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

function sorted(versions: Version[]): Version[] {
  return versions.sort((a, b) => b.pages.size - a.pages.size || a.hash - b.hash);
}

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
  const choices = choicePaths(bundles, isCore);
  const kept = new Set<number>();
  /** Tokens by the address that they lead to. */
  const linkTokens = new Map<number, number[]>();
  const plainTokens = ({ tokens, paths, targets }: FixedNodes): number[] => {
    const here: number[] = [];
    tokens.forEach((token, at) => {
      if (choices.has(paths[at]!)) return;
      here.push(token);
      if (kept.has(token)) return;
      kept.add(token);
      if (targets[at] === 0) return;
      const list = linkTokens.get(targets[at]!);
      if (list) list.push(token);
      else linkTokens.set(targets[at]!, [token]);
    });
    return here;
  };
  const tokensOf = bundles.map(({ fixed }) => plainTokens(fixed));
  const declared = new Map<string, DeclaredVersion>();
  for (const path of [...used].sort()) {
    const tokens = plainTokens(templates.get(path)!);
    declared.set(path, { hash: tokensHash(tokens), tokens: new Set(tokens) });
  }

  /** What pages have, with the links to themselves that they lack, as sets by hash. */
  const sets = new Map<number, { tokens: readonly number[]; pages: number }>();
  const propose = (tokens: readonly number[], pages: number): number => {
    const hash = tokensHash(tokens);
    const known = sets.get(hash);
    if (known) known.pages += pages;
    else sets.set(hash, { tokens, pages });
    return hash;
  };
  const proposals = new Map<number, number[]>();
  let hasCurrentItem = false;
  bundles.forEach(({ pages }, at) => {
    const tokens = tokensOf[at]!;
    const held = new Set(tokens);
    let plain: number | undefined;
    for (const id of pages) {
      const lacked = linkTokens.size === 0 ? [] : lackedOf(page(id).ownAddresses, linkTokens, held);
      const common = lacked.filter(isCore);
      const hashes: number[] = [];
      if (common.length > 0) {
        hasCurrentItem = true;
        hashes.push(propose(merged(tokens, common), 1));
      } else if (plain === undefined) {
        plain = propose(tokens, 1);
        hashes.push(plain);
      } else {
        sets.get(plain)!.pages++;
        hashes.push(plain);
      }
      if (common.length < lacked.length) hashes.push(propose(merged(tokens, lacked), 1));
      proposals.set(id, hashes);
    }
  });

  const byHash = new Map<number, Version>();
  const pagesOf = new Map<Version, VersionPages>();
  const ofPage = new Map<number, Version>();
  const core = [...kept].filter(isCore).sort((a, b) => a - b);
  for (const [id, [own, withLinks]] of proposals) {
    // With all links to itself, where more pages come to the same set that way.
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

/** What speaks for the nodes of a part: the pages that have them, or for pages made from a template what that has. */
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
      const said = template === undefined ? undefined : templates.get(template);
      if (said) used.add(template!);
      counted.set(said ?? fixed, (counted.get(said ?? fixed) ?? 0) + 1);
    }
  }
  return [...counted].map(([fixed, pages]) => ({ fixed, pages }));
}

/** A version with what it lacks of, and has beside, the tokens that most pages have. */
export function newVersion(
  of: Pick<Version, 'hash' | 'language' | 'pages' | 'tokens'>,
  core: readonly number[],
  isCore: (token: number) => boolean,
): Version {
  const missing = core.filter(token => !of.tokens.has(token));
  return { ...of, missing, extra: [...of.tokens].filter(token => !isCore(token)), templates: [], declaredBy: [] };
}

/** Tokens of links to one of the addresses that are not held. */
export function lackedOf(
  addresses: Iterable<number>,
  linkTokens: ReadonlyMap<number, readonly number[]>,
  held: ReadonlySet<number>,
): number[] {
  const lacked: number[] = [];
  for (const address of addresses) for (const token of linkTokens.get(address) ?? []) if (!held.has(token)) lacked.push(token);
  return lacked;
}

export function merged(tokens: readonly number[], more: readonly number[]): number[] {
  return [...tokens, ...more].sort((a, b) => a - b);
}
