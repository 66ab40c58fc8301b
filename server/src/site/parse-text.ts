import type { LabelRule, PartSetting, Settings } from 'templens-shared/settings';
import { digestText } from '../core/digest/digest-text.ts';
import type { PageDigest } from '../core/digest/page-digest.ts';
import type { PlacedPage } from '../core/directives/moved-page.ts';
import type { CheckContext, ComparedPage } from '../core/keys/compared-page.ts';
import { neededFeatures } from '../core/labels/extractors.ts';
import { type CompiledLabelRule, compileLabelRules, matchRules, type RuleMatch } from '../core/labels/label-rules.ts';
import { type PageFeatures, pageFeatures } from '../core/labels/page-features.ts';
import { type DeclaredElement, declaredElements, type PartDeclaration } from '../core/parts/declared-elements.ts';
import { compileSelector } from '../html/select.ts';
import { StepBudget, TooManySteps, withStepLimit } from '../html/steps.ts';
import type { PageTree } from '../html/tree.ts';
import { matchesGlobs } from './page-filter.ts';
import type { FileStamp, PageFileText, ReadOptions } from './site-disk.ts';

/** The settings that decide the result of parsing a page. */
interface ParseSettings extends Pick<Settings, 'maxDepth' | 'extractor' | 'extractorOptions' | 'candidates' | 'grouping'> {
  /** The entries of the setting `parts` with `declare`. */
  parts?: readonly PartSetting[];
  /** The setting `labels`. */
  labels?: readonly LabelRule[];
  /** Undefined if no findings are wanted. */
  compared?: Omit<CheckContext, 'path'> | undefined;
}

/** Everything besides its path that reading and parsing a page needs. */
export interface ParseContext extends ParseSettings, ReadOptions {
  root: string;
  /** The root's path without links. */
  realRoot: string;
}

/** A selector of the settings that took too many steps on a page. */
export interface SlowSelector {
  setting: 'parts' | 'labels';
  select: string;
}

/** `hash` is that of the file's bytes, if `ReadOptions.hashed` asks for it. */
interface Parsed {
  page: string;
  hash?: string;
}

/** A page that was parsed. */
export interface ParsedTree extends Parsed {
  kind: 'tree';
  digest: PageDigest;
  features: PageFeatures;
  /** The page with the offsets of an editor's text, if the tree is that of the file. */
  shown?: PlacedPage;
  /** The selector that exhausted the steps that all selectors together may take on the page; undefined if none did. */
  usedUpBy: SlowSelector | undefined;
  stamp: FileStamp | undefined;
}

/** The result of reading and parsing a page: parsed, missing, or skipped for a reason (`message`, a sentence). */
export type ParsedFile = ParsedTree | { page: string; kind: 'missing' } | (Parsed & { kind: 'refused'; message: string });

/**
 * Parses a page that was read. Never throws.
 * @param keep see `checkDigest`.
 */
export function parseRead(
  page: string,
  file: PageFileText,
  settings: ParseSettings,
  keep?: (page: ComparedPage) => void,
): ParsedFile {
  if (file.kind !== 'text') return { page, ...file };
  const parsed = parseText(page, file.text, settings, file.stamp, keep);
  return file.hash === undefined || parsed.kind === 'missing' ? parsed : { ...parsed, hash: file.hash };
}

/**
 * Parses a page's text. Never throws: an error in the parser costs one page, not the site.
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
      // Only those that the extractor needs: features cost as much as the tree.
      const features = pageFeatures(neededFeatures(settings), digest.tree, text, page);
      const { declared, ruleMatches, usedUpBy } = matchSelectors(settings, digest.tree, text, page);
      const withSettings = {
        ...digest,
        ...(declared.length > 0 && { declared }),
        ...(ruleMatches.length > 0 && { ruleMatches }),
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
 * Finds the elements of a page that the settings `parts` and `labels` match. All selectors share one budget of steps.
 * @param source the text that the tree was parsed from.
 * @returns `usedUpBy`: the selector that exhausted the budget; undefined if none did.
 */
export function matchSelectors(
  { parts, labels }: Pick<ParseSettings, 'parts' | 'labels'>,
  tree: PageTree,
  source: string,
  page: string,
): { declared: DeclaredElement[]; ruleMatches: RuleMatch[]; usedUpBy: SlowSelector | undefined } {
  const budget = new StepBudget(source.length);
  const declared = declaredElements(declarations(parts), tree, source, budget);
  const slowPart = slowSelector('parts', declared.usedUpBy);
  const byRules = slowPart ? { ruleMatches: [] } : matchRules(labelRules(labels), { tree, source, page }, matchesGlobs, budget);
  return {
    declared: declared.elements,
    ruleMatches: byRules.ruleMatches,
    usedUpBy: slowPart ?? slowSelector('labels', byRules.usedUpBy),
  };
}

function slowSelector(setting: SlowSelector['setting'], select: string | undefined): SlowSelector | undefined {
  return select === undefined ? undefined : { setting, select };
}

/** Returns a sentence about a selector that exhausted the budget. */
export function tooSlowMessage(page: string, { setting, select }: SlowSelector): string {
  return `"${select}" in "${setting}" takes too many steps on ${page}; it and the selectors after it match nothing there.`;
}

const none: readonly PartDeclaration[] = [];
/** `from` is the setting as JSON. */
let compiled = { from: '', declarations: none };

/** Returns the entries with compiled selectors. The last result is kept, since the setting is the same for all pages. */
function declarations(parts: readonly PartSetting[] = []): readonly PartDeclaration[] {
  if (parts.length === 0) return none;
  const from = JSON.stringify(parts);
  if (from !== compiled.from)
    compiled = { from, declarations: parts.map(({ name, select }) => ({ name, select, selector: compileSelector(select) })) };
  return compiled.declarations;
}

let compiledRules: { from: string; rules: readonly CompiledLabelRule[] } = { from: '', rules: [] };

/** Returns the rules with compiled selectors. The last result is kept, as in `declarations`. */
function labelRules(rules: readonly LabelRule[] = []): readonly CompiledLabelRule[] {
  const from = JSON.stringify(rules);
  if (from !== compiledRules.from) compiledRules = { from, rules: compileLabelRules(rules) };
  return compiledRules.rules;
}
