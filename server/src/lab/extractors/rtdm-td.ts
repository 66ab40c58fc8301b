import type { OptionsOf } from 'templens-shared/extractor-options';
import type { GroupChange, GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { undecidedLabels } from '../../core/labels/undecided.ts';
import type { Subtrees } from '../features.ts';
import { type PageOrderedTree, pageOrderedTree } from '../tree-distance/ordered-tree.ts';
import { rtdmMapping } from '../tree-distance/rtdm.ts';
import { emptyFold, foldTemplates } from '../tree-distance/template-fold.ts';
import { inheritLabels } from './inherit.ts';
import { PageOrder } from './page-order.ts';

/**
 * RTDM-TD (Vieira and others, CIKM 2006): the template consists of the nodes of the first page of a sample that RTDM maps to all other pages
 * of the sample, and a node of a page is template if and only if RTDM maps it to a node of the template. The sample is taken by `PageOrder`.
 */
export class RtdmTdExtractor implements GroupExtractor<Subtrees> {
  readonly #sample: number;
  readonly #order = new PageOrder<GroupPage<Subtrees>>();
  #fold = emptyFold;
  /** Computed labels, by page. */
  readonly #labels = new Map<number, NodeLabels>();

  constructor({ sample }: OptionsOf<'rtdm-td'>) {
    this.#sample = sample;
  }

  added(page: GroupPage<Subtrees>): void {
    this.#order.add(page);
  }

  removing(page: GroupPage<Subtrees>): void {
    this.#order.delete(page);
    this.#labels.delete(page.id);
  }

  /** Returns all pages if the template changed, else the changed pages. */
  settle(change: GroupChange): Set<number> {
    const before = this.#fold.templates.at(-1);
    this.#fold = foldTemplates(this.#order.first(this.#sample).map(sampleTree), this.#fold);
    const alone = this.#order.size === 1;
    if (before?.ids[0] === this.#fold.templates.at(-1)?.ids[0] && alone === (change.sizeBefore === 1))
      return new Set(change.pages);
    this.#labels.clear();
    return new Set(this.#order.first(this.#order.size).map(({ id }) => id));
  }

  label(page: GroupPage<Subtrees>): NodeLabels {
    const known = this.#labels.get(page.id);
    if (known) return known;
    const { tree, elements } = page;
    if (this.#order.size === 1) return undecidedLabels(tree);
    const template = this.#fold.templates.at(-1);
    const ordered = pageOrderedTree(tree, page.features.subtrees);
    const label = new Uint8Array(tree.size);
    if (template) for (const partner of rtdmMapping(template, ordered)) if (partner >= 0) label[ordered.nodes[partner]!] = 1;
    const score = Float64Array.from(label);
    inheritLabels(tree, elements, label, score);
    const labels = { label, score };
    this.#labels.set(page.id, labels);
    return labels;
  }
}

/** Cache of the trees of sample pages, which every change needs again. */
const trees = new WeakMap<GroupPage<Subtrees>, PageOrderedTree>();

function sampleTree(page: GroupPage<Subtrees>): PageOrderedTree {
  let tree = trees.get(page);
  if (!tree) {
    tree = pageOrderedTree(page.tree, page.features.subtrees);
    trees.set(page, tree);
  }
  return tree;
}
