import { entropy } from '../counts/entropy.ts';
import type { StyleTree } from './style-tree.ts';

/**
 * NodeImp(E) (Yi, Liu, Li, KDD 2003), 0 to 1: entropy of the distribution of pages over the styles of element node E, to the base of the number
 * of pages that contain E; 1 if only one page contains it.
 */
export function nodeImportance(styles: StyleTree, element: number): number {
  const m = styles.pages(element);
  if (m <= 1) return 1;
  return entropy(styleUses(styles, element), m);
}

/** Number of pages with each style of an element node; the empty style is last, if it is used. */
export function styleUses(styles: StyleTree, element: number): number[] {
  const uses = styles.stylesOf(element).map(style => styles.styleUses(style));
  const empty = styles.pages(element) - uses.reduce((sum, use) => sum + use, 0);
  return empty > 0 ? [...uses, empty] : uses;
}
