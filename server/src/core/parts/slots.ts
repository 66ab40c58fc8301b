import { thresholds } from './thresholds.ts';
import { type FixedNodes, tokensHash } from './variant.ts';

interface TokenSet {
  readonly hash: number;
  readonly tokens: ReadonlySet<number>;
  pages: number;
}

/** Tokens at one place that less than half of the pages have. */
interface PathTokens {
  /** At least half of the pages have another token here. */
  common: boolean;
  readonly sets: Map<number, TokenSet>;
}

/**
 * Places at which pages choose one of several sets of nodes that have little in common, no set on half of the pages: the
 * open branch of a menu, the title of a section. What a page has there does not make a version.
 */
export function choicePaths(
  bundles: readonly { fixed: FixedNodes; pages: { readonly size: number } }[],
  isCommon: (token: number) => boolean,
): Set<number> {
  const byPath = new Map<number, PathTokens>();
  for (const { fixed, pages } of bundles) {
    const here = new Map<number, number[]>();
    fixed.tokens.forEach((token, at) => {
      const path = fixed.paths[at]!;
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

function isChoice(sets: TokenSet[], beside: boolean, pages: number): boolean {
  if (sets.length < thresholds.choiceSets) return false;
  sets.sort((a, b) => b.pages - a.pages || a.hash - b.hash);
  const all = sets.reduce((sum, { pages }) => sum + pages, 0);
  if (sets[0]!.pages >= thresholds.choiceCommonest * all) return false;
  // Beside nodes that most pages have it is one thing that most pages choose, not another version of a list.
  let [smallest, largest] = [Number.POSITIVE_INFINITY, 0];
  for (const { tokens } of sets) [smallest, largest] = [Math.min(smallest, tokens.size), Math.max(largest, tokens.size)];
  const isOneThing = largest <= Math.max(thresholds.choiceNodes, thresholds.choiceSizes * smallest);
  if (beside && (all * 2 < pages || !isOneThing)) return false;
  let likeness = 0;
  let pairs = 0;
  const compared = sets.slice(0, thresholds.choiceCompared);
  compared.forEach((a, at) => {
    for (const b of compared.slice(0, at)) {
      let common = 0;
      for (const token of a.tokens) if (b.tokens.has(token)) common++;
      likeness += common / (a.tokens.size + b.tokens.size - common);
      pairs++;
    }
  });
  return likeness < thresholds.choiceSimilarity * pairs;
}
