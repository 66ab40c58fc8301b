import type { OptionsOf } from 'templens-shared/extractor-options';
import { keysWithChangedBand } from '../../core/counts/page-counts.ts';
import { isInUniverse } from '../../core/keys/style-sequence.ts';
import type { GroupChange, GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupCounts } from '../../core/labels/group-counts.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { nameId } from '../../html/names.ts';
import { ELEMENT, TEXT } from '../../html/tree.ts';
import { inheritLabels } from './inherit.ts';

const roots = new Set(
  ['div', 'table', 'ul', 'ol', 'dl', 'nav', 'header', 'footer', 'aside', 'section', 'article', 'main', 'form'].map(nameId),
);

/**
 * IWPTD (Wang, Fang, Cheng, Guo, Xu, WWW 2008): a subtree whose root is a block such as `div` or `table` is template if and only if more than
 * the share `ratio` (0.7) of its text, by length, occurs at the same label path on at least `pages` (5) pages of the group. A change relabels few
 * pages: those that changed, and those with a text whose number of pages passed this bound.
 */
export class IwptdExtractor implements GroupExtractor {
  #counts: GroupCounts;
  #options: OptionsOf<'iwptd'>;

  constructor(counts: GroupCounts, options: OptionsOf<'iwptd'>) {
    this.#counts = counts;
    this.#options = options;
  }

  added(): void {}
  removing(): void {}

  settle(change: GroupChange): Set<number> {
    const pages = new Set(change.pages);
    if (change.all) return new Set(this.#counts.pages.keys());
    const { nodes, site } = this.#counts;
    const band = (count: number) => (count >= this.#options.pages ? 1 : 0);
    for (const id of keysWithChangedBand(nodes, change.nodes, { before: band, after: band, resized: false }))
      site.nodes.forEachPage(id, page => pages.add(page));
    return pages;
  }

  label(page: GroupPage): NodeLabels {
    const { tree, elements, nodes } = page;
    // Shares as thousandths, so that they are compared as integers.
    const least = Math.round(this.#options.ratio * 1000);
    const label = new Uint8Array(tree.size);
    const score = new Float64Array(tree.size);
    // Prefix sums over the nodes of all text lengths, and of those of repeated texts: a subtree's sum is a difference.
    const all = new Float64Array(tree.size + 1);
    const shared = new Float64Array(tree.size + 1);
    for (let node = 0; node < tree.size; node++) {
      const isText = tree.kind[node] === TEXT && isInUniverse(tree, node);
      const length = isText ? tree.textLength[node]! : 0;
      const isShared = isText && this.#counts.nodes.count(nodes[node]!) >= this.#options.pages;
      all[node + 1] = all[node]! + length;
      shared[node + 1] = shared[node]! + (isShared ? length : 0);
    }
    for (let node = 0; node < tree.size; node++) {
      const parent = tree.parent[node]!;
      if (parent >= 0 && label[parent]) {
        label[node] = 1;
        score[node] = score[parent]!;
        continue;
      }
      const end = tree.subtreeEnd[node]!;
      const length = all[end]! - all[node]!;
      const template = shared[end]! - shared[node]!;
      const ratio = length === 0 ? 0 : template / length;
      const isRoot = tree.kind[node] === ELEMENT && roots.has(tree.name[node]!);
      label[node] = isRoot && 1000 * template > least * length ? 1 : 0;
      score[node] = label[node] ? ratio : Math.min(0.5, ratio);
    }
    inheritLabels(tree, elements, label, score);
    return { label, score };
  }
}
