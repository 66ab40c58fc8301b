import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareMethods } from '../../server/src/lab/workbench/comparison.ts';
import { holmAdjusted, pairedDifference } from '../../server/src/lab/workbench/paired.ts';

const options = { seed: 1, resamples: 1000 };
const pairs = fc.array(fc.tuple(fc.float({ min: 0, max: 1, noNaN: true }), fc.float({ min: 0, max: 1, noNaN: true })), {
  minLength: 2,
  maxLength: 30,
});

describe('the paired bootstrap', () => {
  test('with equal differences every resample has this mean', () => {
    const { n, better, worse, difference, low, high, p } = pairedDifference(
      [
        [0.75, 0.5],
        [0.5, 0.25],
        [1, 0.75],
      ],
      options,
    );
    expect({ n, better, worse, difference, low, high }).toEqual({
      n: 3,
      better: 3,
      worse: 0,
      difference: 0.25,
      low: 0.25,
      high: 0.25,
    });
    // No resample is on the other side of zero: 2 (0 + 1) / (1000 + 1).
    expect(p).toBeCloseTo(2 / 1001, 12);
  });

  test('draws two sites as probability says', () => {
    // Differences 1 and -1: a resample has the mean 1, 0 or -1 with the probabilities 1/4, 1/2 and 1/4; so 3/4 are at most 0.
    const { difference, low, high, p } = pairedDifference(
      [
        [1, 0],
        [0, 1],
      ],
      { seed: 1, resamples: 10_000 },
    );
    expect({ difference, low, high, p }).toEqual({ difference: 0, low: -1, high: 1, p: 1 });
    // Differences 1, 1 and -1: the mean is at most 0 with two or three draws of the last, 3 (1/9) (2/3) + 1/27 = 7/27; p is twice that.
    const three = pairedDifference(
      [
        [1, 0],
        [1, 0],
        [0, 1],
      ],
      { seed: 1, resamples: 10_000 },
    );
    expect(three.p).toBeCloseTo(14 / 27, 1);
  });

  test('one site has a difference and no interval', () => {
    expect(pairedDifference([[1, 0.5]], options)).toEqual({
      n: 1,
      better: 1,
      worse: 0,
      difference: 0.5,
      low: null,
      high: null,
      p: null,
    });
  });

  test('changes its sign when the methods change places, and depends on the seed alone', () => {
    fc.assert(
      fc.property(pairs, values => {
        const there = pairedDifference(values, options);
        const back = pairedDifference(
          values.map(([a, b]) => [b, a] as const),
          options,
        );
        expect(back.difference).toBeCloseTo(-there.difference, 12);
        expect(back.p).toBe(there.p);
        expect(pairedDifference(values, options)).toEqual(there);
        expect(there.low!).toBeLessThanOrEqual(there.high!);
      }),
    );
  });
});

test('the p-values of Holm are those worked out by hand', () => {
  // Sorted 0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1 is 0.04, 0.06, 0.06, 0.04; none less than the one before.
  expect(holmAdjusted([0.04, 0.01, null, 0.03, 0.02])).toEqual([0.06, 0.04, null, 0.06, 0.06]);
  expect(holmAdjusted([0.6, 0.7])).toEqual([1, 1]);
});

describe('the reference of a comparison', () => {
  const method = (name: string, list: number[], isCandidate = true) => ({
    name,
    values: new Map(list.map((value, at) => [`site ${at}`, value])),
    isCandidate,
  });
  const methods = [
    method('remembers', [1, 1, 1], false),
    method('good', [0.9, 0.8, 0.7]),
    method('bad', [0.1, 0.2, 0.3]),
    method('few', [1]),
  ];

  test('is the best method that was measured on all sites and remembers none', () => {
    const comparison = compareMethods('f1', methods, { ...options, against: undefined })!;
    expect(comparison.against).toBe('good');
    expect(comparison.rows.map(({ name, n }) => [name, n])).toEqual([
      ['remembers', 3],
      ['bad', 3],
      ['few', 1],
    ]);
    // Two of the three rows have a test.
    const [remembers, bad, few] = comparison.rows;
    expect([remembers!.holm, bad!.holm, few!.holm]).toEqual([2 * bad!.p!, 2 * bad!.p!, null]);
  });

  test('is the one that was named', () => {
    expect(compareMethods('f1', methods, { ...options, against: 'bad' })!.against).toBe('bad');
  });
});
