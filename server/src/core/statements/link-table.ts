import { detached } from '../../html/strings.ts';
import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import { Work } from '../counts/work.ts';

/** The first of some pages by name, kept while pages come and go; a page that goes and comes back at once costs nothing. */
class FirstPage {
  #first: string | undefined;

  /** A page came. */
  add(page: string): void {
    if (this.#first === undefined || page < this.#first) this.#first = page;
  }

  /**
   * The first of these, undefined of none; all that came were added. Looks at all of them if the first one went.
   * @param visited is given how many pages were looked at.
   */
  of(pages: ReadonlyMap<string, unknown> | ReadonlySet<string>, visited: (count: number) => void): string | undefined {
    if (this.#first !== undefined && !pages.has(this.#first)) {
      visited(pages.size);
      this.#first = undefined;
      for (const page of pages.keys()) this.add(page);
    }
    return this.#first;
  }
}

/** Links of a page to files of the site: paths from the site's root, and the node of the first link to each. */
export interface LinkTargets {
  readonly paths: string[];
  readonly nodes: Int32Array;
}

interface Target {
  readonly path: string;
  /** Pages that link to it from a part, with the node of the first such link. */
  readonly pages: Map<string, number>;
  readonly first: FirstPage;
  /** The page that it is reported on: the first by name, where enough pages link to it. */
  reporter: string | undefined;
  /** Somebody asked for all its links. */
  asked: boolean;
}

/** So many pages must link to a file from a shared part before the link is one of the template. */
const FEWEST_PAGES = 5;

/** Which pages link to which files from their shared parts: a file that is not there is reported once. */
export class LinkTable {
  readonly #targets = new Map<string, Target>();
  readonly #pages = new Map<string, readonly Target[]>();
  readonly #reportedOn = new Map<string, Set<Target>>();
  readonly #touched = new Set<Target>();
  readonly #work: Work;

  constructor(work = new Work()) {
    this.#work = work;
  }

  /** @param isInPart does a node of the page stand in a shared part? */
  put(page: string, { paths, nodes }: LinkTargets, isInPart: (node: number) => boolean): void {
    this.delete(page);
    const targets: Target[] = [];
    paths.forEach((path, index) => {
      if (!isInPart(nodes[index]!)) return;
      let target = this.#targets.get(path);
      if (!target) {
        target = { path: detached(path), pages: new Map(), first: new FirstPage(), reporter: undefined, asked: false };
        this.#targets.set(target.path, target);
      }
      // Equal paths of several pages become one string.
      paths[index] = target.path;
      target.pages.set(page, nodes[index]!);
      target.first.add(page);
      targets.push(target);
      this.#touched.add(target);
    });
    this.#pages.set(page, targets);
  }

  delete(page: string): void {
    for (const target of this.#pages.get(page) ?? []) {
      target.pages.delete(page);
      this.#touched.add(target);
    }
    this.#pages.delete(page);
  }

  /** Brings the template's links up to date. Returns the pages whose reported links changed; some may be gone. */
  settle(): Set<string> {
    const affected = new Set<string>();
    const visited = (count: number): void => this.#work.add(count);
    visited(this.#touched.size);
    for (const target of this.#touched) {
      const { path, pages, first, reporter: before } = target;
      if (pages.size === 0 && this.#targets.get(path) === target) this.#targets.delete(path);
      target.reporter = pages.size >= FEWEST_PAGES ? first.of(pages, visited) : undefined;
      if (before !== undefined && (before !== target.reporter || target.asked)) affected.add(before);
      if (before === target.reporter) continue;
      if (before !== undefined) removeFrom(this.#reportedOn, before, target);
      if (target.reporter === undefined) continue;
      affected.add(target.reporter);
      addTo(this.#reportedOn, target.reporter, target);
    }
    this.#touched.clear();
    return affected;
  }

  /** Files that links of the template lead to and that this page is asked about: it is the first that links to them; sorted. */
  reportedOn(page: string): string[] {
    return [...(this.#reportedOn.get(page) ?? [])].map(({ path }) => path).sort();
  }

  /** The pages that link to a file from a part, by name, with the node of the link. From then on `settle` returns later changes. */
  linksTo(path: string): [page: string, node: number][] {
    const target = this.#targets.get(path)!;
    target.asked = true;
    return [...target.pages].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
