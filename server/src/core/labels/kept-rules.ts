import type { LabelRule } from 'templens-shared/settings';
import { step } from '../../html/steps.ts';
import type { RuleMatch } from './label-rules.ts';

/**
 * For every new rule of the setting `labels`, the index of an old rule that matches the same elements, or -1. Rules match the same elements if
 * they have the same selector and pages; their labels and layouts may differ.
 */
export function keptRules(old: readonly LabelRule[], now: readonly LabelRule[]): number[] {
  const matched = ({ select, pages }: LabelRule): string => JSON.stringify([select, pages]);
  // The first of equal rules is kept.
  const indices = new Map(old.map((rule, index) => [matched(rule), index] as const).reverse());
  return now.map(rule => indices.get(matched(rule)) ?? -1);
}

/**
 * Matches of the kept rules with their new indices, in the order of the new rules and of the document.
 * @param kept result of `keptRules`
 */
export function keptMatches(ruleMatches: readonly RuleMatch[], kept: readonly number[]): RuleMatch[] {
  const nodes = new Map<number, number[]>();
  step(ruleMatches.length);
  for (const { rule, node } of ruleMatches) {
    const list = nodes.get(rule);
    if (list) list.push(node);
    else nodes.set(rule, [node]);
  }
  return kept.flatMap((before, rule) => (nodes.get(before) ?? []).map(node => ({ rule, node })));
}
