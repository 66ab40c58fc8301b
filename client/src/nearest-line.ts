/** The last line of a list of ascending lines that is not behind the wanted one, by its index; 0 where all are. */
export function nearestLine(lines: readonly number[], wanted: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]! <= wanted) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
