/** Things of which the ones unpacked last are kept unpacked, in a ring. */
export class Unpacked<Thing> {
  readonly #ring: (Thing | undefined)[];
  readonly #forget: (thing: Thing) => void;
  #oldest = 0;

  /** @param forget called with what is to be packed. */
  constructor(capacity: number, forget: (thing: Thing) => void) {
    this.#ring = new Array(capacity);
    this.#forget = forget;
  }

  add(thing: Thing): void {
    const oldest = this.#ring[this.#oldest];
    if (oldest !== undefined) this.#forget(oldest);
    this.#ring[this.#oldest] = thing;
    this.#oldest = (this.#oldest + 1) % this.#ring.length;
  }
}
