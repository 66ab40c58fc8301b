import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import type { PathSummary } from './path-summary.ts';
import { thresholds } from './thresholds.ts';

/** The possible names of a layout. */
export interface NameCandidates {
  /** A name after something that the pages have in common; several layouts may want it. */
  preferred: string | undefined;
  /** Origin of the preferred name, the strongest first: the settings, the template that the pages declare, their folder. */
  source: 'settings' | 'declared' | 'folder';
  /** A name after one of the pages, which no other layout has. */
  fallback: string;
}

/** Counts in names are rounded down to these, so that names seldom change. */
const STEPS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

/**
 * Returns the possible names of a layout. Preferred: the name in the settings, else the file name of the template that its pages declare, else
 * the folder of nearly all pages (`posts/*`). Fallback: after the page with the shortest path (`about.html and 20+ more`).
 * @param paths of its pages; at least one
 * @param configured name in the settings
 * @param declared path of the template that the pages declare
 */
export function nameCandidates(paths: PathSummary, configured: string | undefined, declared: string | undefined): NameCandidates {
  const fallback = pageName(paths);
  if (configured !== undefined) return { preferred: configured, source: 'settings', fallback };
  if (declared !== undefined) return { preferred: declared.split(/[\\/]/).pop()!, source: 'declared', fallback };
  const { folder } = paths;
  return { preferred: folder === undefined ? undefined : `${folder}/*`, source: 'folder', fallback };
}

/** A layout's name after one of its pages. */
function pageName({ topmost, size }: PathSummary): string {
  const more = size - 1;
  const step = STEPS.findLast(each => each <= more);
  return step === undefined ? topmost : `${topmost} and ${step}${more > thresholds.exactPages ? '+' : ''} more`;
}

interface Holder {
  /** Stable id of the layout. */
  id: string;
  size: number;
  candidates: NameCandidates;
}

const sources: readonly NameCandidates['source'][] = ['settings', 'declared', 'folder'];

/**
 * Gives each layout a unique name. Of several layouts that prefer the same name, the one with the stronger source gets it, then the one with
 * the most pages; a folder's name only if it has at least twice as many pages as the next. Depends only on the layouts, not on their order.
 */
export class LayoutNames<Layout> {
  #holders = new Map<Layout, Holder>();
  #byName = new Map<string, Set<Layout>>();
  #names = new Map<Layout, string>();
  /** Preferred names whose layouts changed since the last `settle`. */
  #touched = new Set<string>();

  /** The name of a layout, valid after `settle`. */
  get(layout: Layout): string {
    return this.#names.get(layout)!;
  }

  set(layout: Layout, holder: Holder): void {
    const { preferred, fallback } = holder.candidates;
    this.delete(layout);
    this.#holders.set(layout, holder);
    this.#names.set(layout, fallback);
    if (preferred === undefined) return;
    addTo(this.#byName, preferred, layout);
    this.#touched.add(preferred);
  }

  delete(layout: Layout): void {
    const name = this.#holders.get(layout)?.candidates.preferred;
    this.#holders.delete(layout);
    this.#names.delete(layout);
    if (name === undefined) return;
    this.#touched.add(name);
    removeFrom(this.#byName, name, layout);
  }

  /** Assigns the preferred names. Returns the layouts whose names this changed. */
  settle(): Set<Layout> {
    const renamed = new Set<Layout>();
    for (const name of this.#touched) {
      const owner = this.#owner(name);
      for (const layout of this.#byName.get(name) ?? []) {
        const own = layout === owner ? name : this.#holders.get(layout)!.candidates.fallback;
        if (this.#names.get(layout) === own) continue;
        this.#names.set(layout, own);
        renamed.add(layout);
      }
    }
    this.#touched.clear();
    return renamed;
  }

  /** The layout that gets a preferred name; undefined if none does. */
  #owner(name: string): Layout | undefined {
    const holders = [...(this.#byName.get(name) ?? [])].map(layout => ({ layout, ...this.#holders.get(layout)! }));
    const rank = ({ candidates }: Holder) => sources.indexOf(candidates.source);
    const [first, second] = holders.sort((a, b) => rank(a) - rank(b) || b.size - a.size || (a.id < b.id ? -1 : 1));
    if (first?.candidates.source === 'folder' && second && first.size < thresholds.folderNameFactor * second.size)
      return undefined;
    return first?.layout;
  }
}
