/** Page counts enter the default labels in bands, so that an edit relabels only the pages that hold a key whose band changed. */

/** Lower bounds of the bands of a share of the other pages. The last lies below 1: one page that drifts says nothing of the others. */
const shareCuts = [1e-9, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.96];

/** The value that stands for each band of shares: -1 where there are no other pages, else in [0,1]. */
export const shareValues: readonly number[] = [-1, 0, 0.02, 0.07, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.93, 1];

/** Band of the share of the other pages of a set that hold a key, given how many pages of the set hold it and the size of the set. */
export function shareBand(count: number, size: number): number {
  if (size <= 1) return 0;
  const share = (count - 1) / (size - 1);
  let band = 1;
  while (band <= shareCuts.length && share >= shareCuts[band - 1]! - 1e-12) band++;
  return band;
}

/** Lower bounds of the bands of a number of pages. */
const countCuts = [2, 3, 4, 5, 8, 16, 32, 64];

/** Band of a number of pages. */
export function countBand(count: number): number {
  let band = 0;
  while (band < countCuts.length && count >= countCuts[band]!) band++;
  return band;
}

/** Band of a key's count in the site: its share and its number together. */
export function siteBand(count: number, size: number): number {
  return shareBand(count, size) * (countCuts.length + 1) + countBand(count);
}

/** Counts below this have the same band, with copies or without, in sets of both sizes; 0 or less where none has. */
export function leastMoved(sizeBefore: number, size: number): number {
  return Math.ceil(shareCuts[1]! * (Math.min(sizeBefore, size) - 3));
}

/** Bands are numbered below this. */
const RADIX = 256;

/**
 * For pages that have copies: bands of a key's count without one or two of the copies, one band for each number of copies with the key.
 * `band` gives the band of a count in a set of pages of a size.
 */
export function bandWithoutCopies(band: (count: number, size: number) => number, count: number, size: number): number {
  let bands = 0;
  for (let copies = 1; copies <= 2; copies++)
    for (let held = 0; held <= copies; held++)
      bands = bands * RADIX + band(Math.max(0, count - held), Math.max(0, size - copies));
  return bands;
}
