// The tree construction against parse5, on tags in any order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alphabets, differencesFromParse5, tagsOf } from '../support/any-tags.ts';
import { inputs } from '../support/random-inputs.ts';

test.each(alphabets)('any tags of %s, in any order, nest as an HTML5 parser has them', names => {
  fc.assert(
    fc.property(tagsOf(names), text => {
      expect(differencesFromParse5(text)).toEqual([]);
    }),
    { numRuns: inputs(200) },
  );
});

test.each([
  '<ul><li><svg><desc><li>',
  '<ul><li><math><mi><div><li>',
  '<dl><dd><svg><foreignObject><p><dd>',
  '<dl><dt><math><annotation-xml encoding=text/html><dd>',
])('an item stays open around items in a drawing or a formula: %s', text => {
  expect(differencesFromParse5(text)).toEqual([]);
});
