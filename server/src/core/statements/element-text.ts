import { nodeText } from '../../html/access.ts';
import { BLANK, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';

/** The texts in an element, or the text itself, separated by single spaces. */
export function elementText({ tree, source }: ComparedPage, node: number): string {
  const texts: string[] = [];
  for (let at = node; at < tree.subtreeEnd[node]!; at++)
    if (tree.kind[at] === TEXT && !(tree.flags[at]! & BLANK)) texts.push(nodeText(tree, source, at));
  return texts.join(' ');
}
