import { addTo, removeFrom } from '../../core/counts/sets-by-key.ts';
import type { GroupChange, GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupCounts } from '../../core/labels/group-counts.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import type { Leaves } from '../features.ts';
import { type ImportanceOptions, StyleImportance } from './importance.ts';
import { inheritLabels } from './inherit.ts';

/** SST (Yi, Liu, Li, KDD 2003): a node is template if and only if its element node in the style tree is noisy. */
export class SstExtractor implements GroupExtractor<Leaves> {
  #importance: StyleImportance;
  /** Pages that use an element node. */
  #visitors = new Map<number, Set<number>>();

  constructor(counts: GroupCounts, options: ImportanceOptions) {
    this.#importance = new StyleImportance(counts.styles!, options);
  }

  added(page: GroupPage<Leaves>): void {
    this.#importance.count(page.elements, page.features.leaves, 1);
    for (const element of page.elements) if (element >= 0) addTo(this.#visitors, element, page.id);
  }

  removing(page: GroupPage<Leaves>): void {
    this.#importance.count(page.elements, page.features.leaves, -1);
    for (const element of page.elements) removeFrom(this.#visitors, element, page.id);
  }

  settle(change: GroupChange): Set<number> {
    const pages = new Set(change.pages);
    for (const element of this.#importance.settle()) for (const page of this.#visitors.get(element) ?? []) pages.add(page);
    return pages;
  }

  /** Step `clean` of the paper: noisy subtrees are template; meaningful and unseen ones are content. */
  label(page: GroupPage<Leaves>): NodeLabels {
    const { tree, elements } = page;
    const label = new Uint8Array(tree.size);
    const score = new Float64Array(tree.size);
    for (let node = 0; node < tree.size; node++) {
      const element = elements[node]!;
      if (element < 0) continue;
      const importance = this.#importance.roundedImportance(element);
      label[node] = this.#importance.isNoisy(element) ? 1 : 0;
      score[node] = label[node] ? Math.max(0.5, 1 - importance) : Math.min(0.5, 1 - importance);
    }
    inheritLabels(tree, elements, label, score);
    return { label, score };
  }
}
