import type { GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import type { TokenRange } from '../content/body-text.ts';
import { labelsByTexts, shareInRanges } from '../content/content-labels.ts';
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

/** Labels a page by the ranges of its tokens that are content. */
export function labelsOfRanges(
  { tree, features }: GroupPage<Texts>,
  contentRanges: (tokens: PageTokens) => readonly TokenRange[],
): NodeLabels {
  const { counts } = features.texts;
  const tokens = pageTokens(tree, counts);
  return labelsByTexts(tree, shareInRanges(tree, counts, tokens, contentRanges(tokens)));
}
