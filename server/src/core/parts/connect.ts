import { limits, thresholds } from './thresholds.ts';
import type { Variant } from './variant.ts';

/**
 * Divides the variants at one label path into parts: those that are alike, directly or through others, are one. Beyond 128 variants only
 * the 128 with the most pages (by powers of two, then by hash) are compared with each other. What is alike in structure and stands on pages
 * of different languages is one part, too: its words are translated.
 * @returns the number of the part of every variant, from 0, and the number of comparisons made.
 */
export function connectVariants(variants: readonly Variant[]): { parts: number[]; comparisons: number } {
  const order = variants.map((variant, at) => ({ variant, at, band: Math.floor(Math.log2(variant.pages.size)) }));
  if (variants.length > limits.comparedVariants) order.sort((a, b) => b.band - a.band || a.variant.hash - b.variant.hash);
  const sample = order.slice(0, limits.comparedVariants);
  const root = sample.map((_, at) => at);
  const find = (at: number): number => {
    while (root[at] !== at) at = root[at] = root[root[at]!]!;
    return at;
  };
  /** Variants of the sample that hold a key. */
  const holders = new Map<number, number[]>();
  let comparisons = 0;
  const overlaps = (variant: Variant): Map<number, number> => {
    const common = new Map<number, number>();
    for (const key of variant.keys) for (const other of holders.get(key) ?? []) common.set(other, (common.get(other) ?? 0) + 1);
    comparisons += common.size;
    return common;
  };
  sample.forEach(({ variant }, at) => {
    for (const [other, common] of overlaps(variant))
      if (alike(common, variant, sample[other]!.variant)) root[find(at)] = find(other);
    for (const key of variant.keys) {
      const list = holders.get(key);
      if (list) list.push(at);
      else holders.set(key, [at]);
    }
  });
  comparisons += joinTranslations(
    sample.map(({ variant }) => variant),
    find,
    root,
  );
  const parts = new Array<number>(variants.length).fill(-1);
  let next = sample.length;
  sample.forEach(({ at }, index) => {
    parts[at] = find(index);
  });
  for (const { variant, at } of order.slice(limits.comparedVariants)) {
    let best = -1;
    let most = 0;
    for (const [other, common] of overlaps(variant)) {
      const share = common / (variant.keys.length + sample[other]!.variant.keys.length - common);
      if (!alike(common, variant, sample[other]!.variant) || share < most || (share === most && other > best)) continue;
      best = other;
      most = share;
    }
    parts[at] = best < 0 ? next++ : find(best);
  }
  return { parts, comparisons };
}

/** Joins sets of variants that have no language in common and stand at the same places, or have the same tags; gives the number of comparisons. */
function joinTranslations(variants: readonly Variant[], find: (at: number) => number, root: number[]): number {
  const sets = new Map<number, { at: number; largest: Variant; languages: Set<string> }>();
  variants.forEach((variant, at) => {
    const set = sets.get(find(at)) ?? { at: find(at), largest: variant, languages: new Set() };
    sets.set(find(at), set);
    for (const language of variant.languages.keys()) set.languages.add(language);
    const { largest } = set;
    const more = variant.instances - largest.instances;
    if (more > 0 || (more === 0 && variant.hash < largest.hash)) set.largest = variant;
  });
  const all = [...sets.values()].filter(({ languages }) => !languages.has(''));
  let comparisons = 0;
  all.forEach((a, at) => {
    for (const b of all.slice(0, at)) {
      if (find(a.at) === find(b.at) || [...a.languages].some(language => b.languages.has(language))) continue;
      comparisons++;
      if (sameTags(a.largest, b.largest) || samePlaces(a.largest, b.largest)) root[find(a.at)] = find(b.at);
    }
  });
  return comparisons;
}

function sameTags(a: Variant, b: Variant): boolean {
  return a.shape === b.shape && a.keys.length >= thresholds.blockNodes;
}

function samePlaces({ places: a }: Variant, { places: b }: Variant): boolean {
  if (Math.min(a.length, b.length) < thresholds.translatedPlacesLeast) return false;
  const common = commonValues(a, b);
  return common >= thresholds.translatedPlaces * (a.length + b.length - common);
}

/** Values that two ascending arrays have in common. */
function commonValues(a: Float64Array, b: Float64Array): number {
  let common = 0;
  for (let x = 0, y = 0; x < a.length && y < b.length; ) {
    if (a[x] === b[y]) common++;
    const [left, right] = [a[x]!, b[y]!];
    if (left <= right) x++;
    if (right <= left) y++;
  }
  return common;
}

function alike(common: number, a: Variant, b: Variant): boolean {
  const small = Math.min(a.keys.length, b.keys.length);
  const large = Math.max(a.keys.length, b.keys.length);
  return common >= thresholds.commonOfSmaller * small && common >= thresholds.commonOfLarger * large;
}
