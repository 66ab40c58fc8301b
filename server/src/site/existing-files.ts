import { LruCache } from '../core/counts/lru-cache.ts';
import type { OtherFile } from './site-disk.ts';
import type { SiteFiles } from './site-files.ts';

const limits = {
  /** UTF-16 code units. */
  keptTexts: 1 << 22,
} as const;

/** The disk, as far as it is asked. */
type Files = Pick<SiteFiles, 'exists' | 'readOther'>;

/** What was answered about a path, and the pages that asked. */
interface Answer<Given> {
  readonly given: Given;
  readonly askers: Set<string>;
}

/**
 * Answers which paths exist in a site and what its style sheets and scripts say, and remembers which pages asked, so that these are checked
 * again when an answer changes.
 */
export class ExistingFiles {
  readonly #files: Files;
  readonly #isPage: (path: string) => boolean;
  /** Paths that `takeAsked` did not return yet. */
  #unreported: string[] = [];
  readonly #asked = new Map<string, Answer<boolean>>();
  /** The hashes of the texts that were read, as answers. */
  readonly #read = new Map<string, Answer<string>>();

  /** Pages that are checked one after the other ask for the same scripts. */
  readonly #texts = new LruCache<OtherFile>(limits.keptTexts, ({ text = '' }) => text.length + 1);

  constructor(files: Files, isPage: (path: string) => boolean) {
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
      known = { given: this.#look(path), askers: new Set() };
      this.#asked.set(path, known);
      if (!isOutside(path)) this.#unreported.push(path);
    }
    known.askers.add(asker);
    return known.given;
  }

  /** The text of a file that is no page; undefined where it cannot be had. @param asker as of `ask` */
  read(path: string, asker: string): string | undefined {
    if (!this.ask(path, asker) || isOutside(path)) return undefined;
    const { text, hash } = this.#texts.get(path) ?? this.#files.readOther(path);
    this.#texts.set(path, { text, hash });
    const known = this.#read.get(path) ?? { given: hash, askers: new Set() };
    this.#read.set(path, known);
    known.askers.add(asker);
    return text;
  }

  /** Returns the paths inside the site that were first asked for since the last call. */
  takeAsked(): string[] {
    const paths = this.#unreported;
    this.#unreported = [];
    return paths;
  }

  /** Looks again at the paths that were asked for, or only at `paths`. Returns the pages that asked for a path whose answer changed. */
  refresh(paths?: Iterable<string>): Set<string> {
    const askers = new Set<string>();
    const again = <Given>(answers: Map<string, Answer<Given>>, answer: (path: string) => Given): void => {
      for (const path of paths ?? answers.keys()) {
        const known = answers.get(path);
        if (!known || answer(path) === known.given) continue;
        for (const asker of known.askers) askers.add(asker);
        // The askers ask again if they still depend on the path.
        answers.delete(path);
      }
    };
    again(this.#asked, path => this.#look(path));
    again(this.#read, path => {
      this.#texts.delete(path);
      return this.#files.readOther(path).hash;
    });
    return askers;
  }

  /** As `ask`, without the memory. */
  #look(path: string): boolean {
    return isOutside(path) || this.#isPage(path) || this.#files.exists(path);
  }
}

function isOutside(path: string): boolean {
  return path.split('/').includes('..');
}
