import type { OptionsOf } from 'templens-shared/extractor-options';
import { type CountChange, keysWithChangedBand, PageCounts, type PageKeys } from '../../core/counts/page-counts.ts';
import { addTo, removeFrom } from '../../core/counts/sets-by-key.ts';
import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import type { GroupChange, GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupCounts } from '../../core/labels/group-counts.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { combine, hi, lo } from '../../html/hash.ts';
import { TEXT } from '../../html/tree.ts';
import { inheritLabels } from './inherit.ts';

/** Least number of pages that must use the style node of a template node: `max(2, ceil(share * pages))`. */
function repetitionBound(pages: number, share: number): number {
  return Math.max(2, Math.ceil(pages * share - countThresholds.tolerance));
}

/** Score of a node: the share of the group's pages that repeat it, rounded to one digit, so that a change of one page seldom changes others. */
function repetitionScore(repeated: number, pages: number, share: number): number {
  const rounded = repeated < 2 ? 0 : Math.round((10 * repeated) / pages) / 10;
  return repeated >= repetitionBound(pages, share) ? Math.max(0.5, rounded) : Math.min(0.4, rounded);
}

/**
 * The variant of SST with a repetition counter (Alarte, Silva, Tamarit, ACM TWEB 13(2), 2019): a node is template if and only if at least
 * `max(2, ceil(share * pages))` pages of the group use its style node; a text, if as many pages have the same text there.
 */
export class SstRepetitionExtractor implements GroupExtractor {
  #counts: GroupCounts;
  #share: number;
  /** Pages by key of element node and text, and the keys of each page. */
  #texts = new PageCounts();
  #pageTexts = new Map<number, PageKeys>();
  #textChange: CountChange = { raised: [], lowered: [] };
  /** Pages that use an element node. */
  #visitors = new Map<number, Set<number>>();
  /** By changed element node, the number of pages that used it at the last `settle`. */
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
      removeFrom(this.#visitors, element, page.id);
    }
    this.#texts.replace(page.id, this.#pageTexts.get(page.id), undefined, this.#textChange);
    this.#pageTexts.delete(page.id);
  }

  /** Returns the pages with element nodes or texts whose score changed; all pages if the number of pages changed. */
  settle(change: GroupChange): Set<number> {
    const size = this.#counts.pages.size;
    const scoreOf = (count: number) => repetitionScore(count, size, this.#share);
    const pages = new Set(size === change.sizeBefore ? change.pages : this.#counts.pages.keys());
    for (const [element, before] of this.#before) {
      const visitors = this.#visitors.get(element);
      if (visitors && scoreOf(visitors.size) !== scoreOf(before)) for (const page of visitors) pages.add(page);
    }
    for (const text of keysWithChangedBand(this.#texts, this.#textChange, { before: scoreOf, after: scoreOf, resized: false }))
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

  /** `counted` is 1 if the style tree already counts the page that is added. */
  #noteBefore(element: number, counted: 0 | 1): void {
    if (!this.#before.has(element)) this.#before.set(element, this.#counts.styles!.pages(element) - counted);
  }
}

/** Keys of a page's texts with their element nodes, two lanes a node; zeros for other nodes. */
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
