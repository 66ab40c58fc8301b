import { describe, expect, test } from 'vitest';
import { LearnedScores } from '../../server/src/core/labels/learned-scores.ts';
import { TeachingPages } from '../../server/src/core/labels/teaching-pages.ts';

const keysOf = (...keys: number[]) => ({ nodes: Int32Array.from(keys, () => -1), places: Int32Array.from(keys) });
const scores = (...values: number[]) => Float64Array.from(values);
const decided = (...values: number[]) => Int8Array.from(values);

/** What is learned of one node at place 1. */
function learned(page: { places: number[]; logOdds: number[]; decided: number[] }, score: number): number {
  const taught = new LearnedScores({ nodes: 1, places: 1, width: 4 });
  taught.put(1, keysOf(...page.places), scores(...page.logOdds), decided(...page.decided));
  return taught.learned(keysOf(1), scores(score))![0]!;
}

describe('what is learned of a correction', () => {
  const four = { places: [1, 1, 1, 1], logOdds: [-1, -1, -1, -1], decided: [1, 1, 1, 1] };

  test('moves nodes at the same place to the label that it gives', () => {
    expect(learned(four, -1)).toBeGreaterThan(1);
    expect(learned({ ...four, logOdds: [1, 1, 1, 1], decided: [0, 0, 0, 0] }, 1)).toBeLessThan(-1);
  });

  test('reaches as far as scores are alike, and no further', () => {
    const [near, further, far] = [-1.5, -3, -6].map(score => learned(four, score));
    expect(near).toBeGreaterThan(further!);
    expect(further).toBeGreaterThan(0);
    expect(far).toBe(0);
  });

  test('is nothing where the labels were right', () => {
    expect(learned({ ...four, logOdds: [5, 5, 5, 5] }, 4.5)).toBe(0);
  });

  test('is little where a rule skips other nodes at the same place', () => {
    const some = { places: [1, 1, 1, 1], logOdds: [-1, -1, -1, -1], decided: [1, -1, -1, -1] };
    expect(learned(some, -1)).toBeLessThan(learned(four, -1) / 5);
  });

  test('is the same whatever came first, and leaves nothing behind', () => {
    const put = (order: number[]) => {
      const taught = new LearnedScores();
      for (const page of order) taught.put(page, keysOf(1, 2, 1), scores(page / 3, -page, 1), decided(1, 0, -1));
      return taught;
    };
    const [a, b] = [put([1, 2, 3]), put([3, 1, 2])];
    expect(a.learned(keysOf(1, 2), scores(0.5, 0.5))).toEqual(b.learned(keysOf(1, 2), scores(0.5, 0.5)));
    for (const page of [1, 2, 3]) a.delete(page);
    expect([a.size, a.learned(keysOf(1), scores(1))]).toEqual([0, undefined]);
    expect(a.takeChanged().places).toEqual([0, 1]);
    expect(a.takeChanged().places).toEqual([]);
  });
});

test('of each rule the pages with the smallest hashes teach, also after pages came and went', () => {
  const pages = Array.from({ length: 80 }, (_, at) => ({
    name: `${at}.html`,
    hash: (at * 37) % 80,
    rules: at < 40 ? [0] : [1, 1],
  }));
  const least = (rule: number, from = pages) =>
    from
      .filter(({ rules }) => rules.includes(rule))
      .sort((a, b) => a.hash - b.hash)
      .slice(0, 32);
  const teaching = new TeachingPages<(typeof pages)[number]>();
  for (const page of pages) teaching.put(page, page.rules);
  expect(teaching.pages).toEqual(new Set([...least(0), ...least(1)]));
  const gone = least(0).slice(0, 5);
  for (const page of gone) teaching.put(page, []);
  const left = pages.filter(page => !gone.includes(page));
  expect(teaching.pages).toEqual(new Set([...least(0, left), ...least(1)]));
  for (const page of left) teaching.put(page, []);
  expect(teaching.pages.size).toBe(0);
});
