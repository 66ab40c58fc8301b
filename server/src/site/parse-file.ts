import type { Settings } from 'templens-shared/settings';
import { type LeafFeatures, leafFeatures } from '../core/page/leaf-features.ts';
import type { PageDigest } from '../core/page/page-digest.ts';
import { digestText } from '../core/page/parse.ts';
import type { FileStamp } from './discover.ts';
import { readPageFile } from './read-page.ts';

/** Where pages are, and what limits them: all that reading and parsing needs to know. */
export interface ParseContext extends Pick<Settings, 'maxPageBytes' | 'maxDepth' | 'extractor' | 'grouping'> {
  root: string;
  /** The root's path without links. */
  realRoot: string;
}

export type ParsedFile =
  | { page: string; kind: 'tree'; digest: PageDigest; features: LeafFeatures | undefined; stamp: FileStamp | undefined }
  | { page: string; kind: 'missing' }
  | { page: string; kind: 'refused'; message: string };

/** Reads, decodes and parses one page; in the engine's thread and in the parse workers alike. */
export function parseFile(context: ParseContext, page: string): ParsedFile {
  const file = readPageFile(context.root, page, context.realRoot, context);
  if (file.kind !== 'text') return { page, ...file };
  return parseText(page, file.text, context, file.stamp);
}

/** Parses a page's text. A defect of the parser costs one page, not the site. */
export function parseText(
  page: string,
  text: string,
  { maxDepth, extractor, grouping }: Pick<Settings, 'maxDepth' | 'extractor' | 'grouping'>,
  stamp: FileStamp | undefined,
): ParsedFile {
  try {
    const digest = digestText(text, grouping, { maxDepth, path: page });
    // Only this extractor looks at them, and they cost as much as the tree.
    const features = extractor === 'sst' ? leafFeatures(digest.tree, text) : undefined;
    return { page, kind: 'tree', digest, features, stamp };
  } catch (error) {
    return { page, kind: 'refused', message: `${page} could not be parsed and is left out (${error}); please report this.` };
  }
}
