import type { OptionsOf } from 'templens-shared/extractor-options';
import { type CountChange, crossed, PageCounts, type PageKeys } from '../../core/counts/page-counts.ts';
import { addTo, takeFrom } from '../../core/counts/sets-by-key.ts';
import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import type { GroupChange, GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupCounts } from '../../core/labels/group-counts.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { combine, hi, lo } from '../../html/hash.ts';
import { TEXT } from '../../html/tree.ts';
import { inheritLabels } from './inherit.ts';

/** Pages that a group of siblings must be repeated on: `max(2, ceil(share * N))`. */
function repetitionBound(pages: number, share: number): number {
  return Math.max(2, Math.ceil(pages * share - countThresholds.tolerance));
}

/** Share of the group's pages, to one digit: of template at least one half. Few changes of one page change it for others. */
function repetitionScore(repeated: number, pages: number, share: number): number {
  const rounded = repeated < 2 ? 0 : Math.round((10 * repeated) / pages) / 10;
  return repeated >= repetitionBound(pages, share) ? Math.max(0.5, rounded) : Math.min(0.4, rounded);
}

/**
 * The repetition-counter variant of SST (Alarte, Silva, Tamarit 2019): a node is template iff the style node it belongs to is used by
 * `repetitionBound` pages, and a text also iff as many pages have that text there.
 */
export class SstRepetitionExtractor implements GroupExtractor {
  #counts: GroupCounts;
  #share: number;
  /** Pages by (element node, text), and what each page holds. */
  #texts = new PageCounts();
  #pageTexts = new Map<number, PageKeys>();
  #textChange: CountChange = { raised: [], lowered: [] };
  #visitors = new Map<number, Set<number>>();
  /** Pages of the element nodes that pages came to or left, as of the last `settle`. */
  #before = new Map<number, number>();

  constructor(counts: GroupCounts, { share }: OptionsOf<'sst-repetition'>) {
    this.#counts = counts;
    this.#share = share;
  }

  added(page: GroupPage): void {
    const { tree, elements } = page;
    for (let node = 0; node < tree.size; node++) {
      const element = elements[node]!;
      if (element < 0) continue;
      this.#noteBefore(element, 1);
      addTo(this.#visitors, element, page.id);
    }
    this.#pageTexts.set(page.id, this.#texts.replace(page.id, undefined, textKeys(page), this.#textChange));
  }

  removing(page: GroupPage): void {
    for (const element of page.elements) {
      if (element < 0) continue;
      this.#noteBefore(element, 0);
      takeFrom(this.#visitors, element, page.id);
    }
    this.#texts.replace(page.id, this.#pageTexts.get(page.id), undefined, this.#textChange);
    this.#pageTexts.delete(page.id);
  }

  /** Pages of element nodes and of texts whose score moved; all, when the number of pages did. */
  settle(change: GroupChange): Set<number> {
    const size = this.#counts.pages.size;
    const scoreOf = (count: number) => repetitionScore(count, size, this.#share);
    const pages = new Set(size === change.sizeBefore ? change.pages : this.#counts.pages.keys());
    for (const [element, before] of this.#before) {
      const visitors = this.#visitors.get(element);
      if (visitors && scoreOf(visitors.size) !== scoreOf(before)) for (const page of visitors) pages.add(page);
    }
    for (const text of crossed(this.#texts, this.#textChange, { before: scoreOf, after: scoreOf, resized: false }))
      this.#texts.forEachPage(text, page => pages.add(page));
    this.#before.clear();
    this.#textChange = { raised: [], lowered: [] };
    return pages;
  }

  label(page: GroupPage): NodeLabels {
    const { tree, elements } = page;
    const size = this.#counts.pages.size;
    const texts = this.#pageTexts.get(page.id)!;
    const label = new Uint8Array(tree.size);
    const score = new Float64Array(tree.size);
    for (let node = 0; node < tree.size; node++) {
      const element = elements[node]!;
      if (element < 0) continue;
      const text = texts[node]!;
      const repeated = text < 0 ? this.#counts.styles!.pages(element) : this.#texts.count(text);
      label[node] = repeated >= repetitionBound(size, this.#share) ? 1 : 0;
      score[node] = repetitionScore(repeated, size, this.#share);
    }
    inheritLabels(tree, elements, label, score);
    return { label, score };
  }

  /** `counted`: whether the style tree's count already has the page that comes. */
  #noteBefore(element: number, counted: 0 | 1): void {
    if (!this.#before.has(element)) this.#before.set(element, this.#counts.styles!.pages(element) - counted);
  }
}

/** Keys (pairs of lanes) of the texts of a page at their element nodes; zeros for other nodes. */
function textKeys({ tree, elements, nodes }: GroupPage): Int32Array {
  const keys = new Int32Array(tree.size * 2);
  for (let node = 0; node < tree.size; node++) {
    if (elements[node]! < 0 || tree.kind[node] !== TEXT) continue;
    combine(nodes[node]!, 0, elements[node]!, 0);
    keys[node * 2] = lo;
    keys[node * 2 + 1] = hi;
  }
  return keys;
}
