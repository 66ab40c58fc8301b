import { brief, described, supportText } from '../../comparison/describe.ts';
import type { Difference } from '../../comparison/difference.ts';
import { wholeNode } from '../../comparison/places.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import { type Compared, findingOf, signatureText } from '../difference-rule.ts';

export const extraNodeCheck = defineCheck({
  code: 'template/extra-node',
  severity: 'warning',
  summary: 'There is something among the template that the other pages of the layout do not have.',
  rules: { difference: extraNode },
});

/** `template/extra-node`: something between two nodes that stand side by side on most pages. */
function extraNode(difference: Difference, compared: Compared): Finding | undefined {
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
