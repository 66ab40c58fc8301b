import { LayoutSample } from './default-sample.ts';
import type { FrozenLayouts } from './grouping.ts';
import { marksOf, unitingKeys } from './layout-marks.ts';

/** Assigns layouts to the components of a frozen grouping. */
export class LayoutsOfPages {
  readonly #levels: readonly { sample: LayoutSample; components: readonly number[] }[];
  readonly #byKey: ReadonlyMap<number, number>;

  constructor({ levels, byKey }: FrozenLayouts) {
    this.#levels = levels.map(({ sets, pages, cut, components }) => ({
      sample: new LayoutSample(sets, pages, cut.height, { moves: false, rises: false }, cut),
      components,
    }));
    this.#byKey = new Map(byKey);
  }

  /** Returns the component of a layout set; -1 if it fits none. */
  component(set: Float64Array): number {
    for (const { sample, components } of this.#levels) {
      const cluster = sample.assign(set);
      if (cluster >= 0) return components[cluster]!;
    }
    const [key] = unitingKeys(marksOf(set));
    return key === undefined ? -1 : (this.#byKey.get(key) ?? -1);
  }
}
