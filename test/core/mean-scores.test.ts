import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MeanScores } from '../../server/src/core/labels/mean-scores.ts';

const UNITS = 4;
const score = fc.integer({ min: -144, max: 144 });
/** A page puts scores under a row of keys, and takes them away again; more keys than fit in the first table, and than are left later. */
const page = fc.record({ first: fc.nat(2000), scores: fc.array(score, { maxLength: 150 }) });

test('means are those of the scores that are there, and those that changed are named', () => {
  const step = fc.record({ page, goes: fc.nat(4), isAsked: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const means = new MeanScores(UNITS);
      const scores = new Map<number, number[]>();
      const expected = (key: number): number | undefined => {
        const list = scores.get(key) ?? [];
        return list.length === 0 ? undefined : Math.round(list.reduce((sum, value) => sum + value, 0) / list.length / UNITS) + 0;
      };
      const there: (typeof steps)[number]['page'][] = [];
      let asked = new Map<number, number>();
      for (const { page, goes, isAsked } of steps) {
        there.push(page);
        page.scores.forEach((value, at) => {
          const key = page.first + at;
          means.count(key, value, 1);
          scores.set(key, [...(scores.get(key) ?? []), value]);
        });
        for (const gone of there.splice(0, Math.max(0, goes - 2))) {
          gone.scores.forEach((value, at) => {
            const key = gone.first + at;
            means.count(key, value, -1);
            scores.get(key)!.splice(scores.get(key)!.indexOf(value), 1);
          });
        }
        if (!isAsked) continue;
        const now = new Map([...scores.keys()].flatMap(key => (expected(key) === undefined ? [] : [[key, expected(key)!]])));
        const changed = [...new Set([...asked.keys(), ...now.keys()])].filter(key => asked.get(key) !== now.get(key));
        expect(means.takeChanged().sort()).toEqual(changed.sort());
        expect(means.size).toBe(now.size);
        for (const key of scores.keys()) expect(means.mean(key, 1000) + 0).toBe(expected(key) ?? 1000);
        asked = now;
      }
      expect(means.mean(-1, 7)).toBe(7);
      expect(means.mean(5000, 7)).toBe(7);
    }),
  );
});
