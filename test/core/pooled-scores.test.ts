import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplePages } from '../../server/src/core/counts/page-sample.ts';
import { PooledScores, type PoolKeys } from '../../server/src/core/labels/pooled-scores.ts';

const key = fc.integer({ min: -1, max: 5 });
const page = fc
  .array(fc.record({ node: key, place: key, score: fc.double({ min: -20, max: 20, noNaN: true }) }), { maxLength: 8 })
  .map(rows => ({
    keys: {
      nodes: Int32Array.from(rows, ({ node }) => node),
      places: Int32Array.from(rows, ({ place }) => place),
    } satisfies PoolKeys,
    scores: Float64Array.from(rows, ({ score }) => score),
  }));

describe('pooled scores', () => {
  test('are the mean of the own score, of equal nodes and of equal places', () => {
    const pool = new PooledScores();
    const keys = (node: number, place: number) => ({ nodes: Int32Array.of(node), places: Int32Array.of(place) });
    pool.put(0, keys(1, 7), Float64Array.of(2));
    pool.put(1, keys(1, 8), Float64Array.of(4));
    // Equal nodes: (2 + 4) / 2. Equal places: 2.
    expect(pool.pooled(keys(1, 7), Float64Array.of(-2))[0]).toBeCloseTo((-2 + 3 + 2) / 3);
    expect(pool.pooled(keys(5, -1), Float64Array.of(-2))[0]).toBeCloseTo(-2);
  });

  test('depend on the sampled pages alone, not on what was there before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.option(page)), { maxLength: 12 }), page, (steps, asked) => {
        const pool = new PooledScores();
        const last = new Map<number, typeof asked>();
        for (const [id, put] of steps) {
          if (put) {
            pool.put(id, put.keys, put.scores);
            last.set(id, put);
          } else {
            pool.delete(id);
            last.delete(id);
          }
        }
        const fresh = new PooledScores();
        for (const [id, put] of [...last].reverse()) fresh.put(id, put.keys, put.scores);
        expect(pool.pooled(asked.keys, asked.scores)).toEqual(fresh.pooled(asked.keys, asked.scores));
        expect(pool.size).toBe(fresh.size);
        for (const id of last.keys()) pool.delete(id);
        expect(pool.size).toBe(0);
      }),
    );
  });

  test('name every key whose mean changed', () => {
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 6 }), page, page, (pages, put, asked) => {
        const pool = new PooledScores();
        pages.forEach(({ keys, scores }, id) => {
          pool.put(id, keys, scores);
        });
        pool.takeChanged();
        const before = pool.pooled(asked.keys, asked.scores);
        pool.put(0, put.keys, put.scores);
        const { nodes, places } = pool.takeChanged();
        pool.pooled(asked.keys, asked.scores).forEach((value, row) => {
          if (value === before[row]) return;
          expect(nodes.includes(asked.keys.nodes[row]!) || places.includes(asked.keys.places[row]! >> 1)).toBe(true);
        });
      }),
    );
  });
});

test('the sample is the pages with the smallest hashes, in whatever order they come', () => {
  const pages = fc.uniqueArray(fc.record({ hash: fc.nat(6), name: fc.string({ maxLength: 2 }) }), { selector: p => p.name });
  fc.assert(
    fc.property(pages, fc.integer({ min: 1, max: 5 }), (all, most) => {
      const sorted = [...all].sort((a, b) => a.hash - b.hash || (a.name < b.name ? -1 : 1)).slice(0, most);
      expect(samplePages(all, most)).toEqual(sorted);
      expect(samplePages([...all].reverse(), most)).toEqual(sorted);
    }),
  );
});
