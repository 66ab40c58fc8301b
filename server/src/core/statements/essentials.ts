import { attributeValue, nodeName } from '../../html/access.ts';
import { DOCTYPE, ELEMENT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import type { Statements } from './statements.ts';

/** What a page has or lacks, whatever its layout: how a browser is to show and to name it. */
export const VIEWPORT = 1;
export const DOCTYPE_DECLARATION = 2;
export const TITLE = 3;
export const PRESENT = 1;
const ABSENT = 2;
const TWICE = 3;

/** The node by which a page has it, the first one after `after`; -1 where it lacks it. */
export function essentialNode({ tree, source }: ComparedPage, essential: number, after = -1): number {
  for (let node = after + 1; node < tree.size; node++) {
    if (essential === DOCTYPE_DECLARATION ? tree.kind[node] === DOCTYPE : isElement(node)) return node;
  }
  return -1;

  function isElement(node: number): boolean {
    return essential === TITLE ? isTitle(node) : isViewport(node);
  }

  function isTitle(node: number): boolean {
    return tree.kind[node] === ELEMENT && nodeName(tree, node) === 'title' && nodeName(tree, tree.parent[node]!) !== 'svg';
  }

  function isViewport(node: number): boolean {
    if (tree.kind[node] !== ELEMENT || nodeName(tree, node) !== 'meta') return false;
    return attributeValue(tree, source, node, 'name')?.trim().toLowerCase() === 'viewport';
  }
}

/** A second viewport, which is never meant; -1 for none. */
export function secondViewport(page: ComparedPage): number {
  const first = essentialNode(page, VIEWPORT);
  return first < 0 ? -1 : essentialNode(page, VIEWPORT, first);
}

/** Which of these a page has. */
export function essentialStatements(page: ComparedPage): Statements {
  return Float64Array.from(
    [VIEWPORT, DOCTYPE_DECLARATION, TITLE].flatMap(essential => {
      const node = essentialNode(page, essential);
      const isTwice = essential === VIEWPORT && secondViewport(page) >= 0;
      return [essential, node < 0 ? ABSENT : isTwice ? TWICE : PRESENT, Math.max(node, 0)];
    }),
  );
}
