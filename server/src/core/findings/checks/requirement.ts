import type { RequiredNode } from 'templens-shared/findings';
import { compileSelector, type Selector } from '../../../html/select.ts';

/** An element that pages must have, ready to be looked for. */
export interface Requirement {
  readonly required: RequiredNode;
  readonly selector: Selector;
}

/** Compiles the setting `required`. Throws a sentence if a selector is invalid. */
export function compileRequired(required: readonly RequiredNode[]): Requirement[] {
  return required.map(entry => ({ required: entry, selector: compileSelector(entry.selector) }));
}
