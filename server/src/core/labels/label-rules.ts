import type { LabelRule } from 'templens-shared/settings';
import { compileSelector, type Selector } from '../../html/select.ts';
import { StepBudget } from '../../html/steps.ts';
import type { PageTree } from '../../html/tree.ts';
import type { LabelDirective, PageDirectives } from '../directives/page-directives.ts';
import { matchesWithin } from '../parts/declared-elements.ts';

/** A selector with this suffix selects the texts directly in the elements that it matches. */
const textSuffix = '::text';

/** Returns the CSS selector in the `select` of a rule of the setting `labels`, without the suffix `::text`. */
export function elementSelector(select: string): string {
  return selectsTexts(select) ? select.trimEnd().slice(0, -textSuffix.length) : select;
}

/** True if the rule applies only to the texts directly in the elements. */
function selectsTexts(select: string): boolean {
  return select.trimEnd().endsWith(textSuffix);
}

/** A rule of the setting `labels` with its compiled selector. */
export interface CompiledLabelRule {
  readonly rule: LabelRule;
  readonly selector: Selector;
}

/** Compiles rules. Throws if a selector is invalid; the validation of settings rejects these before. */
export function compileLabelRules(rules: readonly LabelRule[]): CompiledLabelRule[] {
  return rules.map(rule => ({ rule, selector: compileSelector(elementSelector(rule.select)) }));
}

/** An element that a rule of the setting `labels` matches. The layouts that the rule is restricted to are checked later. */
export interface RuleMatch {
  /** Index of the rule in the setting. */
  readonly rule: number;
  readonly node: number;
}

/**
 * Elements of a page that the rules match, sorted by rule, then in document order. `usedUpBy` is the selector that exceeded the step budget;
 * it and the rules after it have no matches.
 * @param matchesGlobs true if the path of a page matches one of the globs
 */
export function matchRules(
  rules: readonly CompiledLabelRule[],
  { tree, source, page }: { tree: PageTree; source: string; page: string },
  matchesGlobs: (page: string, globs: readonly string[]) => boolean,
  budget = new StepBudget(source.length),
): { ruleMatches: RuleMatch[]; usedUpBy?: string } {
  const ruleMatches: RuleMatch[] = [];
  for (const [index, { rule, selector }] of rules.entries()) {
    if (rule.pages && !matchesGlobs(page, rule.pages)) continue;
    const nodes = matchesWithin(selector, tree, source, budget);
    if (!nodes) return { ruleMatches, usedUpBy: rule.select };
    for (const node of nodes) ruleMatches.push({ rule: index, node });
  }
  return { ruleMatches };
}

/**
 * Adds the matches of rules to a page's own directives. An attribute of the page overrides a rule for the same element, a rule overrides
 * markers, and a later rule an earlier one.
 * @param ruleMatches matches, sorted by rule
 */
export function withRules(
  tree: PageTree,
  directives: PageDirectives | undefined,
  ruleMatches: readonly RuleMatch[],
  rules: readonly LabelRule[],
): PageDirectives | undefined {
  if (ruleMatches.length === 0) return directives;
  const own = directives?.labels ?? [];
  const firstAttribute = own.findIndex(({ node }) => node >= 0);
  const attributes = firstAttribute < 0 ? own.length : firstAttribute;
  const byRules = ruleMatches.map(({ rule: index, node }): LabelDirective => {
    const { select, label } = rules[index]!;
    const place = { start: tree.start[node]!, end: tree.end[node]!, node };
    return { kind: 'rule', label, name: select, ...place, ...(selectsTexts(select) && { textsOnly: true }) };
  });
  const labels = [...own.slice(0, attributes), ...byRules, ...own.slice(attributes)];
  return { ignores: [], problems: [], ...directives, labels };
}
