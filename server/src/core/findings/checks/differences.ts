import { type CheckCode, type NormaliserId, normaliserNames } from 'templens-shared/findings';
import { attributeValue, nodeText } from '../../../html/access.ts';
import { attributePlace, gap, type Place, startTag, wholeNode } from '../../../html/places.ts';
import { TEXT } from '../../../html/tree.ts';
import type { NodeOfPage } from '../../edits/repair.ts';
import { isSame } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { normalAddress } from '../../keys/normal-form/address.ts';
import { normalNode } from '../../keys/normal-form/element.ts';
import { pageFolder } from '../../keys/normal-form/relative-address.ts';
import { firstLink } from '../../statements/kinds-of-nodes.ts';
import type { Difference } from '../agreement/difference.ts';
import { exampleOf, type Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import type { Compared, DifferenceRule } from './check.ts';
import { brief, described, describedTag, quoted, quotedPair, signatureText, supportText, treePath } from './describe.ts';

/** N1 to N4 are spelling, and apply nearly everywhere. */
const named = (Object.keys(normaliserNames) as NormaliserId[]).filter(id => Number(id.slice(1)) > 4);

/**
 * The normalisers that left something of the nodes out when they were compared: those without which the normal form of one would be
 * another. What stands inside an element is not asked for.
 */
export function normalisersApplied(nodes: readonly { page: ComparedPage; node: number }[]): NormaliserId[] {
  // No real page has so many attributes, and each would be looked at by each normaliser.
  if (nodes.some(({ page: { tree }, node }) => tree.attrFirst[node + 1]! - tree.attrFirst[node]! > thresholds.mostAttributes))
    return [];
  const forms = nodes.map(({ page, node }) => formOf(page, node));
  return named.filter(id => nodes.some(({ page, node }, at) => forms[at] !== formOf(page, node, id)));
}

function formOf({ tree, source, context, signatures }: ComparedPage, node: number, off?: NormaliserId): string | undefined {
  const asked = off === undefined ? context : { ...context, off: new Set([...context.off, off]) };
  return normalNode(tree, source, node, asked, signatures.traits[node]!);
}

type Kind = Difference['kind'];
type OfKind<K extends Kind> = Extract<Difference, { kind: K }>;

/** What a rule says of a difference. `value` must be the same whatever else changes on the page. */
type Wording = Place &
  Pick<Finding, 'node' | 'message' | 'brief' | 'absent' | 'attribute' | 'repair'> & {
    readonly value: string;
    /** What is shown of the example; by default its node. */
    readonly shown?: Place;
  };

type WordingOf<K extends Kind> = (difference: OfKind<K>, compared: Compared) => Wording | undefined;

/** The rule of a check for one kind of difference. */
function rule<K extends Kind>(code: CheckCode, kind: K, word: WordingOf<K>): DifferenceRule {
  return (difference, compared) => {
    const wording = difference.kind === kind ? word(difference as OfKind<K>, compared) : undefined;
    return wording && findingOf(code, difference, compared, wording);
  };
}

function findingOf(code: CheckCode, difference: Difference, { page, example }: Compared, wording: Wording): Finding {
  const { value, shown, ...rest } = wording;
  const { example: at, verdict } = difference;
  const where = difference.kind === 'extra' ? 'What stands there' : 'The template\u2019s version';
  return {
    code,
    ...rest,
    support: { pages: verdict.pages, of: verdict.of },
    related: exampleOf(example, shown ?? wholeNode(example, at), `${where} on ${supportText(verdict)}.`),
    normalisers: normalisersApplied([
      ...('node' in difference ? [{ page, node: difference.node }] : []),
      { page: example, node: at },
    ]),
    identity: [code, treePath(page, rest.node), value].join('|'),
  };
}

/** Something that most pages have and this page has not. */
export const missingNode = rule('template/missing-node', 'missing', (difference, { page, example }) => {
  const { parent, after, verdict, isWhole, instead } = difference;
  // What is written for another folder would mislead.
  const shown = pageFolder(page.name) === pageFolder(example.name) ? example : { ...example, from: example.context };
  const what = described(shown, difference.example);
  const other = instead === undefined ? what : described(page, instead);
  return {
    ...gap(page, parent, after),
    node: parent,
    absent: what,
    message: difference.isSection
      ? `${what} and the section below it are missing here; ${supportText(verdict)} have them.`
      : `${what} is missing here${other === what ? '' : `, where ${other} stands`}; ${supportText(verdict)} have it.`,
    brief: `lacks ${brief(shown, difference.example)}`,
    value: signatureText(example, isWhole ? 'full' : 'structure', difference.example),
    // What is in a block is the other page's own: a copy would bring its content along.
    ...(isWhole && { repair: { kind: 'insert', parent, after, from: fromExample(difference, example) } }),
  };
});

/** Something else in the place of what most pages have. */
export const replacedNode = rule('template/missing-node', 'replaced', (difference, compared) => {
  const { page, example } = compared;
  const { node, verdict, isWhole } = difference;
  const have = described(example, difference.example);
  const [leads, others] = [firstLink(page, node), firstLink(example, difference.example)];
  const isAlike = described(page, node) === have;
  if (isAlike && leads === others) return undefined;
  const suffix = (address: string | undefined): string => (isAlike && address !== undefined ? ` (to ${quoted(address)})` : '');
  const here = brief(page, node);
  const there = brief(example, difference.example);
  const holders = isAlike ? undefined : holdersOf(compared, node, difference.example);
  const own = holders?.here ?? `${described(page, node)}${suffix(leads)}`;
  const theirs = holders?.there ?? `${have}${suffix(others)}`;
  return {
    ...startTag(page, node),
    node,
    message: holders
      ? `${holders.text} stands in ${own} here; ${supportText(verdict)} have it in ${theirs}.`
      : `${own} stands here; ${supportText(verdict)} have ${theirs} in its place.`,
    brief: holders || here === there ? `has ${own} instead of ${theirs}` : `has ${here} instead of ${there}`,
    value: `${signatureText(page, 'structure', node)} ${signatureText(example, 'structure', difference.example)}`,
    ...(isWhole && { repair: { kind: 'replace', node, part: 'node', from: fromExample(difference, example) } }),
  };
});

/** Where two nodes hold the same text: the text, and what it stands in on each page; undefined where that does not tell them apart. */
function holdersOf({ page, example }: Compared, node: number, other: number) {
  const text = brief(page, node);
  const [here, there] = [holder(page, node), holder(example, other)];
  return text === brief(example, other) && text !== described(page, node) && here !== there ? { text, here, there } : undefined;
}

function holder(page: ComparedPage, node: number): string {
  return page.tree.kind[node] === TEXT ? 'no element' : describedTag(page, node);
}

/** Something between two nodes that stand side by side on most pages. */
export const extraNode = rule('template/extra-node', 'extra', ({ node, verdict }, { page }) => ({
  ...wholeNode(page, node),
  node,
  message: `${described(page, node)} stands here; ${supportText(verdict)} have nothing in this place.`,
  brief: `has ${brief(page, node)} in addition`,
  value: signatureText(page, 'full', node),
  repair: { kind: 'remove', node },
}));

/** One more of what most pages have less often in this place. */
export const duplicatedNode = rule('template/duplicated-node', 'duplicated', ({ node, verdict }, { page }) => ({
  ...wholeNode(page, node),
  node,
  message: `${described(page, node)} stands here once more than on ${supportText(verdict)}.`,
  brief: `has ${brief(page, node)} once more`,
  value: signatureText(page, 'full', node),
  repair: { kind: 'remove', node },
}));

/** Something that stands at another place on most pages. */
export const movedNode = rule('template/moved-node', 'moved', ({ node, parent, after, verdict }, { page }) => {
  const [around, wanted] = [page.tree.parent[node]!, parent].map(element => describedTag(page, element));
  const place = after < 0 ? `first in ${described(page, parent)}` : `after ${described(page, after)}`;
  const stands = around === wanted ? `stands ${place}` : `stands in ${around} here; in ${wanted}`;
  return {
    ...wholeNode(page, node),
    node,
    message: `${described(page, node)} ${stands} on ${supportText(verdict)}.`,
    brief: `has ${brief(page, node)} at another place`,
    value: signatureText(page, 'full', node),
    repair: { kind: 'move', node, parent, after },
  };
});

/** Other words than on most pages. */
export const changedText = rule('template/changed-text', 'text', (difference, { page, example }) => {
  const { node, verdict, isSaidAgain } = difference;
  const texts = [nodeText(page.tree, page.source, node), nodeText(example.tree, example.source, difference.example)] as const;
  const [here, there] = quotedPair(...texts);
  return {
    ...wholeNode(page, node),
    node,
    message: `${here} here${isSaidAgain ? ', and in another link of this page to the same place' : ''}; ${there} on ${supportText(verdict)}.`,
    brief: `says ${here} instead of ${there}`,
    value: signatureText(page, 'own', node),
    repair: { kind: 'replace', node, part: 'node', from: fromExample(difference, example) },
  };
});

/** Attributes by which an element leads to a page or file, or loads it. */
export const targetAttributes = new Set(['href', 'src', 'action']);

/**
 * An address that leads elsewhere than on most pages. Either it is written in the same way, which a relative address copied from another
 * folder is, or the link says the same.
 */
export const wrongTarget = rule('template/wrong-target', 'attributes', (difference, compared) => {
  const { node, names, verdict } = difference;
  const { page, example } = compared;
  const name = names[0]!;
  const { here, there } = valuesOf(difference, compared, name);
  if (names.length !== 1 || !targetAttributes.has(name) || here === undefined || there === undefined) return undefined;
  const isCopied = here === there;
  if (!isCopied && (name !== 'href' || !saysTheSame(node, difference.example, compared))) return undefined;
  const [leads, others] = quotedPair(leadsTo(here, page), leadsTo(there, example));
  const isAbove = leads === quoted(here);
  const from = isAbove ? 'above the site\u2019s folder' : `written ${quoted(here)}, which is another place from this folder`;
  return {
    ...(attributePlace(page, node, name) ?? startTag(page, node)),
    node,
    message: `${brief(page, node)} leads to ${leads} here${isCopied ? ` (${from})` : ''}; to ${others} on ${supportText(verdict)}.`,
    brief: `has ${brief(page, node)} lead to ${leads} instead of ${others}`,
    value: `${name} ${signatureText(page, 'own', node)}`,
    shown: startTag(example, difference.example),
    attribute: name,
    repair: { kind: 'attribute', node, name, from: fromExample(difference, example) },
  };
});

/** Path of a file from the site's root, of a folder with `/` before it, or the address as it is written where that has a scheme. */
function leadsTo(address: string, { context }: ComparedPage): string {
  const normal = normalAddress(address, context);
  if (normal.startsWith('//') && /^\s*https?:/i.test(address)) return address.trim();
  return normal.endsWith('/') ? normal : normal.replace(/^\/(?=[^/])/, '');
}

/** Is there the same inside both links? */
function saysTheSame(node: number, other: number, { page, example }: Compared): boolean {
  const size = page.tree.subtreeEnd[node]! - node;
  if (size < 2 || size !== example.tree.subtreeEnd[other]! - other) return false;
  for (let at = 1; at < size; at++) if (!isSame('own', page, node + at, example, other + at)) return false;
  return true;
}

/** Another value of an attribute than on most pages, or one too many or too few. */
export const changedAttribute = rule('template/changed-attribute', 'attributes', (difference, compared) => {
  const { node, names, verdict } = difference;
  const { page, example } = compared;
  const name = names[0]!;
  const values = names.map(each => {
    const { here, there } = valuesOf(difference, compared, each);
    if (here === undefined) return { here: `no ${each}`, there: `${each}=${quoted(there!)}` };
    if (there === undefined) return { here: `${each}=${quoted(here)}`, there: `no ${each}` };
    const [shown, shownThere] = quotedPair(here, there);
    return { here: `${each}=${shown}`, there: `${each}=${shownThere}` };
  });
  const ours = values.map(({ here }) => here).join(', ');
  const theirs = values.map(({ there }) => there).join(', ');
  const from = fromExample(difference, example);
  return {
    ...(attributePlace(page, node, name) ?? startTag(page, node)),
    node,
    message: `${described(page, node)} has ${ours} here; ${supportText(verdict)} have ${theirs}.`,
    brief: `has ${ours} instead of ${theirs}`,
    value: `${names.join()} ${signatureText(page, 'own', node)}`,
    shown: startTag(example, difference.example),
    ...(names.length === 1 && { attribute: name }),
    repair: names.length === 1 ? { kind: 'attribute', node, name, from } : { kind: 'replace', node, part: 'tag', from },
  };
});

/** The value of an attribute on both pages. */
function valuesOf({ node, example: other }: OfKind<'attributes'>, { page, example }: Compared, name: string) {
  return {
    here: attributeValue(page.tree, page.source, node, name),
    there: attributeValue(example.tree, example.source, other, name),
  };
}

function fromExample({ example: node }: Difference, { name: page }: ComparedPage): NodeOfPage {
  return { page, node };
}
