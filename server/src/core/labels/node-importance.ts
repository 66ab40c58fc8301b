import { entropy } from '../counts/entropy.ts';
import type { StyleTree } from './style-tree.ts';

/**
 * NodeImp(E) (Yi 2003): entropy, to the base of the pages that contain E, of how they share out over E's styles; 1 where one page does.
 * In [0,1].
 */
export function nodeImportance(styles: StyleTree, element: number): number {
  const m = styles.pages(element);
  if (m <= 1) return 1;
  return entropy(styleUses(styles, element), m);
}

/** Pages by style of an element node, the empty style last where it is used. */
export function styleUses(styles: StyleTree, element: number): number[] {
  const uses = styles.stylesOf(element).map(style => styles.styleUses(style));
  const empty = styles.pages(element) - uses.reduce((sum, use) => sum + use, 0);
  return empty > 0 ? [...uses, empty] : uses;
}
