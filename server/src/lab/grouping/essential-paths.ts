/**
 * E(d) of a document (Kim 2011, 6.1 of docs/algorithms.md): its paths whose support is at least the mode of the supports of its paths, of
 * several modes the smallest.
 * @param paths the document's paths, sorted
 * @param supports number of documents that have `paths[i]`
 */
export function essentialPaths(paths: Float64Array, supports: ArrayLike<number>): Float64Array {
  const threshold = supportThreshold(supports, paths.length);
  return paths.filter((_, i) => supports[i]! >= threshold);
}

/** The most frequent value among the first `length` supports, of several the smallest; 0 for none. */
export function supportThreshold(supports: ArrayLike<number>, length: number): number {
  const frequency = new Map<number, number>();
  let mode = 0;
  let most = 0;
  for (let i = 0; i < length; i++) {
    const support = supports[i]!;
    const times = (frequency.get(support) ?? 0) + 1;
    frequency.set(support, times);
    if (times > most || (times === most && support < mode)) {
      mode = support;
      most = times;
    }
  }
  return mode;
}
