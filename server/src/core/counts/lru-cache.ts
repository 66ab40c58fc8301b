/** The values that were asked for last, by name: while they take more than `capacity`, the one that was not asked for the longest is dropped. */
export class LruCache<Value> {
  readonly #capacity: number;
  readonly #sizeOf: (value: Value) => number;
  /** In the order of their last use. */
  readonly #values = new Map<string, Value>();
  #size = 0;

  /** @param sizeOf what a value takes of the capacity; one that takes more than all of it is not kept. */
  constructor(capacity: number, sizeOf: (value: Value) => number = () => 1) {
    this.#capacity = capacity;
    this.#sizeOf = sizeOf;
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    this.#values.delete(name);
    this.#values.set(name, value);
    return value;
  }

  set(name: string, value: Value): void {
    this.delete(name);
    this.#values.set(name, value);
    this.#size += this.#sizeOf(value);
    while (this.#size > this.#capacity) this.delete(this.#values.keys().next().value!);
  }

  delete(name: string): void {
    const value = this.#values.get(name);
    if (value === undefined) return;
    this.#values.delete(name);
    this.#size -= this.#sizeOf(value);
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }
}
