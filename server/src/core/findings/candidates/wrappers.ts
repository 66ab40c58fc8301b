import { nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT } from '../../../html/tree.ts';
import { comparedChildren } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { signatureKey } from '../../statements/page-lookup.ts';

/** Elements that other blocks are put into. */
const wrapping = /^(?:article|aside|blockquote|center|div|fieldset|footer|header|main|nav|section)$/;

/** The children of an element. Each child that is a wrapper is replaced by its own children; `isUnwrapped` is true if there was one. */
interface Unwrapped {
  readonly children: readonly number[];
  readonly isUnwrapped: boolean;
}

/**
 * Returns the children of two elements for their comparison, with each wrapper replaced by its children. A wrapper is an element that one of the two
 * pages has around blocks that both pages have; readers seldom notice it.
 */
export function withoutWrappers(
  page: ComparedPage,
  example: ComparedPage,
  nodes: readonly number[],
  others: readonly number[],
): { left: readonly number[]; right: readonly number[]; isUnwrapped: boolean } {
  const { children: left, isUnwrapped } = unwrapped(page, nodes, example, others);
  if (isUnwrapped) return { left, right: others, isUnwrapped };
  const there = unwrapped(example, others, page, nodes);
  return { left, right: there.children, isUnwrapped: there.isUnwrapped };
}

/** Replaces the wrappers among the children of an element; see `withoutWrappers`. */
function unwrapped(page: ComparedPage, nodes: readonly number[], other: ComparedPage, others: readonly number[]): Unwrapped {
  const isWrapper = (node: number): boolean => page.tree.kind[node] === ELEMENT && wrapping.test(nodeName(page.tree, node));
  if (!nodes.some(isWrapper)) return { children: nodes, isUnwrapped: false };
  let isUnwrapped = false;
  const known = new Set<number>();
  for (const each of others) for (const key of keysOf(other, each)) known.add(key);
  const has = (node: number): boolean => keysOf(page, node).some(key => known.has(key));
  const own = new Set(nodes.flatMap(node => keysOf(page, node)));
  const children = nodes.flatMap(node => {
    if (!isWrapper(node) || has(node)) return [node];
    const inside = comparedChildren(page, node);
    const isAround =
      inside.length > 0 &&
      inside.every(child => page.tree.kind[child] === ELEMENT && has(child) && !keysOf(page, child).some(key => own.has(key)));
    isUnwrapped ||= isAround;
    return isAround ? inside : [node];
  });
  return { children, isUnwrapped };
}

/** What an element is known by among its siblings: all that is in it, and its start tag where that has attributes. */
function keysOf({ signatures: { full, own, bare }, tree }: ComparedPage, node: number): number[] {
  step();
  if (tree.kind[node] !== ELEMENT) return [];
  return bare[node] ? [signatureKey(full, node)] : [signatureKey(full, node), signatureKey(own, node)];
}
