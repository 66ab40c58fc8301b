import { brief, described, supportText } from '../compare/describe.ts';
import type { Difference } from '../compare/difference.ts';
import { wholeNode } from '../compare/places.ts';
import { type Compared, findingOf, signatureText } from '../compare/rule.ts';
import type { Finding } from '../finding.ts';

/** `template/duplicated-node`: one more of what most pages have less often in this place. */
export function duplicatedNode(difference: Difference, compared: Compared): Finding | undefined {
  if (difference.kind !== 'duplicated') return undefined;
  const { node, verdict } = difference;
  const { page } = compared;
  return findingOf('template/duplicated-node', difference, compared, {
    ...wholeNode(page, node),
    node,
    message: `${described(page, node)} stands here once more than on ${supportText(verdict)}.`,
    brief: `has ${brief(page, node)} once more`,
    value: signatureText(page, 'full', node),
    repair: { kind: 'remove', node },
  });
}
