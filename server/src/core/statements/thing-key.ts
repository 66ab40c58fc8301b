/** A key, or a value, out of the two lanes of a hash: 53 bits. */
export function thingKey(lo: number, hi: number): number {
  return (hi >>> 11) * 2 ** 32 + (lo >>> 0);
}
