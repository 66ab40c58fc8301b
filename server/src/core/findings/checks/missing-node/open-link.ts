import { nodeName } from '../../../../html/access.ts';
import { ELEMENT } from '../../../../html/tree.ts';
import type { ComparedPage } from '../../../keys/compared-page.ts';
import type { Agreement } from '../../../statements/agreement-table.ts';
import { ALL_CLOSED, closingKey, openLinks } from '../../../statements/closings.ts';
import { thingKey } from '../../../statements/thing-key.ts';
import { described, supportText, treePath } from '../../comparison/describe.ts';
import type { Finding } from '../../finding.ts';
import type { PageRule, PlaceOf } from '../page-rule.ts';

/**
 * `template/missing-node`: the lost end tag of a link that other pages have with its end tag. A browser makes all that follows part of the
 * link, up to the next one.
 */
export const openLink: PageRule['find'] = ({ compared: page, agreement, examples, placeOf, load }) => {
  const agreed = agreement.closings.agreement(closingKey('a'));
  const open = agreed?.value === ALL_CLOSED ? openLinks(page) : [];
  if (!agreed || open.length === 0) return [];
  for (const other of new Set([...examples, agreed.example.page])) {
    const example = load(other);
    const closed = example && closedLinks(example);
    const node = open.find(node => closed?.has(tagKey(page, node)));
    if (node !== undefined) return [findingOf(page, node, agreed, placeOf(other, closed!.get(tagKey(page, node))!))];
  }
  return [];
};

function findingOf(page: ComparedPage, node: number, { pages, of }: Agreement, there: ReturnType<PlaceOf>): Finding {
  const { tree, source } = page;
  // White space before the next tag stays outside.
  const at = tree.tagEnd[node]! + source.slice(tree.tagEnd[node]!, tree.end[node]!).trimEnd().length;
  return {
    code: 'template/missing-node',
    start: tree.start[node]!,
    end: tree.tagEnd[node]!,
    node,
    message: `The end tag </a> of ${described(page, node)} is missing here, so the link continues to the next one. ${supportText({ pages, of })} close every link.`,
    support: { pages, of },
    related: [{ ...there, message: 'Here it has its end tag.' }],
    normalisers: ['N4'],
    identity: `template/missing-node end tag|${treePath(page, node)}`,
    repair: { kind: 'text', start: at, end: at, text: '</a>' },
    risk: 'It changes what stands inside the element.',
  };
}

/** The links of a page that have an end tag, by their start tags. */
function closedLinks(page: ComparedPage): Map<number, number> {
  const { tree } = page;
  const links = new Map<number, number>();
  for (let node = 0; node < tree.size; node++) {
    const isClosed = tree.kind[node] === ELEMENT && tree.closeStart[node]! < tree.end[node]!;
    if (isClosed && nodeName(tree, node) === 'a') links.set(tagKey(page, node), node);
  }
  return links;
}

function tagKey({ signatures: { own } }: ComparedPage, node: number): number {
  return thingKey(own[node * 2]!, own[node * 2 + 1]!);
}
