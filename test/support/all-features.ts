import '../../server/src/lab/index.ts';
import { extractorNames } from 'templens-shared/settings';
import { neededFeatures } from '../../server/src/core/labels/extractors.ts';
import { type PageFeatures, pageFeatures } from '../../server/src/core/labels/page-features.ts';
import type { PageTree } from '../../server/src/html/tree.ts';

const parts = [...new Set(extractorNames.flatMap(extractor => neededFeatures({ extractor })))];

/** What any extractor may ask of a page, whatever it is compared with. */
export function allFeatures(tree: PageTree, source: string, path: string): PageFeatures {
  return pageFeatures(parts, tree, source, path);
}
