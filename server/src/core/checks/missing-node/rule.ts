import { described, supportText } from '../compare/describe.ts';
import type { Difference } from '../compare/difference.ts';
import { gap, startTag } from '../compare/places.ts';
import { type Compared, findingOf, nodeOf, signatureText } from '../compare/rule.ts';
import type { Finding } from '../finding.ts';

/** `template/missing-node`: something that most pages have and this page has not, or has something else in its place. */
export function missingNode(difference: Difference, compared: Compared): Finding | undefined {
  const { page, example } = compared;
  if (difference.kind === 'missing') {
    const { parent, after, verdict, isWhole } = difference;
    const from = nodeOf(example, difference.example);
    return findingOf('template/missing-node', difference, compared, {
      ...gap(page, parent, after),
      node: parent,
      message: `${described(example, difference.example)} is missing here; ${supportText(verdict)} have it.`,
      value: signatureText(isWhole ? example.signatures.full : example.signatures.structure, difference.example),
      // What is in a block is the other page's own: a copy would bring its content along.
      ...(isWhole && { repair: { kind: 'insert', parent, after, from } }),
    });
  }
  if (difference.kind === 'replaced') {
    const { node, verdict, isWhole } = difference;
    const have = described(example, difference.example);
    return findingOf('template/missing-node', difference, compared, {
      ...startTag(page, node),
      node,
      message: `${described(page, node)} stands here; ${supportText(verdict)} have ${have} in its place.`,
      value: `${signatureText(page.signatures.structure, node)} ${signatureText(example.signatures.structure, difference.example)}`,
      ...(isWhole && { repair: { kind: 'replace', node, part: 'node', from: nodeOf(example, difference.example) } }),
    });
  }
  return undefined;
}
