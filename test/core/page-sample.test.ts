import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageSample, samplePages } from '../../server/src/core/counts/page-sample.ts';

test('a sample that is kept while pages come and go is the one taken of all pages', () => {
  const steps = fc.array(fc.record({ at: fc.nat(29), isAsked: fc.boolean() }), { maxLength: 80 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 4 }), (changes, most) => {
      const all = Array.from({ length: 30 }, (_, at) => ({ name: `${at}`, hash: (at * 7919) % 13 }));
      const held = new Set<(typeof all)[number]>();
      const sample = new PageSample(() => held, most);
      for (const { at, isAsked } of changes) {
        const page = all[at]!;
        if (held.delete(page)) sample.delete(page);
        else {
          held.add(page);
          sample.add(page);
        }
        if (isAsked) expect(sample.pages).toEqual(samplePages(held, most));
      }
    }),
  );
});
