import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeAll } from './sorted-runs.ts';

/** A file that appears under its name when it is whole, or not at all. */
export class WholeFile {
  readonly #draft: string;
  readonly #path: string;
  readonly #file: number;
  #open = true;

  /** @param draft path for the unfinished file, on the same file system */
  constructor(path: string, draft = `${path}.draft`) {
    this.#path = path;
    this.#draft = draft;
    this.#file = openSync(draft, 'w');
  }

  write(data: string | Uint8Array): void {
    writeAll(this.#file, data);
  }

  /** Gives the file its name. Rejects with the error of the system. */
  async finish(): Promise<void> {
    fsyncSync(this.#file);
    this.#close();
    renameSync(this.#draft, this.#path);
    await syncFolder(dirname(this.#path));
  }

  /** Removes the unfinished file; does nothing after `finish`. */
  discard(): void {
    if (!this.#open) return;
    this.#close();
    rmSync(this.#draft, { force: true });
  }

  #close(): void {
    this.#open = false;
    closeSync(this.#file);
  }
}

/** Writes a value as JSON, as a whole. */
export async function replaceJson(path: string, value: unknown): Promise<void> {
  const file = new WholeFile(path);
  try {
    file.write(`${JSON.stringify(value)}\n`);
    await file.finish();
  } finally {
    file.discard();
  }
}

/** Makes a new name in a folder survive a loss of power, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows cannot open folders.
  }
}
