import { thresholds } from './thresholds.ts';
import { type FixedNodes, tokensHash } from './variant.ts';

/** A set of tokens, with the number of pages that have it. */
interface TokenSet {
  readonly hash: number;
  readonly tokens: ReadonlySet<number>;
  pages: number;
}

/** The sets of tokens that pages have at one place. */
interface PathTokens {
  /** True if there is another token here that at least half of the pages have. */
  common: boolean;
  /** Sets of the tokens here that less than half of the pages have, by hash. */
  readonly sets: Map<number, TokenSet>;
}

/**
 * Finds choices: places at which pages have one of several dissimilar sets of nodes, none of them on half of the pages, such as the open branch
 * of a menu or the title of a section. The nodes at choices do not distinguish versions.
 * @param bundles fixed nodes of the pages, with the number of pages that have them
 * @param isCommon true for tokens that at least half of the pages have
 * @returns hashes of places, see `FixedNodes.places`
 */
export function choicePlaces(
  bundles: readonly { fixed: FixedNodes; pages: { readonly size: number } }[],
  isCommon: (token: number) => boolean,
): Set<number> {
  const byPath = new Map<number, PathTokens>();
  for (const { fixed, pages } of bundles) {
    const here = new Map<number, number[]>();
    fixed.tokens.forEach((token, at) => {
      const path = fixed.places[at]!;
      let all = byPath.get(path);
      if (!all) {
        all = { common: false, sets: new Map() };
        byPath.set(path, all);
      }
      if (isCommon(token)) {
        all.common = true;
        return;
      }
      const list = here.get(path);
      if (list) list.push(token);
      else here.set(path, [token]);
    });
    for (const [path, tokens] of here) {
      const { sets } = byPath.get(path)!;
      const hash = tokensHash(tokens);
      const known = sets.get(hash);
      if (known) known.pages += pages.size;
      else sets.set(hash, { hash, tokens: new Set(tokens), pages: pages.size });
    }
  }
  const choices = new Set<number>();
  const pages = bundles.reduce((sum, same) => sum + same.pages.size, 0);
  for (const [path, { common, sets }] of byPath) if (isChoice([...sets.values()], common, pages)) choices.add(path);
  return choices;
}

/** True if the sets at a place are a choice. `hasCommon`: at least half of the pages have other nodes there. `pages`: number of all pages. */
function isChoice(sets: TokenSet[], hasCommon: boolean, pages: number): boolean {
  if (sets.length < thresholds.choiceSets) return false;
  sets.sort((a, b) => b.pages - a.pages || a.hash - b.hash);
  const all = sets.reduce((sum, { pages }) => sum + pages, 0);
  if (sets[0]!.pages >= thresholds.choiceCommonest * all) return false;
  // Beside common nodes, a choice is a single item that most pages have: differing items of a list are versions of the list.
  let [smallest, largest] = [Number.POSITIVE_INFINITY, 0];
  for (const { tokens } of sets) [smallest, largest] = [Math.min(smallest, tokens.size), Math.max(largest, tokens.size)];
  const isSingleItem = largest <= Math.max(thresholds.choiceNodes, thresholds.choiceSizes * smallest);
  if (hasCommon && (all * 2 < pages || !isSingleItem)) return false;
  let similarity = 0;
  let pairs = 0;
  const compared = sets.slice(0, thresholds.choiceCompared);
  compared.forEach((a, at) => {
    for (const b of compared.slice(0, at)) {
      let common = 0;
      for (const token of a.tokens) if (b.tokens.has(token)) common++;
      similarity += common / (a.tokens.size + b.tokens.size - common);
      pairs++;
    }
  });
  return similarity < thresholds.choiceSimilarity * pairs;
}
