type Numbers =
  | Float64Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

/** A copy of a typed array with `length` entries; `length` must be at least the array's own. Added entries are 0. */
export function enlarged<Array extends Numbers>(array: Array, length: number): Array {
  const larger = new (array.constructor as new (length: number) => Array)(length);
  larger.set(array);
  return larger;
}
