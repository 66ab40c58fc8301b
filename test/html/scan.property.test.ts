// The scanner against htmlparser2's tokenizer, whose events it gives.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { scansDifferently, syntax } from '../support/any-syntax.ts';
import { alphabets, tagsOf } from '../support/any-tags.ts';
import { corpusSites } from '../support/corpus.ts';
import { inputs } from '../support/random-inputs.ts';

test('any syntax, in any order, is scanned as htmlparser2 reads it', () => {
  fc.assert(
    fc.property(syntax(16), text => {
      expect(scansDifferently(text)).toBe(false);
    }),
    { numRuns: inputs(3000) },
  );
});

test.each(alphabets)('any tags of %s are scanned as htmlparser2 reads them', names => {
  fc.assert(
    fc.property(tagsOf(names), text => {
      expect(scansDifferently(text)).toBe(false);
    }),
    { numRuns: inputs(100) },
  );
});

test.each(corpusSites())('$name is scanned as htmlparser2 reads it', site => {
  expect([...site.pages.keys()].filter(page => scansDifferently(site.read(page)))).toEqual([]);
});

test('the comparison sees a tree that differs', () => {
  const text = '<p>a';
  expect(parsePage(text)).toEqual(parsePage(text, { scans: false }));
  expect(parsePage(text)).not.toEqual(parsePage('<p>b', { scans: false }));
});
