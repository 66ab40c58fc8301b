const BINS = 100;
/** A bin of the histogram with at most this share of all distances counts as empty. */
const FEW = 0.01;

/**
 * The threshold in the middle of the widest gap of the histogram of distances (each in [0,1]): what is nearer is of one group. Where
 * several gaps are as wide, the lowest; undefined where there is none.
 */
export function thresholdFromGap(distances: ArrayLike<number>): number | undefined {
  const bins = new Uint32Array(BINS);
  for (let i = 0; i < distances.length; i++) bins[Math.min(BINS - 1, Math.floor(distances[i]! * BINS + 1e-9))]!++;
  let widest = 0;
  let middle: number | undefined;
  let from: number | undefined;
  for (const [bin, count] of bins.entries()) {
    if (count <= distances.length * FEW) continue;
    if (from !== undefined && bin - from > widest) {
      widest = bin - from;
      middle = (from + bin) / 2 / BINS;
    }
    from = bin + 1;
  }
  return middle;
}
