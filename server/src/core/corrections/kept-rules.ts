import type { LabelRule } from 'templens-shared/settings';
import type { StatedElement } from './label-rules.ts';

/**
 * For every rule of the setting `labels`, the index of the rule before that matches the same elements, -1 where there is none. Labels and
 * layouts of rules have no say in what they match.
 */
export function keptRules(old: readonly LabelRule[], now: readonly LabelRule[]): number[] {
  const matched = ({ select, pages }: LabelRule): string => JSON.stringify([select, pages]);
  const known = old.map(matched);
  return now.map(rule => known.indexOf(matched(rule)));
}

/** The elements that the rules that are kept match, by the new indices of these rules and in document order. */
export function restated(stated: readonly StatedElement[], kept: readonly number[]): StatedElement[] {
  return kept.flatMap((before, rule) => stated.flatMap(each => (each.rule === before ? [{ rule, node: each.node }] : [])));
}
