import type { NodeTable } from './node-table.ts';
import { COMMENT } from './tree.ts';

/** Offset after the `>` that ends the tag at `at`. */
export function afterTag(source: string, at: number): number {
  const close = source.indexOf('>', at);
  return close < 0 ? source.length : close + 1;
}

/**
 * Ends an element at its end tag, which starts at `tag` and closed nothing when it was read (`</body>`, `</html>`): what follows it still
 * goes inside, and then the tag is not the end. Only comments stand beside the element.
 */
export function setLateEnd(nodes: NodeTable, node: number, tag: number): void {
  const { kind, parent, subtreeEnd, start, closeStart, end } = nodes;
  const stop = subtreeEnd[node]!;
  let beside = stop;
  while (kind[beside - 1] === COMMENT && start[beside - 1]! > tag) beside--;
  if (start[beside - 1]! > tag) return;
  for (let inside = node + 1; inside < beside; inside++) {
    if (subtreeEnd[inside]! > beside) subtreeEnd[inside] = beside;
    if (end[inside]! > tag) closeStart[inside] = end[inside] = tag;
  }
  parent.fill(parent[node]!, beside, stop);
  subtreeEnd[node] = beside;
  closeStart[node] = tag;
  end[node] = afterTag(nodes.source, tag);
}
