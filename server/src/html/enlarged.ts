type Numbers =
  | Float64Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

/** A copy of a typed array with room for `length` entries, at least as many as it has. */
export function enlarged<Array extends Numbers>(array: Array, length: number): Array {
  const larger = new (array.constructor as new (length: number) => Array)(length);
  larger.set(array);
  return larger;
}
