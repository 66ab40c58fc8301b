import type { Selector } from '../page/select.ts';
import { TooManySteps, withStepLimit } from '../page/steps.ts';
import type { PageTree } from '../page/tree.ts';

/** An entry of the settings that declares parts: every element that the selector matches is an instance of the part of that name. */
export interface PartDeclaration {
  readonly name: string;
  readonly selector: Selector;
  /** The selector as written. */
  readonly select: string;
}

/** An element that the settings declare to be a part. */
export interface DeclaredElement {
  readonly name: string;
  readonly select: string;
  readonly node: number;
}

/**
 * The elements of a page that the settings declare to be parts, in document order; of nested ones the outer, of several entries for one
 * element the first. `tooSlow` are the selectors that take more steps than the page's length allows; they match nothing on it.
 */
export function declaredElements(
  declarations: readonly PartDeclaration[],
  tree: PageTree,
  source: string,
): { elements: DeclaredElement[]; tooSlow: string[] } {
  const found = new Map<number, DeclaredElement>();
  const tooSlow: string[] = [];
  for (const { name, select, selector } of declarations) {
    const nodes = matchesWithin(selector, tree, source);
    if (!nodes) tooSlow.push(select);
    for (const node of nodes ?? []) if (!found.has(node)) found.set(node, { name, select, node });
  }
  const elements: DeclaredElement[] = [];
  let end = 0;
  for (const element of [...found.values()].sort((a, b) => a.node - b.node)) {
    if (element.node < end || element.node === tree.root) continue;
    elements.push(element);
    end = tree.subtreeEnd[element.node]!;
  }
  return { elements, tooSlow };
}

/** The elements that a selector matches; undefined where that takes more steps than the page's length allows. */
export function matchesWithin(selector: Selector, tree: PageTree, source: string): number[] | undefined {
  try {
    return withStepLimit(source.length, () => selector.all(tree, source));
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}
