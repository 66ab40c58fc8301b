import type { SiteFiles } from './site-files.ts';

/** Answers which paths exist in a site, and remembers which pages asked, so that these are checked again when an answer changes. */
export class ExistingFiles {
  readonly #files: Pick<SiteFiles, 'exists'>;
  readonly #isPage: (path: string) => boolean;
  /** Paths that `takeAsked` did not return yet. */
  #unreported: string[] = [];
  readonly #asked = new Map<string, { exists: boolean; askers: Set<string> }>();

  constructor(files: Pick<SiteFiles, 'exists'>, isPage: (path: string) => boolean) {
    this.#files = files;
    this.#isPage = isPage;
  }

  /**
   * True if there is a file or folder at this path from the site's root. Paths outside of the site count as existing.
   * @param asker the page whose findings depend on the answer.
   */
  ask(path: string, asker: string): boolean {
    let known = this.#asked.get(path);
    if (!known) {
      known = { exists: this.#look(path), askers: new Set() };
      this.#asked.set(path, known);
      if (!path.split('/').includes('..')) this.#unreported.push(path);
    }
    known.askers.add(asker);
    return known.exists;
  }

  /** Returns the paths inside the site that were first asked for since the last call. */
  takeAsked(): string[] {
    const paths = this.#unreported;
    this.#unreported = [];
    return paths;
  }

  /** Looks again at the paths that were asked for, or only at `paths`. Returns the pages that asked for a path whose answer changed. */
  refresh(paths: Iterable<string> = this.#asked.keys()): Set<string> {
    const askers = new Set<string>();
    for (const path of paths) {
      const known = this.#asked.get(path);
      if (!known) continue;
      const exists = this.#look(path);
      if (exists === known.exists) continue;
      for (const asker of known.askers) askers.add(asker);
      // The askers ask again if they still depend on the path.
      this.#asked.delete(path);
    }
    return askers;
  }

  /** As `ask`, without the memory. */
  #look(path: string): boolean {
    return path.split('/').includes('..') || this.#isPage(path) || this.#files.exists(path);
  }
}
