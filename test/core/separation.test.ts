import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { separation } from '../../server/src/core/layouts/separation.ts';
import { thresholdFromGap } from '../../server/src/core/layouts/threshold-gap.ts';

// 7.8: distances of four pages.
const table: Record<string, number> = { '1 2': 0.2, '1 3': 0.3, '2 3': 0.25, '1 4': 0.9, '2 4': 0.8, '3 4': 0.85 };
const distance = (a: number, b: number) => table[`${Math.min(a, b)} ${Math.max(a, b)}`]!;

describe('7.2 and 7.8 groups among each other', () => {
  test('worked example: Dunn index 0.8 / 0.3', () => {
    const { groups, dunn, sampled } = separation([[1, 2, 3], [4]], distance);
    expect(dunn).toBeCloseTo(2.666667, 6);
    expect(groups).toEqual([
      { spread: 0.25, diameter: 0.3, nearest: { group: 1, distance: 0.8 } },
      { spread: 0, diameter: 0, nearest: { group: 0, distance: 0.8 } },
    ]);
    expect(sampled).toBe(false);
  });

  test('worked example, as components at 0.22', () => {
    const { groups, dunn } = separation([[1, 2], [3], [4]], distance);
    expect(dunn).toBeCloseTo(0.25 / 0.2, 6);
    expect(groups.map(({ nearest }) => nearest)).toEqual([
      { group: 1, distance: 0.25 },
      { group: 0, distance: 0.25 },
      { group: 0, distance: 0.8 },
    ]);
  });

  test('one group, no group, and groups without distances within have no Dunn index', () => {
    expect(separation([[1, 2, 3]], distance).dunn).toBeUndefined();
    expect(separation([[1], [4]], distance).dunn).toBeUndefined();
    expect(separation([], distance)).toMatchObject({ groups: [], dunn: undefined, sampled: false });
  });

  test('of equally near groups the first is named', () => {
    const { groups } = separation([[0, 1], [2, 3], [4]], () => 0.5);
    expect(groups.map(({ nearest }) => nearest!.group)).toEqual([1, 0, 0]);
  });

  test('many layouts: comparisons grow with the layouts alone, every group has a nearest one, and it is said', () => {
    const on = (line: number) => (a: number, b: number) => Math.min(1, Math.abs(a - b) / line);
    const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
    for (const groups of [
      [range(0, 400), range(500, 900)],
      range(0, 1000).map(layout => [layout]),
      [range(0, 900), ...range(2000, 2090).map(layout => [layout])],
    ]) {
      const { distances, sampled, groups: measured } = separation(groups, on(1000), 100);
      expect(sampled).toBe(true);
      expect(distances.length).toBeLessThanOrEqual(100 * groups.flat().length);
      expect(measured).toHaveLength(groups.length);
      for (const { nearest } of measured) expect(nearest).toBeDefined();
    }
    expect(separation([range(0, 50), range(60, 90)], on(100), 100).sampled).toBe(false);
  });
});

describe('thresholdFromGap', () => {
  test('worked example: between 0.3 and 0.8', () => {
    const threshold = thresholdFromGap(Object.values(table))!;
    expect(threshold).toBeGreaterThan(0.3);
    expect(threshold).toBeLessThan(0.8);
    expect(threshold).toBeCloseTo(0.55, 1);
  });

  test.each([
    ['the ends are no edges of gaps', [0.05, 0.1, 0.2], 0.1, 0.2],
    ['of gaps as wide the lower', [0.1, 0.5, 0.9], 0.1, 0.5],
    ['few pages between two heaps do not fill the gap', [...Array(5000).fill(0.1), 0.5, ...Array(5000).fill(0.9)], 0.4, 0.6],
  ])('%s', (_, distances, from, to) => {
    const threshold = thresholdFromGap(distances)!;
    expect(threshold).toBeGreaterThan(from);
    expect(threshold).toBeLessThan(to);
  });

  test('no distances, or no gap: none', () => {
    expect(thresholdFromGap([])).toBeUndefined();
    expect(thresholdFromGap([0.5, 0.5])).toBeUndefined();
    expect(thresholdFromGap(Array.from({ length: 101 }, (_, i) => i / 100))).toBeUndefined();
  });

  test('is in [0,1], and the order of the distances does not matter', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), distances => {
        const threshold = thresholdFromGap(distances);
        expect(threshold).toBe(thresholdFromGap([...distances].reverse()));
        if (threshold === undefined) return;
        expect(threshold).toBeGreaterThanOrEqual(0);
        expect(threshold).toBeLessThanOrEqual(1);
      }),
    );
  });
});
