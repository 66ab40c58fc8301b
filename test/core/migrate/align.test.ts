import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align } from '../../../server/src/core/migrate/align.ts';

const run = (keys: readonly number[]) => ({ keys: Int32Array.from(keys), from: 0, to: keys.length });
const all = (keys: readonly number[]) => new Uint8Array(keys.length).fill(1);

describe('align', () => {
  test('what both runs have is aligned, what one has alone is not', () => {
    const a = [1, 2, 3, 4, 5];
    expect([...align(run(a), run([1, 9, 3, 4, 8, 5]), all(a))]).toEqual([0, -1, 2, 3, 5]);
  });

  test('units that are not fixed are not aligned', () => {
    const a = [1, 2, 3];
    expect([...align(run(a), run(a), Uint8Array.of(1, 0, 1))]).toEqual([0, -1, 2]);
  });

  test('aligned units are equal and in order', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 });
    fc.assert(
      fc.property(keys, keys, (a, b) => {
        const match = [...align(run(a), run(b), all(a))];
        const aligned = match.filter(place => place >= 0);
        expect(match).toHaveLength(a.length);
        expect(aligned).toEqual([...new Set(aligned)].sort((x, y) => x - y));
        match.forEach((place, at) => {
          if (place >= 0) expect(b[place]).toBe(a[at]);
        });
      }),
    );
  });
});
