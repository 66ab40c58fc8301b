import type { LabelledNode, PageLabels } from 'templens-shared/labels';
import { isLabelled } from '../page/access.ts';
import { ELEMENT, type PageTree } from '../page/tree.ts';

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

/** Share of the page's labelled nodes that are template, in [0,1]; 0 for a page without nodes. */
export function templateShare(tree: PageTree, label: Uint8Array): number {
  let nodes = 0;
  let template = 0;
  for (let i = 0; i < tree.size; i++) {
    if (!isLabelled(tree, i)) continue;
    nodes++;
    template += label[i]!;
  }
  return nodes === 0 ? 0 : template / nodes;
}
