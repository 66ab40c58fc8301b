import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from 'templens-shared/settings';
import { discoverInSteps, inspectHint, inspectPage, pageFilter } from './discover.ts';
import { reasonOf } from './error-reason.ts';
import type { PageFilter } from './page-filter.ts';
import { readOtherFile, readPageFile } from './read-page.ts';
import {
  type Discovery,
  nothingFound,
  type OtherFile,
  type PageFile,
  type PageFileText,
  type ReadOptions,
  type SiteDisk,
} from './site-disk.ts';

/** A site's folder on disk. */
export class RealDisk implements SiteDisk {
  readonly #root: string;
  realRoot: string;

  constructor(root: string) {
    this.#root = root;
    this.realRoot = root;
  }

  filter(settings: Pick<Settings, 'include' | 'exclude' | 'gitignore'>): PageFilter {
    return pageFilter(this.#root, settings);
  }

  *search(filter: PageFilter, folders?: Iterable<string>): Generator<void, Discovery> {
    try {
      this.realRoot = realpathSync(this.#root);
      return yield* discoverInSteps(this.#root, filter, folders);
    } catch (error) {
      const message = `The site ${this.#root} cannot be read: ${reasonOf(error)}.`;
      return { ...nothingFound(), problems: [{ page: '', message }] };
    }
  }

  exists(path: string): boolean {
    return isThere(join(this.#root, path));
  }

  read(path: string, options: ReadOptions): PageFileText {
    return readPageFile(this.#root, path, this.realRoot, options);
  }

  readOther(path: string): OtherFile {
    return readOtherFile(this.#root, path, this.realRoot);
  }

  inspect(page: string): PageFile {
    return inspectPage(this.#root, page, this.realRoot);
  }

  inspectHint(page: string): PageFile {
    return inspectHint(this.#root, page, this.realRoot);
  }
}

/** True if there is anything at a path, a broken link included. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
