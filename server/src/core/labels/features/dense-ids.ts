/**
 * Numbers the distinct values of `keys` from 0 in the order of their first occurrence; -1 stays -1. Linear in the number of keys, with
 * open addressing, which is several times faster than a `Map`.
 */
export function denseIds(keys: Int32Array): { ids: Int32Array; count: number } {
  let size = 16;
  while (size < keys.length * 2) size *= 2;
  const mask = size - 1;
  const slots = new Int32Array(size);
  const values = new Int32Array(keys.length);
  const ids = new Int32Array(keys.length);
  let count = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (key < 0) {
      ids[at] = -1;
      continue;
    }
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) & mask;
    while (slots[slot] !== 0 && values[slots[slot]! - 1] !== key) slot = (slot + 1) & mask;
    if (slots[slot] === 0) {
      values[count++] = key;
      slots[slot] = count;
    }
    ids[at] = slots[slot]! - 1;
  }
  return { ids, count };
}
