import { PRESENT, secondViewport, VIEWPORT } from '../../../statements/essentials.ts';
import { brief, described, supportText } from '../../comparison/describe.ts';
import type { Difference } from '../../comparison/difference.ts';
import { wholeNode } from '../../comparison/places.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import { type Compared, findingOf, signatureText } from '../difference-rule.ts';
import type { PageRule } from '../page-rule.ts';

export const duplicatedNodeCheck = defineCheck({
  code: 'template/duplicated-node',
  severity: 'warning',
  summary: 'Something that the other pages of the layout have once is there more often.',
  rules: {
    difference: duplicatedNode,
    page: { concerns: ({ agreement, name }) => agreement.essentials.dissents(name), find: duplicatedViewport },
  },
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

/** `template/duplicated-node`: a second `meta name="viewport"`, where most pages of the site have one, whatever their layout. */
function duplicatedViewport({ compared: page, agreement, found, placeOf }: Parameters<PageRule['find']>[0]): Finding[] {
  const agreed = agreement.essentials.agreement(VIEWPORT);
  const node = secondViewport(page);
  if (agreed?.value !== PRESENT || node < 0 || found.some(other => other.node === node)) return [];
  const { pages, of, example } = agreed;
  return [
    {
      code: 'template/duplicated-node',
      ...wholeNode(page, node),
      node,
      message: `${described(page, node)} stands here twice; ${supportText({ pages, of })} have it once.`,
      support: { pages, of },
      related: [{ ...placeOf(example.page, example.node), message: 'Here it stands once.' }],
      normalisers: [],
      identity: 'template/duplicated-node viewport',
      repair: { kind: 'remove', node },
      risk: 'It takes away what stands on this page.',
    },
  ];
}
