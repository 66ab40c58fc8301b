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

/** Of each file that a page links to, the node of the first link. */
type LinkingPage = ReadonlyMap<Target, number>;

/** Share of a group's pages that must link to a file before the link is one of the template. */
const TEMPLATE_SHARE = 0.9;
const FEWEST_PAGES = 5;

/** What the groups of a site link to together: a file that is not there is told once, however many templates have a link to it. */
export class SiteLinks {
  /** By file, for each group whose template has a link to it the first page by name. */
  readonly #reporters = new Map<string, Map<LinkTable, string>>();
  /** Files that were asked for: what is told of them names all their links. */
  readonly asked = new Set<string>();

  reporters(path: string): ReadonlyMap<LinkTable, string> {
    return this.#reporters.get(path) ?? none;
  }

  /** @param reporter undefined where the link is none of the group's template any more. */
  setReporter(path: string, group: LinkTable, reporter: string | undefined): void {
    const reporters = this.#reporters.get(path) ?? new Map<LinkTable, string>();
    if (reporter === undefined) reporters.delete(group);
    else reporters.set(group, reporter);
    if (reporters.size > 0) this.#reporters.set(path, reporters);
    else this.#reporters.delete(path);
  }
}

const none: ReadonlyMap<LinkTable, string> = new Map();

/** Which pages of a group link to which files. */
export class LinkTable {
  readonly #site: SiteLinks;
  readonly #targets = new Map<string, Target>();
  readonly #pages = new Map<string, LinkingPage>();
  /** Names of the pages, sorted. */
  readonly #names: string[] = [];
  readonly #reportedOn = new Map<string, Set<Target>>();
  #touched = new Set<Target>();
  #sizeBefore = 0;

  constructor(site: SiteLinks) {
    this.#site = site;
  }

  put(page: string, { paths, nodes }: LinkTargets): void {
    if (this.#pages.has(page)) this.#takeOut(page);
    else this.#names.splice(this.#placeOf(page), 0, page);
    const links = new Map<Target, number>();
    paths.forEach((path, index) => {
      let target = this.#targets.get(path);
      if (!target) {
        target = { path: detached(path), pages: 0, reporter: undefined };
        this.#targets.set(target.path, target);
      }
      paths[index] = target.path;
      target.pages++;
      this.#touched.add(target);
      links.set(target, nodes[index]!);
    });
    this.#pages.set(page, links);
  }

  delete(page: string): void {
    if (!this.#pages.has(page)) return;
    this.#takeOut(page);
    this.#pages.delete(page);
    this.#names.splice(this.#placeOf(page), 1);
  }

  #takeOut(page: string): void {
    for (const target of this.#pages.get(page)!.keys()) {
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

  /**
   * Brings the template's links up to date. Gives the pages, of any group, of which other links are to be told, or with other pages; some
   * may be gone.
   */
  settle(): Set<string> {
    const affected = new Set<string>();
    const size = this.#pages.size;
    for (const target of this.#sizeBefore === size ? this.#touched : [...this.#targets.values(), ...this.#touched]) {
      const { path, reporter: before } = target;
      const isTemplate = size >= FEWEST_PAGES && target.pages >= TEMPLATE_SHARE * size;
      // Nearly all pages have it: the first is found at once.
      target.reporter = isTemplate ? this.#names.find(name => this.#pages.get(name)!.has(target)) : undefined;
      if (target.pages === 0 && this.#targets.get(path) === target) this.#targets.delete(path);
      if (before === target.reporter && (before === undefined || !this.#site.asked.has(path))) continue;
      for (const page of this.#site.reporters(path).values()) affected.add(page);
      if (before === target.reporter) continue;
      this.#site.setReporter(path, this, target.reporter);
      if (before !== undefined) this.#reportedOn.get(before)!.delete(target);
      if (target.reporter === undefined) continue;
      affected.add(target.reporter);
      const others = this.#reportedOn.get(target.reporter);
      if (others) others.add(target);
      else this.#reportedOn.set(target.reporter, new Set([target]));
    }
    this.#touched = new Set();
    this.#sizeBefore = size;
    return affected;
  }

  /** Files that links of the group's template lead to and that this page is asked about: it is the first of the group by name; sorted. */
  reportedOn(page: string): string[] {
    return [...(this.#reportedOn.get(page) ?? [])].map(({ path }) => path).sort();
  }

  /** Is this page the first of the site, by name, that is asked about a file? */
  isToldOn(page: string, path: string): boolean {
    return [...this.#site.reporters(path).values()].every(other => page <= other);
  }

  /**
   * The pages that link to a file, by name, with the node of the first link on each, and how many pages there are: of all groups whose
   * template has the link. Whoever asks is told of later changes by `settle`.
   */
  linksTo(path: string): { found: [page: string, node: number][]; of: number } {
    this.#site.asked.add(path);
    const groups = [...this.#site.reporters(path).keys()];
    const found = groups.flatMap(group => group.#linksInGroup(path));
    return { found: found.sort(([a], [b]) => (a < b ? -1 : 1)), of: groups.reduce((sum, group) => sum + group.#pages.size, 0) };
  }

  #linksInGroup(path: string): [string, number][] {
    const target = this.#targets.get(path)!;
    return this.#names.flatMap((name): [string, number][] => {
      const node = this.#pages.get(name)!.get(target);
      return node === undefined ? [] : [[name, node]];
    });
  }
}
