import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DistinctSets } from '../../server/src/core/layouts/distinct-sets.ts';
import { TextGrouping } from '../../server/src/lab/grouping/text-grouping.ts';
import { textHash } from '../../server/src/lab/grouping/text-hash.ts';
import { textMdl } from '../../server/src/lab/grouping/text-mdl.ts';
import { inputs } from '../support/random-inputs.ts';

const setOf = (paths: number[]) => Float64Array.from(paths).sort();
/** A page of one of two layouts, with texts of its own. */
const page = (layout: number, ...own: number[]) =>
  setOf([1, 2, ...[10, 11, 12, 13, 14, 15].map(path => path + layout * 10), ...own]);

const searches = [
  ['TEXT-MDL', textMdl],
  ['TEXT-HASH', (...[classes, size]: Parameters<typeof textMdl>) => textHash(classes, size)],
] as const;

/** The components that pages are in, as sorted lists of pages; `layouts` by page. */
function componentsOf(grouping: TextGrouping, layouts: ReadonlyMap<number, number>): number[][] {
  const byComponent = new Map<number, number[]>();
  for (const [page, layout] of layouts) {
    const component = grouping.component(layout);
    byComponent.set(component, [...(byComponent.get(component) ?? []), page]);
  }
  return [...byComponent.values()].map(pages => pages.sort((a, b) => a - b)).sort((a, b) => a[0]! - b[0]!);
}

describe.each(searches)('%s over pages that come and go', (_, search) => {
  test('finds the two layouts', () => {
    const grouping = new TextGrouping(search);
    const layouts = new Map([0, 1, 2, 3, 4, 5].map(index => [index, grouping.add(page(index % 2, 100 + index))]));
    grouping.takeChanged();
    expect(componentsOf(grouping, layouts)).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
    // Of 8 paths, 2 are common to both layouts.
    expect(grouping.distance(layouts.get(0)!, layouts.get(1)!)).toBeCloseTo(6 / 8, 9);
    expect(grouping.distance(layouts.get(0)!, layouts.get(2)!)).toBe(0);
  });

  test('after any additions and removals, components are those of a fresh grouping, and only named ones changed', () => {
    const paths = fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 7 });
    const step = fc.oneof({ weight: 4, arbitrary: paths.map(setOf) }, { weight: 2, arbitrary: fc.nat() });
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 8 }), batches => {
        const grouping = new TextGrouping(search);
        const sets = new Map<number, Float64Array>();
        const layouts = new Map<number, number>();
        let known = new Map<number, string>();
        let next = 0;
        for (const batch of batches) {
          for (const change of batch) {
            if (typeof change !== 'number') {
              sets.set(next, change);
              layouts.set(next++, grouping.add(change));
            } else if (sets.size > 0) {
              const page = [...sets.keys()][change % sets.size]!;
              grouping.remove(layouts.get(page)!);
              sets.delete(page);
              layouts.delete(page);
            }
          }
          const changed = grouping.takeChanged();
          const fresh = new TextGrouping(search);
          const freshLayouts = new Map([...sets].reverse().map(([page, set]) => [page, fresh.add(set)]));
          fresh.takeChanged();
          expect(componentsOf(grouping, layouts)).toEqual(componentsOf(fresh, freshLayouts));
          const members = new Map<number, string>();
          for (const [page, layout] of layouts) {
            expect(grouping.set(layout)).toEqual(sets.get(page));
            const component = grouping.component(layout);
            members.set(component, [...grouping.members(component)].sort((a, b) => a - b).join());
          }
          for (const component of new Set([...known.keys(), ...members.keys()])) {
            if (known.get(component) !== members.get(component)) expect(changed).toContain(component);
            if (!members.has(component)) expect(grouping.members(component).size).toBe(0);
          }
          known = members;
          expect(grouping.takeChanged()).toEqual([]);
        }
        for (const layout of layouts.values()) grouping.remove(layout);
        grouping.takeChanged();
        expect(grouping.layoutCount).toBe(0);
      }),
      { numRuns: inputs(200) },
    );
  });
});

test('clusters are sought again only where essential paths, pages or the number of paths changed', () => {
  let searched = 0;
  const grouping = new TextGrouping((classes, size) => {
    searched++;
    return textMdl(classes, size);
  });
  const layouts = [0, 1, 2, 3, 4, 5].map(index => grouping.add(page(index % 2, 100 + index)));
  grouping.takeChanged();
  expect(searched).toBe(1);

  // A text for a text: neither was essential.
  const edited = grouping.add(page(0, 200));
  grouping.remove(layouts[0]!);
  const changed = grouping.takeChanged();
  expect(searched).toBe(1);
  expect(changed).toContain(grouping.component(edited));
  expect(changed).not.toContain(grouping.component(layouts[1]!));
  expect(grouping.component(edited)).toBe(grouping.component(layouts[2]!));

  // Away and back.
  grouping.remove(layouts[5]!);
  grouping.add(page(1, 105));
  grouping.takeChanged();
  expect(searched).toBe(1);

  grouping.add(page(1, 105));
  grouping.takeChanged();
  expect(searched).toBe(2);
});

describe('distinct sets', () => {
  test('are counted, and kept apart where their hashes are equal', () => {
    const sets = new DistinctSets();
    // The hash folds both halves of a number together.
    const [a, b, again] = [Float64Array.of(1), Float64Array.of(2 ** 32), Float64Array.of(1)].map(set => sets.add(set));
    expect([a === b, a === again, sets.size]).toEqual([false, true, 2]);
    expect([sets.count(a!), sets.count(b!)]).toEqual([2, 1]);
    expect([sets.remove(a!), sets.remove(b!), sets.remove(a!)]).toEqual([false, true, true]);
    expect([sets.size, sets.count(a!), [...sets.ids()]]).toEqual([0, 0, []]);
  });
});
