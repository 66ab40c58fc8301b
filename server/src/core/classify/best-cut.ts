/**
 * The probability from which the nodes of a page are called template, so that the F1 to be expected is the greatest: half of that F1 (Lipton,
 * Elkan, Naryanaswamy, ECML PKDD 2014). It is below a half on a page whose nodes are doubtful, and near it where they are certain.
 * @param least it is never below this.
 */
export function bestCut(probabilities: Float64Array, least: number): number {
  const sorted = probabilities.toSorted();
  const expected = sorted.reduce((sum, p) => sum + p, 0);
  let best = 0;
  let sum = 0;
  for (let at = sorted.length - 1, count = 1; at >= 0; at--, count++) {
    sum += sorted[at]!;
    best = Math.max(best, (2 * sum) / (count + expected));
  }
  return Math.max(least, best / 2);
}
