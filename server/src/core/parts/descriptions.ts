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

/** A name from the settings, for parts in or around elements that a selector matches. */
export interface ConfiguredName {
  readonly name: string;
  readonly selector: Selector;
}

/** What holds of a part as long as its versions do, and its example page is not walked again. */
export interface PartDescription {
  /** The page that it is made from, and the walk over it (see `SiteParts.walk`). */
  readonly example: number;
  readonly walk: object | undefined;
  readonly kind: PartKind;
  readonly place: string;
  /** Indices of the configured names that match. */
  readonly configured: readonly number[];
  readonly slots: PartSlot[];
  /** Made when first asked for. */
  versions?: PartVersionSummary[];
}

/** A part with its name and what it is described by. */
export interface NamedPart extends ListedPart {
  readonly name: string;
  readonly description: PartDescription;
}

/** The descriptions of a site's parts, so that only those are made again that changed. */
export class PartDescriptions {
  readonly configured: readonly ConfiguredName[];
  readonly #known = new WeakMap<PartVersions, PartDescription>();
  /** The elements that each configured name's selector matches, by page. */
  readonly #matches = new WeakMap<PageTree, readonly (readonly number[])[]>();
  /** What `namedParts` gave last, and of which list. */
  named: { readonly parts: readonly ListedPart[]; readonly named: readonly NamedPart[] } | undefined;

  constructor(configured: readonly ConfiguredName[] = []) {
    this.configured = configured;
  }

  /** Indices of the configured names whose selectors match an element in a run, or one that the run lies in. */
  matching({ tree, source }: { readonly tree: PageTree; readonly source: string }, run: Run): number[] {
    let matches = this.#matches.get(tree);
    if (!matches) {
      const budget = new StepBudget(tree.sourceLength);
      matches = this.configured.map(({ selector }) => matchesWithin(selector, tree, source, budget) ?? []);
      this.#matches.set(tree, matches);
    }
    return matches.flatMap((elements, index) => (holdsOrLiesIn(run, elements, tree) ? [index] : []));
  }

  of(versions: PartVersions, walk: (page: number) => object | undefined, describe: () => PartDescription): PartDescription {
    let description = this.#known.get(versions);
    if (!description || walk(description.example) !== description.walk) {
      description = describe();
      this.#known.set(versions, description);
    }
    return description;
  }
}

/** Does a run hold one of some elements, in document order, or lie in one? */
export function holdsOrLiesIn({ first, last, parent }: Run, elements: readonly number[], tree: PageTree): boolean {
  if (elements[lowerBound(elements, first)]! < tree.subtreeEnd[last]!) return true;
  for (let node = parent; node >= 0; node = tree.parent[node]!) if (elements[lowerBound(elements, node)] === node) return true;
  return false;
}
