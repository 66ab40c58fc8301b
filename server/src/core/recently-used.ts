/** The values that were asked for last, by name: of more than `capacity` the one that was not asked for the longest is dropped. */
export class RecentlyUsed<Value> {
  readonly #capacity: number;
  /** In the order of their last use. */
  readonly #values = new Map<string, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    this.#values.delete(name);
    this.#values.set(name, value);
    return value;
  }

  set(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    if (this.#values.size > this.#capacity) this.#values.delete(this.#values.keys().next().value!);
  }

  delete(name: string): void {
    this.#values.delete(name);
  }
}
