// docs/lab/thresholds.md has the effect of each threshold of core; `npm run thresholds -- --update` writes it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTable } from '../support/accuracy-tables.ts';
import { halfAndDouble, replaceThreshold, roomNames, tablePath, thresholdsOf } from '../support/threshold-tables.ts';
import { documentText, repository } from './support/documents.ts';

const source = (path: string): string => readFileSync(join(repository, path), 'utf8');
const table = `import { a } from './a.ts';
export const thresholds = {
  /** Pages. Least number. */
  pages: 5,
  /** Log-odds. */
  unit: 1 / 16,
} as const;
export const limits = {
  /** Ids. */
  ids: 7,
} as const;
`;

test('the document has a row for each threshold, with its value', () => {
  const document = documentText('docs/lab/thresholds.md');
  for (const room of roomNames) {
    const [, section] = document.split(`<!-- ${room} -->`);
    const [, , ...rows] = readTable(section!);
    const listed = rows.map(([name, value]) => [name, value]);
    expect(listed, room).toEqual(thresholdsOf(room, source(tablePath(room))).map(({ name, value }) => [name, String(value)]));
  }
});

// Those of findings are not: docs/lab/findings.md has the effect of whole mechanisms, which drift and verdicts show.
test('all rooms of core with thresholds of parts, layouts and labels are measured', () => {
  const core = join(repository, 'server/src/core');
  const found = readdirSync(core).filter(room => {
    if (room === 'findings') return false;
    const path = join(core, room, 'thresholds.ts');
    return existsSync(path) && /^export const thresholds = /m.test(readFileSync(path, 'utf8'));
  });
  expect(found).toEqual([...roomNames].sort());
});

test('every entry can be replaced, and nothing else changes', () => {
  for (const room of roomNames) {
    const text = source(tablePath(room));
    for (const { name } of thresholdsOf(room, text)) {
      const replaced = replaceThreshold(text, name, 12_345);
      const lines = text.split('\n');
      expect(replaced.split('\n').filter((line, at) => line !== lines[at])).toEqual([`  ${name}: 12345,`]);
    }
  }
});

test('the value of an entry is replaced', () => {
  expect(replaceThreshold(table, 'pages', 10)).toBe(table.replace('pages: 5', 'pages: 10'));
  expect(replaceThreshold(table, 'unit', 1e-9)).toBe(table.replace('1 / 16', '1e-9'));
});

test('a name that the table of thresholds lacks is an error, even if a limit has it', () => {
  for (const name of ['page', 'ids', 'Pages']) expect(() => replaceThreshold(table, name, 1), name).toThrow(name);
  expect(() => replaceThreshold('', 'pages', 1)).toThrow('pages');
});

test('half and double are whole for integers, at most 1 for shares, and do not fall from 1 or more below 1', () => {
  const number = (value: number) => halfAndDouble({ value, isShare: false });
  const share = (value: number) => halfAndDouble({ value, isShare: true });
  expect(number(5)).toEqual([3, 10]);
  expect(number(1)).toEqual([undefined, 2]);
  expect(number(1.25)).toEqual([1, 2.5]);
  expect(number(0.25)).toEqual([0.125, 0.5]);
  expect(share(0.8)).toEqual([0.4, 1]);
  expect(share(1)).toEqual([undefined, undefined]);
});
