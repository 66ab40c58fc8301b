import { type PageLinks, pageLinks } from '../links/page-links.ts';
import { type LeafFeatures, leafFeatures } from '../page/leaf-features.ts';
import { type TextWords, textWords } from '../page/text-words.ts';
import type { PageTree } from '../page/tree.ts';
import { type SimilarityFeatures, similarityFeatures } from '../tree-distance/similarity-features.ts';
import { type SubtreeIds, subtreeIds } from '../tree-distance/subtree-ids.ts';

/** What some extractors need of a page beside its digest, made from its text; only the parts that are asked for. */
export interface PageFeatures {
  readonly leaves?: LeafFeatures;
  readonly links?: PageLinks;
  readonly similarity?: SimilarityFeatures;
  readonly subtrees?: SubtreeIds;
  readonly texts?: TextWords;
}

export type FeaturePart = keyof PageFeatures;

const makers: { readonly [Part in FeaturePart]-?: (tree: PageTree, source: string, path: string) => PageFeatures[Part] } = {
  leaves: leafFeatures,
  links: pageLinks,
  similarity: similarityFeatures,
  subtrees: subtreeIds,
  texts: textWords,
};

/** The named parts of a page's features. `path` is relative to the site's root, with `/`. */
export function pageFeatures(parts: readonly FeaturePart[], tree: PageTree, source: string, path: string): PageFeatures {
  return Object.fromEntries(parts.map(part => [part, makers[part](tree, source, path)]));
}
