import { attributeIndex } from '../../html/access.ts';
import { step } from '../../html/steps.ts';
import { COMMENT, ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { oncePerPage } from './once-per-page.ts';

/** The comments of a page that hold elements, with normal white space. */
const commentedMarkup = oncePerPage(({ tree, source }: ComparedPage) => {
  const comments = new Set<string>();
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== COMMENT) continue;
    const comment = withoutSpace(source.slice(tree.start[node]!, tree.end[node]!));
    if (/<[a-z]/i.test(comment)) comments.add(comment);
  }
  step(source.length);
  return comments;
});

/**
 * True if the page has a node of the example in a comment: the author took it out. The comment must hold all texts and addresses of the node, and the
 * example must not have the same comment.
 */
export function isCommentedOut(page: ComparedPage, example: ComparedPage, other: number): boolean {
  const comments = commentedMarkup(page);
  if (comments.size === 0) return false;
  const said = textsAndAddresses(example, other);
  if (said.length === 0) return false;
  return [...comments].some(comment => {
    step(comment.length);
    return said.every(each => comment.includes(each)) && !commentedMarkup(example).has(comment);
  });
}

/** The texts, between the brackets of the tags around them, and the values of `href` and `src` in a node, as they are written. */
function textsAndAddresses({ tree, source }: ComparedPage, node: number): string[] {
  const said: string[] = [];
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    step();
    if (tree.kind[inside] === TEXT && tree.textLength[inside]! > 0)
      said.push(withoutSpace(`>${source.slice(tree.start[inside], tree.end[inside])}<`));
    if (tree.kind[inside] !== ELEMENT) continue;
    for (const name of ['href', 'src']) {
      const at = attributeIndex(tree, source, inside, name);
      if (at >= 0) said.push(source.slice(tree.attrValueStart[at], tree.attrValueEnd[at]).trim());
    }
  }
  return said;
}

function withoutSpace(markup: string): string {
  return markup.replace(/\s+/g, ' ').replace(/ ?([<>]) ?/g, '$1');
}
