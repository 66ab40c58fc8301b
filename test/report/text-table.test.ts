import { expect, test } from 'vitest';
import { textTable } from '../../server/src/report/text-table.ts';

test('a table is as wide as its widest cells, also with very many rows', () => {
  const plain = { bold: String };
  expect(
    textTable(
      ['name', 'pages'],
      [
        ['a', '12'],
        ['menu bar', '3'],
      ],
      new Set([1]),
      plain,
    ),
  ).toEqual(['name      pages', 'a            12', 'menu bar      3']);
  const rows = Array.from({ length: 200_000 }, (_, at) => [String(at), 'x']);
  expect(textTable(['number', 'x'], rows, new Set([0]), plain)).toHaveLength(200_001);
});
