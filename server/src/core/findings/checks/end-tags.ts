import { nodeName } from '../../../html/access.ts';
import { spaceBeforeEnd, startTag, tagBefore } from '../../../html/places.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT } from '../../../html/tree.ts';
import { comparedChildren, isSame, sameName } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Agreement } from '../../statements/agreement-table.ts';
import { ALL_CLOSED, closedLinks, closingKey, isOpen, namesWithoutEndTags, openLinks } from '../../statements/closings.ts';
import { sameNodes, signatureKey } from '../../statements/page-lookup.ts';
import { Likeness } from '../facts/likeness.ts';
import type { Finding } from '../finding.ts';
import { described, describedTag, supportText, treePath } from './describe.ts';
import { agreedFields, type CauseRule, dissents, type PageRule, type PlaceOf } from './page-rule.ts';

/** An element of the page that is not closed where it is on an example page. */
interface Unclosed {
  readonly node: number;
  /** The child that it ends after; -1 for the first place. */
  readonly after: number;
  /** What stands inside it by mistake; -1 for nothing. */
  readonly swallowed: number;
  /** The counterpart on the example page: of `swallowed` if `isOutside`, else of `node`. */
  readonly other: number;
  readonly isOutside?: true;
  /** Set if an element inside `node` may have lost the end tag instead. */
  readonly isAround?: true;
}

/**
 * `template/missing-node`: an end tag of the template that this page lost. Found where the children of an element go on with what comes after
 * it on an example page, or where an element without an end tag has one there.
 */
export const lostEndTag: CauseRule = {
  concerns: dissents('closings'),
  find: ({ compared: page, agreement, examples, placeOf, load }) => {
    const { tree } = page;
    /** Names of elements that most pages always close, and this page does not. */
    const names = new Map<string, Agreement>();
    const withoutEndTags = namesWithoutEndTags(page);
    for (let node = 0; node < tree.size; node++) {
      if (!isOpen(tree, node)) continue;
      const name = nodeName(tree, node);
      const agreed = agreement.closings.agreement(closingKey(name));
      if (agreed?.value === ALL_CLOSED && withoutEndTags.has(name)) names.set(name, agreed);
    }
    const closed = [...names.values()].at(-1);
    for (const other of new Set(closed ? [...examples, closed.example.page, undefined] : [])) {
      const example = other === undefined ? undefined : load(other);
      const lost = other === undefined ? firstOpen(page, names) : example && unclosed(page, example, name => names.has(name));
      if (!lost) continue;
      const { node, after, swallowed, isAround } = lost;
      const name = nodeName(tree, node);
      const isElement = swallowed >= 0 && tree.kind[swallowed] === ELEMENT;
      const inside = isElement ? `, so ${describedTag(page, swallowed)} stands inside it` : '';
      const agreed = names.get(name)!;
      const before = tagBefore(page, node, after);
      const { related, ...common } = fieldsOf(
        agreed,
        other ?? agreed.example.page,
        lost.other,
        placeOf,
        lost.isOutside && 'Here it stands outside.',
      );
      const what = isAround ? `An end tag </${name}> is missing in` : `The end tag </${name}> of`;
      const { repair, ...place } = endTag(page, node, name, after < 0 ? tree.tagEnd[node]! : tree.end[after]!);
      const finding: Finding = {
        ...place,
        ...(!isAround && { repair }),
        ...(other === undefined && { isLone: true }),
        ...startTag(page, node),
        absent: `the end tag </${name}>`,
        message: `${what} ${describedTag(page, node)}${isAround ? '' : ' is missing'}${inside}; ${supportText(agreed)} close every <${name}>.`,
        ...common,
        related: [
          ...related,
          { page: page.name, ...before, message: `The end tag is missing ${isAround ? 'before' : 'after'} this.` },
        ],
      };
      return { finding, from: before.start };
    }
    return undefined;
  },
};

/** The first unclosed element, if no example page has it. The parser closed it at the end of its parent. */
function firstOpen(page: ComparedPage, agreed: ReadonlyMap<string, Agreement>): Unclosed | undefined {
  const node = page.tree.kind.findIndex((_, at) => isOpen(page.tree, at) && agreed.has(nodeName(page.tree, at)));
  if (node < 0) return undefined;
  const other = agreed.get(nodeName(page.tree, node))!.example.node;
  return { node, after: comparedChildren(page, node).at(-1) ?? -1, swallowed: -1, other, isAround: true };
}

/** In the identity of findings about end tags. */
export const END_TAG = 'missing-node end tag';

