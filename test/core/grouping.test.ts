import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intersectionSize } from '../../server/src/core/counts/distinct-ids.ts';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { groupId } from '../../server/src/core/layouts/group-id.ts';
import { setDistance } from '../../server/src/core/layouts/set-distance.ts';
import { SingleLinkage } from '../../server/src/lab/grouping/linkage.ts';
import { pathSet } from '../../server/src/lab/grouping/path-set.ts';
import { inputs } from '../support/random-inputs.ts';

const pathsOf = (source: string) => pathSet(parsePage(source));

describe('7 Gottron: worked examples of the CP distance', () => {
  const d1 = pathsOf('<html><body><div><ul><li></li><li></li></ul></div><div><p></p></div></body></html>');
  const d2 = pathsOf('<html><body><div><ul><li></li></ul></div><div><p></p><h1></h1></div></body></html>');

  test('sets of 2 and 3 paths with 2 in common', () => {
    // Every HTML page has a head, here an empty one on both sides: one path more than in the example.
    expect([d1.length, d2.length, intersectionSize(d1, d2)]).toEqual([2 + 1, 3 + 1, 2 + 1]);
    const withoutHead = (paths: Float64Array) => paths.filter(path => path !== pathsOf('<head>')[0] && !headPaths.includes(path));
    const headPaths = [...pathsOf('<html><head></head><body><b></b></body></html>')].filter(path => d1.includes(path));
    expect(headPaths).toHaveLength(1);
    expect(setDistance(withoutHead(d1), withoutHead(d2))).toBeCloseTo(0.333333, 6);
  });

  test('nothing in common: 1', () => {
    expect(setDistance(Float64Array.of(1, 2), Float64Array.of(3))).toBe(1);
    const table = pathsOf('<head><title></title></head><body><table><tr><td></td></tr></table></body>');
    expect(setDistance(d1, table)).toBe(1);
  });

  test('a page and itself, and two empty sets: 0', () => {
    expect(setDistance(d1, d1)).toBe(0);
    expect(setDistance(new Float64Array(0), new Float64Array(0))).toBe(0);
    expect(setDistance(new Float64Array(0), d1)).toBe(1);
  });

  test('texts, comments, attributes, repeats and scripts do not count', () => {
    const plain = pathsOf('<body><ul><li></li></ul></body>');
    expect(pathsOf('<body class="x"><ul><li>a</li><!-- b --><li>c</li></ul><script>f()</script></body>')).toEqual(plain);
  });
});

/** Sets over few paths, so that distances fall on both sides of any threshold. */
const pathSets = fc.uniqueArray(fc.nat(9), { maxLength: 7 }).map(paths => Float64Array.from(paths).sort());

/** Components of the graph of all pairs at or below the threshold, as sorted lists of indices. */
function naiveComponents(sets: ReadonlyMap<number, Float64Array>, threshold: number): number[][] {
  const open = new Set(sets.keys());
  const components: number[][] = [];
  for (const first of sets.keys()) {
    if (!open.delete(first)) continue;
    const component = [first];
    for (const from of component) {
      for (const to of [...open]) {
        if (setDistance(sets.get(from)!, sets.get(to)!) > threshold + 1e-9) continue;
        open.delete(to);
        component.push(to);
      }
    }
    components.push(component.sort((a, b) => a - b));
  }
  return components.sort((a, b) => a[0]! - b[0]!);
}

/** The components that a linkage says pages are in; `layouts` by page. */
function componentsOf(linkage: SingleLinkage, layouts: ReadonlyMap<number, number>): number[][] {
  const byComponent = new Map<number, number[]>();
  for (const [page, layout] of layouts) {
    const component = linkage.component(layout);
    byComponent.set(component, [...(byComponent.get(component) ?? []), page]);
  }
  return [...byComponent.values()].map(pages => pages.sort((a, b) => a - b)).sort((a, b) => a[0]! - b[0]!);
}

