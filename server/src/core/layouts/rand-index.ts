/**
 * Rand index, and the same corrected for chance (Hubert and Arabie), of two groupings of the same items, given as one group name an item.
 * Both 1 for equal groupings and for fewer than two items; Rand is in [0,1], adjusted Rand about 0 for groups by chance.
 */
export function randIndex(a: readonly string[], b: readonly string[]): { rand: number; adjustedRand: number } {
  const pairs = choose2(a.length);
  if (pairs === 0) return { rand: 1, adjustedRand: 1 };
  const [inA, inB, inBoth] = [pairsWithin(a), pairsWithin(b), pairsWithin(a.map((name, i) => JSON.stringify([name, b[i]])))];
  const expected = (inA * inB) / pairs;
  const largest = (inA + inB) / 2;
  return {
    rand: (pairs - inA - inB + 2 * inBoth) / pairs,
    adjustedRand: largest === expected ? 1 : (inBoth - expected) / (largest - expected),
  };
}

function choose2(n: number): number {
  return (n * (n - 1)) / 2;
}

function pairsWithin(names: readonly string[]): number {
  const sizes = new Map<string, number>();
  for (const name of names) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, size) => sum + choose2(size), 0);
}
