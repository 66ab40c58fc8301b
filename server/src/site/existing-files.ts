import type { SiteFiles } from './site-files.ts';

/** Which files there are, beside pages; remembers who asked, so that they are notified when the answer changes. */
export class ExistingFiles {
  readonly #files: Pick<SiteFiles, 'exists'>;
  readonly #isPage: (path: string) => boolean;
  #unsaid: string[] = [];
  readonly #asked = new Map<string, { exists: boolean; askers: Set<string> }>();

  constructor(files: Pick<SiteFiles, 'exists'>, isPage: (path: string) => boolean) {
    this.#files = files;
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
    return path.split('/').includes('..') || this.#isPage(path) || this.#files.exists(path);
  }
}
