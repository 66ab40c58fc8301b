const BINS = 100;
/** A bin of the histogram with at most this share of all distances counts as empty. */
const FEW = 0.001;

/**
 * The threshold in the middle of the widest gap of the histogram of distances (each in [0,1]): what is nearer is of one group. Where
 * several gaps are as wide, the lowest. The ends count as edges: distances that are all small give a threshold that parts nothing.
 * Undefined for no distances.
 */
export function thresholdFromGap(distances: ArrayLike<number>): number | undefined {
  if (distances.length === 0) return undefined;
  const bins = new Uint32Array(BINS);
  for (let i = 0; i < distances.length; i++) bins[Math.min(BINS - 1, Math.floor(distances[i]! * BINS + 1e-9))]!++;
  let widest = 0;
  let middle = 0;
  for (let bin = 0, from = 0; bin <= BINS; bin++) {
    if (bin < BINS && bins[bin]! <= distances.length * FEW) continue;
    if (bin - from > widest) {
      widest = bin - from;
      middle = (from + bin) / 2 / BINS;
    }
    from = bin + 1;
  }
  return widest === 0 ? undefined : middle;
}
