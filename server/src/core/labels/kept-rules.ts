import type { LabelRule } from 'templens-shared/settings';
import { step } from '../../html/steps.ts';
import type { StatedElement } from './label-rules.ts';

/**
 * For every rule of the setting `labels`, the index of the rule before that matches the same elements, -1 where there is none. Labels and
 * layouts of rules have no say in what they match.
 */
export function keptRules(old: readonly LabelRule[], now: readonly LabelRule[]): number[] {
  const matched = ({ select, pages }: LabelRule): string => JSON.stringify([select, pages]);
  // Of equal ones the first.
  const known = new Map(old.map((rule, index) => [matched(rule), index] as const).reverse());
  return now.map(rule => known.get(matched(rule)) ?? -1);
}

/** The elements that the rules that are kept match, by the new indices of these rules and in document order. */
export function restated(stated: readonly StatedElement[], kept: readonly number[]): StatedElement[] {
  const nodes = new Map<number, number[]>();
  step(stated.length);
  for (const { rule, node } of stated) {
    const list = nodes.get(rule);
    if (list) list.push(node);
    else nodes.set(rule, [node]);
  }
  return kept.flatMap((before, rule) => (nodes.get(before) ?? []).map(node => ({ rule, node })));
}
