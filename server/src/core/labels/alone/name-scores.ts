import { nodeName } from '../../../html/access.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';
import { limits } from '../thresholds.ts';

/** Names of the log-odds, in steps of 1/8, that text in an element that has the name is content. */
export type NameScores = Readonly<Record<string, number>>;

/** Attributes whose values name what an element is for. */
const naming = new Set(['class', 'id', 'role', 'itemprop']);

/** The names of an element: `<` and its tag, and the words of the values of `naming` attributes, in lower case, each once. */
export function elementNames(tree: PageTree, source: string, node: number): Set<string> {
  const names = new Set([`<${nodeName(tree, node)}`]);
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
    if (!naming.has(source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase())) continue;
    const value = source.slice(
      tree.attrValueStart[at]!,
      Math.min(tree.attrValueEnd[at]!, tree.attrValueStart[at]! + limits.namingCharacters),
    );
    // "siteFooter" is two words.
    for (const word of value
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/))
      if (word.length > 1) names.add(word);
  }
  return names;
}

/** Scores of the names on the path from the root to each node, the node included. */
export interface NameColumns {
  sum: Float32Array;
  least: Float32Array;
  greatest: Float32Array;
  /** Sum of the innermost element that has a name with a score. */
  nearest: Float32Array;
}

/** Computes `NameColumns`, by tree node. */
export function nameColumns(tree: PageTree, source: string, scores: ReadonlyMap<string, number>): NameColumns {
  const n = tree.size;
  const columns: NameColumns = {
    sum: new Float32Array(n),
    least: new Float32Array(n),
    greatest: new Float32Array(n),
    nearest: new Float32Array(n),
  };
  for (let v = 0; v < n; v++) {
    const parent = tree.parent[v]!;
    for (const column of Object.values(columns) as Float32Array[]) column[v] = parent < 0 ? 0 : column[parent]!;
    if (tree.kind[v] !== ELEMENT) continue;
    let own = 0;
    let isKnown = false;
    for (const name of elementNames(tree, source, v)) {
      const score = scores.get(name);
      if (score === undefined) continue;
      own += score;
      isKnown = true;
    }
    if (!isKnown) continue;
    columns.sum[v] = columns.sum[v]! + own;
    columns.least[v] = Math.min(columns.least[v]!, own);
    columns.greatest[v] = Math.max(columns.greatest[v]!, own);
    columns.nearest[v] = own;
  }
  return columns;
}
