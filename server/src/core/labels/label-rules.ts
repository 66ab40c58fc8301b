import type { LabelRule } from 'templens-shared/settings';
import { compileSelector, type Selector } from '../../html/select.ts';
import { StepBudget } from '../../html/steps.ts';
import type { PageTree } from '../../html/tree.ts';
import type { LabelDirective, PageDirectives } from '../directives/page-directives.ts';
import { matchesWithin } from '../parts/declared-elements.ts';

/** A selector with this suffix means the texts directly in what it selects. */
const textSuffix = '::text';

/** The CSS selector of the elements that a rule of the setting `labels` is about. */
export function elementSelector(select: string): string {
  return selectsTexts(select) ? select.trimEnd().slice(0, -textSuffix.length) : select;
}

/** Is the rule about the texts directly in the elements alone? */
function selectsTexts(select: string): boolean {
  return select.trimEnd().endsWith(textSuffix);
}

/** A rule of the setting `labels`, ready to be applied. */
export interface CompiledLabelRule {
  readonly rule: LabelRule;
  readonly selector: Selector;
}

/** Throws on a selector that is invalid; the settings' validation finds these first. */
export function compileLabelRules(rules: readonly LabelRule[]): CompiledLabelRule[] {
  return rules.map(rule => ({ rule, selector: compileSelector(elementSelector(rule.select)) }));
}

/** An element that a rule of the setting `labels` matches; whether the page's layout is the one that the rule is about is not asked. */
export interface StatedElement {
  /** Index of the rule in the setting. */
  readonly rule: number;
  readonly node: number;
}

/**
 * What the rules match on a page, by rule and in document order. `usedUpBy` is the selector that used up the budget; it and those after it
 * match nothing on the page.
 * @param matches does the page's path match one of the globs?
 */
export function statedElements(
  rules: readonly CompiledLabelRule[],
  { tree, source, page }: { tree: PageTree; source: string; page: string },
  matches: (page: string, globs: readonly string[]) => boolean,
  budget = new StepBudget(source.length),
): { stated: StatedElement[]; usedUpBy?: string } {
  const stated: StatedElement[] = [];
  for (const [index, { rule, selector }] of rules.entries()) {
    if (rule.pages && !matches(page, rule.pages)) continue;
    const nodes = matchesWithin(selector, tree, source, budget);
    if (!nodes) return { stated, usedUpBy: rule.select };
    for (const node of nodes) stated.push({ rule: index, node });
  }
  return { stated };
}

/**
 * What a page says of its labels, with what rules say of it. An attribute of the page wins over a rule about the same element, a rule wins
 * over markers, a later rule over an earlier one.
 * @param stated in the order of the rules
 */
export function withRules(
  tree: PageTree,
  directives: PageDirectives | undefined,
  stated: readonly StatedElement[],
  rules: readonly LabelRule[],
): PageDirectives | undefined {
  if (stated.length === 0) return directives;
  const own = directives?.labels ?? [];
  const firstAttribute = own.findIndex(({ node }) => node >= 0);
  const attributes = firstAttribute < 0 ? own.length : firstAttribute;
  const byRules = stated.map(({ rule: index, node }): LabelDirective => {
    const { select, label } = rules[index]!;
    const place = { start: tree.start[node]!, end: tree.end[node]!, node };
    return { kind: 'rule', label, name: select, ...place, ...(selectsTexts(select) && { texts: true }) };
  });
  const labels = [...own.slice(0, attributes), ...byRules, ...own.slice(attributes)];
  return { ignores: [], problems: [], ...directives, labels };
}
