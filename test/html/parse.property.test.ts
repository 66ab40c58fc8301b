import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { anyPage } from '../support/any-page.ts';
import { checkTree } from '../support/check-tree.ts';
import { inputs } from '../support/random-inputs.ts';

const runs = { numRuns: inputs(400) };

test('no text makes the parser throw, and every offset lies where it should', () => {
  fc.assert(
    fc.property(anyPage, text => checkTree(parsePage(text), text)),
    runs,
  );
});

test('a tree stays as it is when other texts are parsed', () => {
  fc.assert(
    fc.property(anyPage, anyPage, (text, other) => {
      const tree = parsePage(text);
      const before = structuredClone(tree);
      parsePage(`${other}<of-another>`);
      expect(tree).toEqual(before);
    }),
    runs,
  );
});

test('elements deeper than the limit hang on the deepest allowed one, and the tree says so', () => {
  const text = '<div>'.repeat(20_000);
  const tree = parsePage(text, { maxDepth: 100 });
  checkTree(tree, text);
  expect(tree.depthExceeded).toBe(true);
  const depth = new Int32Array(tree.size);
  for (let i = 0; i < tree.size; i++) depth[i] = tree.parent[i]! < 0 ? 1 : depth[tree.parent[i]!]! + 1;
  expect(Math.max(...depth)).toBe(101);
});

test('markup that piles up open elements has every offset where it should', () => {
  const repeated = ['<b><p><div></b>', '<b><i><p></b></p>', '<p><b></p>x<b><b><b></b></b></b>', '<a><div>'];
  const distinct = (i: number) => `<p><font size=${i}>x`;
  for (const text of [...repeated.map(part => part.repeat(1000)), Array.from({ length: 1000 }, (_, i) => distinct(i)).join('')]) {
    checkTree(parsePage(text), text);
  }
});
