import { expect, test } from 'vitest';
import { AgreementTable } from '../../server/src/core/statements/agreement-table.ts';

const [thing, usual, other] = [1, 2025, 2019];
const says = (value: number, node = 7): Float64Array => Float64Array.of(thing, value, node);

function table(): AgreementTable {
  const table = AgreementTable.ofMajority(0.8);
  for (const page of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) table.put(page, says(usual));
  table.put('odd', says(other));
  table.settle();
  return table;
}

test('a page that dissents is named when the example is put in anew, although it says the same: it may stand elsewhere', () => {
  const years = table();
  expect(years.agreement(thing)!.example.page).toBe('a');
  years.put('a', says(usual));
  expect([...years.settle()].sort()).toEqual(['a', 'odd']);
});

test('a page that dissents is not named when another page that agrees is put in anew', () => {
  const years = table();
  years.put('b', says(usual));
  expect([...years.settle()]).toEqual(['b']);
});

test('a page that dissents is named when fewer pages agree', () => {
  const years = table();
  years.delete('h');
  expect([...years.settle()]).toEqual(['odd']);
});
