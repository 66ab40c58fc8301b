import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderedTree } from '../../../server/src/lab/tree-distance/ordered-tree.ts';
import { rtdmDistance, rtdmMapping, rtdmSimilarity } from '../../../server/src/lab/tree-distance/rtdm.ts';
import { emptyFold, foldTemplates } from '../../../server/src/lab/tree-distance/template-fold.ts';
import { treeOf } from './tree-of.ts';

const t1 = treeOf('<div><h1>A</h1><p>x</p><ul><li>1</li><li>2</li></ul></div>');
const t2 = treeOf('<div><h1>A</h1><p>y</p><ul><li>1</li></ul></div>');
const t3 = treeOf('<div><h1>A</h1><ul><li>1</li><li>9</li></ul></div>');

function template(...pages: OrderedTree[]): OrderedTree | undefined {
  return foldTemplates(pages, emptyFold).templates.at(-1);
}

describe('section 2: RTDM', () => {
  test('distance and similarity of the worked example', () => {
    expect([t1.size, t2.size, t3.size]).toEqual([10, 8, 8]);
    expect(rtdmDistance(t1, t2)).toBe(3);
    expect(rtdmSimilarity(t1, t2)).toBeCloseTo(0.833333, 6);
  });

  test('templates of the worked example', () => {
    const two = template(t1, t2)!;
    expect(two.size).toBe(7);
    expect(two.ids[0]).toBe(treeOf('<div><h1>A</h1><p></p><ul><li>1</li></ul></div>').ids[0]);
    expect(rtdmDistance(two, t3)).toBe(3);
    const three = template(t1, t2, t3)!;
    expect(three.size).toBe(6);
    expect(three.ids[0]).toBe(treeOf('<div><h1>A</h1><ul><li>1</li></ul></div>').ids[0]);
  });

  test('nothing below a replaced node is mapped', () => {
    const table = treeOf('<div><menu><dir>a</dir></menu></div>');
    const section = treeOf('<div><section><dir>a</dir></section></div>');
    expect(rtdmDistance(table, section)).toBe(5);
    expect(template(table, section)!.size).toBe(1);
  });

  test('of mappings that cost the same, one with the most equal pairs', () => {
    const [ab, ba] = [treeOf('<div><a></a><b></b></div>'), treeOf('<div><b></b><a></a></div>')];
    expect(rtdmDistance(ab, ba)).toBe(2);
    expect(template(ab, ba)!.ids[0]).toBe(treeOf('<div><a></a></div>').ids[0]);
  });

  test('the fold depends on the order of the pages', () => {
    const a = treeOf('<div><a></a><b></b></div>');
    const b = treeOf('<div><b></b></div>');
    const c = treeOf('<div><b></b><a></a></div>');
    expect(template(a, b, c)!.ids[0]).toBe(b.ids[0]);
    expect(template(a, c, b)!.ids[0]).toBe(treeOf('<div></div>').ids[0]);
  });

  test('different roots have nothing in common', () => {
    const [a, b] = [treeOf('<div><p>x</p></div>'), treeOf('<section><p>x</p></section>', 'section')];
    expect(rtdmDistance(a, b)).toBe(a.size + b.size - 1);
    expect(template(a, b)).toBeUndefined();
  });
});

/** A tree of elements. */
interface Shape {
  readonly label: string;
  readonly children: readonly Shape[];
}
const leaves = fc.constant<readonly Shape[]>([]);
const { forest } = fc.letrec<{ forest: readonly Shape[] }>(tie => ({
  forest: fc.oneof(
    { maxDepth: 3 },
    leaves,
    fc.array(fc.record({ label: fc.constantFrom('section', 'nav', 'main'), children: tie('forest') }), { maxLength: 4 }),
  ),
}));
const html = ({ label, children }: Shape): string => `<${label}>${children.map(html).join('')}</${label}>`;
const inDiv = (children: readonly Shape[]): Shape => ({ label: 'div', children });

