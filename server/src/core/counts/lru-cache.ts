/** A cache of values by name. While the sum of their sizes exceeds `capacity`, it evicts the least recently used. */
export class LruCache<Value> {
  readonly #capacity: number;
  readonly #sizeOf: (value: Value) => number;
  /** In the order of last use, the least recent first. */
  readonly #values = new Map<string, Value>();
  #size = 0;

  /** @param sizeOf size of a value, in the unit of `capacity`; a value larger than the capacity is not kept. By default every value has size 1. */
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
    const size = this.#sizeOf(value);
    if (size > this.#capacity) return;
    this.#values.set(name, value);
    this.#size += size;
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
