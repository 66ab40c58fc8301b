import { decidingDirectives } from '../page/deciding-directives.ts';
import type { NodeLabels } from '../page/node-labels.ts';
import type { PageDirectives } from '../page/page-directives.ts';
import type { PageTree } from '../page/tree.ts';

/** Labels with those that directives decide put in, at full confidence. */
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
