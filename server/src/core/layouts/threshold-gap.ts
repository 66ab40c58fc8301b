import { thresholds } from './thresholds.ts';

/**
 * Finds a threshold for grouping: the middle of the widest gap, a run of nearly empty bins, in the histogram of distances (each in [0,1]).
 * Of equally wide gaps, the lowest; undefined if there is no gap.
 */
export function thresholdFromGap(distances: ArrayLike<number>): number | undefined {
  const { gapBins, gapShare } = thresholds;
  const bins = new Uint32Array(gapBins);
  for (let i = 0; i < distances.length; i++) bins[Math.min(gapBins - 1, Math.floor(distances[i]! * gapBins + 1e-9))]!++;
  let widest = 0;
  let middle: number | undefined;
  let from: number | undefined;
  for (const [bin, count] of bins.entries()) {
    if (count <= distances.length * gapShare) continue;
    if (from !== undefined && bin - from > widest) {
      widest = bin - from;
      middle = (from + bin) / 2 / gapBins;
    }
    from = bin + 1;
  }
  return middle;
}
