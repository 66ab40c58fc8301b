import { KeyTable } from '../counts/key-table.ts';
import { combine, hi, lo } from '../page/hash.ts';
import { TEXT } from '../page/tree.ts';
import type { GroupChange, GroupCounts, GroupExtractor, GroupPage, NodeLabels } from './extractor.ts';
import { inheritLabels } from './inherit.ts';

/** Pages that a group of siblings must be repeated on: `max(2, ceil(N/2))`. */
export function repetitionBound(pages: number): number {
  return Math.max(2, Math.ceil(pages / 2));
}

/**
 * The repetition-counter variant of SST (Alarte, Silva, Tamarit 2019): a node is template iff the style node it belongs to is used by
 * `repetitionBound` pages, and a text also iff as many pages have that text there.
 */
export class SstRepetitionExtractor implements GroupExtractor {
  #counts: GroupCounts;
  /** Pages by (element node, text). */
  #texts = new KeyTable();
  #visitors = new Map<number, Set<number>>();
  /** Style nodes' and texts' counts as of the last `settle`, for what changed since. */
  #touched = new Set<number>();

  constructor(counts: GroupCounts) {
    this.#counts = counts;
  }

  added(page: GroupPage): void {
    for (let node = 0; node < page.elements.length; node++) {
      const element = page.elements[node]!;
      if (element < 0) continue;
      this.#touched.add(element);
      if (page.tree.kind[node] === TEXT) {
        this.#key(page, node, element);
        this.#texts.increment(lo, hi);
      }
      const visitors = this.#visitors.get(element);
      if (visitors) visitors.add(page.id);
      else this.#visitors.set(element, new Set([page.id]));
    }
  }

  removing(page: GroupPage): void {
    for (let node = 0; node < page.elements.length; node++) {
      const element = page.elements[node]!;
      if (element < 0) continue;
      this.#touched.add(element);
      if (page.tree.kind[node] === TEXT) {
        this.#key(page, node, element);
        this.#texts.decrement(this.#texts.find(lo, hi));
      }
      const visitors = this.#visitors.get(element);
      visitors?.delete(page.id);
      if (visitors?.size === 0) this.#visitors.delete(element);
    }
  }

  /** Pages of element nodes whose own or whose text's count is within one update of the bound; all, when the bound moved. */
  settle(change: GroupChange): Set<number> {
    const bound = repetitionBound(this.#counts.pages.size);
    const pages = new Set(change.pages);
    const slack = change.pages.size;
    const candidates = bound === repetitionBound(change.sizeBefore) ? this.#touched : this.#visitors.keys();
    for (const element of candidates) {
      const visitors = this.#visitors.get(element);
      if (visitors && visitors.size >= bound - slack) for (const page of visitors) pages.add(page);
    }
    this.#touched.clear();
    return pages;
  }

  label(page: GroupPage): NodeLabels {
    const { tree, elements } = page;
    const bound = repetitionBound(this.#counts.pages.size);
    const label = new Uint8Array(tree.size);
    const score = new Float64Array(tree.size);
    for (let node = 0; node < tree.size; node++) {
      const element = elements[node]!;
      if (element < 0) continue;
      let repeated = this.#counts.styles.pages(element);
      if (tree.kind[node] === TEXT) {
        this.#key(page, node, element);
        repeated = Math.min(repeated, this.#texts.count(this.#texts.find(lo, hi)));
      }
      label[node] = repeated >= bound ? 1 : 0;
      score[node] = Math.min(1, repeated / (2 * bound));
    }
    inheritLabels(tree, elements, label, score);
    return { label, score };
  }

  #key(page: GroupPage, node: number, element: number): void {
    combine(page.nodes.ids[node]!, 0, element, 0);
  }
}
