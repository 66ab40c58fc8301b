/** Values with how often each occurs: the most frequent first, of equally frequent ones by value. */
export function byFrequency<Value extends string>(values: Iterable<Value>): [value: Value, times: number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return ranked(counts);
}

/** As `byFrequency`, of values that are counted already. */
export function ranked<Value extends string>(counts: ReadonlyMap<Value, number>): [value: Value, times: number][] {
  return [...counts].sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1));
}
