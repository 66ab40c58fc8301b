import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import { type PathShare, type PathSummary, pathNames } from './path-summary.ts';
import { limits, thresholds } from './thresholds.ts';

/** The possible names of a layout. */
export interface NameCandidates {
  /** The name in the settings or of the declared template; several layouts may want it. */
  given: { name: string; isDeclared: boolean } | undefined;
  /** Folders and patterns that most of its pages match, the best first. */
  common: readonly PathShare[];
  /** Its folders, for a name after several of them, the largest first. */
  folders: readonly PathShare[];
  /** A name after one or two of the pages, which no other layout has. */
  fallback: string;
}

/**
 * Returns the possible names of a layout. Given: the name in the settings, else the file name of the template that its pages declare. Without
 * one: the date, folder or file pattern of most pages (`YYYY/MM/*`, `posts/*`, `git-*.html`), else several folders (`posts/* and tags/*`, or
 * `posts/* and others` for fewer of the pages).
 * Fallback: after its pages (`pages like about.html`).
 * @param paths of its pages; at least one
 * @param configured name in the settings
 * @param declared path of the template that the pages declare
 */
export function nameCandidates(paths: PathSummary, configured: string | undefined, declared: string | undefined): NameCandidates {
  const fallback = pageName(paths);
  const given = configured ?? declared?.split(/[\\/]/).pop();
  if (given !== undefined)
    return { given: { name: given, isDeclared: configured === undefined }, common: [], folders: [], fallback };
  return { given: undefined, common: paths.common, folders: paths.folders, fallback };
}

/** A layout's name after its pages. */
export function pageName(paths: PathSummary): string {
  if (paths.size === 1) return paths.topmost;
  return paths.size === 2 ? paths.sorted.join(' and ') : `pages like ${paths.topmost}`;
}

interface Holder {
  /** Stable id of the layout. */
  id: string;
  size: number;
  candidates: NameCandidates;
}

/**
 * Gives each layout a unique name. Of several layouts with the same given name, it belongs to the one with the name in the settings, then to the
 * one with the most pages. A folder or pattern names a layout only if the layout has nearly all pages of the site that match it (`nameShare`).
 * Depends only on the layouts and their pages, not on their order.
 */
export class LayoutNames<Layout> {
  #holders = new Map<Layout, Holder>();
  /** Layouts by the given names, folders and patterns in their candidates. */
  #byName = new Map<string, Set<Layout>>();
  #owners = new Map<string, Layout>();
  #names = new Map<Layout, string>();
  /** Number of pages of the site by folder and pattern. */
  #pages = new Map<string, number>();
  /** Names in candidates whose layouts or numbers of pages changed since the last `settle`. */
  #touched = new Set<string>();

  /** The name of a layout, valid after `settle`. */
  get(layout: Layout): string {
    return this.#names.get(layout)!;
  }

  /** Adds a page of any layout. */
  addPage(path: string): void {
    this.#count(path, 1);
  }

  deletePage(path: string): void {
    this.#count(path, -1);
  }

  set(layout: Layout, holder: Holder): void {
    this.delete(layout);
    this.#holders.set(layout, holder);
    this.#names.set(layout, holder.candidates.fallback);
    for (const name of wanted(holder.candidates)) {
      addTo(this.#byName, name, layout);
      this.#touched.add(name);
    }
  }

  delete(layout: Layout): void {
    for (const name of wanted(this.#holders.get(layout)?.candidates)) {
      this.#touched.add(name);
      removeFrom(this.#byName, name, layout);
    }
    this.#holders.delete(layout);
    this.#names.delete(layout);
  }

  /** Assigns the names. Returns the layouts whose names this changed. */
  settle(): Set<Layout> {
    const affected = new Set<Layout>();
    for (const name of this.#touched) {
      const layouts = this.#byName.get(name) ?? [];
      const owner = this.#owner([...layouts]);
      if (owner === undefined) this.#owners.delete(name);
      else this.#owners.set(name, owner);
      for (const layout of layouts) affected.add(layout);
    }
    this.#touched.clear();
    const renamed = new Set<Layout>();
    for (const layout of affected) {
      const own = this.#nameOf(layout);
      if (this.#names.get(layout) === own) continue;
      this.#names.set(layout, own);
      renamed.add(layout);
    }
    return renamed;
  }

  #count(path: string, by: 1 | -1): void {
    for (const name of pathNames(path)) {
      const pages = (this.#pages.get(name) ?? 0) + by;
      if (pages === 0) this.#pages.delete(name);
      else this.#pages.set(name, pages);
      if (this.#byName.has(name)) this.#touched.add(name);
    }
  }

  #nameOf(layout: Layout): string {
    const { candidates, size } = this.#holders.get(layout)!;
    const { given, common, folders, fallback } = candidates;
    if (given) return this.#owners.get(given.name) === layout ? given.name : fallback;
    const own = ({ name, pages }: PathShare): boolean =>
      this.#owners.get(name) === undefined && pages >= thresholds.nameShare * this.#pages.get(name)!;
    return common.find(own)?.name ?? severalFolders(folders.filter(own), size) ?? fallback;
  }

  /** The layout that a name belongs to, of those that want it; undefined if it is no layout's given name. */
  #owner(layouts: readonly Layout[]): Layout | undefined {
    const holders = layouts
      .map(layout => ({ layout, ...this.#holders.get(layout)! }))
      .filter(({ candidates }) => candidates.given !== undefined);
    const rank = ({ candidates }: Holder): number => Number(candidates.given!.isDeclared);
    return holders.sort((a, b) => rank(a) - rank(b) || b.size - a.size || (a.id < b.id ? -1 : 1))[0]?.layout;
  }
}

/** The names that decide the name of a layout. */
function wanted(candidates: NameCandidates | undefined): string[] {
  const { given, common = [], folders = [] } = candidates ?? {};
  return [...(given ? [given.name] : []), ...new Set([...common, ...folders].map(({ name }) => name))];
}

/** A name after the largest of the folders; undefined if they have too few of the layout's pages. */
function severalFolders(folders: readonly PathShare[], size: number): string | undefined {
  const largest = folders.slice(0, limits.foldersInName);
  const pages = largest.reduce((sum, folder) => sum + folder.pages, 0);
  if (pages < thresholds.mostFolders * size) return undefined;
  const names = largest.map(({ name }) => name).sort();
  if (pages < thresholds.folderShare * size) names.push('others');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