describe('7.2 single linkage', () => {
  // Path sets of 20 with the wanted numbers in common: d12 .2, d13 .3, d23 .25, d14 .9, d24 .8, d34 .85.
  const example = (): Map<number, Float64Array> => {
    // Common to 1,2: 16; 1,3: 14; 2,3: 15; 1,4: 2; 2,4: 4; 3,4: 3 of 20.
    const membership: [number, number[]][] = [
      [2, [1, 2, 3, 4]],
      [12, [1, 2, 3]],
      [2, [1, 2]],
      [1, [2, 3]],
      [2, [2, 4]],
      [1, [3, 4]],
    ];
    const sets = new Map<number, number[]>([1, 2, 3, 4].map(page => [page, []]));
    let path = 0;
    for (const [count, pages] of membership) {
      for (let i = 0; i < count; i++, path++) for (const page of pages) sets.get(page)!.push(path);
    }
    for (const set of sets.values()) while (set.length < 20) set.push(path++);
    return new Map([...sets].map(([page, set]) => [page, Float64Array.from(set).sort()]));
  };

  test('worked example: the distances', () => {
    const sets = example();
    const d = (a: number, b: number) => setDistance(sets.get(a)!, sets.get(b)!);
    const distances = [d(1, 2), d(1, 3), d(2, 3), d(1, 4), d(2, 4), d(3, 4)];
    for (const [index, distance] of [0.2, 0.3, 0.25, 0.9, 0.8, 0.85].entries()) expect(distances[index]).toBeCloseTo(distance, 9);
  });

  test.each([
    [0.7, [[1, 2, 3], [4]]],
    [0.22, [[1, 2], [3], [4]]],
    [0.25, [[1, 2, 3], [4]]],
    [0.8, [[1, 2, 3, 4]]],
    [0, [[1], [2], [3], [4]]],
  ])('worked example: components at %d', (threshold, expected) => {
    const linkage = new SingleLinkage(threshold);
    const layouts = new Map([...example()].map(([page, paths]) => [page, linkage.add(paths)]));
    expect(componentsOf(linkage, layouts)).toEqual(expected);
    expect(linkage.distance(layouts.get(2)!, layouts.get(4)!)).toBeCloseTo(0.8, 9);
  });

  test('at a threshold of 1 all pages are one group, those without a common path too', () => {
    const linkage = new SingleLinkage(1);
    const layouts = new Map([[1], [2], [], [1, 2]].map((paths, page) => [page, linkage.add(Float64Array.from(paths))]));
    expect(componentsOf(linkage, layouts)).toEqual([[0, 1, 2, 3]]);
  });

  test('the pieces that a removed layout leaves are joined where they are still near', () => {
    // Around the hub 0, a chain: each neighbour is near the next, and nearer to the hub.
    const chain = [
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [0, 1, 2, 3, 4, 5, 20, 21, 22, 23],
      [2, 3, 4, 5, 6, 7, 30, 31, 32, 33],
      [4, 5, 6, 7, 8, 9, 40, 41, 42, 43],
      [6, 7, 8, 9, 0, 1, 50, 51, 52, 53],
    ].map(paths => Float64Array.from(paths).sort());
    const linkage = new SingleLinkage(0.6);
    const layouts = chain.map(paths => linkage.add(paths));
    linkage.remove(layouts[0]!);
    const rest = new Map(layouts.slice(1).map((layout, index) => [index, layout]));
    expect(componentsOf(linkage, rest)).toEqual(naiveComponents(new Map(chain.slice(1).entries()), 0.6));
    expect(componentsOf(linkage, rest)).toEqual([[0, 1, 2, 3]]);
  });

  test('a page with the paths of another one is compared with nothing', () => {
    const linkage = new SingleLinkage(0.7);
    for (const paths of [
      [1, 2],
      [2, 3],
      [3, 4],
    ])
      linkage.add(Float64Array.from(paths));
    const before = linkage.comparisons;
    linkage.add(Float64Array.of(2, 3));
    expect(linkage.comparisons).toBe(before);
    expect(linkage.layoutCount).toBe(3);
  });

  test('after any additions and removals, components are those of all pairs, and only named ones changed', () => {
    const step = fc.oneof({ weight: 3, arbitrary: pathSets }, fc.nat());
    fc.assert(
      fc.property(fc.constantFrom(0, 0.3, 0.5, 0.7, 0.85, 1), fc.array(step, { maxLength: 40 }), (threshold, steps) => {
        const linkage = new SingleLinkage(threshold);
        const sets = new Map<number, Float64Array>();
        const layouts = new Map<number, number>();
        let known = new Map<number, string>();
        for (const [index, next] of steps.entries()) {
          if (typeof next !== 'number') {
            sets.set(index, next);
            layouts.set(index, linkage.add(next));
          } else if (sets.size > 0) {
            const page = [...sets.keys()][next % sets.size]!;
            linkage.remove(layouts.get(page)!);
            sets.delete(page);
            layouts.delete(page);
          }
          expect(componentsOf(linkage, layouts)).toEqual(naiveComponents(sets, threshold));
          const changed = new Set(linkage.takeChanged());
          const members = new Map<number, string>();
          for (const layout of layouts.values()) {
            const component = linkage.component(layout);
            members.set(component, [...linkage.members(component)].sort((a, b) => a - b).join());
          }
          for (const component of new Set([...known.keys(), ...members.keys()])) {
            if (known.get(component) !== members.get(component)) expect(changed).toContain(component);
          }
          known = members;
        }
        for (const layout of layouts.values()) linkage.remove(layout);
        expect(linkage.layoutCount).toBe(0);
      }),
      { numRuns: inputs(600) },
    );
  });
});

test('a group of any number of pages has an id', () => {
  const hashes = Array.from({ length: 300_000 }, (_, index) => index + 36);
  expect(groupId(hashes)).toBe('g00000000010');
});
