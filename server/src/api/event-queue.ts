/** An asynchronous queue: `add` puts an event in, `for await` takes events out. Events are kept until they are taken. */
export class EventQueue<Event> implements AsyncIterableIterator<Event> {
  #events: Event[] = [];
  #consumers: { resolve(result: IteratorResult<Event>): void; reject(reason: unknown): void }[] = [];
  #end: { reason?: unknown } | undefined;
  readonly #onReturn: () => Promise<void>;

  /** @param onReturn is called when the consumer leaves the loop. */
  constructor(onReturn: () => Promise<void>) {
    this.#onReturn = onReturn;
  }

  add(event: Event): void {
    if (this.#end) return;
    const waiting = this.#consumers.shift();
    if (waiting) waiting.resolve({ done: false, value: event });
    else this.#events.push(event);
  }

  /** Ends the loop after all added events were taken. */
  end(): void {
    this.#end ??= {};
    for (const { resolve } of this.#consumers.splice(0)) resolve({ done: true, value: undefined });
  }

  /** Ends the loop with an error; events that were not taken are dropped. */
  fail(reason: unknown): void {
    if (this.#end) return;
    this.#events = [];
    const [first, ...others] = this.#consumers.splice(0);
    this.#end = first ? {} : { reason };
    first?.reject(reason);
    for (const { resolve } of others) resolve({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<Event>> {
    if (this.#events.length > 0) return Promise.resolve({ done: false, value: this.#events.shift()! });
    if (!this.#end) return new Promise((resolve, reject) => this.#consumers.push({ resolve, reject }));
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
