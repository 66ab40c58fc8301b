import { expect, test } from 'vitest';
import { isMisspelt, isSpeltOtherwise } from '../../server/src/core/keys/spelling.ts';

test.each([
  ['archeved ads', 'archived ads', true, true],
  ['produtcs', 'products', true, true],
  ['kontaktformlar', 'kontaktformular', true, true],
  ['strasse', 'straße', true, true],
  // Other forms of a word, other numbers, other words.
  ['product', 'products', true, false],
  ['part 1', 'part 2', true, false],
  ['level 10 of 12', 'level 11 of 12', true, false],
  ['news', 'nets', true, false],
  ['books', 'looks', true, false],
  ['archived ads', 'pending ads', false, false],
])('%s for %s', (a, b, mayBe, surely) => {
  expect([isMisspelt(a, b), isMisspelt(b, a)]).toEqual([mayBe, mayBe]);
  expect([isSpeltOtherwise(a, b), isSpeltOtherwise(b, a)]).toEqual([surely, surely]);
});

test('equal texts', () => {
  expect(isSpeltOtherwise('products', 'products')).toBe(false);
});
