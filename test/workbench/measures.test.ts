import { describe, expect, test } from 'vitest';
import { countNode, measuresOf, zeroCounts } from '../../server/src/lab/workbench/measures.ts';
import { publishedCategories, publishedRows, publishedSites } from '../../server/src/lab/workbench/published.ts';
import { estimate, fitGrowth, median } from '../../server/src/lab/workbench/statistics.ts';

/** Counts of a page: 1 = template, a character a node. */
function counts(gold: string, retrieved: string) {
  const result = zeroCounts();
  for (let node = 0; node < gold.length; node++) countNode(result, gold[node] === '1', retrieved[node] === '1');
  return result;
}

describe('measures (evaluation protocol, 8.1)', () => {
  test('worked example 8.5: ten nodes', () => {
    const page = counts('1110010010', '1100110000');
    expect(page).toEqual({ truePositive: 3, falsePositive: 1, falseNegative: 2, trueNegative: 4 });
    const { precision, recall, f1, accuracy } = measuresOf(page);
    expect([precision, recall, accuracy]).toEqual([0.75, 0.6, 0.7]);
    expect(f1).toBeCloseTo(0.666667, 6);
  });

  test('what retrieves nothing is precise, and of no use', () => {
    expect(measuresOf(counts('1100', '0000'))).toEqual({ precision: 1, recall: 0, f1: 0, accuracy: 0.5 });
  });

  test('nothing to find and nothing found is all right', () => {
    expect(measuresOf(counts('00', '00'))).toEqual({ precision: 1, recall: 1, f1: 1, accuracy: 1 });
    expect(measuresOf(counts('', ''))).toEqual({ precision: 1, recall: 1, f1: 1, accuracy: 1 });
  });

  test('nothing to find and something found is not', () => {
    expect(measuresOf(counts('00', '10'))).toEqual({ precision: 0, recall: 1, f1: 0, accuracy: 0.5 });
  });

  test('nothing of what was found is right', () => {
    expect(measuresOf(counts('10', '01'))).toEqual({ precision: 0, recall: 0, f1: 0, accuracy: 0 });
  });
});

describe('confidence intervals (8.2)', () => {
  test('worked example 8.5: four scores', () => {
    const { mean, deviation, low, high } = estimate([80, 60, 100, 90], [0, 100]);
    expect(mean).toBe(82.5);
    expect(deviation).toBeCloseTo(17.0783, 4);
    expect(low).toBeCloseTo(60.5, 1);
    expect(high).toBe(100);
  });

  test('of one value and of none there is no interval', () => {
    expect(estimate([0.4])).toEqual({ n: 1, mean: 0.4, deviation: null, low: null, high: null });
    expect(estimate([])).toEqual({ n: 0, mean: 0, deviation: null, low: null, high: null });
  });

  test('the published deviations give the published interval of SST', () => {
    // 75 values with the published mean and deviation.
    const { mean, deviation } = publishedRows.find(({ extractor }) => extractor === 'SST')!.recall;
    const values = Array.from({ length: publishedSites - 1 }, (_, at) => mean + (at % 2 === 0 ? deviation : -deviation));
    const { low, high } = estimate([...values, mean]);
    expect(low).toBeCloseTo(0.4069, 3);
    expect(high).toBeCloseTo(0.4891, 3);
  });
});

describe('what was published (8.4)', () => {
  test('means of categories weighted by their sizes are the overall means of F1 and accuracy', () => {
    const sizes = publishedCategories.map(({ sites }) => sites);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(publishedSites);
    for (const row of publishedRows) {
      for (const measure of ['f1', 'accuracy'] as const) {
        const weighted =
          row.categories.reduce((sum, category, at) => sum + category[measure].mean * sizes[at]!, 0) / publishedSites;
        expect(weighted, `${row.extractor} ${measure}`).toBeCloseTo(row[measure].mean, 2);
      }
    }
  });
});

describe('growth', () => {
  test('finds the power', () => {
    const quadratic = [1, 2, 4, 8].map(x => ({ x, y: 3 * x * x }));
    expect(fitGrowth(quadratic)!.exponent).toBeCloseTo(2, 9);
    expect(fitGrowth(quadratic)!.fit).toBeCloseTo(1, 9);
    expect(fitGrowth([10, 100].map(x => ({ x, y: 7 })))).toEqual({ exponent: 0, fit: 1 });
  });

  test('says nothing of one point, or of times that are zero', () => {
    expect(fitGrowth([{ x: 4, y: 4 }])).toBeNull();
    expect(
      fitGrowth([
        { x: 4, y: 4 },
        { x: 4, y: 5 },
      ]),
    ).toBeNull();
    expect(
      fitGrowth([
        { x: 1, y: 0 },
        { x: 2, y: 1 },
      ]),
    ).toBeNull();
  });

  test('median', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, 0]);
  });
});