describe('RTDM on any trees', () => {
  test('costs as little, and maps as many equal pairs, as trying all alignments', () => {
    fc.assert(
      fc.property(forest, forest, (left, right) => {
        const [a, b] = [treeOf(html(inDiv(left))), treeOf(html(inDiv(right)))];
        const best = exhaustive(inDiv(left), inDiv(right));
        expect(rtdmDistance(a, b)).toBe(best.cost);
        expect(rtdmMapping(a, b).filter(partner => partner >= 0)).toHaveLength(best.equal);
      }),
    );
  });

  test('maps one to one, in order, equal labels only, and parents with their children', () => {
    fc.assert(
      fc.property(forest, forest, (left, right) => {
        const [a, b] = [treeOf(html(inDiv(left))), treeOf(html(inDiv(right)))];
        const partners = rtdmMapping(a, b);
        const mapped = [...partners].filter(partner => partner >= 0);
        expect(mapped).toEqual([...new Set(mapped)].sort((v, w) => v - w));
        for (const [node, partner] of partners.entries()) {
          if (partner < 0 || node === 0) continue;
          expect(a.labels[node]).toBe(b.labels[partner]);
          expect(partners[parentOf(a, node)]).toBe(parentOf(b, partner));
        }
      }),
    );
  });

  test('maps very long lists in pieces, as well as short ones where the pieces fit', () => {
    const list = (length: number, change: (index: number) => boolean) =>
      treeOf(`<div>${Array.from({ length }, (_, index) => `<p>${change(index) ? 'new' : index}</p>`).join('')}</div>`);
    const before = list(3000, () => false);
    const after = list(3000, index => index % 3 === 0);
    // All elements, and the texts of two in three.
    expect(rtdmMapping(before, after).filter(partner => partner >= 0)).toHaveLength(1 + 3000 + 2000);
    expect(rtdmDistance(before, after)).toBe(1000);
    const [long, short] = [list(5000, () => false), list(1000, () => true)];
    expect(rtdmMapping(long, short).filter(partner => partner >= 0)).toHaveLength(1 + 1000);
  });

  test('a fold that goes on from a known one is that of all pages anew', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(forest, fc.boolean(), fc.boolean()), { maxLength: 6 }), pages => {
        const trees = pages.map(([children]) => treeOf(html(inDiv(children))));
        const before = trees.filter((_, index) => pages[index]![1]);
        const after = trees.filter((_, index) => pages[index]![2]);
        const ids = (templates: readonly (OrderedTree | undefined)[]) => templates.map(one => one?.ids[0]);
        const known = foldTemplates(before, emptyFold);
        expect(ids(foldTemplates(after, known).templates)).toEqual(ids(foldTemplates(after, emptyFold).templates));
      }),
    );
  });
});

function parentOf(tree: OrderedTree, node: number): number {
  for (let parent = node - 1; ; parent--) if (tree.end[parent]! > node) return parent;
}

/** The definition, without a table: least cost, and of those the most equal pairs. */
function exhaustive(a: Shape, b: Shape): { cost: number; equal: number } {
  if (a.label !== b.label) return { cost: sizeOf(a) + sizeOf(b) - 1, equal: 0 };
  const align = (i: number, j: number): { cost: number; equal: number } => {
    if (i === 0 && j === 0) return { cost: 0, equal: 0 };
    const ways: { cost: number; equal: number }[] = [];
    const step = (rest: { cost: number; equal: number }, cost: number, equal: number) =>
      ways.push({ cost: rest.cost + cost, equal: rest.equal + equal });
    if (i > 0) step(align(i - 1, j), sizeOf(a.children[i - 1]!), 0);
    if (j > 0) step(align(i, j - 1), sizeOf(b.children[j - 1]!), 0);
    if (i > 0 && j > 0) {
      const { cost, equal } = exhaustive(a.children[i - 1]!, b.children[j - 1]!);
      step(align(i - 1, j - 1), cost, equal);
    }
    return ways.sort((x, y) => x.cost - y.cost || y.equal - x.equal)[0]!;
  };
  const { cost, equal } = align(a.children.length, b.children.length);
  return { cost, equal: equal + 1 };
}

function sizeOf({ children }: Shape): number {
  return 1 + children.reduce((sum, child) => sum + sizeOf(child), 0);
}
