import { ELEMENT } from '../../../../html/tree.ts';
import type { Repair } from '../../../edits/repair.ts';
import type { ComparedPage } from '../../../keys/compared-page.ts';
import type { LockedPart } from '../../../statements/locked-parts.ts';

/** Where two parts differ: from which node on, and how many nodes of each. */
interface Change {
  readonly first: number;
  readonly ours: number;
  readonly theirs: number;
}

export function difference({ hashes: a }: LockedPart, { hashes: b }: LockedPart): Change {
  let first = 0;
  while (first < a.length && first < b.length && a[first] === b[first]) first++;
  let last = 0;
  while (last < a.length - first && last < b.length - first && a[a.length - 1 - last] === b[b.length - 1 - last]) last++;
  return { first, ours: a.length - first - last, theirs: b.length - first - last };
}

/** One element or text in the place of one, or one too few, or one too many. */
export function repairOf(
  page: ComparedPage,
  part: LockedPart,
  example: ComparedPage,
  other: LockedPart,
  { first, ours, theirs }: Change,
): Repair | undefined {
  if (ours === 1 && theirs === 1) {
    const node = part.nodes[first]!;
    const from = { page: example.name, node: other.nodes[first]! };
    if (page.tree.kind[node] !== example.tree.kind[from.node]) return undefined;
    return { kind: 'replace', node, part: page.tree.kind[node] === ELEMENT ? 'tag' : 'node', from };
  }
  const here = wholeNode(page, part, first, ours);
  const there = wholeNode(example, other, first, theirs);
  const from = there && { page: example.name, node: there.node };
  if (here && from) return { kind: 'replace', node: here.node, part: 'node', from };
  if (here && theirs === 0) return { kind: 'remove', node: here.node };
  if (!there || !from || ours > 0 || there.at === 0) return undefined;
  return { kind: 'insert', ...placeAfter(page, part.nodes[there.at - 1]!, example, other.nodes[there.at - 1]!, from.node), from };
}

/**
 * The one node that some nodes are, with all inside it; where the nodes before and after are alike, so that others could as well be
 * the ones that are too many, perhaps the same number of nodes further up. `at` is its index in the part.
 */
function wholeNode(
  { tree }: ComparedPage,
  { nodes, hashes }: LockedPart,
  first: number,
  count: number,
): { node: number; at: number } | undefined {
  for (let at = first; count > 0; at--) {
    const node = nodes[at]!;
    const end = tree.subtreeEnd[node]!;
    if (nodes[at + count - 1]! < end && (nodes[at + count] ?? tree.size) >= end) return { node, at };
    if (at === 0 || hashes[at - 1] !== hashes[at + count - 1]) return undefined;
  }
  return undefined;
}

/** The place of an example page's node on a page that is the same up to there: `before` and `otherBefore` are the last nodes of both. */
function placeAfter(
  { tree }: ComparedPage,
  before: number,
  { tree: others }: ComparedPage,
  otherBefore: number,
  node: number,
): { parent: number; after: number } {
  const parent = others.parent[node]!;
  if (otherBefore === parent) return { parent: before, after: -1 };
  let after = before;
  for (let at = otherBefore; others.parent[at] !== parent && others.parent[at]! >= 0; at = others.parent[at]!)
    after = tree.parent[after]!;
  return { parent: tree.parent[after]!, after };
}
