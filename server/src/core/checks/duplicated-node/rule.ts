import { brief, described, supportText } from '../../comparison/describe.ts';
import type { Difference } from '../../comparison/difference.ts';
import { wholeNode } from '../../comparison/places.ts';
import type { Finding } from '../../findings/finding.ts';
import { defineCheck } from '../check.ts';
import { type Compared, findingOf, signatureText } from '../difference-rule.ts';

export const duplicatedNodeCheck = defineCheck({
  code: 'template/duplicated-node',
  severity: 'warning',
  summary: 'Something that the other pages of the layout have once is there more often.',
  rules: { difference: duplicatedNode },
});

/** `template/duplicated-node`: one more of what most pages have less often in this place. */
function duplicatedNode(difference: Difference, compared: Compared): Finding | undefined {
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
