// The subject here is how many pages are compared, not which groups come out.
import { describe, expect, test } from 'vitest';
import { DefaultGrouping } from '../../server/src/core/layouts/default-grouping.ts';
import { isDeep } from '../support/deep.ts';

/** A set of 40 keys of one of 20 layouts, and 8 of the page's own: every page is a layout set of its own. */
function pageSet(page: number, revision = 0): Float64Array {
  const layout = page % 20;
  const keys = Array.from({ length: 40 }, (_, i) => (1 + layout * 100 + i) * 16);
  for (let i = 0; i < 8; i++) keys.push((10_000 + (Math.imul(page * 16 + revision * 8 + i, 2654435761) >>> 4)) * 16);
  return Float64Array.from(new Set(keys)).sort();
}

function siteOf(pages: number, sampleSize?: number): { grouping: DefaultGrouping; layouts: number[] } {
  const grouping = new DefaultGrouping(0.325, sampleSize === undefined ? {} : { sampleSize });
  const layouts = Array.from({ length: pages }, (_, page) => grouping.add(pageSet(page), page));
  grouping.takeChanged();
  return { grouping, layouts };
}

/** Comparisons that a change of each of these pages makes, one after the other. */
function comparisonsOf({ grouping, layouts }: ReturnType<typeof siteOf>, edited: Iterable<number>): number[] {
  return [...edited].map(page => {
    const before = grouping.comparisons;
    const layout = grouping.add(pageSet(page, 1), page);
    grouping.remove(layouts[page]!, page);
    layouts[page] = layout;
    grouping.takeChanged();
    return grouping.comparisons - before;
  });
}

const mean = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0) / counts.length;
const median = (counts: number[]) => counts.sort((a, b) => a - b)[counts.length >> 1]!;

describe('a page that comes to have a layout set of its own', () => {
  test('is compared with one sample, in a site of 5,000 pages as in one of 500', () => {
    const edits = Array.from({ length: 41 }, (_, i) => i * 11);
    const large = siteOf(5000);
    expect(median(comparisonsOf(large, edits))).toBeLessThanOrEqual(100);
    expect(new Set(large.layouts.map(layout => large.grouping.component(layout))).size).toBe(20);
  });

  test.runIf(isDeep)(
    'makes no more comparisons on average from 500 to 5,000 pages, those with a change of the sample included',
    () => {
      const small = mean(comparisonsOf(siteOf(500, 24), Array(500).keys()));
      const large = mean(comparisonsOf(siteOf(5000, 24), Array(5000).keys()));
      expect(large).toBeLessThanOrEqual(small * 1.15);
    },
  );

  test('an edit that leaves the set alone makes none', () => {
    const { grouping, layouts } = siteOf(200);
    const before = grouping.comparisons;
    grouping.add(pageSet(7), 7);
    grouping.remove(layouts[7]!, 7);
    expect(grouping.takeChanged()).toEqual([]);
    expect(grouping.comparisons).toBe(before);
  });
});

test('indexing 5,000 pages compares each with a sample, not all pairs', () => {
  const { grouping } = siteOf(5000);
  expect(grouping.comparisons).toBeLessThanOrEqual(5000 * 100 * 2);
});
