import type { Selector } from '../../html/select.ts';
import { StepBudget, TooManySteps } from '../../html/steps.ts';
import type { PageTree } from '../../html/tree.ts';

/** An entry of the setting `parts` that declares a part: every element that the selector matches is an instance of it. */
export interface PartDeclaration {
  readonly name: string;
  readonly selector: Selector;
  /** The selector as written. */
  readonly select: string;
}

/** An element that the settings declare to be an instance of a part. */
export interface DeclaredElement {
  readonly name: string;
  readonly select: string;
  readonly node: number;
}

/**
 * Finds the elements of a page that the settings declare to be parts, in document order. Elements inside others are skipped; if several entries
 * match an element, the first applies. `usedUpBy` is the selector that exceeded the step budget; it and those after it have no matches.
 */
export function declaredElements(
  declarations: readonly PartDeclaration[],
  tree: PageTree,
  source: string,
  budget = new StepBudget(source.length),
): { elements: DeclaredElement[]; usedUpBy?: string } {
  const found = new Map<number, DeclaredElement>();
  let usedUpBy: string | undefined;
  for (const { name, select, selector } of declarations) {
    const nodes = matchesWithin(selector, tree, source, budget);
    if (!nodes) {
      usedUpBy = select;
      break;
    }
    for (const node of nodes) if (!found.has(node)) found.set(node, { name, select, node });
  }
  const elements: DeclaredElement[] = [];
  let end = 0;
  for (const element of [...found.values()].sort((a, b) => a.node - b.node)) {
    if (element.node < end || element.node === tree.root) continue;
    elements.push(element);
    end = tree.subtreeEnd[element.node]!;
  }
  return { elements, ...(usedUpBy !== undefined && { usedUpBy }) };
}

/** Returns the elements that a selector matches, in document order; undefined if that exceeds the step budget. */
export function matchesWithin(
  selector: Selector,
  tree: PageTree,
  source: string,
  budget = new StepBudget(source.length),
): number[] | undefined {
  try {
    return budget.spend(() => selector.all(tree, source));
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}
