// While a scope has one language, the cohort of all pages is that of the language: the juries are those of a fresh scope all the same.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyList } from '../../server/src/core/counts/key-list.ts';
import { ScopeCohorts, type Voter } from '../../server/src/core/findings/agreement/scope-cohorts.ts';
import { inputs } from '../support/random-inputs.ts';

const listOf = (ids: readonly number[]): KeyList => new KeyList(Int32Array.from([...new Set(ids)].sort((a, b) => a - b)));
const ids = fc.uniqueArray(fc.nat(6), { maxLength: 7 });
const step = fc.record({
  page: fc.nat(11),
  language: fc.option(fc.constantFrom('en', 'en', 'en', 'fr', 'de'), { nil: undefined, freq: 5 }),
  layout: fc.constantFrom(undefined, 'a', 'b'),
  structure: ids,
  wording: ids,
  settle: fc.boolean(),
});

function verdicts(scope: ScopeCohorts, pages: Iterable<number>): unknown {
  const jury = ({ lacking, cohort, isForeign }: ReturnType<ScopeCohorts['juriesOf']>['wording'][number]) => ({
    lacking: [...lacking].sort(),
    size: cohort.size,
    template: [...cohort.template].sort(),
    isForeign,
  });
  return [...pages].sort().map(page => {
    const juries = scope.juriesOf(page);
    const all = { structure: juries.structure.map(jury), wording: juries.wording.map(jury) };
    return [page, all, scope.exampleFor(page, juries), scope.isAlike(page), scope.mostSpoken(page).pages];
  });
}

test('a scope of pages that come, go and change their language judges as a fresh one does', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), fc.boolean(), (steps, isPart) => {
      const scope = new ScopeCohorts(0.9);
      const voters = new Map<number, Voter>();
      for (const { page, language, layout, structure, wording, settle } of steps) {
        if (language === undefined) {
          scope.delete(page);
          voters.delete(page);
        } else {
          const keys = { structure: listOf(structure), wording: listOf(wording) };
          const voter = { id: page, hash: page * 7919, language, layout: isPart ? (layout ?? 'c') : undefined, ...keys };
          voters.set(page, voter);
          scope.put(voter);
        }
        if (settle) scope.settle();
      }
      scope.settle();
      const fresh = new ScopeCohorts(0.9);
      for (const voter of voters.values()) fresh.put(voter);
      fresh.settle();
      expect(verdicts(scope, voters.keys())).toEqual(verdicts(fresh, voters.keys()));
    }),
    { numRuns: inputs(300) },
  );
});
