import type { PageTree } from '../../html/tree.ts';
import { type TextWords, textWords } from '../../lab/content/text-words.ts';
import { type LeafFeatures, leafFeatures } from '../../lab/extractors/leaf-features.ts';
import { type SimilarityFeatures, similarityFeatures } from '../../lab/tree-distance/similarity-features.ts';
import { type SubtreeIds, subtreeIds } from '../../lab/tree-distance/subtree-ids.ts';
import { type PageLinks, pageLinks } from '../keys/page-links.ts';

interface AllFeatures {
  readonly leaves: LeafFeatures;
  readonly links: PageLinks;
  readonly similarity: SimilarityFeatures;
  readonly subtrees: SubtreeIds;
  readonly texts: TextWords;
}

export type FeaturePart = keyof AllFeatures;

/** What some extractors need of a page beside its digest, made from its text: at least these parts. */
export type PageFeatures<Part extends FeaturePart = never> = Partial<AllFeatures> & Pick<AllFeatures, Part>;

const makers: { readonly [Part in FeaturePart]: (tree: PageTree, source: string, path: string) => AllFeatures[Part] } = {
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

/** Throws if one of the parts is missing: a page that was parsed for another extractor. */
export function requireFeatures<Part extends FeaturePart>(
  page: string,
  features: PageFeatures,
  parts: readonly Part[],
): asserts features is PageFeatures<Part> {
  const missing = parts.filter(part => features[part] === undefined);
  if (missing.length > 0) throw new Error(`${page} was parsed without ${missing.join(' and ')}, which the extractor reads`);
}
