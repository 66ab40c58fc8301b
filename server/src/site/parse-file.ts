import type { Settings } from 'templens-shared/settings';
import { neededFeatures } from '../core/extractors/index.ts';
import type { PageDigest } from '../core/page/page-digest.ts';
import { type PageFeatures, pageFeatures } from '../core/page/page-features.ts';
import { digestText } from '../core/page/parse.ts';
import { TooManySteps, withStepLimit } from '../core/page/steps.ts';
import type { FileStamp } from './discover.ts';
import { readPageFile } from './read-page.ts';

/** What decides what a page is parsed to. */
interface ParseSettings extends Pick<Settings, 'maxDepth' | 'extractor' | 'extractorOptions' | 'candidates' | 'grouping'> {
  /** Given where findings are wanted. */
  compared?: Pick<Settings, 'normalisers'> | undefined;
}

/** Where pages are, and what limits them: all that reading and parsing needs to know. */
export interface ParseContext extends ParseSettings, Pick<Settings, 'maxPageBytes'> {
  root: string;
  /** The root's path without links. */
  realRoot: string;
}

export interface ParsedTree {
  page: string;
  kind: 'tree';
  digest: PageDigest;
  features: PageFeatures;
  stamp: FileStamp | undefined;
}

export type ParsedFile = ParsedTree | { page: string; kind: 'missing' } | { page: string; kind: 'refused'; message: string };

/** Reads, decodes and parses one page; in the engine's thread and in the parse workers alike. */
export function parseFile(context: ParseContext, page: string): ParsedFile {
  const file = readPageFile(context.root, page, context.realRoot, context);
  if (file.kind !== 'text') return { page, ...file };
  return parseText(page, file.text, context, file.stamp);
}

/** Parses a page's text. A defect of the parser costs one page, not the site. */
export function parseText(page: string, text: string, settings: ParseSettings, stamp: FileStamp | undefined): ParsedFile {
  try {
    return withStepLimit(text.length, () => {
      const digest = digestText(text, settings.grouping, { maxDepth: settings.maxDepth, path: page }, settings.compared);
      // Few extractors look at them, and they cost as much as the tree.
      const features = pageFeatures(neededFeatures(settings), digest.tree, text, page);
      return { page, kind: 'tree', digest, features, stamp };
    });
  } catch (error) {
    if (error instanceof TooManySteps)
      return { page, kind: 'refused', message: `${page} is skipped: ${error.message} to parse.` };
    return { page, kind: 'refused', message: `${page} could not be parsed and is left out (${error}); please report this.` };
  }
}
