import { attributeValue, nodeName, nodeText } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { normalAddress } from '../../keys/normal-form/address.ts';

/** Nodes from `first` up to `end`, without it. */
export interface NodeRange {
  readonly first: number;
  readonly end: number;
}

/**
 * A link of an inserted copy whose target or words the page's part has as often as the example's part: it is there under another name, for
 * another address or at another place.
 * @param own where the page has the part.
 * @param others where the example has it.
 */
export function doubledLink(
  page: ComparedPage,
  own: readonly NodeRange[],
  example: ComparedPage,
  others: readonly NodeRange[],
  from: number,
): string | undefined {
  const copied = linksOf(example, [{ first: from, end: example.tree.subtreeEnd[from]! }]);
  if (copied.size === 0) return undefined;
  const here = knownLinksOf(page, own);
  const there = knownLinksOf(example, others);
  for (const [link, times] of copied) if ((here.get(link) ?? 0) + times > (there.get(link) ?? 0)) return link;
  return undefined;
}

/** The links that were counted last on each page, and where: the repairs of one element come one after another. */
const known = new WeakMap<ComparedPage['signatures'], { in: string; links: ReadonlyMap<string, number> }>();

function knownLinksOf(page: ComparedPage, ranges: readonly NodeRange[]): ReadonlyMap<string, number> {
  step(ranges.length);
  const where = ranges.map(({ first, end }) => `${first}-${end}`).join();
  const last = known.get(page.signatures);
  if (last?.in === where) return last.links;
  const links = linksOf(page, ranges);
  known.set(page.signatures, { in: where, links });
  return links;
}

/** How often links lead to each place, and have the same words. */
function linksOf(page: ComparedPage, ranges: readonly NodeRange[]): Map<string, number> {
  const { tree, source, context } = page;
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { first, end } of ranges) {
    for (let node = first; node < end; node++) {
      step();
      const href =
        tree.kind[node] === ELEMENT && nodeName(tree, node) === 'a' ? attributeValue(tree, source, node, 'href') : undefined;
      if (href === undefined) continue;
      const address = normalAddress(href, context);
      // What stays on its page, or runs a script, is no place to lead to.
      if (/^\/|^\w+:(?!$)/.test(address)) count(address);
      const words = wordsIn(page, node);
      if (words !== '') count(`\u201c${words}\u201d`);
    }
  }
  return counts;
}

function wordsIn({ tree, source }: ComparedPage, node: number): string {
  const words: string[] = [];
  for (let inside = node + 1; inside < tree.subtreeEnd[node]!; inside++)
    if (tree.kind[inside] === TEXT && tree.textLength[inside]! > 0) words.push(nodeText(tree, source, inside));
  return words.join(' ');
}
