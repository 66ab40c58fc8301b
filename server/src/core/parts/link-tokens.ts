/** Tokens of links and of what is in them, by hash of the target, each with its place (see `FixedNodes`). */
export class LinkTokens {
  readonly #byTarget = new Map<number, Map<number, number>>();

  /** Adds a token; one with several places gets the least, so that the order of additions does not matter. */
  add(token: number, target: number, place: number): void {
    if (target === 0) return;
    let tokens = this.#byTarget.get(target);
    if (!tokens) {
      tokens = new Map();
      this.#byTarget.set(target, tokens);
    }
    tokens.set(token, Math.min(place, tokens.get(token) ?? place));
  }

  get isEmpty(): boolean {
    return this.#byTarget.size === 0;
  }

  /** Tokens with their places, in an order that depends on nothing else. */
  entries(): number[] {
    const all = [...this.#byTarget.values()].flatMap(tokens => [...tokens]);
    return all.sort(([a, p], [b, q]) => a - b || p - q).flat();
  }

  /**
   * Returns the tokens of links to `addresses` that a page lacks, apart from those in whose place it has another link to the same address: there
   * it has other words, and lacks no link.
   * @param held tokens that the page has
   */
  missing(addresses: Iterable<number>, held: ReadonlySet<number>): number[] {
    const lacked: number[] = [];
    for (const address of addresses) {
      const tokens = this.#byTarget.get(address);
      if (!tokens) continue;
      const taken = new Set([...tokens].flatMap(([token, place]) => (held.has(token) ? [place] : [])));
      for (const [token, place] of tokens) if (!held.has(token) && !taken.has(place)) lacked.push(token);
    }
    return lacked;
  }
}
