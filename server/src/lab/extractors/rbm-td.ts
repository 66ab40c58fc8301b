import type { OptionsOf } from 'templens-shared/extractor-options';
import { type CountChange, keysWithChangedBand, PageCounts, type PageKeys } from '../../core/counts/page-counts.ts';
import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import type { GroupChange, GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupCounts } from '../../core/labels/group-counts.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { undecidedLabels } from '../../core/labels/undecided.ts';
import { combine53 } from '../../html/hash.ts';
import type { Subtrees } from '../features.ts';
import { inheritLabels } from './inherit.ts';

/**
 * RBM-TD (Vieira, Carvalho, Moura, Silva, Cavalcanti, Freire, *On finding templates on web collections*, World Wide Web 12(2), 2009): a
 * subtree is template if and only if an equal subtree is at the same path from the root on at least the share `share` (1) of the compared
 * pages, and on at least two.
 */
export class RbmTdExtractor implements GroupExtractor<Subtrees> {
  readonly #counts: GroupCounts;
  readonly #share: number;
  readonly #keysOf: (page: GroupPage<Subtrees>) => Int32Array;
  /** Pages by key of path and subtree, and the keys of each page. */
  readonly #subtrees = new PageCounts();
  readonly #pageKeys = new Map<number, PageKeys>();
  #change: CountChange = { raised: [], lowered: [] };

  constructor(counts: GroupCounts, { share, path }: OptionsOf<'rbm-td'>) {
    this.#counts = counts;
    this.#share = share;
    this.#keysOf = page => subtreeKeys(page, path);
  }

  added(page: GroupPage<Subtrees>): void {
    this.#pageKeys.set(page.id, this.#subtrees.replace(page.id, undefined, this.#keysOf(page), this.#change));
  }

  removing({ id }: GroupPage<Subtrees>): void {
    this.#subtrees.replace(id, this.#pageKeys.get(id), undefined, this.#change);
    this.#pageKeys.delete(id);
  }

  settle(change: GroupChange): Set<number> {
    const { size } = this.#counts.pages;
    const { sizeBefore } = change;
    const pages = new Set((size === 1) === (sizeBefore === 1) ? change.pages : this.#counts.pages.keys());
    const bands = {
      before: (count: number) => (count >= this.#bound(sizeBefore) ? 1 : 0),
      after: (count: number) => (count >= this.#bound(size) ? 1 : 0),
      resized: size !== sizeBefore,
    };
    for (const key of keysWithChangedBand(this.#subtrees, this.#change, bands))
      this.#subtrees.forEachPage(key, page => pages.add(page));
    this.#change = { raised: [], lowered: [] };
    return pages;
  }

  label({ id, tree, elements }: GroupPage<Subtrees>): NodeLabels {
    if (this.#counts.pages.size === 1) return undecidedLabels(tree);
    const ids = this.#pageKeys.get(id)!;
    const bound = this.#bound(this.#counts.pages.size);
    const label = new Uint8Array(tree.size);
    for (let node = 0; node < tree.size; ) {
      const isTemplate = ids[node]! >= 0 && this.#subtrees.count(ids[node]!) >= bound;
      const end = isTemplate ? tree.subtreeEnd[node]! : node + 1;
      if (isTemplate) label.fill(1, node, end);
      node = end;
    }
    const score = Float64Array.from(label);
    inheritLabels(tree, elements, label, score);
    return { label, score };
  }

  /** Least number of pages that must have a template subtree: the share of `pages`, but at least two if there are two. */
  #bound(pages: number): number {
    return Math.max(Math.min(2, pages), Math.ceil(pages * this.#share - countThresholds.tolerance));
  }
}

/** Keys of a page's subtrees with their paths, two lanes a node; zeros for nodes outside the node universe. `path` chooses the kind of path. */
function subtreeKeys({ tree, features }: GroupPage<Subtrees>, path: OptionsOf<'rbm-td'>['path']): Int32Array {
  const { labels, subtrees } = features.subtrees;
  const paths = new Float64Array(tree.size);
  const children = new Int32Array(tree.size);
  const keys = new Int32Array(tree.size * 2);
  for (let node = 0; node < tree.size; node++) {
    if (labels[node] === 0) continue;
    const parent = tree.parent[node]!;
    const step = path === 'labels' ? labels[node]! : parent < 0 ? 0 : children[parent]!++;
    paths[node] = combine53(parent < 0 ? 0 : paths[parent]!, step);
    const key = combine53(paths[node]!, subtrees[node]!);
    keys[node * 2] = (key % 2 ** 32) | 0;
    keys[node * 2 + 1] = (key / 2 ** 32) | 0;
  }
  return keys;
}
