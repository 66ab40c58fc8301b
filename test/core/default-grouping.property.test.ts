import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DefaultGrouping } from '../../server/src/core/layouts/default-grouping.ts';
import type { TreeNode } from '../../server/src/core/layouts/grouping.ts';
import { apartKey, declaredKey, namedKey, pinnedKey, sameKey } from '../../server/src/core/layouts/layout-marks.ts';
import { inputs } from '../support/random-inputs.ts';

// The last four bits of a key say what it is: path of a leaf (0), inner path (1), of elements without attributes (+ 2), body (4), element (5).
const frames = [
  [16, 32, 50, 66, 83, 85],
  [16, 160, 178, 194, 209, 229],
  [16, 320, 338, 354, 373],
];

/** What a page declares and the settings say of it, as keys. */
const marks = fc
  .record({
    declared: fc.option(fc.nat(1), { freq: 4 }),
    named: fc.option(fc.nat(1), { freq: 6 }),
    same: fc.option(fc.nat(2), { freq: 6 }),
    apart: fc.option(fc.tuple(fc.nat(1), fc.nat(1)), { freq: 6 }),
    pinned: fc.boolean(),
  })
  .map(({ declared, named, same, apart, pinned }) => [
    ...(declared === null ? [] : [declaredKey(1600 + 16 * declared)]),
    ...(named === null ? [] : [namedKey(3200 + 16 * named)]),
    ...(same === null ? [] : [sameKey(4800 + 16 * same)]),
    ...(apart === null ? [] : [apartKey((apart[0] + 1) * 2 ** 20, apart[1])]),
    ...(pinned && (same !== null || apart !== null) ? [pinnedKey] : []),
  ]);

/** A page's set: a layout's keys, of which one may be missing, with keys of its own and a body. */
const pageSet = fc
  .record({
    frame: fc.constantFrom(...frames),
    missing: fc.nat(9),
    own: fc.uniqueArray(fc.nat(11), { maxLength: 5 }),
    body: fc.nat(2),
    stated: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: marks }),
  })
  .map(({ frame, missing, own, body, stated }) =>
    Float64Array.from([
      ...frame.filter((_, i) => i !== missing),
      ...own.map(key => 1600 + key * 16 + (key % 2) * 5),
      4004 + body * 16,
      ...stated,
    ]).sort(),
  );

type Step = { kind: 'add'; set: Float64Array; translations: number } | { kind: 'remove'; index: number } | { kind: 'settle' };
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(pageSet, fc.nat(20)).map(([set, translations]): Step => ({ kind: 'add', set, translations })),
    },
    { weight: 2, arbitrary: fc.nat(99).map((index): Step => ({ kind: 'remove', index })) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'settle' }) },
  ),
  { maxLength: 40 },
);

/** Which pages are together: for every page the first one of its group. */
function partition(grouping: DefaultGrouping, layouts: readonly number[]): number[] {
  return layouts.map(layout => layouts.findIndex(other => grouping.component(other) === grouping.component(layout)));
}

/** Everything about the groups by content, so that two groupings can be compared. */
function contents(grouping: DefaultGrouping, layouts: readonly number[]): string[][] {
  return [...new Set(layouts.map(layout => grouping.component(layout)))]
    .map(component => [...grouping.members(component)].map(layout => grouping.set(layout).join(' ')).sort())
    .sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
}

/** The tree by content. */
function treeContents(grouping: DefaultGrouping): unknown {
  const { frames, variants, roots, heights } = grouping.tree();
  const sets = (layouts: readonly number[]) => layouts.map(layout => grouping.set(layout).join(' ')).sort();
  const sorted = (list: unknown[]) => list.map(each => JSON.stringify(each)).sort();
  const component = (number: number) => sets([...grouping.members(number)]);
  const node = (at: TreeNode): unknown =>
    'layouts' in at ? sets(at.layouts) : [at.height, sorted(at.children.map(child => node(child)))];
  return {
    frames: sorted(frames.map(components => sorted(components.map(component)))),
    variants: sorted([...variants.values()].map(parts => sorted(parts.map(sets)))),
    roots: sorted(roots.map(node)),
    heights,
  };
}

describe.each([3, 6, 100])('with samples of %i layouts', sample => {
  const threshold = fc.constantFrom(0.325, 0.2, 0.5);

  test('after any changes the groups are those of the same pages added at once in another order', () => {
    fc.assert(
      fc.property(threshold, steps, fc.boolean(), fc.boolean(), (limit, sequence, backwards, rises) => {
        const grouping = new DefaultGrouping(limit, { sampleSize: sample, rises });
        const pages: { set: Float64Array; translations: number; layout: number }[] = [];
        let known = new Map<number, string>();
        for (const step of [...sequence, { kind: 'settle' } as const]) {
          if (step.kind === 'add') pages.push({ ...step, layout: grouping.add(step.set, step.translations) });
          else if (step.kind === 'remove') {
            const [page] = pages.splice(step.index % Math.max(1, pages.length), 1);
            if (page) grouping.remove(page.layout, page.translations);
          } else {
            const changed = new Set(grouping.takeChanged());
            const components = new Set(pages.map(({ layout }) => grouping.component(layout)));
            const now = new Map([...components].map(component => [component, [...grouping.members(component)].sort().join()]));
            for (const component of new Set([...known.keys(), ...now.keys()]))
              if (!changed.has(component)) expect(now.get(component)).toBe(known.get(component));
            for (const component of changed) if (!now.has(component)) expect(grouping.members(component).size).toBe(0);
            known = now;
          }
        }
        const fresh = new DefaultGrouping(limit, { sampleSize: sample, rises });
        const order = pages.map((_, index) => (backwards ? pages.length - 1 - index : (index * 7) % pages.length));
        const layouts: number[] = [];
        for (const index of new Set([...order, ...pages.keys()]))
          layouts[index] = fresh.add(pages[index]!.set, pages[index]!.translations);
        fresh.takeChanged();
        const own = pages.map(({ layout }) => layout);
        expect(partition(grouping, own)).toEqual(partition(fresh, layouts));
        expect(contents(grouping, own)).toEqual(contents(fresh, layouts));
        expect(treeContents(grouping)).toEqual(treeContents(fresh));
        expect(grouping.layoutCount).toBe(fresh.layoutCount);
        for (const [i, a] of own.entries()) expect(grouping.distance(a, own[0]!)).toBe(fresh.distance(layouts[i]!, layouts[0]!));
      }),
      { numRuns: inputs(50) },
    );
  });
});

test('distances are symmetric, in [0,1], and 0 for a layout and itself', () => {
  fc.assert(
    fc.property(fc.array(pageSet, { minLength: 1, maxLength: 12 }), sets => {
      const grouping = new DefaultGrouping(0.325, { sampleSize: 4, rises: true });
      const layouts = sets.map((set, page) => grouping.add(set, page));
      grouping.takeChanged();
      for (const a of layouts)
        for (const b of layouts) {
          const distance = grouping.distance(a, b);
          expect(distance).toBe(grouping.distance(b, a));
          expect(distance).toBeGreaterThanOrEqual(0);
          expect(distance).toBeLessThanOrEqual(1 + 1e-9);
          if (a === b) expect(distance).toBe(0);
        }
    }),
    { numRuns: inputs(30) },
  );
});
