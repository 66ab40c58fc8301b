/** Index of the first of `size` ascending entries that is not smaller than `value`; `size` if all are smaller. */
export function lowerBound(sorted: Int32Array | Uint32Array | readonly number[], value: number, size = sorted.length): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
