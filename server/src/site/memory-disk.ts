import type { Settings } from 'templens-shared/settings';
import { PageFilter } from './page-filter.ts';
import { type Discovery, nothingFound, type OtherFile, type PageFile, type PageFileText, type SiteDisk } from './site-disk.ts';

/** A site without a folder: its pages are texts of an editor or a program, and only the paths of its files are known. */
export class MemoryDisk implements SiteDisk {
  readonly realRoot: string;
  /** Paths of all files and folders. */
  readonly #paths: ReadonlySet<string>;

  /** @param files paths of all files. */
  constructor(root: string, files: readonly string[]) {
    this.realRoot = root;
    this.#paths = new Set(['', ...files.flatMap(withFolders)]);
  }

  filter(settings: Pick<Settings, 'include' | 'exclude' | 'gitignore'>): PageFilter {
    return new PageFilter(settings, () => undefined);
  }

  // biome-ignore lint/correctness/useYield: there are no steps.
  *search(): Generator<void, Discovery> {
    return nothingFound();
  }

  exists(path: string): boolean {
    return this.#paths.has(path);
  }

  read(): PageFileText {
    return { kind: 'missing' };
  }

  readOther(): OtherFile {
    return { text: undefined, hash: '' };
  }

  inspect(): PageFile {
    return { kind: 'missing' };
  }

  inspectHint(): PageFile {
    return { kind: 'missing' };
  }
}

/** Returns the path, and the paths of the folders around it, with and without a slash at the end. */
function withFolders(path: string): string[] {
  const steps = path.split('/').slice(0, -1);
  const folders = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  return [path, ...folders, ...folders.map(folder => `${folder}/`)];
}
