import { TEXT } from '../../../../html/tree.ts';
import type { ComparedPage } from '../../../keys/compared-page.ts';
import { brief, described, describedTag, quoted, supportText } from '../../comparison/describe.ts';
import type { Difference } from '../../comparison/difference.ts';
import { firstLink } from '../../comparison/first-link.ts';
import { gap, startTag } from '../../comparison/places.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import { type Compared, findingOf, nodeOf, signatureText } from '../difference-rule.ts';
import { missingEssentials } from './essentials.ts';
import { lostEndTag } from './lost-end-tag.ts';
import { openLink } from './open-link.ts';

export const missingNodeCheck = defineCheck({
  code: 'template/missing-node',
  severity: 'warning',
  summary: 'Something that the other pages of the layout have is missing.',
  rules: {
    difference: missingNode,
    page: {
      concerns: ({ agreement: { essentials, closings }, name }) => essentials.dissents(name) || closings.dissents(name),
      find: page => [...missingEssentials(page), ...openLink(page)],
    },
    cause: { concerns: ({ agreement, name }) => agreement.closings.dissents(name), find: lostEndTag },
  },
});

/** `template/missing-node`: something that most pages have and this page has not, or has something else in its place. */
function missingNode(difference: Difference, compared: Compared): Finding | undefined {
  const { page, example } = compared;
  if (difference.kind === 'missing') {
    const { parent, after, verdict, isWhole } = difference;
    const from = nodeOf(example, difference.example);
    // What is written for another folder would mislead.
    const shown = folderOf(page) === folderOf(example) ? example : { ...example, from: example.context };
    const what = described(shown, difference.example);
    const instead = difference.instead === undefined ? what : described(page, difference.instead);
    const here = difference.isSection
      ? `${what} and the section below it are missing here; ${supportText(verdict)} have them.`
      : `${what} is missing here${instead === what ? '' : `, where ${instead} stands`}; ${supportText(verdict)} have it.`;
    return findingOf('template/missing-node', difference, compared, {
      ...gap(page, parent, after),
      node: parent,
      absent: what,
      message: here,
      brief: `lacks ${brief(shown, difference.example)}`,
      value: signatureText(example, isWhole ? 'full' : 'structure', difference.example),
      // What is in a block is the other page's own: a copy would bring its content along.
      ...(isWhole && { repair: { kind: 'insert', parent, after, from } }),
    });
  }
  if (difference.kind === 'replaced') {
    const { node, verdict, isWhole } = difference;
    const have = described(example, difference.example);
    const [leads, others] = [firstLink(page, node), firstLink(example, difference.example)];
    const isSame = described(page, node) === have;
    if (isSame && leads === others) return undefined;
    const suffix = (address: string | undefined): string => (isSame && address !== undefined ? ` (to ${quoted(address)})` : '');
    const here = brief(page, node);
    const there = brief(example, difference.example);
    const holders = isSame ? undefined : holdersOf(compared, node, difference.example);
    const own = holders?.here ?? `${described(page, node)}${suffix(leads)}`;
    const theirs = holders?.there ?? `${have}${suffix(others)}`;
    const as = holders && `${holders.text} stands in ${own} here; ${supportText(verdict)} have it in ${theirs}.`;
    return findingOf('template/missing-node', difference, compared, {
      ...startTag(page, node),
      node,
      message: as ?? `${own} stands here; ${supportText(verdict)} have ${theirs} in its place.`,
      brief: holders || here === there ? `has ${own} instead of ${theirs}` : `has ${here} instead of ${there}`,
      value: `${signatureText(page, 'structure', node)} ${signatureText(example, 'structure', difference.example)}`,
      ...(isWhole && { repair: { kind: 'replace', node, part: 'node', from: nodeOf(example, difference.example) } }),
    });
  }
  return undefined;
}

/** Where two nodes hold the same text: the text, and what it stands in on each page; undefined where that does not tell them apart. */
function holdersOf({ page, example }: Compared, node: number, other: number) {
  const text = brief(page, node);
  const [here, there] = [holder(page, node), holder(example, other)];
  return text === brief(example, other) && text !== described(page, node) && here !== there ? { text, here, there } : undefined;
}

function holder(page: ComparedPage, node: number): string {
  return page.tree.kind[node] === TEXT ? 'no element' : describedTag(page, node);
}

function folderOf({ name }: ComparedPage): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}
