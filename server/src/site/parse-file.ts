import type { LabelRule, PartSetting, Settings } from 'templens-shared/settings';
import { digestText } from '../core/digest/digest-text.ts';
import type { PageDigest } from '../core/digest/page-digest.ts';
import type { PlacedPage } from '../core/directives/moved-page.ts';
import type { CheckContext, ComparedPage } from '../core/keys/compared-page.ts';
import { neededFeatures } from '../core/labels/extractors.ts';
import { type CompiledLabelRule, compileLabelRules, type StatedElement, statedElements } from '../core/labels/label-rules.ts';
import { type PageFeatures, pageFeatures } from '../core/labels/page-features.ts';
import { type DeclaredElement, declaredElements, type PartDeclaration } from '../core/parts/declared-elements.ts';
import { compileSelector } from '../html/select.ts';
import { StepBudget, TooManySteps, withStepLimit } from '../html/steps.ts';
import type { PageTree } from '../html/tree.ts';
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
  /** The selector of the settings that used up the steps that all of them may take on the page. */
  usedUpBy: SlowSelector | undefined;
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
      const { declared, stated, usedUpBy } = selected(settings, digest.tree, text, page);
      const withSettings = {
        ...digest,
        ...(declared.length > 0 && { declared }),
        ...(stated.length > 0 && { stated }),
      };
      return { page, kind: 'tree', digest: withSettings, features, usedUpBy, stamp };
    });
  } catch (error) {
    if (error instanceof TooManySteps)
      return { page, kind: 'refused', message: `${page} is skipped: ${error.message} to parse.` };
    return { page, kind: 'refused', message: `${page} could not be parsed and is skipped (${error}); please report this.` };
  }
}

/**
 * What the settings `parts` and `labels` match on a page, within one budget; `source` is the text that the tree is of. `usedUpBy` is the
 * selector that used up the budget.
 */
export function selected(
  { parts, labels }: Pick<ParseSettings, 'parts' | 'labels'>,
  tree: PageTree,
  source: string,
  page: string,
): { declared: DeclaredElement[]; stated: StatedElement[]; usedUpBy: SlowSelector | undefined } {
  const budget = new StepBudget(source.length);
  const declared = declaredElements(declarations(parts), tree, source, budget);
  const slowPart = slowSelector('parts', declared.usedUpBy);
  const byRules = slowPart ? { stated: [] } : statedElements(labelRules(labels), { tree, source, page }, matchesGlobs, budget);
  return {
    declared: declared.elements,
    stated: byRules.stated,
    usedUpBy: slowPart ?? slowSelector('labels', byRules.usedUpBy),
  };
}

function slowSelector(setting: SlowSelector['setting'], select: string | undefined): SlowSelector | undefined {
  return select === undefined ? undefined : { setting, select };
}

export function tooSlowMessage(page: string, { setting, select }: SlowSelector): string {
  return `"${select}" in "${setting}" takes too many steps on ${page}; it and the selectors after it match nothing there.`;
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