/** The fields that findings about end tags have in common. @param at where the end tag is to stand */
function endTag(page: ComparedPage, node: number, name: string, at: number) {
  return {
    code: 'template/missing-node',
    node,
    identity: `template/${END_TAG}|${treePath(page, node)}`,
    repair: { kind: 'text', start: at, end: at, text: `</${name}>` },
    risk: 'It changes what stands inside the element.',
  } satisfies Partial<Finding>;
}

function fieldsOf(agreed: Agreement, page: string, node: number, placeOf: PlaceOf, message = 'Here it has its end tag.') {
  const common = agreedFields({ ...agreed, example: { page, node } }, placeOf, message);
  return { ...common, normalisers: ['N4'] } satisfies Partial<Finding>;
}

function unclosed(page: ComparedPage, example: ComparedPage, isMeant: (name: string) => boolean): Unclosed | undefined {
  const likeness = new Likeness(page, example);
  let around: Unclosed | undefined;
  let deepest: Unclosed | undefined;
  /** How many open elements stand before each node. */
  const openBefore = new Uint32Array(page.tree.size + 1);
  for (let node = 0; node < page.tree.size; node++) openBefore[node + 1] = openBefore[node]! + (isOpen(page.tree, node) ? 1 : 0);
  const holdsOpen = (node: number): boolean => openBefore[page.tree.subtreeEnd[node]!]! > openBefore[node]!;
  /** `next` is the node of the example that comes after `other` and its descendants; -1 for none. */
  const find = (node: number, other: number, next: number): Unclosed | undefined => {
    step();
    const left = comparedChildren(page, node);
    const right = comparedChildren(example, other);
    const partner = pairChildren(page, left, example, right, likeness);
    const last = partner.findLastIndex(j => j >= 0);
    const swallowed = left[last + 1];
    const isFollowed = (i: number, j: number): boolean =>
      partner[i + 1] === j + 1 && left[i + 1] !== undefined && isAlike(page, left[i + 1]!, example, right[j + 1]!);
    // The innermost first: the end tag of an element closes one that stands open in it, and leaves the element itself open.
    for (const [i, j] of partner.entries()) {
      if (j < 0 || page.tree.kind[left[i]!] !== ELEMENT || !sameName(page, left[i]!, example, right[j]!)) continue;
      // This child is followed by its right neighbour and everything in it is closed: no end tag is missing there.
      if (isFollowed(i, j) && !holdsOpen(left[i]!)) continue;
      const found = find(left[i]!, right[j]!, right[j + 1] ?? next);
      if (found) return found;
    }
    const taken = new Set(partner.filter((j, i) => j >= 0 && sameName(page, left[i]!, example, right[j]!)));
    const lacked = right.filter((_, j) => !taken.has(j));
    const isPair = isAlike(page, node, example, other);
    if (isPair) around ??= holderOf(page, node, example, lacked, isMeant);
    const isClosable = isMeant(nodeName(page.tree, node)) && !isOpen(example.tree, other);
    const following = right[last < 0 ? 0 : partner[last]! + 1];
    const isSwallowed = (child: number): boolean =>
      isAlike(page, child, example, next) && (following === undefined || !isAlike(page, child, example, following));
    const isExact = isClosable && next >= 0 && isPair && swallowed !== undefined && isSwallowed(swallowed);
    if (isExact) return around ?? lastClosed({ node, after: last < 0 ? -1 : left[last]!, swallowed, other });
    if (isClosable && isOpen(page.tree, node)) deepest ??= { node, after: left.at(-1) ?? -1, swallowed: -1, other };
    return undefined;
  };
  /**
   * The end tag of `node` may be the one that its last child has now: if it stands on a line of its own as that of `other` does, and that of
   * the child stands elsewhere in the example.
   */
  const lastClosed = (lost: Unclosed): Unclosed => {
    const { node, other, after, swallowed } = lost;
    const child = comparedChildren(example, other).at(-1);
    if (after < 0 || child === undefined || !isAlike(page, after, example, child)) return lost;
    const before = spaceBeforeEnd(page, after);
    const isOfParent = before === spaceBeforeEnd(example, other) && before !== spaceBeforeEnd(example, child);
    if (nodeName(page.tree, after) !== nodeName(page.tree, node) || !isOfParent) return lost;
    return lastClosed({ node: after, after: comparedChildren(page, after).at(-1) ?? -1, swallowed, other: child });
  };
  const found = find(page.tree.root, example.tree.root, -1) ?? around ?? deepest;
  return found && (isCertain(page, example, found) ? found : { ...found, isAround: true });
}

