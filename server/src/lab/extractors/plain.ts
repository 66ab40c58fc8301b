import type { GroupExtractor } from '../../core/labels/extractor.ts';
import type { Texts } from '../features.ts';
import { singlePageExtractor } from './single-page.ts';

/** The baseline of content extraction (Gottron 2008): all text of the body is content. */
export function plainExtractor(): GroupExtractor<Texts> {
  return singlePageExtractor(({ tag }) => [{ start: 0, end: tag.length }]);
}
