import { step } from '../../html/steps.ts';
import type { Run } from './instances.ts';
import type { Standing, Variant } from './variant.ts';

/** Where a page has a part, or what may become one. */
export interface Instance extends Run {
  /** Language of the page. */
  readonly language: string;
  readonly path: number;
  readonly variant: Variant;
}

const SIDES = ['top', 'bottom', 'inside'] as const;
const SIDE = 3;
const LOCKED = 4;
const TRANSLATED = 8;
/** Numbers an instance: its first and last node, the node that they stand in, its side and what else is true. */
const STRIDE = 4;
/** Largest number that takes two bytes. */
const LARGEST = 0xffff;

/** Where one page has parts, or what may become some, in few bytes: in document order. */
export class PageInstances {
  readonly #language: string;
  readonly #numbers: Uint16Array | Int32Array;
  readonly #variants: readonly Variant[];

  /** @param variants one a run. */
  constructor(language: string, runs: readonly Run[], variants: readonly Variant[]) {
    this.#language = language;
    this.#variants = variants;
    let largest = 0;
    for (const { last } of runs) if (last > largest) largest = last;
    this.#numbers = new (largest > LARGEST ? Int32Array : Uint16Array)(runs.length * STRIDE);
    let at = 0;
    for (const { first, last, parent, side, locked, translated } of runs) {
      this.#numbers[at++] = first;
      this.#numbers[at++] = last;
      this.#numbers[at++] = parent;
      this.#numbers[at++] = SIDES.indexOf(side) | (locked ? LOCKED : 0) | (translated ? TRANSLATED : 0);
    }
  }

  get all(): Instance[] {
    return this.#variants.map((variant, index): Instance => {
      const at = index * STRIDE;
      const flags = this.#numbers[at + 3]!;
      return {
        first: this.#numbers[at]!,
        last: this.#numbers[at + 1]!,
        parent: this.#numbers[at + 2]!,
        side: SIDES[flags & SIDE]!,
        ...(flags & LOCKED ? { locked: true } : {}),
        ...(flags & TRANSLATED ? { translated: true } : {}),
        path: variant.path,
        language: this.#language,
        variant,
      };
    });
  }
}

/** Instances of one page by what they are counted as: their place, variant, standing and language. */
export class InstancesByKind {
  readonly #kinds = new Map<string, Instance[]>();

  constructor(instances: readonly Instance[]) {
    step(instances.length);
    for (const instance of instances) {
      const kind = kindOf(instance.path, instance.variant.hash, instance, instance.language);
      const list = this.#kinds.get(kind);
      if (list) list.push(instance);
      else this.#kinds.set(kind, [instance]);
    }
  }

  /** Takes out an instance of a kind, if one is left. */
  take(path: number, hash: number, run: Run, language: string): Instance | undefined {
    // A page that is new has none, and most are.
    return this.#kinds.size === 0 ? undefined : this.#kinds.get(kindOf(path, hash, run, language))?.pop();
  }

  /** The instances that were not taken out. */
  *rest(): Generator<Instance> {
    for (const list of this.#kinds.values()) yield* list;
  }
}

function kindOf(path: number, hash: number, run: Run, language: string): string {
  const { outside, locked } = standingOf(run);
  return `${path} ${hash} ${outside} ${locked} ${language}`;
}

/** What the part of a run counts beside it. */
export function standingOf({ side, locked = false }: Run): Standing {
  return { outside: side !== 'inside' || locked, locked };
}
