import type { LabelRule, PartSetting, Settings } from 'templens-shared/settings';
import {
  type CompiledLabelRule,
  compileLabelRules,
  type StatedElement,
  statedElements,
} from '../core/corrections/label-rules.ts';
import { digestText } from '../core/digest/digest-text.ts';
import type { PageDigest } from '../core/digest/page-digest.ts';
import { type PageFeatures, pageFeatures } from '../core/digest/page-features.ts';
import { neededFeatures } from '../core/extractors/index.ts';
import type { CheckContext, ComparedPage } from '../core/keys/compared-page.ts';
import type { PlacedPage } from '../core/page/moved-page.ts';
import { compileSelector } from '../core/page/select.ts';
import { TooManySteps, withStepLimit } from '../core/page/steps.ts';
import type { PageTree } from '../core/page/tree.ts';
import { declaredElements, type PartDeclaration } from '../core/parts/declared-elements.ts';
import type { FileStamp } from './discover.ts';
import { matchesGlobs } from './page-filter.ts';
import { type ReadLimits, readPageFile } from './read-page.ts';

/** What decides what a page is parsed to. */
interface ParseSettings extends Pick<Settings, 'maxDepth' | 'extractor' | 'extractorOptions' | 'candidates' | 'grouping'> {
  /** Those of the setting `parts` that declare parts. */
  parts?: readonly PartSetting[];
  /** The setting `labels`. */
  labels?: readonly LabelRule[];
  /** Given where findings are wanted. */
  compared?: Omit<CheckContext, 'path'> | undefined;
}

/** Where pages are, and what limits them: all that reading and parsing needs to know. */
export interface ParseContext extends ParseSettings, ReadLimits {
  root: string;
  /** The root's path without links. */
  realRoot: string;
}

/** A selector of the settings. */
export interface SlowSelector {
  setting: 'parts' | 'labels';
  select: string;
}

/** What was parsed, of a file: the hash of its bytes where that is wanted. */
interface Parsed {
  page: string;
  hash?: string;
}

export interface ParsedTree extends Parsed {
  kind: 'tree';
  digest: PageDigest;
  features: PageFeatures;
  /** Where its nodes are shown, if that is in another text. */
  shown?: PlacedPage;
  /** Selectors of the settings that were given up on this page, because they take too many steps. */
  tooSlow: readonly SlowSelector[];
  stamp: FileStamp | undefined;
}

export type ParsedFile = ParsedTree | { page: string; kind: 'missing' } | (Parsed & { kind: 'refused'; message: string });

/**
 * Reads, decodes and parses one page; in the engine's thread and in the parse workers alike.
 * @param keep see `checkDigest`.
 */
export function parseFile(context: ParseContext, page: string, keep?: (page: ComparedPage) => void): ParsedFile {
  const file = readPageFile(context.root, page, context.realRoot, context);
  if (file.kind !== 'text') return { page, ...file };
  const parsed = parseText(page, file.text, context, file.stamp, keep);
  return file.hash === undefined || parsed.kind === 'missing' ? parsed : { ...parsed, hash: file.hash };
}

/**
 * Parses a page's text. A defect of the parser costs one page, not the site.
 * @param keep see `checkDigest`.
 */
export function parseText(
  page: string,
  text: string,
  settings: ParseSettings,
  stamp: FileStamp | undefined,
  keep?: (page: ComparedPage) => void,
): ParsedFile {
  try {
    return withStepLimit(text.length, () => {
      const options = { maxDepth: settings.maxDepth, path: page };
      const digest = digestText(text, settings.grouping, options, settings.compared, keep);
      // Few extractors look at them, and they cost as much as the tree.
      const features = pageFeatures(neededFeatures(settings), digest.tree, text, page);
      const declared = declaredElements(declarations(settings.parts), digest.tree, text);
      const byRules = stated(settings.labels, digest.tree, text, page);
      const withSettings = {
        ...digest,
        ...(declared.elements.length > 0 && { declared: declared.elements }),
        ...(byRules.stated.length > 0 && { stated: byRules.stated }),
      };
      const slow = [...declared.tooSlow.map(select => ({ setting: 'parts' as const, select })), ...byRules.tooSlow];
      return { page, kind: 'tree', digest: withSettings, features, tooSlow: slow, stamp };
    });
  } catch (error) {
    if (error instanceof TooManySteps)
      return { page, kind: 'refused', message: `${page} is skipped: ${error.message} to parse.` };
    return { page, kind: 'refused', message: `${page} could not be parsed and is skipped (${error}); please report this.` };
  }
}

/** What the rules of the setting `labels` match on a page; `source` is the text that the tree is of. */
export function stated(
  rules: readonly LabelRule[] | undefined,
  tree: PageTree,
  source: string,
  page: string,
): { stated: StatedElement[]; tooSlow: SlowSelector[] } {
  const { stated, tooSlow } = statedElements(labelRules(rules), { tree, source, page }, matchesGlobs);
  return { stated, tooSlow: tooSlow.map(select => ({ setting: 'labels', select })) };
}

export function tooSlowMessage(page: string, selectors: readonly SlowSelector[]): string {
  const named = selectors.map(({ setting, select }) => `"${select}" in "${setting}"`).join(', ');
  return `${named} takes too many steps on ${page}; it matches nothing there.`;
}

const none: readonly PartDeclaration[] = [];
let compiled = { from: '', declarations: none };

/** The entries with their selectors compiled; once for as long as they stay the same. */
function declarations(parts: readonly PartSetting[] = []): readonly PartDeclaration[] {
  if (parts.length === 0) return none;
  const from = JSON.stringify(parts);
  if (from !== compiled.from)
    compiled = { from, declarations: parts.map(({ name, select }) => ({ name, select, selector: compileSelector(select) })) };
  return compiled.declarations;
}

let compiledRules: { from: string; rules: readonly CompiledLabelRule[] } = { from: '', rules: [] };

/** The same for the rules about labels. */
function labelRules(rules: readonly LabelRule[] = []): readonly CompiledLabelRule[] {
  const from = JSON.stringify(rules);
  if (from !== compiledRules.from) compiledRules = { from, rules: compileLabelRules(rules) };
  return compiledRules.rules;
}
