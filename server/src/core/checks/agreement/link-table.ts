import { detached } from '../../page/strings.ts';

/** Links of a page to files of the site: paths from the site's root, and the node of the first link to each. */
export interface LinkTargets {
  /** Equal paths of several pages become one string in a `LinkTable`. */
  readonly paths: string[];
  readonly nodes: Int32Array;
}

interface Target {
  readonly path: string;
  /** Pages that link to it. */
  pages: number;
  /** The page that it is reported on: the first by name. */
  reporter: string | undefined;
}

interface LinkingPage {
  readonly targets: readonly Target[];
  readonly nodes: Int32Array;
}

/** Share of a group's pages that must link to a file before the link is one of the template. */
const TEMPLATE_SHARE = 0.9;
const FEWEST_PAGES = 5;

/** Which pages of a group link to which files. */
export class LinkTable {
  readonly #targets = new Map<string, Target>();
  readonly #pages = new Map<string, LinkingPage>();
  /** Names of the pages, sorted. */
  readonly #names: string[] = [];
  readonly #reportedOn = new Map<string, Set<Target>>();
  readonly #asked = new Set<string>();
  #touched = new Set<Target>();
  #sizeBefore = 0;

  put(page: string, { paths, nodes }: LinkTargets): void {
    if (this.#pages.has(page)) this.#takeOut(page);
    else this.#names.splice(this.#placeOf(page), 0, page);
    const targets = paths.map((path, index) => {
      let target = this.#targets.get(path);
      if (!target) {
        target = { path: detached(path), pages: 0, reporter: undefined };
        this.#targets.set(target.path, target);
      }
      paths[index] = target.path;
      target.pages++;
      this.#touched.add(target);
      return target;
    });
    this.#pages.set(page, { targets, nodes });
  }

  delete(page: string): void {
    if (!this.#pages.has(page)) return;
    this.#takeOut(page);
    this.#pages.delete(page);
    this.#names.splice(this.#placeOf(page), 1);
  }

  #takeOut(page: string): void {
    for (const target of this.#pages.get(page)!.targets) {
      target.pages--;
      this.#touched.add(target);
    }
  }

  /** Index of a name among the sorted ones. */
  #placeOf(name: string): number {
    let low = 0;
    let high = this.#names.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#names[middle]! < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Brings the template's links up to date. Gives the pages of which other links are to be reported, or that are named differently. */
  settle(): Set<string> {
    const affected = new Set<string>();
    const size = this.#pages.size;
    for (const target of this.#sizeBefore === size ? this.#touched : [...this.#targets.values(), ...this.#touched]) {
      const before = target.reporter;
      const isTemplate = size >= FEWEST_PAGES && target.pages >= TEMPLATE_SHARE * size;
      // Nearly all pages have it: the first is found at once.
      target.reporter = isTemplate ? this.#names.find(name => this.#pages.get(name)!.targets.includes(target)) : undefined;
      if (target.pages === 0 && this.#targets.get(target.path) === target) this.#targets.delete(target.path);
      if (before === target.reporter) {
        if (before !== undefined && this.#asked.has(target.path)) affected.add(before);
        continue;
      }
      for (const page of [before, target.reporter]) if (page !== undefined) affected.add(page);
      if (before !== undefined) this.#reportedOn.get(before)!.delete(target);
      if (target.reporter !== undefined) {
        const others = this.#reportedOn.get(target.reporter);
        if (others) others.add(target);
        else this.#reportedOn.set(target.reporter, new Set([target]));
      }
    }
    this.#touched = new Set();
    this.#sizeBefore = size;
    return affected;
  }

  /** Files that links of the template lead to and that are to be reported on this page; sorted. */
  reportedOn(page: string): string[] {
    return [...(this.#reportedOn.get(page) ?? [])].map(({ path }) => path).sort();
  }

  /** Pages that link to a file, by name, and the node of the first link on each. Whoever asks is told of later changes by `settle`. */
  linksTo(path: string): [page: string, node: number][] {
    this.#asked.add(path);
    const target = this.#targets.get(path)!;
    return this.#names.flatMap((name): [string, number][] => {
      const { targets, nodes } = this.#pages.get(name)!;
      const at = targets.indexOf(target);
      return at < 0 ? [] : [[name, nodes[at]!]];
    });
  }
}
