import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { garbageCollector } from './garbage-collector.ts';

/** Memory may grow by so much, or such a share, before what is no longer needed is looked for. */
const LEAST_GROWTH = 64 * 2 ** 20;
const GROWTH = 0.12;
/** The same, in percent, for V8 while a step is under way. */
const GROWTH_IN_STEP = 25;

/**
 * Keeps garbage small in a thread that nobody waits for: all else waits while it is collected. Left to itself, V8 lets the heap and the
 * arrays beside it grow by much more.
 */
export class TidyMemory {
  #limit = LEAST_GROWTH;
  #collect: (() => void) | undefined;

  /** To be called between steps: collects garbage when this thread holds more than after the last collection by as much as it may. */
  tidy(): void {
    if (used() >= this.#limit) this.#collectNow();
  }

  /** To be called before a step that takes long and much memory. From then on V8 lets no heap of the process grow by much, either. */
  beforeStep(): void {
    setFlagsFromString(`--heap-growing-percent=${GROWTH_IN_STEP}`);
    this.#collectNow();
  }

  #collectNow(): void {
    this.#collect ??= garbageCollector();
    this.#collect();
    const left = used();
    this.#limit = left + Math.max(LEAST_GROWTH, left * GROWTH);
  }
}

function used(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
