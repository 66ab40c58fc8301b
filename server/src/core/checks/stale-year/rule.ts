import { combine, hi, lo } from '../../page/hash.ts';
import { normaliseText } from '../../page/normalise.ts';
import { TEXT } from '../../page/tree.ts';
import type { AgreementTable, Statements } from '../agreement/agreement-table.ts';
import { thingKey } from '../agreement/thing-key.ts';
import { type ComparedPage, withoutKey } from '../check-digest.ts';
import type { Finding } from '../finding.ts';
import { formHash } from '../form-hash.ts';
import { DATE, datesAsTokens, yearsAsTokens } from '../normal-form/dates.ts';
import { FREE, IN_SCRIPT, IN_STYLE, SLOT } from '../normal-form/places.ts';
import { isPlainText } from '../normal-form/text.ts';
import type { PlaceOf } from '../page-check.ts';

const YEAR_SALT = 31;
/** In UTF-16 code units; a longer text is no line of a footer. */
const longest = 400;

/** A year, or the end of a range of years, in a text that may be the same on other pages but for it. */
interface StatedYear {
  readonly key: number;
  readonly node: number;
  readonly year: number;
  /** Of the year's digits. */
  readonly start: number;
  readonly end: number;
}

const lastYear =
  /(?<![\w.,/-])(?:(?:19|20)\d{2}\s*(?:[-\u2013\u2014]|&[nm]dash;)\s*)?((?:19|20)\d{2})(?![\w/-]|[.,]\d|\s*(?:[-\u2013\u2014]|&[nm]dash;)\s*\d)/;

/** The years in texts with one year, or one range of years, no other date, and words around it. */
function statedYears({ tree, source, context, signatures: { places } }: ComparedPage): StatedYear[] {
  const found: StatedYear[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== TEXT || places[node]! & (SLOT | FREE | IN_SCRIPT | IN_STYLE)) continue;
    const start = tree.start[node]!;
    if (tree.textLength[node]! < 6 || tree.end[node]! - start > longest) continue;
    if (isPlainText(source, start, tree.end[node]!)) continue;
    const raw = source.slice(start, tree.end[node]!);
    const year = lastYear.exec(raw);
    if (!year) continue;
    const text = normaliseText(raw);
    const words = yearsAsTokens(text);
    if (words.split(DATE).length !== 2 || !/[\p{L}\u00a9]/u.test(words.replace(DATE, '')) || words !== datesAsTokens(text))
      continue;
    formHash(words, YEAR_SALT, context.key);
    const parent = tree.parent[node]!;
    combine(tree.hashes.path[parent * 2]!, tree.hashes.path[parent * 2 + 1]!, lo, hi);
    const end = start + year.index + year[0].length;
    found.push({ key: thingKey(lo, hi), node, year: Number(year[1]), start: end - 4, end });
  }
  return found;
}

/** The years that a page has in its texts. */
export function yearStatements(page: ComparedPage): Statements {
  return Float64Array.from(statedYears(page).flatMap(({ key, year, node }) => [key, year, node]));
}

/** `template/stale-year`: a year in a text that most pages have, but with another year. */
export function staleYears(page: ComparedPage, years: AgreementTable, placeOf: PlaceOf): Finding[] {
  let lasting: StatedYear[] | undefined;
  return statedYears(page).flatMap(({ key, node, year, start, end }, at): Finding[] => {
    const agreement = years.agreement(key);
    if (!agreement || agreement.value === year) return [];
    const { value, pages, of, example } = agreement;
    lasting ??= statedYears(withoutKey(page));
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
