import { step } from '../../html/steps.ts';
import type { Run } from './instances.ts';
import type { InstanceFlags, Variant } from './variant.ts';

/** An instance of a part on a page. The part may be on too few pages to be shared. */
export interface Instance extends Run {
  /** Language of the page. */
  readonly language: string;
  /** 53-bit hash of the place of its part, see `Part.path`. */
  readonly path: number;
  readonly variant: Variant;
}

const SIDES = ['top', 'bottom', 'inside'] as const;
/** Bits of an instance's flags: its index in `SIDES`, and two properties. */
const FLAG = { side: 3, locked: 4, translated: 8 } as const;
/** Words of an instance: its first and last node, their parent, and its flags. */
const WORD = { first: 0, last: 1, parent: 2, flags: 3, count: 4 } as const;
const LARGEST_UINT16 = 0xffff;

/** The instances of a page in document order, stored in few bytes. */
export class PageInstances {
  readonly #language: string;
  readonly #numbers: Uint16Array | Int32Array;
  readonly #variants: readonly Variant[];

  /** @param variants the variant of each run */
  constructor(language: string, runs: readonly Run[], variants: readonly Variant[]) {
    this.#language = language;
    this.#variants = variants;
    let largest = 0;
    for (const { last } of runs) if (last > largest) largest = last;
    this.#numbers = new (largest > LARGEST_UINT16 ? Int32Array : Uint16Array)(runs.length * WORD.count);
    let at = 0;
    for (const { first, last, parent, side, locked, translated } of runs) {
      this.#numbers[at++] = first;
      this.#numbers[at++] = last;
      this.#numbers[at++] = parent;
      this.#numbers[at++] = SIDES.indexOf(side) | (locked ? FLAG.locked : 0) | (translated ? FLAG.translated : 0);
    }
  }

  /** The instances, made anew by each call. */
  get all(): Instance[] {
    return this.#variants.map((variant, index): Instance => {
      const at = index * WORD.count;
      const flags = this.#numbers[at + WORD.flags]!;
      return {
        first: this.#numbers[at + WORD.first]!,
        last: this.#numbers[at + WORD.last]!,
        parent: this.#numbers[at + WORD.parent]!,
        side: SIDES[flags & FLAG.side]!,
        ...(flags & FLAG.locked ? { locked: true } : {}),
        ...(flags & FLAG.translated ? { translated: true } : {}),
        path: variant.path,
        language: this.#language,
        variant,
      };
    });
  }
}

/** Instances of a page, grouped by the properties under which they are counted: place, variant, flags (`InstanceFlags`) and language. */
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

  /** Removes and returns an instance with these properties; undefined if none is left. */
  take(path: number, hash: number, run: Run, language: string): Instance | undefined {
    // New pages have no instances; this is the common case.
    return this.#kinds.size === 0 ? undefined : this.#kinds.get(kindOf(path, hash, run, language))?.pop();
  }

  /** Yields the instances that `take` did not remove. */
  *rest(): Generator<Instance> {
    for (const list of this.#kinds.values()) yield* list;
  }
}

/** Returns a key of the properties under which an instance is counted. */
function kindOf(path: number, hash: number, run: Run, language: string): string {
  const { outside, locked } = instanceFlags(run);
  return `${path} ${hash} ${outside} ${locked} ${language}`;
}

/** Returns the properties of a run that its part counts. */
export function instanceFlags({ side, locked = false }: Run): InstanceFlags {
  return { outside: side !== 'inside' || locked, locked };
}
