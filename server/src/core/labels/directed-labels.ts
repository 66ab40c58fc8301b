import type { PageTree } from '../../html/tree.ts';
import { decidingDirectives } from '../directives/deciding-directives.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { NodeLabels } from './node-labels.ts';

/** Applies a page's directives to its labels: a node that a directive decides gets the directive's label, and score 1 (template) or 0 (content). */
export function directedLabels(tree: PageTree, labels: NodeLabels, directives: PageDirectives): NodeLabels {
  if (directives.labels.length === 0) return labels;
  const deciding = decidingDirectives(tree, directives);
  const label = labels.label.slice();
  const score = labels.score.slice();
  for (let node = 0; node < tree.size; node++) {
    if (deciding[node]! < 0) continue;
    label[node] = directives.labels[deciding[node]!]!.label === 'template' ? 1 : 0;
    score[node] = label[node]!;
  }
  return { ...labels, label, score };
}

/**
 * Labels that rules of the setting `labels` give to the rows of a page: 1 for template, 0 for content, -1 where no rule decides.
 * @param nodes tree node of each row
 */
export function decidedRows(tree: PageTree, nodes: Int32Array, directives: PageDirectives): Int8Array {
  const deciding = decidingDirectives(tree, directives);
  return Int8Array.from(nodes, node => {
    const directive = directives.labels[deciding[node]!];
    return directive?.kind === 'rule' ? (directive.label === 'template' ? 1 : 0) : -1;
  });
}
