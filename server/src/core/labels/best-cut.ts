/**
 * The probability from which the nodes of a page are called template, so that the F1 to be expected is the greatest: half of that F1 (Lipton,
 * Elkan, Naryanaswamy, ECML PKDD 2014). It is below a half on a page whose nodes are doubtful, and near it where they are certain. From any F1,
 * the nodes above its half have a greater one, until it is the greatest (Dinkelbach, Management Science 1967): a few rounds, without sorting.
 * @param least it is never below this.
 */
export function bestCut(probabilities: Float64Array, least: number): number {
  const expected = probabilities.reduce((sum, p) => sum + p, 0);
  for (let best = 0; ; ) {
    const half = best / 2;
    let above = 0;
    let count = 0;
    for (let at = 0; at < probabilities.length; at++) {
      if (probabilities[at]! <= half) continue;
      above += probabilities[at]!;
      count++;
    }
    const better = count === 0 ? 0 : (2 * above) / (count + expected);
    if (better <= best) return Math.max(least, half);
    best = better;
  }
}
