import { nodeText } from '../../page/access.ts';
import { quotedPair, supportText } from '../compare/describe.ts';
import type { Difference } from '../compare/difference.ts';
import { wholeNode } from '../compare/places.ts';
import { type Compared, findingOf, nodeOf, signatureText } from '../compare/rule.ts';
import type { Finding } from '../finding.ts';

/** `template/changed-text`: other words than on most pages. */
export function changedText(difference: Difference, compared: Compared): Finding | undefined {
  if (difference.kind !== 'text') return undefined;
  const { node, verdict } = difference;
  const { page, example } = compared;
  const [here, there] = quotedPair(
    nodeText(page.tree, page.source, node),
    nodeText(example.tree, example.source, difference.example),
  );
  return findingOf('template/changed-text', difference, compared, {
    ...wholeNode(page, node),
    node,
    message: `${here} here; ${there} on ${supportText(verdict)}.`,
    brief: `says ${here} instead of ${there}`,
    value: signatureText(page, 'own', node),
    repair: { kind: 'replace', node, part: 'node', from: nodeOf(example, difference.example) },
  });
}
