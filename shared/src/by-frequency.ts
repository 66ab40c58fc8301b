/** Returns the distinct values, each with the number of times that it occurs, sorted by descending frequency, then by value. */
export function byFrequency<Value extends string>(values: Iterable<Value>): [value: Value, times: number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return ranked(counts);
}

/** Returns counted values, sorted by descending frequency, then by value. */
export function ranked<Value extends string>(counts: ReadonlyMap<Value, number>): [value: Value, times: number][] {
  return [...counts].sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1));
}
