import { nodeName } from '../../html/access.ts';
import { TEXT } from '../../html/tree.ts';
import type { ComparedPage } from './compared-page.ts';

/** Is the node compared at all? Comments, blank texts and what stands in breadcrumbs and tables of contents is not. */
function isCompared({ signatures }: ComparedPage, node: number): boolean {
  return signatures.structure[node * 2] !== 0 || signatures.structure[node * 2 + 1] !== 0;
}

/** Children of a node that are compared. */
export function comparedChildren(page: ComparedPage, parent: number): number[] {
  const children: number[] = [];
  const end = page.tree.subtreeEnd[parent]!;
  for (let child = parent + 1; child < end; child = page.tree.subtreeEnd[child]!) {
    if (isCompared(page, child)) children.push(child);
  }
  return children;
}

/** The outermost element with nothing to compare in it but this node, such as the `li` around a link; the node itself if it has siblings. */
export function outermostAround(page: ComparedPage, node: number): number {
  const { parent } = page.tree;
  let around = node;
  while (parent[around]! >= 0 && comparedChildren(page, parent[around]!).length === 1) around = parent[around]!;
  return around;
}

/** The keys that hold the key of a text, or of an element's tag with all attributes. */
export function tagKeys(
  { tree, keys, signatures }: Pick<ComparedPage, 'tree' | 'keys' | 'signatures'>,
  node: number,
): Int32Array {
  if (tree.kind[node] === TEXT) return keys.full;
  const { own, structure } = signatures;
  // A tag without attributes in words has only the key of its structure; an empty element, only that of the whole node.
  if (own[node * 2] === structure[node * 2] && own[node * 2 + 1] === structure[node * 2 + 1]) return keys.structure;
  return keys.own[node * 2] !== 0 || keys.own[node * 2 + 1] !== 0 ? keys.own : keys.full;
}

/** Are two nodes alike by one of their signatures? */
export function isSame(
  by: 'structure' | 'own' | 'full',
  page: ComparedPage,
  node: number,
  other: ComparedPage,
  otherNode: number,
): boolean {
  const a = page.signatures[by];
  const b = other.signatures[by];
  return a[node * 2] === b[otherNode * 2] && a[node * 2 + 1] === b[otherNode * 2 + 1];
}

/** Are two nodes of one kind, and elements of one name? */
export function sameName(page: ComparedPage, node: number, other: ComparedPage, otherNode: number): boolean {
  return nodeName(page.tree, node) === nodeName(other.tree, otherNode);
}
