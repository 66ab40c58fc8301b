import { type ComparedPage, unkeyedPage } from '../../../keys/compared-page.ts';
import type { AgreementTable } from '../../../statements/agreement-table.ts';
import { type StatedYear, statedYears } from '../../../statements/years.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import type { PlaceOf } from '../page-rule.ts';

export const staleYearCheck = defineCheck({
  code: 'template/stale-year',
  severity: 'warning',
  summary: 'A year in the template differs from that on the other pages of the layout.',
  rules: {
    page: {
      concerns: ({ agreement, name }) => agreement.years.dissents(name),
      find: ({ compared, agreement, placeOf }) => staleYears(compared, agreement.years, placeOf),
    },
  },
});

/** `template/stale-year`: a year in a text that most pages have, but with another year. */
function staleYears(page: ComparedPage, years: AgreementTable, placeOf: PlaceOf): Finding[] {
  let lasting: StatedYear[] | undefined;
  return statedYears(page).flatMap(({ key, node, year, start, end }, at): Finding[] => {
    const agreement = years.agreement(key);
    if (!agreement || agreement.value === year) return [];
    const { value, pages, of, example } = agreement;
    lasting ??= statedYears(unkeyedPage(page));
    return [
      {
        code: 'template/stale-year',
        start,
        end,
        node,
        message: `The year here is ${year}; on ${pages} of ${of} pages it is ${value}.`,
        support: { pages, of },
        related: [{ ...placeOf(example.page, example.node), message: `Here it is ${value}.` }],
        normalisers: ['N12'],
        identity: `template/stale-year ${lasting[at]!.key.toString(36)}`,
        repair: { kind: 'text', start, end, text: String(value) },
        risk: 'It changes a year that this page gives.',
      },
    ];
  });
}
