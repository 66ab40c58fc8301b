/** Adds a value to the set of a key; makes the set if the key has none. */
export function addTo<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const values = sets.get(key);
  if (values) values.add(value);
  else sets.set(key, new Set([value]));
}

/** Removes a value from the set of a key, and the key if its set is then empty. */
export function removeFrom<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const values = sets.get(key);
  values?.delete(value);
  if (values?.size === 0) sets.delete(key);
}
