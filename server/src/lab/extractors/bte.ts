import type { GroupExtractor } from '../../core/labels/extractor.ts';
import { bodyText, type TokenRange } from '../content/body-text.ts';
import type { PageTokens } from '../content/tokens.ts';
import type { Texts } from '../features.ts';
import { singlePageExtractor } from './single-page.ts';

/** BTE (Finn, Kushmerick, Smyth, DELOS 2001): the range of tokens with most words inside and most tags outside is content. */
export function bteExtractor(): GroupExtractor<Texts> {
  return singlePageExtractor(bodyTextRanges);
}

/** The range that BTE finds, as a list; empty for a page without a body. */
export function bodyTextRanges({ tag }: PageTokens): TokenRange[] {
  const range = bodyText(tag);
  return range ? [range] : [];
}
