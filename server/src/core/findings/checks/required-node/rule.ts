import type { ComparedPage } from '../../../keys/compared-page.ts';
import type { Finding } from '../../finding.ts';
import { firstTag } from '../../first-tag.ts';
import { defineCheck } from '../check.ts';
import { type CheckWorld, concernsPage } from '../check-world.ts';
import type { Requirement } from '../requirement.ts';

export const requiredNodeCheck = defineCheck({
  code: 'template/required-node',
  severity: 'error',
  summary: 'An element that the configuration requires is missing.',
  rules: {
    page: {
      concerns: ({ required, name, world }) => required.some(entry => concernsPage(entry.required, name, world.matches)),
      find: ({ compared, required, world }) => missingRequired(compared, required, world.matches),
    },
  },
});

/** `template/required-node`: elements that the settings ask every page for, and that this page does not have. */
function missingRequired(
  { name: page, tree, source }: ComparedPage,
  requirements: readonly Requirement[],
  matches: CheckWorld['matches'],
): Finding[] {
  return requirements.flatMap(({ required, selector }): Finding[] => {
    const { selector: css, message } = required;
    if (!concernsPage(required, page, matches) || selector.any(tree, source)) return [];
    return [
      {
        code: 'template/required-node',
        ...firstTag(tree),
        absent: css,
        message: message ?? `This page has no element that matches ${css}; the settings require one.`,
        related: [],
        normalisers: [],
        identity: `template/required-node ${css}`,
      },
    ];
  });
}
