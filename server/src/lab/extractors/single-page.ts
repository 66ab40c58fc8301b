import type { GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import type { TokenRange } from '../content/body-text.ts';
import { labelsByTexts, shareInRanges } from '../content/content-labels.ts';
import { type PageTokens, pageTokens } from '../content/tokens.ts';
import type { Texts } from '../features.ts';

/** An extractor that looks at each page by itself and finds ranges of tokens that are content. */
export function singlePageExtractor(contentRanges: (tokens: PageTokens) => readonly TokenRange[]): GroupExtractor<Texts> {
  return {
    added: () => {},
    removing: () => {},
    settle: change => new Set(change.pages),
    label: page => labelsOfRanges(page, contentRanges),
  };
}

/** Labels of a page whose content is the words in ranges of its tokens. The page must come with the feature `texts`. */
export function labelsOfRanges(
  { tree, features }: GroupPage<Texts>,
  contentRanges: (tokens: PageTokens) => readonly TokenRange[],
): NodeLabels {
  const { counts } = features.texts;
  const tokens = pageTokens(tree, counts);
  return labelsByTexts(tree, shareInRanges(tree, counts, tokens, contentRanges(tokens)));
}