/**
 * Finds an element that stands beside the children of a parent on the example page, and deeper on the page: its own parent lost an end tag.
 * @param others children that the page lacks
 */
function holderOf(
  page: ComparedPage,
  parent: number,
  example: ComparedPage,
  others: readonly number[],
  isMeant: (name: string) => boolean,
): Unclosed | undefined {
  const { tree } = page;
  for (const other of others) {
    const [swallowed, ...more] = sameNodes('structure', page, example, other);
    if (
      swallowed === undefined ||
      more.length > 0 ||
      sameNodes('structure', example, example, other).length > 1 ||
      example.tree.kind[other] !== ELEMENT ||
      (example.signatures.bare[other] && isMeant(nodeName(example.tree, other)))
    )
      continue;
    let above = tree.parent[swallowed]!;
    for (; above > parent && isMeant(nodeName(tree, above)); above = tree.parent[above]!) step();
    const node = tree.parent[swallowed]!;
    if (above !== parent || isAlike(page, node, example, example.tree.parent[other]!)) continue;
    const before = comparedChildren(page, node).filter(child => child < swallowed);
    return { node, after: before.at(-1) ?? -1, swallowed, other, isOutside: true };
  }
  return undefined;
}

/** True if only this element can lack the end tag: its last child holds as many elements of its name as on the example page. */
function isCertain(page: ComparedPage, example: ComparedPage, { node, after, other, isOutside }: Unclosed): boolean {
  const last = isOutside ? -1 : (comparedChildren(example, other).at(-1) ?? -1);
  return namesakes(page, after, node) === namesakes(example, last, other);
}

/** Number of elements in a node that have the name of another one; 0 for -1. */
function namesakes({ tree }: ComparedPage, node: number, of: number): number {
  let count = 0;
  const end = node < 0 ? node : tree.subtreeEnd[node]!;
  step(end - node);
  for (let at = node; at < end; at++) if (tree.kind[at] === ELEMENT && tree.name[at] === tree.name[of]) count++;
  return count;
}

/** Pairs children like `Likeness.align`, but always pairs equal start tags: an unclosed element holds its own followers, so the contents differ. */
function pairChildren(
  page: ComparedPage,
  left: readonly number[],
  example: ComparedPage,
  right: readonly number[],
  likeness: Likeness,
): Int32Array {
  const partner = likeness.align(left, right);
  const named = new Map<number, number>();
  for (const [j, other] of right.entries()) {
    if (example.tree.kind[other] !== ELEMENT || example.signatures.bare[other]) continue;
    const key = signatureKey(example.signatures.own, other);
    named.set(key, named.has(key) ? -1 : j);
  }
  let before = -1;
  for (const [i, node] of left.entries()) {
    const j = page.tree.kind[node] === ELEMENT ? named.get(signatureKey(page.signatures.own, node)) : undefined;
    if (j === undefined || j <= before) continue;
    before = j;
    if (partner[i] === j) continue;
    step(partner.length);
    for (const [at, taken] of partner.entries()) if (at < i ? taken >= j : taken >= 0 && taken <= j) partner[at] = -1;
    partner[i] = j;
  }
  return partner;
}

function isAlike(page: ComparedPage, node: number, example: ComparedPage, other: number): boolean {
  return sameName(page, node, example, other) && isSame('structure', page, node, example, other);
}

/**
 * `template/missing-node`: the lost end tag of a link that other pages have with its end tag. A browser makes all that follows part of the
 * link, up to the next one.
 */
export const openLink: PageRule = {
  concerns: dissents('closings'),
  find: ({ compared: page, agreement, examples, placeOf, load }) => {
    const agreed = agreement.closings.agreement(closingKey('a'));
    const open = agreed?.value === ALL_CLOSED ? openLinks(page) : [];
    if (!agreed || open.length === 0) return [];
    const { own } = page.signatures;
    for (const other of new Set([...examples, agreed.example.page])) {
      const example = load(other);
      const closed = example && closedLinks(example);
      const node = open.find(node => closed?.has(signatureKey(own, node)));
      if (node === undefined) continue;
      const { tree, source } = page;
      // White space before the next tag stays outside.
      const at = tree.tagEnd[node]! + source.slice(tree.tagEnd[node]!, tree.end[node]!).trimEnd().length;
      return [
        {
          ...endTag(page, node, 'a', at),
          ...startTag(page, node),
          message: `The end tag </a> of ${described(page, node)} is missing here, so the link continues to the next one. ${supportText(agreed)} close every link.`,
          ...fieldsOf(agreed, other, closed!.get(signatureKey(own, node))!, placeOf),
        },
      ];
    }
    return [];
  },
};
