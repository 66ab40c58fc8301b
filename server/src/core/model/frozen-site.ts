import { combine, hi, lo } from '../../html/hash.ts';
import { distinctKeys } from '../counts/page-counts.ts';
import type { FrozenLayouts } from '../layouts/grouping.ts';
import type { FrozenParts } from '../parts/frozen-parts.ts';
import type { ModelStore } from './store.ts';

/** A page that a frozen site was learned from. */
interface FrozenPage {
  /** Hash of its node keys in document order: two lanes. */
  readonly identity: readonly [lo: number, hi: number];
  /** Index into `FrozenSite.groups`. */
  readonly group: number;
  /** Ids of its node keys: indices into `FrozenSite.nodes`, ascending, without duplicates. */
  readonly nodes: Int32Array;
}

/** What a site says about its pages, without the pages: all that is needed to label a page that may not be in it. */
export interface FrozenSite {
  readonly pages: readonly FrozenPage[];
  /** Node keys, two lanes each, and the mean pooled score of each in steps, see `pooledLogOdds`; `noMean` for none. */
  readonly nodes: Int32Array;
  readonly nodeMeans: Int8Array;
  /** Places that are containers or have pooled scores, two lanes each; two means each: of elements, and of texts. */
  readonly places: Int32Array;
  readonly placeMeans: Int8Array;
  /** The groups of pages: id and name of the layout. */
  readonly groups: readonly { readonly template: string; readonly layout: string }[];
  /** Components are indices into `groups`. */
  readonly layouts: FrozenLayouts;
  /** Places are indices into `places`. */
  readonly parts: FrozenParts;
}

/** Stands for the mean of a key without scores. */
export const noMean = -128;

/** Hash of a page's node keys in document order: two lanes. */
export function pageIdentity(nodeKeys: Int32Array): [lo: number, hi: number] {
  let a = nodeKeys.length;
  let b = 0;
  for (let at = 0; at < nodeKeys.length; at += 2) {
    combine(a, b, nodeKeys[at]!, nodeKeys[at + 1]!);
    a = lo;
    b = hi;
  }
  return [a, b];
}

/** Gives ids new numbers from 0 on, in the order of their first use. */
class Renumbering {
  readonly #numbers = new Map<number, number>();
  readonly ids: number[] = [];

  of(id: number): number {
    let number = this.#numbers.get(id);
    if (number === undefined) {
      number = this.ids.length;
      this.#numbers.set(id, number);
      this.ids.push(id);
    }
    return number;
  }
}

/** Freezes a site as of the last `settle`. The result depends on the pages only, not on the order in which they were added. */
export function freezeSite(store: ModelStore): FrozenSite {
  const { nodes, places, pool } = store.site;
  const sorted = [...store.pages.values()].sort((a, b) => a.hash - b.hash || (a.name < b.name ? -1 : 1));
  const nodeNumbers = new Renumbering();
  const placeNumbers = new Renumbering();
  const components = new Renumbering();
  const groups: { template: string; layout: string }[] = [];
  const pages = sorted.map((page): FrozenPage => {
    const { keys } = page.nodes;
    const group = components.of(store.groups.component(page));
    if (group === groups.length) {
      const { template, layout } = store.groups.name(page);
      groups.push({ template, layout });
    }
    const numbers = Int32Array.from(distinctKeys(keys), id => nodeNumbers.of(id)).sort();
    return { identity: pageIdentity(nodes.lanes(keys)), group, nodes: numbers };
  });
  const { places: partPlaces, containers, ...parts } = store.parts.freeze();
  // Ids depend on the order of additions; numbers must not.
  const byKey = (a: number, b: number) => places.keyLo(a) - places.keyLo(b) || places.keyHi(a) - places.keyHi(b);
  const pooledPlaces = new Map<number, number>();
  pool.forEachMean('places', (key, mean) => pooledPlaces.set(key, mean));
  const usedPlaces = new Set([...containers, ...Array.from(pooledPlaces.keys(), key => key >> 1)]);
  for (const id of [...usedPlaces].sort(byKey)) placeNumbers.of(id);
  const nodeMeans = new Int8Array(nodeNumbers.ids.length).fill(noMean);
  pool.forEachMean('nodes', (key, mean) => {
    nodeMeans[nodeNumbers.of(key)] = mean;
  });
  const placeMeans = new Int8Array(placeNumbers.ids.length * 2).fill(noMean);
  for (const [key, mean] of pooledPlaces) placeMeans[placeNumbers.of(key >> 1) * 2 + (key & 1)] = mean;
  const { levels, byKey: keyed } = store.groups.freeze() ?? { levels: [], byKey: [] };
  return {
    pages,
    nodes: nodes.lanes(Int32Array.from(nodeNumbers.ids)),
    nodeMeans,
    places: places.lanes(Int32Array.from(placeNumbers.ids)),
    placeMeans,
    groups,
    layouts: {
      levels: levels.map(level => ({ ...level, components: level.components.map(component => components.of(component)) })),
      byKey: keyed.map(([key, component]): [number, number] => [key, components.of(component)]).sort((a, b) => a[0] - b[0]),
    },
    parts: {
      ...parts,
      translated: parts.translated.toSorted((a, b) => a.hash - b.hash),
      containers: containers.map(id => placeNumbers.of(id)).sort((a, b) => a - b),
      places: partPlaces
        .map(({ path, parts: ofPlace }) => ({
          path,
          parts: ofPlace
            .map(part => ({ ...part, variants: part.variants.toSorted((a, b) => a.hash - b.hash) }))
            .sort((a, b) => a.variants[0]!.hash - b.variants[0]!.hash),
        }))
        .sort((a, b) => a.path - b.path),
    },
  };
}
