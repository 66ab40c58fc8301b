import { describe, expect, test } from 'vitest';
import { Work } from '../../server/src/core/counts/work.ts';
import { ExpectedParts } from '../../server/src/core/findings/agreement/expected-parts.ts';
import { Part } from '../../server/src/core/parts/part.ts';
import { randomNumbers } from '../../server/src/lab/random-numbers.ts';
import { randomSeed } from '../support/random-seed.ts';

const parts = Array.from({ length: 16 }, (_, at) => new Part(at));

/** What every page lacks: the parts by their numbers, and the examples. */
const lacked = (expected: ExpectedParts, pages: Iterable<number>) =>
  new Map([...pages].map(page => [page, expected.lackedBy(page).map(({ value, example }) => [value.path, example])]));

/** A page with some of the parts; one in ten lacks a part that nearly all have. */
function randomParts(random: () => number): Part[] {
  const without = random() < 0.1 ? Math.floor(random() * 4) : -1;
  return parts.filter((_, at) => (at < 4 ? at !== without : random() < 0.3));
}

const hashOf = (page: number) => (page * 2654435761) % 2 ** 32;

describe('the parts that a page should have', () => {
  test('are the same after any row of changes as in a site that begins with them', () => {
    const seed = randomSeed();
    const random = randomNumbers(seed);
    const kept = new ExpectedParts(new Work());
    const has = new Map<number, Part[]>();
    let before = lacked(kept, []);
    for (let round = 0; round < 150; round++) {
      const edited = new Set<number>();
      for (let change = 0; change < (round === 0 ? 400 : 1 + random() * 12); change++) {
        const page = Math.floor(random() * 600);
        edited.add(page);
        if (round > 0 && random() < 0.3) {
          has.delete(page);
          kept.delete(page);
        } else {
          has.set(page, random() < 0.5 ? [...parts.slice(0, 4)] : randomParts(random));
          kept.put(page, hashOf(page), has.get(page)!);
        }
      }
      const affected = new Set(kept.settle());
      const fresh = new ExpectedParts(new Work());
      for (const [page, own] of has) fresh.put(page, hashOf(page), own);
      fresh.settle();
      const now = lacked(kept, has.keys());
      expect(now, `seed ${seed}, round ${round}`).toEqual(lacked(fresh, has.keys()));
      for (const [page, lacking] of now)
        if (!edited.has(page) && !affected.has(page)) expect(before.get(page), `seed ${seed}, page ${page}`).toEqual(lacking);
      before = now;
    }
    expect([...before.values()].flat().length).toBeGreaterThan(0);
  });

  test('are those that four fifths of all pages would have with the page', () => {
    const expected = new ExpectedParts(new Work());
    const [menu, banner, footer, other, another] = parts as [Part, Part, Part, Part, Part];
    for (let page = 0; page < 7; page++) expected.put(page, hashOf(page), [menu, banner, footer]);
    expected.put(7, hashOf(7), [banner, footer]);
    for (const page of [8, 9]) expected.put(page, hashOf(page), [other, another]);
    expected.settle();
    expect(expected.lackedBy(7)).toMatchObject([{ value: menu, isUnanimous: true, likeness: 1 }]);
    expect(expected.lackedBy(8)).toEqual([]);
    expected.put(10, hashOf(10), [other, another]);
    expected.settle();
    expect(expected.lackedBy(7)).toEqual([]);
  });

  test('cost a change of one page the same in any site, however many sets of parts there are', () => {
    const random = randomNumbers(1);
    const works = [300, 3000, 30_000].map(size => {
      const work = new Work();
      const expected = new ExpectedParts(work);
      for (let page = 0; page < size; page++) expected.put(page, hashOf(page), randomParts(random));
      expected.settle();
      work.take();
      const each = Array.from({ length: 41 }, (_, round) => {
        const page = size + round;
        expected.put(page, hashOf(page), randomParts(random));
        expected.settle();
        expected.delete(page);
        expected.settle();
        return work.take();
      });
      return each.sort((a, b) => a - b)[20]!;
    });
    for (const work of works) expect(work).toBeLessThanOrEqual(1.3 * works[0]!);
  });
});
