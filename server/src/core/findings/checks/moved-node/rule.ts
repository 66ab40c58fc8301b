import { brief, described, supportText } from '../../comparison/describe.ts';
import type { Difference } from '../../comparison/difference.ts';
import { wholeNode } from '../../comparison/places.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import { type Compared, findingOf, signatureText } from '../difference-rule.ts';

export const movedNodeCheck = defineCheck({
  code: 'template/moved-node',
  severity: 'warning',
  summary: 'Something stands at another place than on the other pages of the layout.',
  rules: { difference: movedNode },
});

/** `template/moved-node`: something that stands at another place on most pages. */
function movedNode(difference: Difference, compared: Compared): Finding | undefined {
  if (difference.kind !== 'moved') return undefined;
  const { node, parent, after, verdict } = difference;
  const { page } = compared;
  const place = after < 0 ? `first in ${described(page, parent)}` : `after ${described(page, after)}`;
  return findingOf('template/moved-node', difference, compared, {
    ...wholeNode(page, node),
    node,
    message: `${described(page, node)} stands ${place} on ${supportText(verdict)}.`,
    brief: `has ${brief(page, node)} at another place`,
    value: signatureText(page, 'full', node),
    repair: { kind: 'move', node, parent, after },
  });
}
