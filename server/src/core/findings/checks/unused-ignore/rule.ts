import type { PageTree } from '../../../../html/tree.ts';
import type { IgnoreDirective } from '../../../directives/page-directives.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';

export const unusedIgnoreCheck = defineCheck({
  code: 'templens/unused-ignore',
  severity: 'hint',
  summary: 'An ignore comment or rule hides nothing.',
  rules: { unusedIgnore },
});

/** `templens/unused-ignore`: a comment that hides no finding. */
function unusedIgnore({ scope, codes, start, end, node }: IgnoreDirective, tree: PageTree): Finding {
  const where = scope === 'page' ? 'on this page' : 'on the next element';
  return {
    code: 'templens/unused-ignore',
    start,
    end,
    node: node >= 0 ? node : tree.root,
    message: `This comment hides nothing: there is no ${codes.join(' or ')} ${where}.`,
    related: [],
    normalisers: [],
    identity: `templens/unused-ignore ${scope} ${codes.join()}`,
    repair: { kind: 'text', start, end, text: '' },
  };
}
