import { described, supportText } from '../compare/describe.ts';
import type { Difference } from '../compare/difference.ts';
import { wholeNode } from '../compare/places.ts';
import { type Compared, findingOf, nodeOf, signatureText } from '../compare/rule.ts';
import type { Finding } from '../finding.ts';

/** `template/changed-text`: other words than on most pages. */
export function changedText(difference: Difference, compared: Compared): Finding | undefined {
  if (difference.kind !== 'text') return undefined;
  const { node, verdict } = difference;
  const { page, example } = compared;
  return findingOf('template/changed-text', difference, compared, {
    ...wholeNode(page, node),
    node,
    message: `${described(page, node)} is ${described(example, difference.example)} on ${supportText(verdict)}.`,
    value: signatureText(page.signatures.own, node),
    repair: { kind: 'replace', node, part: 'node', from: nodeOf(example, difference.example) },
  });
}
