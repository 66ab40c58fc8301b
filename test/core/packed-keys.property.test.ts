import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedKeys } from '../../server/src/core/counts/packed-keys.ts';
import { inputs } from '../support/random-inputs.ts';

test('the keys of a page are the same after those of other pages were asked for', () => {
  const ids = fc.array(fc.integer({ min: -1, max: 2 ** 24 }), { maxLength: 40 });
  fc.assert(
    fc.property(ids, fc.nat(2 ** 20), (some, first) => {
      const inOrder = Array.from({ length: 5 }, (_, at) => first + at);
      const keys = Int32Array.from([...inOrder, ...some, ...inOrder]);
      const packed = new PackedKeys(keys);
      packed.packNow();
      expect(packed.keys).not.toBe(keys);
      expect(packed.keys).toEqual(keys);
    }),
    { numRuns: inputs(300) },
  );
});
