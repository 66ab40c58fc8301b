import { attributeIndex } from '../../html/access.ts';
import { step } from '../../html/steps.ts';
import { COMMENT, ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { leadsNowhere, normalAddress } from '../keys/normal-form/address.ts';
import type { PageContext } from '../keys/normal-form/context.ts';
import { oncePerPage } from './once-per-page.ts';

/** The comments of a page, see `normalMarkup`, by node. */
const commentsOf = oncePerPage(({ tree, source, context }) => {
  const comments = new Map<number, string>();
  for (let node = 0; node < tree.size; node++)
    if (tree.kind[node] === COMMENT) comments.set(node, normalMarkup(source.slice(tree.start[node]!, tree.end[node]!), context));
  step(source.length);
  return { comments, all: new Set(comments.values()) };
});

/**
 * True if the page has a node of the example in a comment: the author took it out. The comment must hold all texts and addresses of the node, and the
 * example must not have the same comment.
 */
export function isCommentedOut(page: ComparedPage, example: ComparedPage, other: number): boolean {
  const { all } = commentsOf(page);
  if (all.size === 0) return false;
  const said = textsAndAddresses(example, other);
  return said.length > 0 && [...all].some(comment => isIn(comment, said) && !commentsOf(example).all.has(comment));
}

function isIn(comment: string, said: readonly string[]): boolean {
  step(comment.length);
  return /<[a-z]/i.test(comment) && said.every(each => comment.includes(each));
}

/** True if between two children of a node of the page stands a comment that the example does not have. @param before, after undefined: at its ends */
export function hasOwnComment(
  page: ComparedPage,
  parent: number,
  before: number | undefined,
  after: number | undefined,
  example: ComparedPage,
): boolean {
  const { tree } = page;
  const first = before === undefined ? parent + 1 : tree.subtreeEnd[before]!;
  const end = after ?? tree.subtreeEnd[parent]!;
  return [...commentsOf(page).comments].some(
    ([node, comment]) => node >= first && node < end && !commentsOf(example).all.has(comment),
  );
}

/** The texts in a node, with the brackets of the tags around them, and its attributes `href` and `src` that lead anywhere, as in `normalMarkup`. */
function textsAndAddresses({ tree, source, context }: ComparedPage, node: number): string[] {
  const said: string[] = [];
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    step();
    if (tree.kind[inside] === TEXT && tree.textLength[inside]! > 0)
      said.push(normalMarkup(`>${source.slice(tree.start[inside], tree.end[inside])}<`, context));
    if (tree.kind[inside] !== ELEMENT) continue;
    for (const name of ['href', 'src']) {
      const at = attributeIndex(tree, source, inside, name);
      const value = at < 0 ? '' : source.slice(tree.attrValueStart[at], tree.attrValueEnd[at]);
      const address = normalAddress(value.trim(), context);
      if (!leadsNowhere(address)) said.push(`${name}="${address}"`);
    }
  }
  return said;
}

const addressAttribute = /\b(href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;

/** Mark-up with single spaces, none beside tags, and with the normal form of all addresses, so that it is the same in all folders. */
function normalMarkup(markup: string, context: PageContext): string {
  return markup
    .replace(addressAttribute, (_, name: string, double?: string, single?: string, bare?: string) => {
      const address = (double ?? single ?? bare ?? '').trim();
      return `${name.toLowerCase()}="${normalAddress(address, context)}"`;
    })
    .replace(/\s+/g, ' ')
    .replace(/ ?([<>]) ?/g, '$1');
}
