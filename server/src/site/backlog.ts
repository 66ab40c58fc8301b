import { setTimeout as sleep } from 'node:timers/promises';

/** Most events that may wait to be heard: each of a page's labels takes 100 KB. */
const MOST_WAITING = 50;
/** How often the thread that waits looks, in milliseconds. */
const PAUSE = 2;

/** Counts the events that one thread sends to another and the other has not heard yet, so that they do not pile up. */
export class Backlog {
  readonly memory: SharedArrayBuffer;
  readonly #waiting: Int32Array;

  /** With the memory of another backlog, that of its thread. */
  constructor(memory = new SharedArrayBuffer(4)) {
    this.memory = memory;
    this.#waiting = new Int32Array(memory);
  }

  sent(): void {
    Atomics.add(this.#waiting, 0, 1);
  }

  heard(): void {
    Atomics.sub(this.#waiting, 0, 1);
  }

  /** Resolves when few enough events wait, or when `isStopped`. */
  async room(isStopped: () => boolean): Promise<void> {
    while (Atomics.load(this.#waiting, 0) > MOST_WAITING && !isStopped()) await sleep(PAUSE);
  }
}
