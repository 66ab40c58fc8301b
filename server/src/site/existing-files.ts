import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** Which files there are, beside pages; remembers who asked, so that they can be told when the answer becomes another. */
export class ExistingFiles {
  readonly #root: string;
  readonly #isPage: (path: string) => boolean;
  #unsaid: string[] = [];
  readonly #asked = new Map<string, { exists: boolean; askers: Set<string> }>();

  constructor(root: string, isPage: (path: string) => boolean) {
    this.#root = root;
    this.#isPage = isPage;
  }

  /** Is there a file or folder at this path from the site's root? What lies outside of the site counts as being there. */
  ask(path: string, asker: string): boolean {
    let known = this.#asked.get(path);
    if (!known) {
      known = { exists: this.#look(path), askers: new Set() };
      this.#asked.set(path, known);
      if (!path.split('/').includes('..')) this.#unsaid.push(path);
    }
    known.askers.add(asker);
    return known.exists;
  }

  /** Paths that were asked for since the last call. */
  takeAsked(): string[] {
    const paths = this.#unsaid;
    this.#unsaid = [];
    return paths;
  }

  /** Looks again at what was asked for, or at some of it. Returns those whose answers became others. */
  refresh(paths: Iterable<string> = this.#asked.keys()): Set<string> {
    const askers = new Set<string>();
    for (const path of paths) {
      const known = this.#asked.get(path);
      if (!known) continue;
      const exists = this.#look(path);
      if (exists === known.exists) continue;
      for (const asker of known.askers) askers.add(asker);
      // They ask again, if it still concerns them.
      this.#asked.delete(path);
    }
    return askers;
  }

  #look(path: string): boolean {
    return this.#isPage(path) || fileExists(this.#root, path);
  }
}

/** Is there a file or folder at a path from the site's root? What lies outside of the site counts as being there. */
export function fileExists(root: string, path: string): boolean {
  if (path.split('/').includes('..')) return true;
  try {
    lstatSync(join(root, path));
    return true;
  } catch {
    return false;
  }
}
