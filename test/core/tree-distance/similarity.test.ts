import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalTopDownMapping } from '../../../server/src/lab/tree-distance/etdm.ts';
import {
  nodeSimilarity,
  positionSimilarity,
  type SimilarityOptions,
  similarityWeights,
} from '../../../server/src/lab/tree-distance/node-similarity.ts';
import { similarityFeatures } from '../../../server/src/lab/tree-distance/similarity-features.ts';
import { type SimilarityTree, similarityTree } from '../../../server/src/lab/tree-distance/similarity-tree.ts';
import { findNode, page } from '../find-node.ts';
import { pageText } from '../random-pages.ts';

/** The tree of the first element `name`. */
function treeOf(source: string, name: string): SimilarityTree {
  const parsed = page(source);
  return similarityTree(parsed.tree, similarityFeatures(parsed.tree, source), findNode(parsed, name));
}

const addOn: SimilarityOptions = { weights: similarityWeights['add-on'], threshold: 0.9, textMustMatch: false };
const any = { ...addOn, threshold: 0 };

function similarity(a: string, b: string, position = 1, options = any, name = 'div'): number | undefined {
  return nodeSimilarity(treeOf(a, name), 0, treeOf(b, name), 0, position, options);
}

describe('5.6 similarity of nodes', () => {
  test('5.9 the worked example', () => {
    const menuTop = (children: string) => `<div class="menu top" role="nav">${children}</div>`;
    const menu = '<div class="menu" role="nav"><p></p><p></p><p></p><p></p></div>';
    // Child 1 of 4 and child 1 of 5.
    const position = positionSimilarity(1, 4, 1, 5);
    expect(position).toBe(1);
    const three = menuTop('<p></p><p></p><p></p>');
    expect(similarity(three, menu, position)).toBeCloseTo(0.825, 9);
    expect(similarity(three, menu, position, addOn)).toBeUndefined();
    expect(similarity(menuTop('<p></p><p></p><p></p><p></p>'), menu, position, addOn)).toBeCloseTo(0.95, 9);
  });

  test('5.9 positions among 5 and 3 siblings', () => {
    const rows = Array.from({ length: 5 }, (_, i) => Array.from({ length: 3 }, (_, j) => positionSimilarity(i, 5, j, 3)));
    const [one, two] = [1 / 3, 2 / 3];
    const expected = [
      [1, two, one],
      [1, 1, two],
      [1, 1, 1],
      [two, 1, 1],
      [one, two, 1],
    ];
    for (const [i, row] of expected.entries()) for (const [j, value] of row.entries()) expect(rows[i]![j]).toBeCloseTo(value, 12);
  });

  test('0.2 what adds up to the threshold reaches it', () => {
    // In floating point the sum may be a little less than 0.9.
    expect(similarity('<div></div>', '<div></div>', 0.75, addOn)).toBeCloseTo(0.9, 9);
  });

  test.each([
    ['another name', '<p><div>', '<p>', 'p', undefined],
    ['one id', '<div id=x class=a><p><div id=y>', '<div id=x><p>', 'div', 3],
    ['one class and the same attributes, at one place', '<div class=a role=b><p>', '<div class=a role=b>', 'div', 3],
    ['no class token in common', '<div class=a>', '<div class=b>', 'div', 0.9],
    ['a class on one side', '<div class=a>', '<div>', 'div', 0.9],
    ['children on one side', '<div><p>', '<div>', 'div', 0.5],
  ])('%s', (_, a, b, name, expected) => {
    const value = name === 'p' ? nodeSimilarity(treeOf(a, 'div'), 0, treeOf(b, 'p'), 0, 1, any) : similarity(a, b, 1, any, name);
    if (expected === undefined) expect(value).toBeUndefined();
    else expect(value).toBeCloseTo(expected, 9);
  });

  test('the same look at another place ranks below the same place', () => {
    expect(similarity('<div class=a role=b>', '<div class=a role=b>', 0.1)).toBe(2);
  });

  test('the weights of 2014 go by the class', () => {
    const of2014 = { ...addOn, weights: similarityWeights[2014] };
    expect(similarity('<div class=a>', '<div class=b>', 1, of2014)).toBeUndefined();
    expect(similarity('<div class=a><p>', '<div class=a>', 1, of2014)).toBeCloseTo(0.9, 9);
  });

  test('texts match by their place alone, or must read the same', () => {
    const texts = (position: number, textMustMatch: boolean, other: string) =>
      similarity('<b>one  two</b>', `<b>${other}</b>`, position, { ...addOn, textMustMatch }, '#text');
    expect(texts(1, false, 'three')).toBeCloseTo(1, 9);
    expect(texts(0.7, false, 'one two')).toBeUndefined();
    expect(texts(1, true, 'three')).toBeUndefined();
    expect(texts(1, true, 'one&#32;two')).toBeCloseTo(1, 9);
  });
});

