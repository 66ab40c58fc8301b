import { nodeAt } from '../../../../html/access.ts';
import type { PageTree } from '../../../../html/tree.ts';
import type { DirectiveProblem } from '../../../directives/page-directives.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';

export const mistakenDirectiveCheck = defineCheck({
  code: 'templens/config',
  severity: 'error',
  summary: 'The configuration file, or a directive in a page, has a mistake.',
  rules: { mistakenDirective },
});

/** `templens/config`: a comment or attribute that was meant as a directive and has no effect. */
function mistakenDirective({ start, end, message, suggestion }: DirectiveProblem, tree: PageTree): Finding {
  return {
    code: 'templens/config',
    start,
    end,
    node: Math.max(tree.root, nodeAt(tree, start)),
    message: suggestion === undefined ? message : `${message} Did you mean ${suggestion}?`,
    related: [],
    normalisers: [],
    identity: `templens/config ${message}`,
    ...(suggestion !== undefined && { repair: { kind: 'text', start, end, text: suggestion } }),
  };
}
