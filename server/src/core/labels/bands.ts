// The default labels read page counts in bands, so that an edit relabels only the pages that hold a key whose band changed.

/** Lower bounds of the bands of a share of the other pages, 0 to 1. The last is below 1, so that one deviating page changes nothing. */
const shareCuts = [1e-9, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.96];

/** Representative share of each band, 0 to 1; -1 for band 0, a set without other pages. */
export const shareValues: readonly number[] = [-1, 0, 0.02, 0.07, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.93, 1];

/**
 * Band of the share of the other pages that hold a key.
 * @param count pages of the set that hold the key, the page itself included
 * @param size pages in the set
 */
export function shareBand(count: number, size: number): number {
  if (size <= 1) return 0;
  const share = (count - 1) / (size - 1);
  let band = 1;
  while (band <= shareCuts.length && share >= shareCuts[band - 1]! - 1e-12) band++;
  return band;
}

/** Lower bounds of the bands of a page count. */
const countCuts = [2, 3, 4, 5, 8, 16, 32, 64];

/** Band of a page count. */
export function countBand(count: number): number {
  let band = 0;
  while (band < countCuts.length && count >= countCuts[band]!) band++;
  return band;
}

/** Band of a key's page count in a site of `size` pages; combines the bands of the share and of the count. */
export function siteBand(count: number, size: number): number {
  return shareBand(count, size) * (countCuts.length + 1) + countBand(count);
}

/**
 * Least page count whose band can change when the size of the set changes from `sizeBefore` to `size`, with copies or without. At 0 or less
 * every band can change.
 */
export function leastAffectedCount(sizeBefore: number, size: number): number {
  return Math.ceil(shareCuts[1]! * (Math.min(sizeBefore, size) - 3));
}

/** Base of the positional number that holds several bands; all bands are smaller. */
const RADIX = 256;

/**
 * Combines the bands of a key's page count for pages whose copies are not counted: one band for each number of copies (1 or 2) and each number
 * of these that have the key (0 to all). The result changes if any of these bands changes.
 * @param band returns the band of a page count in a set of pages of the given size; below 256
 */
export function bandWithoutCopies(band: (count: number, size: number) => number, count: number, size: number): number {
  let bands = 0;
  for (let copies = 1; copies <= 2; copies++)
    for (let held = 0; held <= copies; held++)
      bands = bands * RADIX + band(Math.max(0, count - held), Math.max(0, size - copies));
  return bands;
}
