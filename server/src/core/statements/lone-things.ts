/** Slots of a table that begins small. */
const FIRST_SLOTS = 8;
/** Key of a slot that is empty; no hash is below zero. */
const EMPTY = -1;

/** Things that one page alone says something about, by key (53 bits), with the page and what it says: a hash table with linear probing. */
export class LoneThings {
  #keys = new Float64Array(FIRST_SLOTS).fill(EMPTY);
  /** By slot, what is said, and the number of the page. */
  #values = new Float64Array(FIRST_SLOTS);
  #holders = new Int32Array(FIRST_SLOTS);
  #size = 0;
  /** Names of pages by number, how many things each has here, and numbers of pages that went. */
  readonly #names: string[] = [];
  readonly #things: number[] = [];
  readonly #free: number[] = [];
  #last = -1;

  /** Number of things. */
  get size(): number {
    return this.#size;
  }

  /** Adds a thing that is not there. Things of one page are mostly added one after another. */
  add(key: number, page: string, value: number): void {
    if ((this.#size + 1) * 4 > this.#keys.length * 3) this.#grow();
    if (this.#last < 0 || this.#names[this.#last] !== page) this.#last = this.#newPage(page);
    this.#things[this.#last]!++;
    this.#size++;
    this.#put(key, value, this.#last);
  }

  /** Takes a thing out, and gives its page and what that says; undefined where it is not there. */
  take(key: number): { page: string; value: number } | undefined {
    const slot = this.#find(key);
    if (slot < 0) return undefined;
    const holder = this.#holders[slot]!;
    const said = { page: this.#names[holder]!, value: this.#values[slot]! };
    if (--this.#things[holder]! === 0) {
      this.#free.push(holder);
      if (holder === this.#last) this.#last = -1;
    }
    this.#remove(slot);
    return said;
  }

  delete(key: number): void {
    this.take(key);
  }

  #newPage(page: string): number {
    const number = this.#free.pop() ?? this.#names.length;
    this.#names[number] = page;
    this.#things[number] = 0;
    return number;
  }

  #find(key: number): number {
    const mask = this.#keys.length - 1;
    for (let slot = homeOf(key) & mask; ; slot = (slot + 1) & mask) {
      if (this.#keys[slot] === key) return slot;
      if (this.#keys[slot] === EMPTY) return -1;
    }
  }

  #put(key: number, value: number, holder: number): void {
    const mask = this.#keys.length - 1;
    let slot = homeOf(key) & mask;
    while (this.#keys[slot] !== EMPTY) slot = (slot + 1) & mask;
    this.#keys[slot] = key;
    this.#values[slot] = value;
    this.#holders[slot] = holder;
  }

  #remove(slot: number): void {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let hole = slot;
    // Close the gap: move back every later key of the run that may stand there.
    for (let next = (hole + 1) & mask; keys[next] !== EMPTY; next = (next + 1) & mask) {
      const home = homeOf(keys[next]!) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      keys[hole] = keys[next]!;
      this.#values[hole] = this.#values[next]!;
      this.#holders[hole] = this.#holders[next]!;
      hole = next;
    }
    keys[hole] = EMPTY;
    this.#size--;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    const holders = this.#holders;
    this.#keys = new Float64Array(keys.length * 2).fill(EMPTY);
    this.#values = new Float64Array(keys.length * 2);
    this.#holders = new Int32Array(keys.length * 2);
    for (let slot = 0; slot < keys.length; slot++)
      if (keys[slot] !== EMPTY) this.#put(keys[slot]!, values[slot]!, holders[slot]!);
  }
}

function homeOf(key: number): number {
  return (key | 0) ^ (key / 2 ** 32);
}
