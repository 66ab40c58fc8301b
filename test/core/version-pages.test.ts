import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Work } from '../../server/src/core/counts/work.ts';
import { JoinedPages, VersionPages } from '../../server/src/core/parts/version-pages.ts';

/** Some have the same. */
const hashOf = (id: number): number => (id * 7919) % 31;

const inOrder = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => hashOf(a) - hashOf(b) || a - b);

test('the example of a version is the first page by hash, whatever came and went', () => {
  const step = fc.record({ id: fc.nat(60), set: fc.nat(1), comes: fc.boolean(), asks: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), steps => {
      // A page has one language, so the two sets have no page in common.
      const sets = [0, 1].map(() => ({ pages: new VersionPages(hashOf, new Work()), expected: new Set<number>() }));
      for (const { id, set, comes, asks } of steps) {
        const { pages, expected } = sets[set]!;
        const own = id * 2 + set;
        if (comes) {
          pages.add(own);
          expected.add(own);
        } else {
          pages.delete(own);
          expected.delete(own);
        }
        if (asks && expected.size > 0) expect(pages.first.id).toBe(inOrder(expected)[0]);
      }
      for (const { pages, expected } of sets) expect(inOrder(pages)).toEqual(inOrder(expected));
      const filled = sets.filter(({ expected }) => expected.size > 0);
      if (filled.length === 0) return;
      const joined = new JoinedPages(filled.map(({ pages }) => pages));
      const all = inOrder(filled.flatMap(({ expected }) => [...expected]));
      expect([inOrder(joined), joined.size, joined.first.id]).toEqual([all, all.length, all[0]]);
    }),
  );
});

test('an edit of the example does not look at the other pages', () => {
  const work = new Work();
  const pages = new VersionPages(id => id, work);
  for (let id = 0; id < 10_000; id++) pages.add(id);
  expect(pages.first.id).toBe(0);
  work.take();
  for (let edit = 0; edit < 100; edit++) {
    pages.delete(0);
    pages.add(0);
    expect(pages.first.id).toBe(0);
  }
  pages.delete(0);
  expect(pages.first.id).toBe(1);
  expect(work.take()).toBe(0);
});
