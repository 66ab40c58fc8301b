import { brief, described, supportText } from '../compare/describe.ts';
import type { Difference } from '../compare/difference.ts';
import { wholeNode } from '../compare/places.ts';
import { type Compared, findingOf, signatureText } from '../compare/rule.ts';
import type { Finding } from '../finding.ts';

/** `template/extra-node`: something between two nodes that stand side by side on most pages. */
export function extraNode(difference: Difference, compared: Compared): Finding | undefined {
  if (difference.kind !== 'extra') return undefined;
  const { node, verdict } = difference;
  const { page } = compared;
  return findingOf('template/extra-node', difference, compared, {
    ...wholeNode(page, node),
    node,
    message: `${described(page, node)} stands here; ${supportText(verdict)} have nothing in this place.`,
    brief: `has ${brief(page, node)} in addition`,
    value: signatureText(page, 'full', node),
    repair: { kind: 'remove', node },
  });
}
