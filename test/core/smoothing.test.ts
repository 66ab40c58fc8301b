import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smoothUpwards } from '../../server/src/core/labels/smoothing.ts';
import { countSteps } from '../../server/src/html/steps.ts';
import type { PageTree } from '../../server/src/html/tree.ts';
import { inputs } from '../support/random-inputs.ts';

/** A tree of nodes in document order by the depth of each, some without a value; and other values for its nodes. */
const cases = fc
  .array(fc.record({ depth: fc.nat(6), value: fc.integer({ min: 0, max: 20 }), other: fc.nat(20), skipped: fc.boolean() }), {
    minLength: 1,
    maxLength: 40,
  })
  .map(given => {
    const parent: number[] = [];
    const way: number[] = [];
    given.forEach(({ depth }, node) => {
      way.length = Math.min(depth, way.length);
      parent.push(way.at(-1) ?? -1);
      way.push(node);
    });
    const nodes = given.flatMap(({ skipped }, node) => (skipped ? [] : [node]));
    const above = nodes.map(node => {
      let up = parent[node]!;
      while (up >= 0 && given[up]!.skipped) up = parent[up]!;
      return nodes.indexOf(up);
    });
    return {
      tree: { size: given.length, parent: Int32Array.from(parent) } as PageTree,
      nodes: Int32Array.from(nodes),
      above,
      values: Float64Array.from(nodes, node => given[node]!.value / 20),
      others: nodes.map(node => given[node]!.other / 20),
    };
  });

test('no node has a greater value than what it stands in, and no such values are nearer to the given ones', () => {
  fc.assert(
    fc.property(cases, ({ tree, nodes, above, values, others }) => {
      const smooth = smoothUpwards(tree, nodes, values);
      // Any values that do not grow downwards: the given others, lowered to what they stand in.
      above.forEach((up, row) => {
        if (up >= 0) others[row] = Math.min(others[row]!, others[up]!);
      });
      above.forEach((up, row) => {
        if (up >= 0) expect(smooth[row]).toBeLessThanOrEqual(smooth[up]!);
      });
      // Of a projection on a convex set: from it, all of the set lies on the other side than the projected point.
      const product = others.reduce((sum, other, row) => sum + (values[row]! - smooth[row]!) * (other - smooth[row]!), 0);
      expect(product).toBeLessThan(1e-9);
    }),
    { numRuns: inputs(500) },
  );
});

test.each<[string, (i: number, n: number) => number]>([
  ['equal', () => 0.9],
  ['falling', (i, n) => 1 - i / n],
  ['growing', (i, n) => i / n],
])('many siblings with %s values take linear work but for a logarithm', (_, pick) => {
  const steps = (n: number): number => {
    const tree = { size: n + 1, parent: Int32Array.from({ length: n + 1 }, (_, node) => (node === 0 ? -1 : 0)) } as PageTree;
    const values = Float64Array.from({ length: n + 1 }, (_, node) => (node === 0 ? 0 : pick(node, n)));
    const nodes = Int32Array.from(values, (_, node) => node);
    return countSteps(() => smoothUpwards(tree, nodes, values));
  };
  expect(steps(1 << 15)).toBeLessThan((1 << 15) * 40);
  expect(steps(1 << 15)).toBeLessThan(2.3 * steps(1 << 14));
});
