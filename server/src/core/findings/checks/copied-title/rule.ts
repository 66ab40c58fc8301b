import type { ComparedPage } from '../../../keys/compared-page.ts';
import type { AgreementTable } from '../../../statements/agreement-table.ts';
import { elementText } from '../../../statements/element-text.ts';
import { OF_NOTHING, pageTitle } from '../../../statements/titles.ts';
import { quoted } from '../../comparison/describe.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import type { PlaceOf } from '../page-rule.ts';

export const copiedTitleCheck = defineCheck({
  code: 'page/copied-title',
  severity: 'warning',
  summary: 'The page has the title of another page.',
  rules: {
    page: {
      concerns: ({ agreement, name }) => agreement.titles.dissents(name),
      find: ({ compared, agreement, placeOf }) => copiedTitle(compared, agreement.titles, placeOf),
    },
  },
});

/** `page/copied-title`: a title that names another page, where nothing else on this page has a word of it. */
function copiedTitle(page: ComparedPage, titles: AgreementTable, placeOf: PlaceOf): Finding[] {
  const title = pageTitle(page);
  const agreement = title && titles.agreement(title.key);
  if (title?.subject !== OF_NOTHING || !agreement) return [];
  const { node } = title;
  const { example } = agreement;
  return [
    {
      code: 'page/copied-title',
      start: page.tree.start[node]!,
      end: page.tree.end[node]!,
      node,
      message: `The title ${quoted(elementText(page, node))} is that of ${example.page}; nothing else on this page has a word of it.`,
      related: [{ ...placeOf(example.page, example.node), message: 'The page that the title is about.' }],
      normalisers: [],
      identity: 'page/copied-title',
    },
  ];
}
