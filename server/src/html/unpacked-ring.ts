/** A ring buffer of the things that were unpacked last. Adding one to a full ring evicts the oldest. */
export class UnpackedRing<Thing> {
  readonly #ring: (Thing | undefined)[];
  readonly #onEvict: (thing: Thing) => void;
  /** Index of the oldest entry, which is replaced next. */
  #oldest = 0;

  /** @param onEvict called with a thing that is evicted, to pack it */
  constructor(capacity: number, onEvict: (thing: Thing) => void) {
    this.#ring = new Array(capacity);
    this.#onEvict = onEvict;
  }

  add(thing: Thing): void {
    const oldest = this.#ring[this.#oldest];
    if (oldest !== undefined) this.#onEvict(oldest);
    this.#ring[this.#oldest] = thing;
    this.#oldest = (this.#oldest + 1) % this.#ring.length;
  }
}
