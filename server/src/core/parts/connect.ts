import { limits, thresholds } from './thresholds.ts';
import { areSimilar, type Variant } from './variant.ts';

/**
 * Divides the variants at one label path into parts: connected components of similar variants, by union-find. Variants of different languages
 * with the same structure are translations, and belong to one part, too. Only `limits.comparedVariants` variants, those with the most pages,
 * are compared with each other; page counts are rounded to powers of two, so that edits seldom change the choice.
 * @returns `parts`: for each variant, a number that is equal for variants of one part; `comparisons`: the number of comparisons made
 */
export function connectVariants(variants: readonly Variant[]): { parts: number[]; comparisons: number } {
  const ordered = variants.map((variant, at) => ({ variant, at, band: Math.floor(Math.log2(variant.pages.size)) }));
  if (variants.length > limits.comparedVariants) ordered.sort((a, b) => b.band - a.band || a.variant.hash - b.variant.hash);
  const sample = ordered.slice(0, limits.comparedVariants);
  const root = sample.map((_, at) => at);
  const find = (at: number): number => {
    while (root[at] !== at) at = root[at] = root[root[at]!]!;
    return at;
  };
  /** Indices of the variants of the sample that have each key. */
  const holders = new Map<number, number[]>();
  let comparisons = 0;
  /** Number of common keys with each variant of the sample that has some. */
  const overlaps = (variant: Variant): Map<number, number> => {
    const common = new Map<number, number>();
    for (const key of variant.keys) for (const other of holders.get(key) ?? []) common.set(other, (common.get(other) ?? 0) + 1);
    comparisons += common.size;
    return common;
  };
  sample.forEach(({ variant }, at) => {
    for (const [other, common] of overlaps(variant))
      if (areSimilar(common, variant.keys.length, sample[other]!.variant.keys.length)) root[find(at)] = find(other);
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
  for (const { variant, at } of ordered.slice(limits.comparedVariants)) {
    let best = -1;
    let most = 0;
    for (const [other, common] of overlaps(variant)) {
      const share = common / (variant.keys.length + sample[other]!.variant.keys.length - common);
      if (
        !areSimilar(common, variant.keys.length, sample[other]!.variant.keys.length) ||
        share < most ||
        (share === most && other > best)
      )
        continue;
      best = other;
      most = share;
    }
    parts[at] = best < 0 ? next++ : find(best);
  }
  return { parts, comparisons };
}

/**
 * Joins sets of variants without a common language whose largest variants have the same tags or nearly the same places. Returns the number of
 * comparisons.
 */
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
      if (haveSameTags(a.largest, b.largest) || haveSamePlaces(a.largest, b.largest)) root[find(a.at)] = find(b.at);
    }
  });
  return comparisons;
}

/** True if the nodes of two variants have the same sequence of label paths. */
function haveSameTags(a: Variant, b: Variant): boolean {
  return a.shape === b.shape && a.keys.length >= thresholds.blockNodes;
}

/** True if the fixed nodes of two variants are at nearly the same places. */
function haveSamePlaces({ places: a }: Variant, { places: b }: Variant): boolean {
  if (Math.min(a.length, b.length) < thresholds.translatedPlacesLeast) return false;
  const common = commonValues(a, b);
  return common >= thresholds.translatedPlaces * (a.length + b.length - common);
}

/** Number of values that two ascending arrays have in common. */
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
