import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { randIndex } from '../../server/src/core/layouts/best-cut.ts';
import { distanceMatrix, distanceNames, dunnIndex, linkedGroups, pairDistances } from '../support/page-distances.ts';

describe('7.2 and 7.8 clusters and indices of a distance matrix', () => {
  const pairs: Record<string, number> = { '0 1': 0.2, '0 2': 0.3, '1 2': 0.25, '0 3': 0.9, '1 3': 0.8, '2 3': 0.85 };
  const distances = Float64Array.from({ length: 16 }, (_, at) => {
    const [i, j] = [Math.floor(at / 4), at % 4];
    return i === j ? 0 : pairs[`${Math.min(i, j)} ${Math.max(i, j)}`]!;
  });
  const matrix = { size: 4, distances };
  const truth = ['a', 'a', 'a', 'b'];

  test('worked example: Dunn index 0.8 / 0.3', () => {
    expect(dunnIndex(matrix, truth)).toBeCloseTo(2.666667, 6);
    expect([...pairDistances(matrix)]).toEqual([0.2, 0.3, 0.9, 0.25, 0.8, 0.85]);
  });

  test('worked example: 0.7 gives the truth, 0.22 a Rand index of 4 / 6', () => {
    expect(randIndex(truth, linkedGroups(matrix, 0.7)).rand).toBe(1);
    expect(new Set(linkedGroups(matrix, 0.22)).size).toBe(3);
    expect(randIndex(truth, linkedGroups(matrix, 0.22)).rand).toBeCloseTo(4 / 6, 9);
  });
});

test.each(distanceNames)('%s: 0 for equal pages, larger for pages with little in common, the same in both directions', name => {
  const page = (source: string) => ({ path: 'a.html', source, tree: parsePage(source) });
  const list = `<html lang=a><body><ul>${'<li><b>x</b></li>'.repeat(9)}</ul></body></html>`;
  const table = `<html lang=b><body><table>${'<tr><td><i>y</i></td></tr>'.repeat(9)}</table></body></html>`;
  const { distances } = distanceMatrix(name, [page(list), page(list), page(table)]);
  expect(distances[1]).toBe(0);
  expect(distances[2]).toBeGreaterThan(0.4);
  expect(distances[2]).toBe(distances[6]);
});
