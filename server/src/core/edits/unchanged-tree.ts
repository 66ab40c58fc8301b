import { nodeName, nodeText } from '../../html/access.ts';
import { step } from '../../html/steps.ts';
import { BLANK, COMMENT, ELEMENT, type PageTree, TEXT } from '../../html/tree.ts';
import { sourceEnd } from './copied-source.ts';
import type { TextEdit } from './text-edit.ts';

interface Parsed {
  readonly tree: PageTree;
  readonly source: string;
}

/** From `start` to `end`, without it. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * True if edits changed only the nodes that they write: the trees before and after are equal without the nodes that lie in an edit. Then
 * every tag is closed where it was before.
 * @param edits sorted, without overlaps.
 */
export function isTreeKept(before: Parsed, after: Parsed, edits: readonly TextEdit[]): boolean {
  let shift = 0;
  const written = edits.map(({ start, end, text }): Range => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { start: from, end: from + text.length };
  });
  const [old, now] = [keptNodes(before, edits), keptNodes(after, written)];
  return old.length === now.length && old.every((node, at) => node === now[at]);
}

/** The nodes outside of the ranges, each as a text with its depth among them; a node that stands in one that is left out is marked. */
function keptNodes({ tree, source }: Parsed, ranges: readonly Range[]): string[] {
  step(tree.size);
  const nodes: string[] = [];
  const depths = new Map<number, number>();
  let left = -1;
  for (let node = 0; node < tree.size; node++) {
    const { kind } = tree;
    const isBlank = kind[node] === TEXT && (tree.flags[node]! & BLANK) !== 0;
    if (isBlank || kind[node] === COMMENT) continue;
    const end = Math.max(tree.tagEnd[node]!, sourceEnd({ page: '', tree, source }, node));
    if (ranges.some(range => range.start < range.end && range.start <= tree.start[node]! && end <= range.end)) {
      left = Math.max(left, tree.subtreeEnd[node]!);
      continue;
    }
    const depth = (depths.get(tree.parent[node]!) ?? 0) + 1;
    depths.set(node, depth);
    nodes.push(`${node < left ? '!' : ''}${depth} ${description({ tree, source }, node, ranges)}`);
  }
  return nodes;
}

/** The source of a text or start tag; of a start tag that a range touches only the name. */
function description({ tree, source }: Parsed, node: number, ranges: readonly Range[]): string {
  if (tree.kind[node] !== ELEMENT) return nodeText(tree, source, node);
  const [start, end] = [tree.start[node]!, tree.tagEnd[node]!];
  const isChanged = ranges.some(range => start < range.end && range.start < end);
  const tag = isChanged || start === end ? nodeName(tree, node) : source.slice(start, end);
  return `${tag} ${tree.closeStart[node]! < tree.end[node]! ? 'closed' : 'open'}`;
}
