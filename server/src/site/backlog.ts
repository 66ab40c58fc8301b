import { setTimeout as sleep } from 'node:timers/promises';
import { delays, limits } from './thresholds.ts';

/** Counts, in shared memory, the events that one thread sent and another has not received yet, so that the sender can pause. */
export class Backlog {
  readonly memory: SharedArrayBuffer;
  readonly #waiting: Int32Array;

  /** @param memory the `memory` of the other thread's backlog; without it, new memory is allocated. */
  constructor(memory = new SharedArrayBuffer(4)) {
    this.memory = memory;
    this.#waiting = new Int32Array(memory);
  }

  /** To be called by the sender for each event. */
  sent(): void {
    Atomics.add(this.#waiting, 0, 1);
  }

  /** To be called by the receiver for each event. */
  received(): void {
    Atomics.sub(this.#waiting, 0, 1);
  }

  /** Resolves when at most `limits.unreceivedEvents` are unreceived, or when `isStopped` returns true. */
  async waitForRoom(isStopped: () => boolean): Promise<void> {
    while (Atomics.load(this.#waiting, 0) > limits.unreceivedEvents && !isStopped()) await sleep(delays.backlogPause);
  }
}
