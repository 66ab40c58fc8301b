/**
 * Returns how many items two lists, or UTF-16 code units two texts, have in common at their beginning and at their end. The two do not overlap.
 */
export function commonEnds(a: ArrayLike<unknown>, b: ArrayLike<unknown>): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { start, end };
}
