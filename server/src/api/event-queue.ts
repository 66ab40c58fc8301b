/** Events between one who adds them and one who loops over them; those that nobody takes yet are kept. */
export class EventQueue<Event> implements AsyncIterableIterator<Event> {
  #events: Event[] = [];
  #waiting: { resolve(result: IteratorResult<Event>): void; reject(reason: unknown): void }[] = [];
  #end: { reason?: unknown } | undefined;
  readonly #onReturn: () => Promise<void>;

  /** `onReturn` is called when the loop is left. */
  constructor(onReturn: () => Promise<void>) {
    this.#onReturn = onReturn;
  }

  add(event: Event): void {
    if (this.#end) return;
    const waiting = this.#waiting.shift();
    if (waiting) waiting.resolve({ done: false, value: event });
    else this.#events.push(event);
  }

  /** Ends the loop after the events that were added. */
  end(): void {
    this.#end ??= {};
    for (const { resolve } of this.#waiting.splice(0)) resolve({ done: true, value: undefined });
  }

  /** Ends the loop with an error; events that nobody took are dropped. */
  fail(reason: unknown): void {
    if (this.#end) return;
    this.#events = [];
    const [first, ...others] = this.#waiting.splice(0);
    this.#end = first ? {} : { reason };
    first?.reject(reason);
    for (const { resolve } of others) resolve({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<Event>> {
    if (this.#events.length > 0) return Promise.resolve({ done: false, value: this.#events.shift()! });
    if (!this.#end) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    const end = this.#end;
    this.#end = {};
    return 'reason' in end ? Promise.reject(end.reason) : Promise.resolve({ done: true, value: undefined });
  }

  async return(): Promise<IteratorResult<Event>> {
    this.end();
    this.#events = [];
    await this.#onReturn();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
