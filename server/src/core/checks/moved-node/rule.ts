import { brief, described, supportText } from '../compare/describe.ts';
import type { Difference } from '../compare/difference.ts';
import { wholeNode } from '../compare/places.ts';
import { type Compared, findingOf, signatureText } from '../compare/rule.ts';
import type { Finding } from '../finding.ts';

/** `template/moved-node`: something that stands at another place on most pages. */
export function movedNode(difference: Difference, compared: Compared): Finding | undefined {
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
