/** Gives each path a small number, and counts the documents that have it (its support). Numbers of paths without documents are reused. */
export class PathTable {
  #ids = new Map<number, number>();
  #free: number[] = [];
  #supports = new Int32Array(1024);

  /** Number of distinct paths. */
  get size(): number {
    return this.#ids.size;
  }

  /** Adds a document with these paths; returns their numbers. */
  add(paths: Float64Array): Int32Array {
    const ids = new Int32Array(paths.length);
    for (const [i, path] of paths.entries()) {
      let id = this.#ids.get(path);
      if (id === undefined) {
        id = this.#free.pop() ?? this.#ids.size;
        this.#ids.set(path, id);
        if (id >= this.#supports.length) {
          const larger = new Int32Array(this.#supports.length * 2);
          larger.set(this.#supports);
          this.#supports = larger;
        }
        this.#supports[id] = 0;
      }
      this.#supports[id]!++;
      ids[i] = id;
    }
    return ids;
  }

  /** Removes a document with these paths; `ids` are their numbers. */
  remove(paths: Float64Array, ids: Int32Array): void {
    for (const [i, id] of ids.entries()) {
      if (--this.#supports[id]! > 0) continue;
      this.#ids.delete(paths[i]!);
      this.#free.push(id);
    }
  }

  /** Supports of the paths with these numbers. */
  supports(ids: Int32Array): Int32Array {
    return ids.map(id => this.#supports[id]!);
  }
}
