import type { LabelledNode, PageLabels } from 'templens-shared/labels';
import { isLabelled } from '../../html/access.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';

/** The page's line of `classify`: every labelled node in document order. `label` holds 1 for template, `score` the confidence in it, per tree node. */
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
      // Four digits tell more than the evidence can, and keep the lines short.
      score: Math.round(labels.score[i]! * 1e4) / 1e4,
    });
  }
  return { page, template: group.template, layout: group.layout, pages: group.pages, nodes };
}

/** Nodes that have labels, and how many of these are template. */
export interface LabelCount {
  readonly template: number;
  readonly labelled: number;
}

/** `label` holds 1 for template, per tree node. */
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

/** Share of labelled nodes that are template, in [0,1]; 0 where there are none. */
export function shareOfTemplate(counts: Iterable<LabelCount>): number {
  let template = 0;
  let labelled = 0;
  for (const count of counts) {
    template += count.template;
    labelled += count.labelled;
  }
  return labelled === 0 ? 0 : template / labelled;
}

/** The same of a page. */
export function templateShare(tree: PageTree, label: Uint8Array): number {
  return shareOfTemplate([countLabels(tree, label)]);
}
