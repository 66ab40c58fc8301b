import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import type { ParsedPage } from '../../server/src/core/directives/parsed-page.ts';
import { setDistance } from '../../server/src/core/layouts/set-distance.ts';
import { OPAQUE } from '../../server/src/html/tree.ts';
import { pathShingles, tagShingles } from '../../server/src/lab/grouping/shingles.ts';
import { findNode } from './find-node.ts';

/** A page without the head that HTML implies, which the worked examples do not have. */
function headless(body: string): ParsedPage {
  const source = `<html><body>${body}</body></html>`;
  const tree = parsePage(source);
  tree.flags[findNode({ source, tree }, 'head')]! |= OPAQUE;
  return tree;
}

const d1 = headless('<div><ul><li></li><li></li></ul></div><div><p></p></div>');
const d2 = headless('<div><ul><li></li></ul></div><div><p></p><h1></h1></div>');
const table = parsePage('<head></head><body></body>');

describe('7.1 and 7.8 Gottron: path shingles (CPS)', () => {
  test('worked example: sets of 4 and 5, distance 0.2', () => {
    const [a, b] = [pathShingles(d1), pathShingles(d2)];
    expect([a.length, b.length]).toEqual([4, 5]);
    expect(setDistance(a, b)).toBeCloseTo(0.2, 6);
  });

  test('a path shorter than a shingle is one piece, and no other than the same path', () => {
    // html/head and html/body.
    expect(pathShingles(table)).toHaveLength(2);
    expect(pathShingles(headless(''))).toHaveLength(1);
    expect(setDistance(pathShingles(headless('')), pathShingles(table))).toBe(0.5);
    expect(setDistance(pathShingles(headless('')), pathShingles(headless('<p></p>')))).toBe(1);
  });

  test('the length of a piece can be chosen: 1 gives the names of all elements', () => {
    expect(pathShingles(d1, 1)).toHaveLength(new Set(['html', 'body', 'div', 'ul', 'li', 'p']).size);
  });
});

describe('7.1 and 7.8 Gottron: tag sequence shingles (CTSS)', () => {
  test('worked example: sets of 5 and 5, distance 0.6', () => {
    const [a, b] = [tagShingles(d1), tagShingles(d2)];
    expect([a.length, b.length]).toEqual([5, 5]);
    expect(setDistance(a, b)).toBeCloseTo(0.6, 6);
  });

  test('a sequence shorter than a shingle is one piece', () => {
    expect(tagShingles(headless('<p></p>'))).toHaveLength(1);
    expect(setDistance(tagShingles(headless('<p></p>')), tagShingles(headless('<b></b>')))).toBe(1);
  });

  test('order counts', () => {
    const [a, b] = [headless('<p></p><b></b>'), headless('<b></b><p></p>')];
    expect(setDistance(tagShingles(a), tagShingles(b))).toBe(1);
    expect(setDistance(pathShingles(a), pathShingles(b))).toBe(0);
  });
});

test.each([
  ['path shingles', pathShingles],
  ['tag shingles', tagShingles],
])('%s: the page of a table has nothing in common with the worked examples', (_, shingles) => {
  const other = shingles(headless('<table><tbody><tr><td></td></tr></tbody></table>'));
  expect(setDistance(shingles(d1), other)).toBe(1);
  expect(setDistance(shingles(d2), other)).toBe(1);
});

test.each([
  ['path shingles', pathShingles],
  ['tag shingles', tagShingles],
])('%s: texts, attributes, comments, scripts and optional tags do not count, unknown names do', (_, shingles) => {
  const plain = shingles(parsePage('<html><head></head><body><my-menu><p></p></my-menu></body></html>'));
  expect(shingles(parsePage('<my-menu class="a"><p>Text<!-- note --><script>f()</script></p></my-menu>'))).toEqual(plain);
  expect(shingles(parsePage('<my-list><p></p></my-list>'))).not.toEqual(plain);
});
