import { closeSync, createReadStream, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from './lines.ts';
import { limits } from './thresholds.ts';

/** Sorts any number of lines by their UTF-16 code units in bounded memory: an external merge sort with files in a folder. */
export class SortedRuns {
  readonly #folder: string;
  readonly #most: number;
  #lines: string[] = [];
  #length = 0;
  #runs: string[] = [];

  /** @param most UTF-16 code units that are sorted in memory */
  constructor(folder: string, most: number = limits.runLength) {
    this.#folder = folder;
    this.#most = most;
  }

  /** @param line without line feed */
  add(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length > this.#most) this.#spill();
  }

  /** The lines in order; to be called once. */
  async *sorted(): AsyncGenerator<string> {
    this.#lines.sort();
    if (this.#runs.length === 0) {
      yield* this.#lines;
      return;
    }
    this.#spill();
    const readers = this.#runs.map(run => linesOf(createReadStream(run), limits.lineBytes));
    const heads: { line: string; reader: AsyncGenerator<{ line: string }> }[] = [];
    for (const reader of readers) {
      const { value } = await reader.next();
      if (value) heads.push({ line: (value as { line: string }).line, reader });
    }
    while (heads.length > 0) {
      let least = 0;
      for (let at = 1; at < heads.length; at++) if (heads[at]!.line < heads[least]!.line) least = at;
      const head = heads[least]!;
      yield head.line;
      const { value, done } = await head.reader.next();
      if (done) heads.splice(least, 1);
      else head.line = value.line;
    }
  }

  /** Removes the files. */
  close(): void {
    for (const run of this.#runs) rmSync(run, { force: true });
  }

  #spill(): void {
    if (this.#lines.length === 0) return;
    const path = join(this.#folder, `run-${this.#runs.length}`);
    this.#lines.sort();
    this.#runs.push(path);
    const file = openSync(path, 'w');
    try {
      for (let at = 0; at < this.#lines.length; at += 1000)
        writeAll(
          file,
          this.#lines
            .slice(at, at + 1000)
            .map(line => `${line}\n`)
            .join(''),
        );
    } finally {
      closeSync(file);
    }
    this.#lines = [];
    this.#length = 0;
  }
}

/** Writes all of a text or of some bytes; `writeSync` may write less. */
export function writeAll(file: number, data: string | Uint8Array): void {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
