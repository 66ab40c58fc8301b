import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { normaliseText } from '../../html/normalise.ts';
import { TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { DATE, datesAsTokens, yearsAsTokens } from '../keys/normal-form/dates.ts';
import { IN_SCRIPT, IN_STYLE, SLOT, UNCOMPARED } from '../keys/normal-form/node-traits.ts';
import { isPlainText } from '../keys/normal-form/text.ts';
import { runStatements } from './run-stamps.ts';
import type { Statements } from './statements.ts';

const YEAR_SALT = 31;
/** In UTF-16 code units; a longer text is not a line of a footer. */
const longest = 400;

/** A year, or the end of a range of years, in a text that may be the same on other pages but for it. */
export interface StatedYear {
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
export function statedYears({ tree, source, context, signatures: { traits } }: ComparedPage): StatedYear[] {
  const found: StatedYear[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== TEXT || traits[node]! & (SLOT | UNCOMPARED | IN_SCRIPT | IN_STYLE)) continue;
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
    hashNormalForm(words, YEAR_SALT, context.key);
    const parent = tree.parent[node]!;
    combine(tree.hashes.path[parent * 2]!, tree.hashes.path[parent * 2 + 1]!, lo, hi);
    const end = start + year.index + year[0].length;
    found.push({ key: number53(lo, hi), node, year: Number(year[1]), start: end - 4, end });
  }
  return found;
}

/** What a page states in numbers that grow: the last year in its texts, and the version and the date of the generator's run. */
export function yearStatements(page: ComparedPage): Statements {
  return Float64Array.from([...statedYears(page).flatMap(({ key, year, node }) => [key, year, node]), ...runStatements(page)]);
}
