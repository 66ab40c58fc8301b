// The measures of `npm run house` count what they say.
import { expect, test } from 'vitest';
import { documents, repository } from '../docs/support/documents.ts';
import { countedDocuments, houseMeasures, importedByOne, thresholds, wordsOf } from '../support/house-measures.ts';

test('a small file folds into its only importer, unless that is the registry that it is an entry of', () => {
  const imports = [
    ['a/b.ts', 'a/one.ts'],
    ['a/b.ts', 'a/two.ts'],
    ['a/c.ts', 'a/two.ts'],
    ['a/index.ts', 'a/x/rule.ts'],
    ['a/parts.ts', 'a/parts/entry.ts'],
    ['index.ts', 'index/entry.ts'],
    ['b/index.ts', 'a/other.ts'],
  ].map(([from, to]) => ({ from: from!, to: to! }));
  const files = ['a/main.ts', ...new Set(imports.map(({ to }) => to))];
  expect(importedByOne(files, imports)).toEqual(['a/one.ts', 'a/other.ts']);
});

test('a threshold is a number of a module that is compared by size or calculated with', () => {
  const text = `
const MOST = 5;
export const SHARE: number = 0.5;
const MEGABYTES = 2 * 1024 * 1024;
const SHOWN = 3;
const SLASH = 47;
const ELEMENT = 1;
const HIDDEN = 1 << 3;
const UNUSED = 7; // MOST < UNUSED
const table = { LEAST: 2 };
  const INNER = 4;
const visit = (n: number) => n >= MOST || n === SLASH || (n & HIDDEN) !== 0 || n < INNER + table.LEAST;
const share = (n: number) => Math.max(n, SHARE) * MEGABYTES;
const shown = (list: string[]) => list.slice(0, SHOWN);
const kind = (n: number) => (n === 2 ? ELEMENT : 0);
`;
  const texts = new Map([
    ['server/src/site/a.ts', text],
    ['server/src/core/findings/agreement/b.ts', text],
  ]);
  expect(thresholds(texts).map(found => found.replace('server/src/site/a.ts: ', ''))).toEqual([
    'MOST',
    'SHARE',
    'MEGABYTES',
    'SHOWN',
  ]);
});

test('all documents but the list of changes are counted', () => {
  const counted = countedDocuments(repository);
  expect(counted.filter(path => !path.includes('/'))).toEqual([
    'CODE_OF_CONDUCT.md',
    'CONTRIBUTING.md',
    'README.md',
    'SECURITY.md',
  ]);
  const below = documents.filter(path => path.startsWith('docs/'));
  expect(below).toContain('docs/lab/accuracy.md');
  expect(counted.filter(path => path.includes('/'))).toEqual(below.toSorted());
});

test('words of tables that a program wrote are not counted', () => {
  expect(wordsOf('One two\n\n<!-- the table -->\n\n| three |\n\n<!-- end of the table -->\n\n```sh\nfour\n```')).toBe(5);
  expect(wordsOf('`<!-- one -->` two `<!-- end of one -->`')).toBe(9);
});

test('every measure of the code is within its bar', () => {
  const exceeded = houseMeasures(process.cwd()).flatMap(({ name, found, value = found.length, bar }) =>
    value > bar ? [`${name}: ${value}, at most ${bar}`, ...found.slice(0, 50)] : [],
  );
  expect(exceeded).toEqual([]);
});
