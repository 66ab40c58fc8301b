import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedF1Cut } from '../../server/src/core/labels/label-model.ts';

const probabilities = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });

/** The F1 to be expected when the `count` most probable nodes are called template. */
function expectedF1(values: readonly number[], count: number): number {
  const sum = (list: readonly number[]): number => list.reduce((total, p) => total + p, 0);
  return (2 * sum(values.toSorted((a, b) => b - a).slice(0, count))) / (count + sum(values) || 1);
}

test('calls as many nodes template as give the greatest expected F1', () => {
  fc.assert(
    fc.property(probabilities, values => {
      const cut = expectedF1Cut(Float64Array.from(values), 0);
      const chosen = values.filter(p => p >= cut).length;
      const best = Math.max(...values.map((_, at) => expectedF1(values, at + 1)));
      expect(expectedF1(values, chosen)).toBeCloseTo(best, 9);
      expect(cut).toBeLessThanOrEqual(0.5);
    }),
  );
});

test.each([
  ['certain nodes', [1, 1, 0, 0], 0.5],
  ['doubtful nodes', [0.6, 0.4, 0.4, 0.4], 0.31],
  ['nothing like template', [0.1, 0.05], 0.3],
  ['no nodes', [], 0.3],
])('of %s', (_, values, cut) => {
  expect(expectedF1Cut(Float64Array.from(values), 0.3)).toBeCloseTo(cut, 2);
});
