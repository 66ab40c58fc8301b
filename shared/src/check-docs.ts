import type { CheckCode } from './diagnostics.ts';

/** Where the project's documentation can be read. */
const documentation = 'https://github.com/templens/templens/blob/main/docs';

/** The page that explains a finding. */
export function checkHelpUri(code: CheckCode): string {
  return `${documentation}/checks/${code.replace('/', '-')}.md`;
}

/** What each finding means, in one sentence. */
export const checkSummaries: { readonly [Code in CheckCode]: string } = {
  'template/missing-part': 'A part that the other pages of the layout have (a menu, a footer) is missing.',
  'template/part-version': 'A part differs in several places from the version that nearly all other pages have.',
  'template/missing-node': 'Something that the other pages of the layout have is missing.',
  'template/extra-node': 'There is something among the template that the other pages of the layout do not have.',
  'template/duplicated-node': 'Something that the other pages of the layout have once is there more often.',
  'template/moved-node': 'Something stands at another place than on the other pages of the layout.',
  'template/changed-text': 'A text of the template is another one than on the other pages of the layout.',
  'template/changed-attribute': 'An attribute of the template has another value than on the other pages of the layout.',
  'template/wrong-target': 'A link of the template leads elsewhere than on the other pages of the layout.',
  'template/current-item': 'The menu marks no item, several items or the wrong item as that of this page.',
  'template/broken-link': 'A link of the template leads to a file that is not there.',
  'template/stale-year': 'A year in the template is another one than on the other pages of the layout.',
  'template/required-node': 'An element that the configuration requires is missing.',
  'page/no-template': 'The page shares its layout with no other page.',
  'dreamweaver/locked-region': 'A locked region of a Dreamweaver template was edited.',
  'templens/unused-ignore': 'An ignore comment or rule hides nothing.',
  'templens/config': 'The configuration file, or a directive in a page, has a mistake.',
};
