import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestPage } from '../../server/src/core/digest/page-digest.ts';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { PackedTree } from '../../server/src/html/packed-tree.ts';
import type { PageTree } from '../../server/src/html/tree.ts';
import { anyPage } from '../support/any-page.ts';
import { generatedPage } from '../support/generated-site.ts';
import { inputs } from '../support/random-inputs.ts';

const runs = { numRuns: inputs(300) };
const treeOf = (text: string, maxDepth = 512): PageTree => digestPage(parsePage(text, { maxDepth })).tree;

/** The tree after others were asked for. */
function unpackedTree(tree: PageTree): PageTree {
  const packed = new PackedTree(tree);
  packed.packNow();
  return packed.tree;
}

test('a packed tree is the tree of any text', () => {
  fc.assert(
    fc.property(anyPage, fc.constantFrom(3, 512), (text, maxDepth) => {
      const tree = treeOf(text, maxDepth);
      const unpacked = unpackedTree(tree);
      expect(unpacked).not.toBe(tree);
      expect(unpacked).toEqual(tree);
    }),
    runs,
  );
});

test('a packed tree is any tree, also one that no text has', () => {
  const node = fc.record({
    kind: fc.integer({ min: 1, max: 4 }),
    flags: fc.nat(255),
    name: fc.nat(65535),
    parent: fc.integer({ min: -1, max: 9 }),
    subtreeEnd: fc.nat(9),
    attributes: fc.nat(2),
    offsets: fc.array(fc.nat(2 ** 31 - 1), { minLength: 5, maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(node, { maxLength: 10 }), nodes => {
      const attributes = nodes.flatMap(({ attributes: own, offsets }) => Array.from({ length: own }, () => offsets));
      const column = (index: number): Uint32Array => Uint32Array.from(nodes, ({ offsets }) => offsets[index]!);
      const attribute = (index: number): Uint32Array => Uint32Array.from(attributes, offsets => offsets[index]!);
      let last = 0;
      const tree: PageTree = {
        sourceLength: 9,
        size: nodes.length,
        otherNames: ['x-y'],
        depthExceeded: false,
        root: 0,
        kind: Uint8Array.from(nodes, ({ kind }) => kind),
        flags: Uint8Array.from(nodes, ({ flags }) => flags),
        name: Uint16Array.from(nodes, ({ name }) => name),
        // Parents come before their children, and a subtree holds at least its root.
        parent: Int32Array.from(nodes, ({ parent }, at) => Math.min(parent, at - 1)),
        subtreeEnd: Int32Array.from(nodes, ({ subtreeEnd }, at) => Math.max(subtreeEnd, at + 1)),
        start: column(0),
        tagEnd: column(1),
        closeStart: column(2),
        end: column(3),
        textLength: column(4),
        attrFirst: Uint32Array.from([0, ...nodes.map(({ attributes: own }) => (last += own))]),
        attrNameStart: attribute(0),
        attrNameEnd: attribute(1),
        attrValueStart: attribute(2),
        attrValueEnd: attribute(3),
      };
      const unpacked = unpackedTree(tree);
      expect(unpacked).not.toBe(tree);
      expect(unpacked).toEqual(tree);
    }),
    runs,
  );
});

test('a tree that was asked for long ago is the same when it is asked for again, and takes a fifth of its arrays', () => {
  const shape = { pages: 100, layouts: 5, seed: 1 };
  const trees = Array.from({ length: 100 }, (_, page) => treeOf(generatedPage(shape, page)));
  const packed = trees.map(tree => new PackedTree(tree));
  for (const page of [...trees.keys(), ...trees.keys()]) expect(isDeepStrictEqual(packed[page]!.tree, trees[page])).toBe(true);
  const arrays = (tree: PageTree): number => tree.kind.buffer.byteLength + tree.textLength.byteLength;
  expect(packed.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThan(trees.reduce((sum, tree) => sum + arrays(tree), 0) / 5);
});
