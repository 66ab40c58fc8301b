import type { LabelledNode, PageLabels } from 'templens-shared/labels';
import { isLabelled } from '../../html/access.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';

/** Returns the page's line in the output of `classify`, with every labelled node in document order. */
export function pageLabels(
  page: string,
  group: { template: string; layout: string; pages: number },
  tree: PageTree,
  labels: { label: Uint8Array; score: Float64Array },
): PageLabels {
  const nodes: LabelledNode[] = [];
  for (let i = 0; i < tree.size; i++) {
    if (!isLabelled(tree, i)) continue;
    nodes.push({
      kind: tree.kind[i] === ELEMENT ? 'element' : 'text',
      start: tree.start[i]!,
      end: tree.end[i]!,
      label: labels.label[i] === 1 ? 'template' : 'content',
      // Four digits exceed the accuracy of scores, and keep lines short.
      score: Math.round(labels.score[i]! * 1e4) / 1e4,
    });
  }
  return { page, template: group.template, layout: group.layout, pages: group.pages, nodes };
}

/** Number of labelled nodes, and of template nodes among them. */
export interface LabelCount {
  readonly template: number;
  readonly labelled: number;
}

/**
 * Counts the labels of a page.
 * @param label by tree node, 1 for template
 */
export function countLabels(tree: PageTree, label: Uint8Array): LabelCount {
  let labelled = 0;
  let template = 0;
  for (let i = 0; i < tree.size; i++) {
    if (!isLabelled(tree, i)) continue;
    labelled++;
    template += label[i]!;
  }
  return { template, labelled };
}

/** Share of template nodes among the labelled nodes of several pages, 0 to 1; 0 without labelled nodes. */
export function shareOfTemplate(counts: Iterable<LabelCount>): number {
  let template = 0;
  let labelled = 0;
  for (const count of counts) {
    template += count.template;
    labelled += count.labelled;
  }
  return labelled === 0 ? 0 : template / labelled;
}

/** Share of template nodes among the labelled nodes of a page, 0 to 1. */
export function templateShare(tree: PageTree, label: Uint8Array): number {
  return shareOfTemplate([countLabels(tree, label)]);
}
