import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyTable } from '../../server/src/core/counts/key-table.ts';
import { PackedStatements } from '../../server/src/core/statements/packed-statements.ts';
import { agreedThings, type Statements, type ThingName } from '../../server/src/core/statements/statements.ts';
import { inputs } from '../support/random-inputs.ts';

const number = fc.constantFrom(0, 1, 2025, -7, 2 ** 32 + 1, 2 ** 53 - 1, -(2 ** 53));
const statements: fc.Arbitrary<Statements> = fc
  .array(fc.tuple(number, number, fc.nat(70_000)), { maxLength: 5 })
  .map(triples => Float64Array.from(triples.flat()));
const said = fc.record(
  Object.fromEntries(agreedThings.map(thing => [thing, statements])) as Record<ThingName, typeof statements>,
);

test('what pages say is the same when it is unpacked, and is counted out with them', () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 5 }), pages => {
      const table = new KeyTable();
      const packed = pages.map(page => new PackedStatements(page, table));
      packed.forEach((page, index) => {
        expect(page.all).toEqual(pages[index]);
        for (const thing of agreedThings) expect(page.about(thing)).toEqual(pages[index]![thing]);
        page.forget();
        expect(page.all).toEqual(pages[index]);
      });
      for (const page of packed) page.release();
      expect(table.size).toBe(0);
    }),
    { numRuns: inputs(100) },
  );
});
