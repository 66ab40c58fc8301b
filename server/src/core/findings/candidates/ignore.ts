import type { IgnoreRule } from 'templens-shared/findings';
import { compileSelector, type Selector } from '../../../html/select.ts';
import { step } from '../../../html/steps.ts';
import type { PageTree } from '../../../html/tree.ts';
import { IgnoringComments } from '../../directives/ignore-comments.ts';
import type { LabelDirective, PageDirectives } from '../../directives/page-directives.ts';
import { isOpenAt } from '../../directives/region-segments.ts';
import { allChecks } from '../checks/index.ts';
import { type CheckWorld, concernsPage } from '../checks/page-rule.ts';
import type { Finding } from '../finding.ts';

/** An entry of the setting `ignore`, ready to be applied. */
export interface CompiledIgnore extends IgnoreRule {
  readonly compiled: Selector | undefined;
}

/** Compiles the setting `ignore`. Throws a sentence if a selector is invalid. */
export function compileIgnores(rules: readonly IgnoreRule[]): CompiledIgnore[] {
  return rules.map(rule => ({ ...rule, compiled: rule.selector === undefined ? undefined : compileSelector(rule.selector) }));
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
 * N23: skips what the page's own comments and attributes and the settings say is not to be shown, and reports comments that hide
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
    finding =>
      lacksTitle.test(finding.identity) || !(isOpen(finding, page, labels) || (hasLockedRegion && isOtherCause(finding, labels))),
  );
  const comments = new IgnoringComments(page.directives?.ignores ?? [], page.tree);
  const usedRules = new Set<number>();
  const ofPage = applicable(page, findings, rules, matches);
  const isShown = (finding: Finding): boolean => {
    const isHidden = comments.hide(finding);
    const hidingRules = ofPage.filter(({ hides }) => hides(finding));
    for (const { index } of hidingRules) usedRules.add(index);
    return !isHidden && hidingRules.length === 0;
  };
  const each = new Set(compared.filter(isShown));
  const shown = sumUp([...each]).filter(finding => each.has(finding) || isShown(finding));
  const unused = comments.unused();
  const mistaken = (page.directives?.problems ?? []).filter(({ about }) => about === 'directive');
  for (const { rules } of allChecks) {
    const { unusedIgnore, mistakenDirective } = rules;
    if (unusedIgnore) for (const ignore of unused) shown.push(unusedIgnore(ignore, page.tree));
    if (mistakenDirective) for (const problem of mistaken) shown.push(mistakenDirective(problem, page.tree));
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

/** Is it a difference inside a locked part of a template file, where `dreamweaver/locked-region` already tells what differs? */
function isOtherCause({ code, start }: Finding, labels: readonly LabelDirective[]): boolean {
  if (!comparing.has(code) && code !== 'template/stale-year') return false;
  step(labels.length);
  return labels.some(
    region => (region.kind === 'locked' || region.kind === 'library-item') && region.start <= start && start < region.end,
  );
}

/** Identities of findings about what a page needs although its template leaves the place open. */
const lacksTitle = /^template\/missing-node (?:(?:own )?title(?: of the site)?$|.*\ba title\b)/;
const comparing = new Set(allChecks.flatMap(({ code, rules }) => (rules.difference ? [code] : [])));

interface ApplicableRule {
  readonly index: number;
  readonly hides: (finding: Finding) => boolean;
}

/** The rules that concern a page with findings; its elements are selected at most once. */
function applicable(
  { name, tree, source }: IgnoringPage,
  findings: readonly Finding[],
  rules: readonly CompiledIgnore[],
  matches: CheckWorld['matches'],
): ApplicableRule[] {
  if (findings.length === 0) return [];
  return rules.flatMap((rule, index): ApplicableRule[] => {
    if (!concernsPage(rule, name, matches)) return [];
    const { codes, compiled } = rule;
    const attribute = rule.attribute?.toLowerCase();
    let elements: ReadonlySet<number> | undefined;
    const isSelected = (node: number): boolean => {
      if (!compiled) return true;
      elements ??= new Set(compiled.all(tree, source() ?? ''));
      for (let at = node; at >= 0; at = tree.parent[at]!) {
        step();
        if (elements.has(at)) return true;
      }
      return false;
    };
    const hides = (finding: Finding): boolean =>
      (codes?.includes(finding.code) ?? true) &&
      (attribute === undefined || finding.attribute === attribute) &&
      isSelected(finding.node);
    return [{ index, hides }];
  });
}
