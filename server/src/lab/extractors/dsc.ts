import type { GroupExtractor } from '../../core/labels/extractor.ts';
import { type SlopeOptions, slopeSections } from '../content/slope-curve.ts';
import type { Texts } from '../features.ts';
import { singlePageExtractor } from './single-page.ts';

/** DSC, document slope curve (Pinto et al., JCDL 2002): sections with few tags against words are content. */
export function dscExtractor(options: SlopeOptions): GroupExtractor<Texts> {
  return singlePageExtractor(({ tag }) => slopeSections(tag, options));
}