describe('5.5 the equal top-down mapping', () => {
  const mappedTexts = (a: string, b: string, options = addOn, namedTop = false): string[] => {
    const key = page(a);
    const tree = treeOf(a, 'div');
    const mapped = equalTopDownMapping(tree, treeOf(b, 'div'), options, namedTop);
    return [...tree.nodes].flatMap((node, index) => {
      const text = a.slice(key.tree.start[node], key.tree.tagEnd[node]);
      return mapped[index >> 3]! & (1 << (index & 7)) ? [text] : [];
    });
  };

  test('takes the most similar pair first, whatever the order of siblings', () => {
    const a = '<div><p id="x">1</p><p id="y">2</p></div>';
    const b = '<div><p id="y">2</p><p id="x">3</p></div>';
    expect(mappedTexts(a, b, { ...addOn, textMustMatch: true })).toEqual(['<div>', '<p id="x">', '<p id="y">', '2']);
  });

  test('maps a node once, to the nearest of equally similar ones', () => {
    const a = '<div><p><b>1</b></p><p><i>2</i></p></div>';
    const b = '<div><p><b>1</b></p><p><i>2</i></p><p><u>3</u></p></div>';
    expect(mappedTexts(a, b)).toEqual(['<div>', '<p>', '<b>', '1', '<p>', '<i>', '2']);
  });

  test('maps the last of many children to the last of few', () => {
    expect(mappedTexts(`<div>${'<p>y</p>'.repeat(40)}<b id="a">z</b></div>`, '<div><i>y</i><b id="a">z</b></div>')).toEqual([
      '<div>',
      '<b id="a">',
      'z',
    ]);
  });

  test('pairs the children of the roots by their names alone where that is asked for', () => {
    const [a, b] = ['<div><ul><li>1</li></ul></div>', '<div><ul class="b"><li>1</li><li>2</li></ul><ol></ol></div>'];
    expect(mappedTexts(a, b)).toEqual(['<div>']);
    expect(mappedTexts(a, b, addOn, true)).toEqual(['<div>', '<ul>', '<li>', '1']);
  });

  test('tries near places only where there are very many', () => {
    const options = { ...addOn, textMustMatch: true };
    const list = (first: string, last: string, between: number) =>
      `<div><p id="${first}">x</p>${'<p>y</p>'.repeat(between)}<p id="${last}">z</p></div>`;
    // The id `b` stands at the other end, with another text.
    expect(mappedTexts(list('a', 'b', 100), list('b', 'c', 100), options)).not.toContain('z');
    expect(mappedTexts(list('a', 'b', 1100), list('b', 'c', 1100), options)).toContain('z');
  });

  test('goes no further below nodes that are not equal', () => {
    expect(mappedTexts('<div><ul><li>1</li></ul></div>', '<div><ol><li>1</li></ol></div>')).toEqual(['<div>']);
  });

  test('of a page to itself holds every node, of any two pages with each node its parent', () => {
    const wholeTree = (source: string): SimilarityTree => {
      const { tree } = page(source);
      return similarityTree(tree, similarityFeatures(tree, source), tree.root);
    };
    const isMapped = (mapped: Uint8Array, node: number) => ((mapped[node >> 3]! >> (node & 7)) & 1) === 1;
    fc.assert(
      fc.property(pageText, pageText, fc.boolean(), (one, other, textMustMatch) => {
        const [a, b] = [wholeTree(one), wholeTree(other)];
        const options = { ...addOn, textMustMatch };
        const own = equalTopDownMapping(a, a, options);
        const mapped = equalTopDownMapping(a, b, options);
        for (let node = 0; node < a.size; node++) {
          expect(isMapped(own, node)).toBe(true);
          for (const child of a.children.subarray(a.firstChild[node], a.firstChild[node + 1]))
            if (isMapped(mapped, child)) expect(isMapped(mapped, node)).toBe(true);
        }
      }),
    );
  });
});
