import type { ParsedPage } from '../directives/parsed-page.ts';
import { type CheckContext, type ComparedPage, comparedPage, copyToKeep, type NodeKeys } from '../keys/compared-page.ts';
import { noStatements, type PageStatements, pageStatements } from '../statements/page-statements.ts';
import { pageNames } from '../statements/unlinked-pages.ts';
import { writingStyle } from '../statements/writing-style.ts';
import { isComparable } from './comparable.ts';

/** The counted facts of a page that checks compare. Holds only typed arrays and short strings, so that it is cheap to move between threads. */
export interface CheckDigest {
  /** Language tag of the page, see `pageLanguage`. */
  readonly language: string;
  /** True if the page takes part in comparisons. False if it is not comparable (`isComparable`; no keys then), or has no file yet. */
  readonly isCompared: boolean;
  /** Keys that are compared with all pages, whatever their language. */
  readonly structure: NodeKeys;
  /** Keys that are compared with the pages of the same language. */
  readonly wording: NodeKeys;
  readonly statements: PageStatements;
  /** Hashes of the names of pages that occur in the source, see `pageNames`. */
  readonly names: Float64Array;
  /** What the source shows of who wrote it: `writingStyle` in 255ths; empty for a page that is not comparable. */
  readonly style: Uint8Array;
}

const none: NodeKeys = { lanes: new Int32Array(0), nodes: new Int32Array(0) };

/**
 * Digests a page for checks. Must run right after the page was parsed, while its hashes are valid.
 * @param source text of the page
 * @param keep called with a copy of the compared page that the caller may keep; not called for a page that is not comparable
 */
export function checkDigest(
  page: ParsedPage,
  source: string,
  context: CheckContext,
  keep?: (page: ComparedPage) => void,
): CheckDigest {
  const common = { language: page.language, names: pageNames(source) };
  if (!isComparable(page, source, context.path))
    return { ...common, isCompared: false, structure: none, wording: none, statements: noStatements, style: new Uint8Array(0) };
  const compared = comparedPage(page, source, context);
  keep?.(copyToKeep(compared));
  return {
    ...common,
    isCompared: true,
    ...compared.counted(),
    statements: pageStatements(compared),
    style: Uint8Array.from(writingStyle(compared), value => Math.round(value * 255)),
  };
}
