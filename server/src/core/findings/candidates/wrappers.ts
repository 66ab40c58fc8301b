import { nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT } from '../../../html/tree.ts';
import { comparedChildren, isSame } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { signatureKey } from '../../statements/page-lookup.ts';
import type { Difference } from '../agreement/difference.ts';
import type { TemplateNodes } from '../agreement/template-nodes.ts';

/** Elements that other blocks are put into. */
const wrapping = /^(?:article|aside|blockquote|center|div|fieldset|footer|header|main|nav|section)$/;

type WrapperDifference = Extract<Difference, { kind: 'wrapped' | 'unwrapped' }>;

/** The children of an element, with those of its wrappers in place of these. */
interface Unwrapped {
  readonly children: readonly number[];
  /** The first child of each wrapper, by the wrapper. */
  readonly wrappers: ReadonlyMap<number, number>;
}

/**
 * Pairs of children are compared without the elements that only one of the pages has around blocks that both have: each of these is one
 * difference, if most pages have it otherwise.
 */
export function withoutWrappers(
  page: ComparedPage,
  example: ComparedPage,
  { nodes, others }: { readonly nodes: readonly number[]; readonly others: readonly number[] },
  template: TemplateNodes,
): { left: readonly number[]; right: readonly number[]; found: WrapperDifference[] } {
  const found: WrapperDifference[] = [];
  const isPair = (node: number, other: number): boolean => isSame('own', page, node, example, other);
  const { children: left, wrappers } = unwrapped(page, nodes, example, others);
  for (const [node, inside] of wrappers) {
    const other = others.find(other => isPair(inside, other))!;
    const verdict = template.lacked(other) ?? template.lackedStructure(other);
    if (verdict) found.push({ kind: 'wrapped', node, example: other, verdict });
  }
  if (wrappers.size > 0) return { left, right: others, found };
  const { children: right, wrappers: lost } = unwrapped(example, others, page, nodes);
  for (const [other, inside] of lost) {
    const node = nodes.find(node => isPair(node, inside))!;
    const verdict = template.lackedOwn(other) ?? template.lackedStructure(other);
    if (verdict) found.push({ kind: 'unwrapped', node, example: other, verdict });
  }
  return { left, right, found };
}

/** Finds the elements that only one of two pages has around blocks that both have side by side. */
function unwrapped(page: ComparedPage, nodes: readonly number[], other: ComparedPage, others: readonly number[]): Unwrapped {
  const wrappers = new Map<number, number>();
  const isWrapper = (node: number): boolean => page.tree.kind[node] === ELEMENT && wrapping.test(nodeName(page.tree, node));
  if (!nodes.some(isWrapper)) return { children: nodes, wrappers };
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
    if (!isAround) return [node];
    wrappers.set(node, inside[0]!);
    return inside;
  });
  return { children, wrappers };
}

/** What an element is known by among its siblings: all that is in it, and its start tag where that has attributes. */
function keysOf({ signatures: { full, own, bare }, tree }: ComparedPage, node: number): number[] {
  step();
  if (tree.kind[node] !== ELEMENT) return [];
  return bare[node] ? [signatureKey(full, node)] : [signatureKey(full, node), signatureKey(own, node)];
}
