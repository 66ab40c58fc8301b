import { nodeText } from '../../../../html/access.ts';
import { quotedPair, supportText } from '../../comparison/describe.ts';
import type { Difference } from '../../comparison/difference.ts';
import { wholeNode } from '../../comparison/places.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import { type Compared, findingOf, nodeOf, signatureText } from '../difference-rule.ts';

export const changedTextCheck = defineCheck({
  code: 'template/changed-text',
  severity: 'warning',
  summary: 'A text of the template differs from that on the other pages of the layout.',
  rules: { difference: changedText },
});

/** `template/changed-text`: other words than on most pages. */
function changedText(difference: Difference, compared: Compared): Finding | undefined {
  if (difference.kind !== 'text') return undefined;
  const { node, verdict, isSaidAgain } = difference;
  const { page, example } = compared;
  const [here, there] = quotedPair(
    nodeText(page.tree, page.source, node),
    nodeText(example.tree, example.source, difference.example),
  );
  return findingOf('template/changed-text', difference, compared, {
    ...wholeNode(page, node),
    node,
    message: isSaidAgain
      ? `${here} here, and in another link of this page to the same place; ${there} on ${supportText(verdict)}.`
      : `${here} here; ${there} on ${supportText(verdict)}.`,
    brief: `says ${here} instead of ${there}`,
    value: signatureText(page, 'own', node),
    repair: { kind: 'replace', node, part: 'node', from: nodeOf(example, difference.example) },
  });
}
