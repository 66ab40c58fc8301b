import { nodeText } from '../../html/access.ts';
import { BLANK, type PageTree, TEXT } from '../../html/tree.ts';

/** The texts in an element, or the text itself, separated by single spaces. */
export function elementText({ tree, source }: { readonly tree: PageTree; readonly source: string }, node: number): string {
  const texts: string[] = [];
  for (let at = node; at < tree.subtreeEnd[node]!; at++)
    if (tree.kind[at] === TEXT && !(tree.flags[at]! & BLANK)) texts.push(nodeText(tree, source, at));
  return texts.join(' ');
}
