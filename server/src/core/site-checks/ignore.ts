import type { IgnoreRule } from 'templens-shared/diagnostics';
import { type CheckWorld, concernsPage } from '../checks/check-world.ts';
import { allChecks } from '../checks/index.ts';
import type { Finding } from '../findings/finding.ts';
import type { IgnoreDirective, LabelDirective, PageDirectives } from '../page/page-directives.ts';
import { compileSelector, type Selector } from '../page/select.ts';
import { step } from '../page/steps.ts';
import type { PageTree } from '../page/tree.ts';
import { isOpenAt } from './open-parts.ts';

/** An entry of the setting `ignore`, ready to be applied. */
export interface CompiledIgnore {
  readonly rule: IgnoreRule;
  readonly selector: Selector | undefined;
}

/** Compiles the setting `ignore`. Throws a sentence where a selector is none. */
export function compileIgnores(rules: readonly IgnoreRule[]): CompiledIgnore[] {
  return rules.map(rule => ({ rule, selector: rule.selector === undefined ? undefined : compileSelector(rule.selector) }));
}

/** A page whose findings are sifted; `source` is its text, read only where a selector asks for it. */
export interface IgnoringPage {
  readonly name: string;
  readonly tree: PageTree;
  readonly directives: PageDirectives | undefined;
  readonly source: () => string | undefined;
  /** What decides labels on another page. */
  readonly regionsOf: (page: string) => readonly LabelDirective[];
}

/**
 * N23: leaves out what the page's own comments and attributes and the settings say is not to be shown, and reports comments that hide
 * nothing and directives that have no effect.
 * @param sumUp puts differences of one part into one finding, which is sifted in turn.
 * @returns what is to be shown, and the entries of `rules` that hid something, by index.
 */
export function applyIgnores(
  page: IgnoringPage,
  findings: readonly Finding[],
  rules: readonly CompiledIgnore[],
  matches: CheckWorld['matches'],
  sumUp: (findings: Finding[]) => Finding[],
): { shown: Finding[]; used: number[] } {
  const labels = page.directives?.labels ?? [];
  const hasLockedRegion = findings.some(({ code }) => code === 'dreamweaver/locked-region');
  const compared = findings.filter(
    finding => !isOpen(finding, page, labels) && !(hasLockedRegion && isOtherCause(finding, labels)),
  );
  const ignores = page.directives?.ignores ?? [];
  const usedComments = new Set<IgnoreDirective>();
  const usedRules = new Set<number>();
  const ofPage = applicable(page, findings, rules, matches);
  const isShown = (finding: Finding): boolean => {
    step(ignores.length);
    const hiding = ignores.filter(ignore => hides(ignore, finding, page.tree));
    for (const ignore of hiding) usedComments.add(ignore);
    const hidingRules = ofPage.filter(({ hidesNode, rule }) => ruleHides(rule, finding) && hidesNode(finding.node));
    for (const { index } of hidingRules) usedRules.add(index);
    return hiding.length === 0 && hidingRules.length === 0;
  };
  const each = compared.filter(isShown);
  const shown = sumUp(each).filter(finding => each.includes(finding) || isShown(finding));
  const unused = ignores.filter(ignore => !usedComments.has(ignore));
  const mistaken = (page.directives?.problems ?? []).filter(({ about }) => about === 'directive');
  for (const { rules } of allChecks) {
    const { unusedIgnore, mistakenDirective } = rules;
    if (unusedIgnore) shown.push(...unused.map(ignore => unusedIgnore(ignore, page.tree)));
    if (mistakenDirective) shown.push(...mistaken.map(problem => mistakenDirective(problem, page.tree)));
  }
  return { shown, used: [...usedRules].sort((a, b) => a - b) };
}

/**
 * Is the finding about a part that the author left open: content by its attribute, or an editable region? What is missing here stands in
 * such a part on the page that has it.
 */
function isOpen({ code, start, related }: Finding, { regionsOf }: IgnoringPage, labels: readonly LabelDirective[]): boolean {
  if (!comparing.has(code)) return false;
  if (isOpenAt(start, labels)) return true;
  const [example] = related;
  return code === 'template/missing-node' && example !== undefined && isOpenAt(example.start, regionsOf(example.page));
}

function isInside(tree: PageTree, element: number, node: number): boolean {
  return node >= element && node < tree.subtreeEnd[element]!;
}

/** Is it a difference inside a locked part of a template file, where `dreamweaver/locked-region` already tells what differs? */
function isOtherCause({ code, start }: Finding, labels: readonly LabelDirective[]): boolean {
  if (!comparing.has(code) && code !== 'template/stale-year') return false;
  step(labels.length);
  return labels.some(
    region => (region.kind === 'locked' || region.kind === 'library-item') && region.start <= start && start < region.end,
  );
}

const comparing = new Set(allChecks.flatMap(({ code, rules }) => (rules.difference ? [code] : [])));

function hides({ scope, codes, node }: IgnoreDirective, finding: Finding, tree: PageTree): boolean {
  if (!codes.includes(finding.code)) return false;
  return scope === 'page' || isInside(tree, node, finding.node);
}

function ruleHides({ codes, attribute }: IgnoreRule, finding: Finding): boolean {
  return (!codes || codes.includes(finding.code)) && (attribute === undefined || finding.attribute === attribute.toLowerCase());
}

interface ApplicableRule {
  readonly index: number;
  readonly rule: IgnoreRule;
  readonly hidesNode: (node: number) => boolean;
}

/** The rules that concern a page with findings; its elements are selected at most once. */
function applicable(
  { name, tree, source }: IgnoringPage,
  findings: readonly Finding[],
  rules: readonly CompiledIgnore[],
  matches: CheckWorld['matches'],
): ApplicableRule[] {
  if (findings.length === 0) return [];
  return rules.flatMap(({ rule, selector }, index): ApplicableRule[] => {
    if (!concernsPage(rule, name, matches)) return [];
    let elements: number[] | undefined;
    const hidesNode = (node: number): boolean => {
      if (!selector) return true;
      elements ??= selector.all(tree, source() ?? '');
      step(elements.length);
      return elements.some(element => isInside(tree, element, node));
    };
    return [{ index, rule, hidesNode }];
  });
}
