import type { ComparedPage } from '../../../keys/compared-page.ts';
import type { AgreementTable } from '../../../statements/agreement-table.ts';
import { OF_NOTHING, titleStatements, titleText } from '../../../statements/titles.ts';
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
  const [key, value, node] = titleStatements(page) as unknown as [number, number, number];
  const agreement = titles.agreement(key);
  if (value !== OF_NOTHING || !agreement) return [];
  const { example } = agreement;
  return [
    {
      code: 'page/copied-title',
      start: page.tree.start[node]!,
      end: page.tree.end[node]!,
      node,
      message: `The title ${quoted(titleText(page, node))} is that of ${example.page}; nothing else on this page has a word of it.`,
      related: [{ ...placeOf(example.page, example.node), message: 'The page that the title is about.' }],
      normalisers: [],
      identity: 'page/copied-title',
    },
  ];
}
