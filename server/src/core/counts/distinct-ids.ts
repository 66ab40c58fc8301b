/** Distinct ids, ascending. */
export function distinct(ids: Iterable<number>): Int32Array {
  return distinctOf(Int32Array.from(ids).sort());
}

/** Distinct ids of ascending ones, in the same memory. */
export function distinctOf(sorted: Int32Array): Int32Array {
  let size = 0;
  for (let at = 0; at < sorted.length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[size++] = sorted[at]!;
  return sorted.slice(0, size);
}

/** The ids of two lists of distinct ascending ones, in the same form. */
export function merged(a: Int32Array, b: Int32Array): Int32Array {
  if (b.length === 0) return a;
  const all = new Int32Array(a.length + b.length);
  let size = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const left = a[i] ?? Number.POSITIVE_INFINITY;
    const right = b[j] ?? Number.POSITIVE_INFINITY;
    all[size++] = Math.min(left, right);
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return all.slice(0, size);
}

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
