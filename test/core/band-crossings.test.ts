import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BandCrossings } from '../../server/src/core/counts/band-crossings.ts';
import { ChunkedCounts } from '../../server/src/core/counts/chunked-counts.ts';
import { keysWithChangedBand } from '../../server/src/core/counts/page-counts.ts';
import { leastAffectedCount, shareBand } from '../../server/src/core/labels/bands.ts';

/** Adds pages to counts, or takes them out; a page has the keys that divide its number. */
function changed(counts: ChunkedCounts, pages: readonly number[], isAdded: boolean): number[] {
  const keys = pages.flatMap(page => Array.from({ length: 60 }, (_, key) => key).filter(key => page % (key + 1) === 0));
  for (const key of keys) {
    if (isAdded) counts.increment(key);
    else counts.decrement(key);
  }
  return keys;
}

test('the index of frequent keys finds what a look at all keys finds', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 150 })), { maxLength: 25 });
  fc.assert(
    fc.property(steps, changes => {
      const counts = new ChunkedCounts();
      const crossings = new BandCrossings(counts);
      let size = 0;
      for (const [isAdded, step] of changes) {
        const before = size;
        size = isAdded ? size + step : Math.max(0, size - step);
        const pages = Array.from({ length: Math.abs(size - before) }, (_, at) => Math.min(before, size) + at);
        const keys = changed(counts, pages, size > before);
        const change = size > before ? { raised: keys, lowered: [] } : { raised: [], lowered: keys };
        const bands = {
          before: (count: number) => shareBand(count, before),
          after: (count: number) => shareBand(count, size),
          resized: size !== before,
        };
        const found = crossings.keysWithChangedBand(change, bands, leastAffectedCount(before, size));
        expect(found.sort((a, b) => a - b)).toEqual(keysWithChangedBand(counts, change, bands).sort((a, b) => a - b));
      }
    }),
  );
});
