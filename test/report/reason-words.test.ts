import { expect, test } from 'vitest';
import judge from '../../server/src/core/findings/judge/judge-weights.json' with { type: 'json' };
import { styleNames } from '../../server/src/core/statements/writing-style.ts';
import { findingReason, originReason } from '../../server/src/report/reason-words.ts';

test('every number that the judge weighs has words', () => {
  for (const name of Object.keys(judge.weights))
    for (const isHigh of [true, false]) expect(findingReason({ name, effect: 1, isHigh })).not.toBe(name);
});

test('every number about the source of pages has words', () => {
  for (const name of styleNames) {
    expect(originReason({ name, effect: 1, isHigh: true })).toMatch(/^\S+/);
    expect(originReason({ name, effect: 1, isHigh: false })).toMatch(/^few or no /);
    expect(originReason({ name: `${name} spread`, effect: 1, isHigh: true })).toMatch(/ on some pages only$/);
  }
  expect(originReason({ name: 'longestLine', effect: 1, isHigh: false })).toBe('few or no long lines');
});
