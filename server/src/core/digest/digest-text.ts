import type { GroupingName } from 'templens-shared/settings';
import { HASH_WORDS } from '../../html/hash-page.ts';
import type { ParseOptions } from '../../html/parse.ts';
import { parsePage } from '../directives/parse-page.ts';
import type { CheckContext, ComparedPage } from '../keys/compared-page.ts';
import { checkDigest } from './check-digest.ts';
import { digestPage, type PageDigest } from './page-digest.ts';

let scratch = new Int32Array(0);

/**
 * Parses a page and digests it for the model of a site. Reuses the memory of the page's hashes in the next call; the result does not refer to it.
 * @param text source of the page
 * @param options options of the parser
 * @param checks context of `checkDigest`; undefined if no findings are wanted
 * @param keep see `checkDigest`
 */
export function digestText(
  text: string,
  grouping: GroupingName = 'default',
  options: ParseOptions = {},
  checks?: Omit<CheckContext, 'path'>,
  keep?: (page: ComparedPage) => void,
): PageDigest {
  const page = parsePage(text, options, scratch);
  const needed = page.size * HASH_WORDS;
  if (needed > scratch.length) scratch = new Int32Array(needed * 2);
  const digest = digestPage(page, grouping);
  return checks ? { ...digest, checks: checkDigest(page, text, { path: options.path ?? '', ...checks }, keep) } : digest;
}
