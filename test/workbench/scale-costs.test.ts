import { describe, expect, test } from 'vitest';
import { missedScale, type SizeCosts, scaleTable, sizesUpTo } from '../support/scale-costs.ts';

const costs = (pages: number, change: Partial<SizeCosts> = {}): SizeCosts => ({
  pages,
  sourceBytes: pages * 30_000,
  bareParse: pages,
  index: 3 * pages,
  labels: pages,
  edit: 5,
  kept: pages * 45_000,
  peak: pages * 100_000,
  ...change,
});

test('a site grows from 1,000 pages to those that are asked for', () => {
  expect([sizesUpTo(50_000), sizesUpTo(5000), sizesUpTo(300)]).toEqual([[1000, 10_000, 50_000], [1000, 5000], [300]]);
});

describe('what a page costs at each size', () => {
  test('is a row of the table, with the growth from the first to the last', () => {
    const table = scaleTable([costs(1000), costs(50_000, { kept: 50_000 * 90_000 })]);
    const rows = table
      .trim()
      .split('\n')
      .map(row => row.split('|').map(cell => cell.trim()));
    expect(rows.at(-2)!.slice(1, 3)).toEqual(['50000', '3.00']);
    expect(rows.at(-1)!.slice(2, 8)).toEqual(['x 1.00', 'x 1.00', 'x 1.00', 'x 1.00', 'x 2.00', 'x 1.00 a page']);
  });

  test('must not grow much, nor take more than the machine has', () => {
    expect(missedScale([costs(1000), costs(50_000)])).toEqual([]);
    expect(missedScale([costs(1000), costs(50_000, { labels: 5 * 50_000 })])).toEqual([
      'with labels, bare parses: a page of 50000 costs more than 1.5 times that of 1000.',
    ]);
    expect(missedScale([costs(1000), costs(50_000, { peak: 9e9 })])).toEqual(['50000 pages take more than 8 GB.']);
  });
});
