import type { ParsedPage } from '../directives/parsed-page.ts';
import { type CheckContext, type ComparedPage, comparedPage, keptPage, type NodeKeys } from '../keys/compared-page.ts';
import { noStatements, type PageStatements, pageStatements } from '../statements/page-statements.ts';
import { isComparable } from './comparable.ts';

/** What checks count of a page. Only typed arrays and short strings: it moves between threads. */
export interface CheckDigest {
  /** See `pageLanguage`. */
  readonly language: string;
  /** Does the page take part in comparisons? See `isComparable`. A page that does not has no keys. */
  readonly votes: boolean;
  /** Keys that are compared with all pages, by node. */
  readonly structure: NodeKeys;
  /** Keys that are compared with the pages of the same language, by node. */
  readonly wording: NodeKeys;
  readonly statements: PageStatements;
}

const none: NodeKeys = { lanes: new Int32Array(0), nodes: new Int32Array(0) };

/**
 * Digests a page for checks, right after it was parsed. `source` is its text.
 * @param keep called with the compared page, to be kept; not called for a page that does not vote.
 */
export function checkDigest(
  page: ParsedPage,
  source: string,
  context: CheckContext,
  keep?: (page: ComparedPage) => void,
): CheckDigest {
  const { language } = page;
  if (!isComparable(page, source, context.path))
    return { language, votes: false, structure: none, wording: none, statements: noStatements };
  const compared = comparedPage(page, source, context);
  keep?.(keptPage(compared));
  return {
    language,
    votes: true,
    ...compared.counted(),
    statements: pageStatements(compared),
  };
}
