import { attributeIndex } from '../../html/access.ts';
import { step } from '../../html/steps.ts';
import { COMMENT, ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { leadsNowhere, normalAddress } from '../keys/normal-form/address.ts';
import type { PageContext } from '../keys/normal-form/context.ts';
import { oncePerPage } from './once-per-page.ts';

/** The comments of a page by their nodes, each as `normalMarkup` returns it. */
const commentsOf = oncePerPage(({ tree, source, context }) => {
  const comments = new Map<number, string>();
  for (let node = 0; node < tree.size; node++)
    if (tree.kind[node] === COMMENT) comments.set(node, normalMarkup(source.slice(tree.start[node]!, tree.end[node]!), context));
  step(source.length);
  return comments;
});

const commentSet = oncePerPage(page => new Set(commentsOf(page).values()));

/** The comments of a page, by their nodes, that an example page does not have. */
function ownComments(page: ComparedPage, example: ComparedPage): [node: number, comment: string][] {
  const own = commentsOf(page);
  if (own.size === 0) return [];
  const others = commentSet(example);
  return [...own].filter(([, comment]) => !others.has(comment));
}

/** True if a comment that only the page has holds all texts and addresses of a node of the example: the author of the page took the node out. */
export function isCommentedOut(page: ComparedPage, example: ComparedPage, other: number): boolean {
  const markup = ownComments(page, example).filter(([, comment]) => /<[a-z]/i.test(comment));
  if (markup.length === 0) return false;
  const said = textsAndAddresses(example, other);
  return (
    said.length > 0 &&
    markup.some(([, comment]) => {
      step(comment.length);
      return said.every(each => comment.includes(each));
    })
  );
}

/**
 * True if a comment that the example does not have stands between two children of a node of the page.
 * @param before undefined for the beginning of the node
 * @param after undefined for its end
 */
export function hasOwnComment(
  page: ComparedPage,
  parent: number,
  before: number | undefined,
  after: number | undefined,
  example: ComparedPage,
): boolean {
  const first = before === undefined ? parent + 1 : page.tree.subtreeEnd[before]!;
  const end = after ?? page.tree.subtreeEnd[parent]!;
  return ownComments(page, example).some(([node]) => node >= first && node < end);
}

/** Each text in a node as `>text<`, and each address that leads somewhere as `href="..."` or `src="..."`, written as `normalMarkup` writes them. */
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

/** Normal form of mark-up: no white space beside tags and single spaces elsewhere, double quotes around addresses, and `normalAddress` of each. */
function normalMarkup(markup: string, context: PageContext): string {
  return markup
    .replace(addressAttribute, (_, name: string, double?: string, single?: string, bare?: string) => {
      const address = (double ?? single ?? bare ?? '').trim();
      return `${name.toLowerCase()}="${normalAddress(address, context)}"`;
    })
    .replace(/\s+/g, ' ')
    .replace(/ ?([<>]) ?/g, '$1');
}
