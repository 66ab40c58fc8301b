import { commonEnds } from '../../../html/common-ends.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT } from '../../../html/tree.ts';
import type { Repair } from '../../edits/repair.ts';
import { type ComparedPage, unkeyedPage } from '../../keys/compared-page.ts';
import { type LockedPart, lockedParts } from '../../statements/locked-parts.ts';
import type { Finding } from '../finding.ts';
import { dissents, type PageRule } from './page-rule.ts';

/**
 * `dreamweaver/locked-region`: a part outside the editable regions that is not as on most pages of the same template file, marked from the
 * first node that differs to the last.
 */
export const lockedRegion: PageRule = {
  concerns: dissents('locked'),
  find: ({ compared: page, agreement: { locked: agreed }, load }) => {
    /** The parts of other pages by their keys and values, of equal ones the first. */
    const known = new Map<ComparedPage, Map<string, LockedPart>>();
    const partsOf = (of: ComparedPage): Map<string, LockedPart> => {
      let parts = known.get(of);
      if (!parts) {
        parts = new Map(
          lockedParts(of)
            .map(part => [`${part.key} ${part.value}`, part] as const)
            .reverse(),
        );
        step(parts.size);
        known.set(of, parts);
      }
      return parts;
    };
    let lasting: LockedPart[] | undefined;
    return lockedParts(page).flatMap((part, at): Finding[] => {
      const agreement = agreed.agreement(part.key);
      if (!agreement || agreement.value === part.value) return [];
      const { pages, of } = agreement;
      lasting ??= lockedParts(unkeyedPage(page));
      const example = load(agreement.example.page);
      const other = example && partsOf(example).get(`${part.key} ${agreement.value}`);
      if (!example || !other) return [];
      const change = difference(part, other);
      const { start, end } = range(example, other, change.first, change.theirs);
      const repair = repairOf(page, part, example, other, change);
      return [
        {
          code: 'dreamweaver/locked-region',
          ...{ ...range(page, part, change.first, change.ours), support: { pages, of } },
          ...(change.ours === 0 && { absent: `a part of ${part.template}` }),
          message: `This part of ${part.template} is locked, and differs here from ${pages} of ${of} pages.`,
          related: [{ page: example.name, start, end, message: 'Here it is as in the template.' }],
          normalisers: ['N21'],
          identity: `dreamweaver/locked-region ${lasting[at]!.key.toString(36)} ${lasting[at]!.value.toString(36)}`,
          ...(repair && { repair, risk: 'It replaces what was written into the locked region.' }),
        },
      ];
    });
  },
};

/** From the first of some nodes to the last, of elements the start tag; the end of the node before, where there are none. */
function range(
  { tree }: ComparedPage,
  { nodes }: LockedPart,
  first: number,
  count: number,
): { start: number; end: number; node: number } {
  if (count === 0) {
    const before = nodes[Math.max(0, first - 1)] ?? tree.root;
    return { start: tree.start[before]!, end: tree.tagEnd[before]!, node: before };
  }
  const node = nodes[first]!;
  const end = nodes.slice(first, first + count).reduce((last, inside) => Math.max(last, tree.tagEnd[inside]!), 0);
  return { start: tree.start[node]!, end, node };
}

/** Where two parts differ: from which node on, and how many nodes of each. */
interface Change {
  readonly first: number;
  readonly ours: number;
  readonly theirs: number;
}

function difference({ hashes: a }: LockedPart, { hashes: b }: LockedPart): Change {
  const { start: first, end: last } = commonEnds(a, b);
  return { first, ours: a.length - first - last, theirs: b.length - first - last };
}

/** One element or text in the place of one, or one too few, or one too many. */
function repairOf(
  page: ComparedPage,
  part: LockedPart,
  example: ComparedPage,
  other: LockedPart,
  { first, ours, theirs }: Change,
): Repair | undefined {
  if (ours === 1 && theirs === 1) {
    const node = part.nodes[first]!;
    const from = { page: example.name, node: other.nodes[first]! };
    if (page.tree.kind[node] !== example.tree.kind[from.node]) return undefined;
    return { kind: 'replace', node, part: page.tree.kind[node] === ELEMENT ? 'tag' : 'node', from };
  }
  const here = wholeNode(page, part, first, ours);
  const there = wholeNode(example, other, first, theirs);
  const from = there && { page: example.name, node: there.node };
  if (here && from) return { kind: 'replace', node: here.node, part: 'node', from };
  if (here && theirs === 0) return { kind: 'remove', node: here.node };
  if (!there || !from || ours > 0 || there.at === 0) return undefined;
  return { kind: 'insert', ...placeAfter(page, part.nodes[there.at - 1]!, example, other.nodes[there.at - 1]!, from.node), from };
}

/**
 * The one node that some nodes are, with all inside it; where the nodes before and after are alike, so that others could as well be
 * the ones that are too many, perhaps the same number of nodes further up. `at` is its index in the part.
 */
function wholeNode(
  { tree }: ComparedPage,
  { nodes, hashes }: LockedPart,
  first: number,
  count: number,
): { node: number; at: number } | undefined {
  for (let at = first; count > 0; at--) {
    const node = nodes[at]!;
    const end = tree.subtreeEnd[node]!;
    if (nodes[at + count - 1]! < end && (nodes[at + count] ?? tree.size) >= end) return { node, at };
    if (at === 0 || hashes[at - 1] !== hashes[at + count - 1]) return undefined;
  }
  return undefined;
}

/** The place of an example page's node on a page that is the same up to there: `before` and `otherBefore` are the last nodes of both. */
function placeAfter(
  { tree }: ComparedPage,
  before: number,
  { tree: others }: ComparedPage,
  otherBefore: number,
  node: number,
): { parent: number; after: number } {
  const parent = others.parent[node]!;
  if (otherBefore === parent) return { parent: before, after: -1 };
  let after = before;
  for (let at = otherBefore; others.parent[at] !== parent && others.parent[at]! >= 0; at = others.parent[at]!)
    after = tree.parent[after]!;
  return { parent: tree.parent[after]!, after };
}
