import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { garbageCollector } from './garbage-collector.ts';
import { limits } from './thresholds.ts';

/**
 * Collects garbage between steps of work, more often than V8 would, to keep memory low. A collection blocks the thread, so this is for
 * threads that need not answer at once.
 */
export class TidyMemory {
  /** Bytes in use from which garbage is collected. */
  #limit: number = limits.heapGrowthBytes;
  #collect: (() => void) | undefined;

  /** To be called between steps: collects garbage if memory grew too much since the last collection. */
  tidy(): void {
    if (used() >= this.#limit) this.#collectNow();
  }

  /** To be called before a long step that takes much memory. Also limits, for the rest of the process, the growth of all its heaps by V8. */
  beforeStep(): void {
    setFlagsFromString(`--heap-growing-percent=${limits.heapGrowthInStep}`);
    this.#collectNow();
  }

  #collectNow(): void {
    this.#collect ??= garbageCollector();
    this.#collect();
    const live = used();
    this.#limit = live + Math.max(limits.heapGrowthBytes, live * limits.heapGrowth);
  }
}

/** Bytes of this thread's heap and of the buffers outside of it. */
function used(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
