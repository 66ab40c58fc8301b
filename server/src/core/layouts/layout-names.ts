import { addTo, takeFrom } from '../counts/sets-by-key.ts';
import type { PathSummary } from './path-summary.ts';

/** What a layout can be called. */
export interface NameCandidates {
  /** A name that says what the pages have in common; several layouts may want it. */
  preferred: string | undefined;
  /** Where that name comes from, the strongest first: the settings, the template that the pages declare, their folder. */
  source: 'settings' | 'declared' | 'folder';
  /** After one of its pages; no other layout has it. */
  fallback: string;
}

/** Counts in names are rounded down to these, so that names seldom change. */
const STEPS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
const EXACT = 2;

/**
 * What a layout can be called: the name that the settings give it, else the file name of the template that its pages declare, else the
 * folder that nearly all are in (`posts/*`); and after the page with the shortest path: `about.html and 20+ more`.
 * @param paths of its pages; at least one
 */
export function nameCandidates(paths: PathSummary, configured: string | undefined, declared: string | undefined): NameCandidates {
  const fallback = pageName(paths);
  if (configured !== undefined) return { preferred: configured, source: 'settings', fallback };
  if (declared !== undefined) return { preferred: declared.split(/[\\/]/).pop()!, source: 'declared', fallback };
  const { folder } = paths;
  return { preferred: folder === undefined ? undefined : `${folder}/*`, source: 'folder', fallback };
}

/** A layout's name after one of its pages. */
function pageName({ first, size }: PathSummary): string {
  const more = size - 1;
  const step = STEPS.findLast(each => each <= more);
  return step === undefined ? first : `${first} and ${step}${more > EXACT ? '+' : ''} more`;
}

interface Holder {
  /** Stable id of the layout. */
  id: string;
  size: number;
  candidates: NameCandidates;
}

const sources: readonly NameCandidates['source'][] = ['settings', 'declared', 'folder'];

/**
 * Names of layouts, none of which is given twice. Of several that want a name, the one by the stronger source has it, then the one with
 * the most pages, which must be twice as many as the next one's where folders name them. A function of the layouts that are in.
 */
export class LayoutNames<Layout> {
  #holders = new Map<Layout, Holder>();
  #byName = new Map<string, Set<Layout>>();
  #names = new Map<Layout, string>();
  #touched = new Set<string>();

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
    takeFrom(this.#byName, name, layout);
  }

  /** Gives out the names that several may want; says which layouts have another name than before. */
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

  #owner(name: string): Layout | undefined {
    const holders = [...(this.#byName.get(name) ?? [])].map(layout => ({ layout, ...this.#holders.get(layout)! }));
    const rank = ({ candidates }: Holder) => sources.indexOf(candidates.source);
    const [first, second] = holders.sort((a, b) => rank(a) - rank(b) || b.size - a.size || (a.id < b.id ? -1 : 1));
    if (first?.candidates.source === 'folder' && second && first.size < 2 * second.size) return undefined;
    return first?.layout;
  }
}
