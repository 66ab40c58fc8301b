import { pageLinks } from '../core/keys/page-links.ts';
import type { PageFeature } from '../core/labels/page-features.ts';
import { textWords } from './content/tokens.ts';
import { leafFeatures } from './extractors/leaf-features.ts';
import { similarityFeatures } from './tree-distance/similarity-features.ts';
import { subtreeIds } from './tree-distance/subtree-ids.ts';

// The features of a page that the extractors of the literature need besides its digest.

export const leaves = { name: 'leaves', make: leafFeatures } as const satisfies PageFeature;
export type Leaves = typeof leaves;
export const links = { name: 'links', make: pageLinks } as const satisfies PageFeature;
export type Links = typeof links;
export const similarity = { name: 'similarity', make: similarityFeatures } as const satisfies PageFeature;
export type Similarity = typeof similarity;
export const subtrees = { name: 'subtrees', make: subtreeIds } as const satisfies PageFeature;
export type Subtrees = typeof subtrees;
export const texts = { name: 'texts', make: textWords } as const satisfies PageFeature;
export type Texts = typeof texts;
