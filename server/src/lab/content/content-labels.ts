import type { NodeLabels } from '../../core/labels/node-labels.ts';
import type { PageTree } from '../../html/tree.ts';
import type { TokenRange } from './body-text.ts';
import type { PageTokens } from './tokens.ts';

/**
 * Labels all nodes of a page from labels of its texts: an element is content if and only if it contains texts and all of them are content;
 * nodes without texts get the label of their parent.
 * @param contentShare by tree node, the share in [0,1] of a text's words that are content (content from one half); negative for other nodes
 */
export function labelsByTexts(tree: PageTree, contentShare: Float64Array): NodeLabels {
  const label = new Uint8Array(tree.size);
  const score = new Float64Array(tree.size);
  const least = contentShare.slice();
  for (let node = tree.size - 1; node > 0; node--) {
    const parent = tree.parent[node]!;
    if (parent >= 0 && least[node]! >= 0)
      least[parent] = least[parent]! < 0 ? least[node]! : Math.min(least[parent]!, least[node]!);
  }
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]!;
    score[node] = least[node]! >= 0 ? 1 - least[node]! : parent < 0 ? 1 : score[parent]!;
    label[node] = score[node]! > 0.5 ? 1 : 0;
  }
  return { label, score };
}

/**
 * Returns by node the share of the words of a text that are in ranges of tokens; -1 for nodes without words.
 * @param words number of words by node
 * @param ranges disjoint ranges of the page's tokens
 */
export function shareInRanges(
  tree: PageTree,
  words: Uint32Array,
  { tag, node }: PageTokens,
  ranges: readonly TokenRange[],
): Float64Array {
  const share = new Float64Array(tree.size);
  for (const { start, end } of ranges) {
    for (let at = start; at < end; at++) if (tag[at] === 0) share[node[at]!]!++;
  }
  for (let at = 0; at < tree.size; at++) share[at] = words[at] === 0 ? -1 : share[at]! / words[at]!;
  return share;
}
