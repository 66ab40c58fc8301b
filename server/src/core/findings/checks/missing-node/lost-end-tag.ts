import { nodeName } from '../../../../html/access.ts';
import { step } from '../../../../html/steps.ts';
import { ELEMENT } from '../../../../html/tree.ts';
import type { ComparedPage } from '../../../keys/compared-page.ts';
import type { Agreement } from '../../../statements/agreement-table.ts';
import { ALL_CLOSED, closingKey, isOpen, namesWithoutEndTags } from '../../../statements/closings.ts';
import { alignChildren } from '../../comparison/align.ts';
import { comparedChildren, isSame } from '../../comparison/children.ts';
import { describedTag, supportText, treePath } from '../../comparison/describe.ts';
import { Likeness, sameName } from '../../comparison/likeness.ts';
import { gap } from '../../comparison/places.ts';
import type { Finding } from '../../finding.ts';
import type { CauseRule, PlaceOf } from '../page-rule.ts';

/** An element of the page that is not closed where it is on an example page. */
interface Unclosed {
  readonly node: number;
  /** The child that it ends after; -1 for the first place. */
  readonly after: number;
  /** What stands inside it by mistake; -1 for nothing. */
  readonly swallowed: number;
  readonly other: number;
}

/**
 * `template/missing-node`: an end tag of the template that this page lost. Found where the children of an element go on with what comes after
 * it on an example page, or where an element without an end tag has one there.
 */
export const lostEndTag: CauseRule['find'] = ({ compared: page, agreement, examples, placeOf, load }) => {
  const { tree } = page;
  /** Elements of which most pages close all, and this page does not. */
  const names = new Map<string, Agreement>();
  let closed: string | undefined;
  const withoutEndTags = namesWithoutEndTags(page);
  for (let node = 0; node < tree.size; node++) {
    if (!isOpen(tree, node)) continue;
    const name = nodeName(tree, node);
    const agreed = agreement.closings.agreement(closingKey(name));
    if (agreed?.value !== ALL_CLOSED || !withoutEndTags.has(name)) continue;
    names.set(name, agreed);
    closed = agreed.example.page;
  }
  if (closed === undefined) return undefined;
  for (const other of new Set([...examples, closed])) {
    const example = load(other);
    const lost = example && unclosed(page, example, name => names.has(name));
    if (lost) return findingOf(page, example, lost, names.get(nodeName(tree, lost.node))!, placeOf);
  }
  return undefined;
};

function findingOf(
  page: ComparedPage,
  example: ComparedPage,
  { node, after, swallowed, other }: Unclosed,
  { pages, of }: Agreement,
  placeOf: PlaceOf,
): Finding {
  const { tree } = page;
  const name = nodeName(tree, node);
  const at = after < 0 ? tree.tagEnd[node]! : tree.end[after]!;
  const inside =
    swallowed < 0 || page.tree.kind[swallowed] !== ELEMENT ? '' : ` So ${describedTag(page, swallowed)} stands inside it.`;
  return {
    code: 'template/missing-node',
    ...gap(page, node, after),
    node,
    absent: `the end tag </${name}>`,
    message: `The end tag </${name}> of ${describedTag(page, node)} is missing here.${inside} ${supportText({ pages, of })} close every <${name}>.`,
    support: { pages, of },
    related: [{ ...placeOf(example.name, other), message: 'Here it has its end tag.' }],
    normalisers: ['N4'],
    identity: `template/missing-node end tag|${treePath(page, node)}`,
    repair: { kind: 'text', start: at, end: at, text: `</${name}>` },
    risk: 'It changes what stands inside the element.',
  };
}

function unclosed(page: ComparedPage, example: ComparedPage, isMeant: (name: string) => boolean): Unclosed | undefined {
  const likeness = new Likeness(page, example);
  let deepest: Unclosed | undefined;
  /** `next` is the node of the example that comes after `other` and its descendants; -1 for none. */
  const find = (node: number, other: number, next: number): Unclosed | undefined => {
    step();
    const left = comparedChildren(page, node);
    const right = comparedChildren(example, other);
    const partner = alignChildren(page, left, example, right, likeness);
    const last = partner.findLastIndex(j => j >= 0);
    const swallowed = left[last + 1];
    const isClosable = isMeant(nodeName(page.tree, node)) && !isOpen(example.tree, other);
    if (isClosable && next >= 0 && swallowed !== undefined && isAlike(page, swallowed, example, next))
      return { node, after: last < 0 ? -1 : left[last]!, swallowed, other };
    if (isClosable && isOpen(page.tree, node)) deepest = { node, after: left.at(-1) ?? -1, swallowed: -1, other };
    for (const [i, j] of partner.entries()) {
      if (j < 0 || page.tree.kind[left[i]!] !== ELEMENT || !sameName(page, left[i]!, example, right[j]!)) continue;
      const found = find(left[i]!, right[j]!, right[j + 1] ?? next);
      if (found) return found;
    }
    return undefined;
  };
  return find(page.tree.root, example.tree.root, -1) ?? deepest;
}

function isAlike(page: ComparedPage, node: number, example: ComparedPage, other: number): boolean {
  return sameName(page, node, example, other) && isSame('structure', page, node, example, other);
}
