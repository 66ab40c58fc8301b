/** Number of common values of two sorted arrays without duplicates. */
export function intersectionSize(a: Float64Array | Int32Array, b: Float64Array | Int32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      common++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return common;
}

/** Distance of two sets by Gottron (2008), in [0,1]: `1 - |a ∩ b| / max(|a|, |b|)`; 0 for two empty sets. */
export function setDistance(a: Float64Array, b: Float64Array): number {
  const larger = Math.max(a.length, b.length);
  return larger === 0 ? 0 : 1 - intersectionSize(a, b) / larger;
}
