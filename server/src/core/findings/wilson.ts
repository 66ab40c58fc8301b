/** Two-sided confidence of 95 %. */
const Z = 1.96;

/**
 * Lower bound of the share that `pages` of `of` stand for (Wilson, JASA 1927), in [0,1]: 48 of 50 say more than 4 of 5. 0 where nobody was
 * asked.
 */
export function wilsonLowerBound(pages: number, of: number): number {
  if (of === 0) return 0;
  const share = pages / of;
  const z2 = Z * Z;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  return (share + z2 / (2 * of) - spread) / (1 + z2 / of);
}
