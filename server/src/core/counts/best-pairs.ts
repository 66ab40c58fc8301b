/**
 * Pairs the entries of two lists, by index, so that the order holds and the sum of gains is greatest: sequence alignment by dynamic
 * programming (Needleman, Wunsch 1970). Entries whose gain is 0 are not paired. Where it does not matter, a right entry is skipped first.
 */
export function bestPairs(left: number, right: number, gain: (i: number, j: number) => number): [number, number][] {
  const width = right + 1;
  const best = new Float64Array((left + 1) * width);
  const gains = new Float64Array(left * right);
  for (let i = left - 1; i >= 0; i--) {
    for (let j = right - 1; j >= 0; j--) {
      const at = i * width + j;
      const own = gain(i, j);
      gains[i * right + j] = own;
      best[at] = Math.max(best[at + width]!, best[at + 1]!, own > 0 ? own + best[at + width + 1]! : 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left && j < right; ) {
    const at = i * width + j;
    const own = gains[i * right + j]!;
    if (own > 0 && best[at] === own + best[at + width + 1]!) pairs.push([i++, j++]);
    else if (best[at] === best[at + 1]) j++;
    else i++;
  }
  return pairs;
}
