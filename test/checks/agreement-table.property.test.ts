// What pages agree on is a function of the pages that are in, however they came to be.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AgreementTable } from '../../server/src/core/statements/agreement-table.ts';
import { inputs } from '../support/random-inputs.ts';

const pages = ['a', 'b', 'c', 'd', 'e', 'f'];
const things = [0, 1, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1];

const statements = fc
  .array(fc.tuple(fc.constantFrom(...things), fc.constantFrom(2019, 2025, 2026), fc.nat(9)), { maxLength: 6 })
  .map(triples => Float64Array.from(triples.flat()));
const step = fc.record({
  page: fc.constantFrom(...pages),
  says: fc.option(statements),
  settles: fc.boolean(),
});

test('a table after any changes agrees with one that is filled with the same pages', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const table = AgreementTable.ofMajority(0.6);
      const held = new Map<string, Float64Array>();
      for (const { page, says, settles } of steps) {
        if (says) table.put(page, says);
        else table.delete(page);
        if (says) held.set(page, says);
        else held.delete(page);
        if (settles) table.settle();
      }
      table.settle();
      const fresh = AgreementTable.ofMajority(0.6);
      for (const [page, says] of held) fresh.put(page, says);
      fresh.settle();
      const all = (of: AgreementTable) => ({
        agreements: things.map(thing => of.weakAgreement(thing)),
        says: pages.map(page => things.map(thing => of.says(page, thing))),
        dissents: pages.map(page => of.dissents(page)),
      });
      expect(all(table)).toEqual(all(fresh));
    }),
    { numRuns: inputs(300) },
  );
});
