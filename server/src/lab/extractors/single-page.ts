import type { GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import type { TokenRange } from '../content/body-text.ts';
import { labelsByTexts, shareInRanges } from '../content/content-labels.ts';
import { type SlopeOptions, slopeSections } from '../content/slope-curve.ts';
import { type PageTokens, pageTokens } from '../content/tokens.ts';
import type { Texts } from '../features.ts';

/** Makes an extractor that labels each page by itself. `contentRanges` finds the ranges of tokens that are content. */
export function singlePageExtractor(contentRanges: (tokens: PageTokens) => readonly TokenRange[]): GroupExtractor<Texts> {
  return {
    added: () => {},
    removing: () => {},
    settle: change => new Set(change.pages),
    label: page => labelsOfRanges(page, contentRanges),
  };
}

/** DSC, document slope curve (Pinto et al., JCDL 2002): sections with few tags among the words are content. */
export function dscExtractor(options: SlopeOptions): GroupExtractor<Texts> {
  return singlePageExtractor(({ tag }) => slopeSections(tag, options));
}

/** The baseline of content extraction (Gottron 2008): all text of the body is content. */
export function plainExtractor(): GroupExtractor<Texts> {
  return singlePageExtractor(({ tag }) => [{ start: 0, end: tag.length }]);
}

/** Labels a page by the ranges of its tokens that are content. */
export function labelsOfRanges(
  { tree, features }: GroupPage<Texts>,
  contentRanges: (tokens: PageTokens) => readonly TokenRange[],
): NodeLabels {
  const { counts } = features.texts;
  const tokens = pageTokens(tree, counts);
  return labelsByTexts(tree, shareInRanges(tree, counts, tokens, contentRanges(tokens)));
}
