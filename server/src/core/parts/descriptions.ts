import type { PartSlot, PartVersionSummary } from 'templens-shared/parts';
import type { Selector } from '../../html/select.ts';
import { StepBudget } from '../../html/steps.ts';
import type { PageTree } from '../../html/tree.ts';
import { lowerBound } from '../counts/lower-bound.ts';
import { matchesWithin } from './declared-elements.ts';
import type { Run } from './instances.ts';
import type { ListedPart } from './listing.ts';
import type { PartKind } from './unique-names.ts';
import type { PartVersions } from './versions.ts';

/** A name from the settings, for parts that hold an element that the selector matches, or lie in one. */
export interface ConfiguredName {
  readonly name: string;
  readonly selector: Selector;
}

/** Description of a part for people. It stays valid until the versions change or the example page is walked again. */
export interface PartDescription {
  /** Id of the page that it is made from, and the walk over that page (see `SiteParts.lastWalk`). */
  readonly example: number;
  readonly walk: object | undefined;
  readonly kind: PartKind;
  /** Names of the elements around the part, such as `body > div`. */
  readonly place: string;
  /** Indices in `PartDescriptions.configured` of the names that match. */
  readonly configured: readonly number[];
  readonly slots: PartSlot[];
  /** Summaries of the versions, made on demand. */
  versions?: PartVersionSummary[];
}

/** A part with its name and description. */
export interface NamedPart extends ListedPart {
  readonly name: string;
  /** See `UniqueName`. */
  readonly isFragment: boolean;
  readonly description: PartDescription;
}

/** Caches the descriptions of a site's parts: only those that changed are made again. */
export class PartDescriptions {
  readonly configured: readonly ConfiguredName[];
  readonly #known = new WeakMap<PartVersions, PartDescription>();
  /** By page, the elements that the selector of each configured name matches. */
  readonly #matches = new WeakMap<PageTree, readonly (readonly number[])[]>();
  /** The last argument and result of `namedParts`. */
  named: { readonly parts: readonly ListedPart[]; readonly named: readonly NamedPart[] } | undefined;

  constructor(configured: readonly ConfiguredName[] = []) {
    this.configured = configured;
  }

  /** Returns indices of the configured names whose selectors match an element in a run or around it. */
  matching({ tree, source }: { readonly tree: PageTree; readonly source: string }, run: Run): number[] {
    let matches = this.#matches.get(tree);
    if (!matches) {
      const budget = new StepBudget(tree.sourceLength);
      matches = this.configured.map(({ selector }) => matchesWithin(selector, tree, source, budget) ?? []);
      this.#matches.set(tree, matches);
    }
    return matches.flatMap((elements, index) => (holdsOrLiesIn(run, elements, tree) ? [index] : []));
  }

  /**
   * Returns the description of a part; calls `describe` if none exists or it is out of date.
   * @param versions the versions of the part, which are the key of the cache
   * @param walk see `SiteParts.lastWalk`
   */
  of(versions: PartVersions, walk: (page: number) => object | undefined, describe: () => PartDescription): PartDescription {
    let description = this.#known.get(versions);
    if (!description || walk(description.example) !== description.walk) {
      description = describe();
      this.#known.set(versions, description);
    }
    return description;
  }
}

/** True if a run holds one of the elements, or lies in one. `elements` are in document order. */
export function holdsOrLiesIn({ first, last, parent }: Run, elements: readonly number[], tree: PageTree): boolean {
  if (elements[lowerBound(elements, first)]! < tree.subtreeEnd[last]!) return true;
  for (let node = parent; node >= 0; node = tree.parent[node]!) if (elements[lowerBound(elements, node)] === node) return true;
  return false;
}
