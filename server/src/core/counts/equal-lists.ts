/** True if two sets hold the same values. */
export function equalSets<Value>(a: ReadonlySet<Value>, b: ReadonlySet<Value>): boolean {
  return a.size === b.size && [...a].every(value => b.has(value));
}

/** True if two lists hold the same values in the same order. */
export function equalLists<Value extends number | string>(a: ArrayLike<Value>, b: ArrayLike<Value>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
