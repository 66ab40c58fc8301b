import { foundRuns } from './found-runs.ts';
import { defaultPartOptions, type PartOptions, type Run } from './instances.ts';
import type { PageInParts } from './page-in-parts.ts';
import { instanceFlags } from './page-instances.ts';
import { isSharedPart, type Part, type PartCounts } from './part.ts';
import type { Sharing } from './sharing.ts';
import { type BlockStates, type FrozenBlock, withTranslatedBlocks } from './translated-blocks.ts';
import { areSimilar, instanceNodes, type KeyLanes, type LanesOfSite } from './variant.ts';

/** A variant of a part, see `Variant`; `pages` is the number of pages that have it. */
interface FrozenVariant {
  readonly hash: number;
  readonly keys: Float64Array;
  readonly pages: number;
}

/** The counts of a part, shared or not, and its variants. */
export interface FrozenPart extends PartCounts {
  readonly variants: readonly FrozenVariant[];
}

/** What the parts of a page outside the site are found by. */
export interface FrozenParts {
  readonly minimumPages: number;
  /** Ids of places, see `Containers`. */
  readonly containers: readonly number[];
  readonly translated: readonly FrozenBlock[];
  /** The parts of each place; `path` is that of `Part`. */
  readonly places: readonly { readonly path: number; readonly parts: readonly FrozenPart[] }[];
}

/** Returns the counts and variants of a part. */
export function frozenPart({ pages, instances, outside, locked, declared, configured, variants }: Part): FrozenPart {
  return {
    size: pages.size,
    instances,
    outside,
    locked,
    declared,
    configured,
    variants: Array.from(variants, ({ hash, keys, pages }) => ({ hash, keys, pages: pages.size })),
  };
}

/** An instance of a part on a page, with the numbers of pages that have the variant and the part, this page included. */
interface FoundInstance {
  readonly instance: Run & { readonly variant: { readonly pages: { readonly size: number } } };
  readonly part: { readonly pages: { readonly size: number } };
}

/** The variants at a place. */
class FrozenPlace {
  readonly #byHash = new Map<number, { variant: FrozenVariant; part: FrozenPart }>();
  /** Variants that have each key; made when the first unknown variant is looked up. */
  #holders: Map<number, FrozenVariant[]> | undefined;
  readonly #partOf = new Map<FrozenVariant, FrozenPart>();

  constructor(parts: readonly FrozenPart[]) {
    for (const part of parts)
      for (const variant of part.variants) {
        this.#byHash.set(variant.hash, { variant, part });
        this.#partOf.set(variant, part);
      }
  }

  known(hash: number): { variant: FrozenVariant; part: FrozenPart } | undefined {
    return this.#byHash.get(hash);
  }

  /** Returns the part of the most similar variant; undefined if none is similar. */
  similar(keys: Float64Array): FrozenPart | undefined {
    this.#holders ??= holdersOf(this.#partOf.keys());
    const common = new Map<FrozenVariant, number>();
    for (const key of keys)
      for (const variant of this.#holders.get(key) ?? []) common.set(variant, (common.get(variant) ?? 0) + 1);
    let best: FrozenVariant | undefined;
    let most = 0;
    for (const [variant, count] of common) {
      const share = count / (variant.keys.length + keys.length - count);
      if (share < most || !areSimilar(count, variant.keys.length, keys.length)) continue;
      if (share === most && best !== undefined && variant.hash > best.hash) continue;
      best = variant;
      most = share;
    }
    return best && this.#partOf.get(best);
  }
}

function holdersOf(variants: Iterable<FrozenVariant>): Map<number, FrozenVariant[]> {
  const holders = new Map<number, FrozenVariant[]>();
  for (const variant of variants)
    for (const key of variant.keys) {
      const list = holders.get(key);
      if (list) list.push(variant);
      else holders.set(key, [variant]);
    }
  return holders;
}

/** Finds the parts of a site on pages that need not be in it. Nothing changes but a lazy index. */
export class PartsOfPages {
  readonly minimumPages: number;
  readonly #options: PartOptions;
  readonly #blocks: BlockStates | undefined;
  readonly #places: ReadonlyMap<number, FrozenPlace>;

  constructor({ minimumPages, translated, places }: FrozenParts, options: PartOptions = defaultPartOptions) {
    this.minimumPages = minimumPages;
    this.#options = options;
    this.#places = new Map(places.map(({ path, parts }) => [path, new FrozenPlace(parts)]));
    if (translated.length === 0) return;
    const blocks = new Map(
      translated.map(({ hash, few, slots }) => [hash, { enough: true, few: new Set(few), slots: new Set(slots) }]),
    );
    this.#blocks = { roots: new Set(translated.map(({ rootHash }) => rootHash)), state: hash => blocks.get(hash) };
  }

  /** Returns the shared nodes of a page. @param literal those without translated blocks */
  sharing(page: PageInParts, literal: Sharing, counts: KeyLanes): Sharing {
    return this.#blocks ? withTranslatedBlocks(page, literal, counts, this.#blocks) : literal;
  }

  /**
   * Returns the instances of shared parts on a page, in document order.
   * @param isContainer true for ids of places that are containers
   * @param count returns the number of pages of the site that have a node key
   * @param own 1 if the page is not in the site, so that it counts in addition to the pages of the site, else 0
   */
  instances(
    page: PageInParts,
    sharing: Sharing,
    isContainer: (place: number) => boolean,
    counts: LanesOfSite,
    count: (key: number) => number,
    own: 0 | 1,
  ): FoundInstance[] {
    const found = foundRuns(page, sharing, isContainer, this.#options, counts).map(({ run, path, hash }) => {
      const place = this.#places.get(path);
      const known = place?.known(hash);
      const part = known?.part ?? place?.similar(instanceNodes(page, run, sharing, counts).keys);
      return { run, part: part ?? partOfNodes(page, run, sharing, count), variantPages: known?.variant.pages ?? 0 };
    });
    const added = new Map<FrozenPart, { instances: number; outside: number }>();
    for (const { run, part } of own === 0 ? [] : found) {
      const counted = added.get(part) ?? { instances: 0, outside: 0 };
      added.set(part, counted);
      counted.instances++;
      if (instanceFlags(run).outside) counted.outside++;
    }
    return found.flatMap(({ run, part, variantPages }): FoundInstance[] => {
      const size = part.size + own;
      const { instances = 0, outside = 0 } = added.get(part) ?? {};
      const counts = { ...part, size, instances: part.instances + instances, outside: part.outside + outside };
      if (!isSharedPart(counts, this.minimumPages)) return [];
      return [{ instance: { ...run, variant: { pages: { size: variantPages + own } } }, part: { pages: { size } } }];
    });
  }
}

/**
 * The part of a run that no page of the site has, though pages have its nodes: on a site of one page, nothing is shared until another page is
 * there. It is on as many pages as half of its nodes at least.
 */
function partOfNodes({ tree, keys }: PageInParts, run: Run, sharing: Sharing, count: (key: number) => number): FrozenPart {
  const pages: number[] = [];
  for (let node = run.first; node < tree.subtreeEnd[run.last]!; node++)
    if (sharing.informative[node] === 2) pages.push(count(keys[node]!));
  pages.sort((a, b) => a - b);
  const size = pages[pages.length >> 1] ?? 0;
  const outside = instanceFlags(run).outside ? size : 0;
  return { size, instances: size, outside, locked: 0, declared: undefined, configured: undefined, variants: [] };
}
