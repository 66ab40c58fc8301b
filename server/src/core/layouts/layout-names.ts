import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import type { PathSummary } from './path-summary.ts';
import { thresholds } from './thresholds.ts';

/** Origins of names, the strongest first: the settings, the template that the pages declare, their folder, the pattern of their file names. */
const sources = ['settings', 'declared', 'folder', 'files'] as const;

/** A name after something that the pages have in common; several layouts may want it. */
interface WantedName {
  name: string;
  source: (typeof sources)[number];
}

/** The possible names of a layout. */
export interface NameCandidates {
  /** The best name first. */
  preferred: readonly WantedName[];
  /** A name after one or two of the pages, which no other layout has. */
  fallback: string;
}

/**
 * Returns the possible names of a layout. Preferred: the name in the settings, else the file name of the template that its pages declare, else
 * the folder of most pages (`posts/*`), else the pattern of most file names (`git-*.html`). Fallback: after its pages (`pages like about.html`).
 * @param paths of its pages; at least one
 * @param configured name in the settings
 * @param declared path of the template that the pages declare
 */
export function nameCandidates(paths: PathSummary, configured: string | undefined, declared: string | undefined): NameCandidates {
  const fallback = pageName(paths);
  if (configured !== undefined) return { preferred: [{ name: configured, source: 'settings' }], fallback };
  if (declared !== undefined) return { preferred: [{ name: declared.split(/[\\/]/).pop()!, source: 'declared' }], fallback };
  const { folder, pattern } = paths;
  const preferred: WantedName[] = [];
  if (folder !== undefined) preferred.push({ name: `${folder}/*`, source: 'folder' });
  if (pattern !== undefined) preferred.push({ name: pattern, source: 'files' });
  return { preferred, fallback };
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
 * Gives each layout a unique name. Of several layouts that want the same name, it belongs to the one with the stronger source, then to the one
 * with the most pages; a folder or pattern only if that has at least twice as many pages as the next. A layout gets the first name that belongs
 * to it. Depends only on the layouts, not on their order.
 */
export class LayoutNames<Layout> {
  #holders = new Map<Layout, Holder>();
  #byName = new Map<string, Set<Layout>>();
  #owners = new Map<string, Layout>();
  #names = new Map<Layout, string>();
  /** Wanted names whose layouts changed since the last `settle`. */
  #touched = new Set<string>();

  /** The name of a layout, valid after `settle`. */
  get(layout: Layout): string {
    return this.#names.get(layout)!;
  }

  set(layout: Layout, holder: Holder): void {
    this.delete(layout);
    this.#holders.set(layout, holder);
    this.#names.set(layout, holder.candidates.fallback);
    for (const { name } of holder.candidates.preferred) {
      addTo(this.#byName, name, layout);
      this.#touched.add(name);
    }
  }

  delete(layout: Layout): void {
    for (const { name } of this.#holders.get(layout)?.candidates.preferred ?? []) {
      this.#touched.add(name);
      removeFrom(this.#byName, name, layout);
    }
    this.#holders.delete(layout);
    this.#names.delete(layout);
  }

  /** Assigns the wanted names. Returns the layouts whose names this changed. */
  settle(): Set<Layout> {
    const affected = new Set<Layout>();
    for (const name of this.#touched) {
      const layouts = this.#byName.get(name) ?? [];
      const owner = this.#owner(name, [...layouts]);
      if (owner === undefined) this.#owners.delete(name);
      else this.#owners.set(name, owner);
      for (const layout of layouts) affected.add(layout);
    }
    this.#touched.clear();
    const renamed = new Set<Layout>();
    for (const layout of affected) {
      const { preferred, fallback } = this.#holders.get(layout)!.candidates;
      const own = preferred.find(({ name }) => this.#owners.get(name) === layout)?.name ?? fallback;
      if (this.#names.get(layout) === own) continue;
      this.#names.set(layout, own);
      renamed.add(layout);
    }
    return renamed;
  }

  /** The layout that a wanted name belongs to; undefined if to none. */
  #owner(name: string, layouts: readonly Layout[]): Layout | undefined {
    const holders = layouts.map(layout => {
      const { id, size, candidates } = this.#holders.get(layout)!;
      return { layout, id, size, source: candidates.preferred.find(wanted => wanted.name === name)!.source };
    });
    const rank = ({ source }: { source: WantedName['source'] }) => sources.indexOf(source);
    const [first, second] = holders.sort((a, b) => rank(a) - rank(b) || b.size - a.size || (a.id < b.id ? -1 : 1));
    const isShared = first?.source === 'folder' || first?.source === 'files';
    return isShared && second && first.size < thresholds.folderNameFactor * second.size ? undefined : first?.layout;
  }
}
