import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { textPaths } from '../../server/src/lab/grouping/groupings.ts';
import { mdlCost, minus, type NonZeros, plus } from '../../server/src/lab/grouping/mdl-cost.ts';
import {
  estimatedJaccard,
  estimatedNonZeros,
  estimatedPathsByDocuments,
  mergeSignatures,
  type Rank,
  signatureOf,
} from '../../server/src/lab/grouping/min-hash.ts';
import {
  countsOfEqualDocuments,
  isTemplatePath,
  mergedCounts,
  mergedNonZeros,
  nonZeros,
  type PathCounts,
} from '../../server/src/lab/grouping/path-counts.ts';
import { essentialPaths, supportThreshold } from '../../server/src/lab/grouping/text-grouping.ts';
import { textHash } from '../../server/src/lab/grouping/text-hash.ts';
import { textMdl } from '../../server/src/lab/grouping/text-mdl.ts';
import { inputs } from '../support/random-inputs.ts';

// p1 html, p2 body, p3 h1, p4 br, p5 List, p6..p8 the three titles.
const documents = [
  [1, 2, 3, 4, 6],
  [1, 2, 3, 4, 5, 7],
  [1, 2, 3, 4, 5, 8],
  [1, 2, 5],
];
const size = { paths: 8, documents: 4 };

/** E(d) of every document, and the support of every path. */
function essentialOf(all: number[][]) {
  const supports = new Map<number, number>();
  for (const document of all) for (const path of document) supports.set(path, (supports.get(path) ?? 0) + 1);
  const of = (document: number[]) => document.map(path => supports.get(path)!);
  return {
    supports,
    thresholds: all.map(document => supportThreshold(of(document), document.length)),
    essential: all.map(document => [...essentialPaths(Float64Array.from(document), of(document))]),
  };
}

const { essential } = essentialOf(documents);
/** The cluster of documents with these indices. */
const cluster = (...indices: number[]): PathCounts =>
  indices.map(index => countsOfEqualDocuments(Float64Array.from(essential[index]!), 1)).reduce(mergedCounts);
const sum = (parts: NonZeros[]): NonZeros => parts.reduce(plus, { template: 0, missing: 0, surplus: 0 });
const costOf = (clusters: PathCounts[]) => mdlCost(sum(clusters.map(nonZeros)), size);
/** The classes: d2 and d3 have equal essential paths. */
const classes = [
  { paths: Float64Array.from(essential[0]!), documents: 1 },
  { paths: Float64Array.from(essential[1]!), documents: 2 },
  { paths: Float64Array.from(essential[3]!), documents: 1 },
];

describe('6.1 paths, supports, essential paths', () => {
  test('worked example', () => {
    const { supports, thresholds, essential } = essentialOf(documents);
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(path => supports.get(path))).toEqual([4, 4, 3, 3, 3, 1, 1, 1]);
    expect(thresholds).toEqual([3, 3, 3, 4]);
    expect(essential).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
      [1, 2],
    ]);
  });

  test('worked example: one document more', () => {
    const { supports, thresholds, essential: after } = essentialOf([...documents, [1, 2, 5, 9]]);
    expect([1, 2, 3, 4, 5].map(path => supports.get(path))).toEqual([5, 5, 3, 3, 4]);
    expect(thresholds).toEqual([3, 3, 3, 5, 5]);
    expect(after).toEqual([...essential, [1, 2]]);
  });

  test('of several modes the smallest, and none without paths', () => {
    expect(supportThreshold([7, 2, 7, 2, 9], 5)).toBe(2);
    expect(supportThreshold([], 0)).toBe(0);
    expect([...essentialPaths(new Float64Array(0), [])]).toEqual([]);
  });

  test('the paths of a page: every element and every text, normalised, each once', () => {
    const page = (body: string) => textPaths(parsePage(`<html><head></head><body>${body}</body></html>`));
    // html, head, body, p, and p's two texts.
    expect(page('<p>Tech</p><p>World</p><p>Tech</p>')).toHaveLength(6);
    expect(page('<p>Tech  &amp; World</p>')).toEqual(page('<p class="a">\n Tech &#38; World </p><!-- x --><script>f()</script>'));
    expect(page('<p>Tech</p>')).not.toEqual(page('<p>World</p>'));
    expect(page('<p>Tech</p>')).not.toEqual(page('<div>Tech</div>'));
    expect(page('<p>br</p>')).not.toEqual(page('<p><br></p>'));
  });
});

describe('6.3 MDL cost', () => {
  test.each([
    ['each document alone', [[0], [1], [2], [3]], [16, 0, 0], 40],
    ['d2 and d3 together', [[0], [1, 2], [3]], [11, 0, 0], 37.707586],
    ['d1, d2, d3 together', [[0, 1, 2], [3]], [7, 0, 1], 38.672025],
    ['all together', [[0, 1, 2, 3]], [4, 2, 2], 46.788124],
    ['d1 and d2 together', [[0, 1], [2], [3]], undefined, 44.127501],
    [
      'd2 and d3, d1 and d4',
      [
        [1, 2],
        [0, 3],
      ],
      undefined,
      43.045393,
    ],
    ['d2, d3 and d4', [[1, 2, 3], [0]], undefined, 49.792414],
  ])('worked example: %s', (_, groups, counts, expected) => {
    const clusters = groups.map(group => cluster(...group));
    const { template, missing, surplus } = sum(clusters.map(nonZeros));
    if (counts) expect([template, missing, surplus]).toEqual(counts);
    expect(costOf(clusters)).toBeCloseTo(expected, 6);
  });

  test('two equal documents of three paths cost less apart than together', () => {
    const paths = Float64Array.of(1, 2, 3);
    const apart = plus(nonZeros(countsOfEqualDocuments(paths, 1)), nonZeros(countsOfEqualDocuments(paths, 1)));
    const size = { paths: 3, documents: 2 };
    expect(mdlCost(apart, size)).toBeCloseTo(2, 6);
    expect(mdlCost(nonZeros(countsOfEqualDocuments(paths, 2)), size)).toBeCloseTo(8, 6);
  });

  /** The matrices themselves, with H counted over their cells. */
  function matrixCost(sets: number[][], groups: number[][], paths: number): number {
    const bits = (cells: number[]) => {
      const frequencies = [1, 0, -1].map(value => cells.filter(cell => cell === value).length / cells.length);
      return -cells.length * frequencies.reduce((sum, p) => sum + (p > 0 ? p * Math.log2(p) : 0), 0);
    };
    const templates = groups.map(group =>
      Array.from({ length: paths }, (_, path) => {
        const support = group.filter(document => sets[document]!.includes(path)).length;
        return support >= (group.length + 1) / 2 ? 1 : 0;
      }),
    );
    const unused = Array.from({ length: paths * (sets.length - groups.length) }, () => 0);
    const delta = groups.flatMap((group, k) =>
      group.flatMap(document => templates[k]!.map((marked, path) => (sets[document]!.includes(path) ? 1 : 0) - marked)),
    );
    return bits([...templates.flat(), ...unused]) + sets.length * Math.log2(sets.length) + bits(delta);
  }

  test('three numbers give the cost of the matrices', () => {
    const instance = fc
      .array(fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 6 })
      .chain(sets => fc.record({ sets: fc.constant(sets), group: fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }) }));
    fc.assert(
      fc.property(instance, ({ sets, group }) => {
        const groups = [0, 1, 2]
          .map(k => sets.map((_, document) => document).filter(document => group[document] === k))
          .filter(({ length }) => length > 0);
        const one = (set: number[]) => countsOfEqualDocuments(Float64Array.from(set).sort(), 1);
        const counts = groups.map(members => members.map(document => one(sets[document]!)).reduce(mergedCounts));
        const cost = mdlCost(sum(counts.map(nonZeros)), { paths: 7, documents: sets.length });
        expect(cost).toBeCloseTo(matrixCost(sets, groups, 7), 6);
        const [a, b] = counts;
        if (a && b) expect(mergedNonZeros(a, b)).toEqual(nonZeros(mergedCounts(a, b)));
      }),
      { numRuns: inputs(200) },
    );
  });
});

describe('6.4 TEXT-MDL', () => {
  test('worked example: d2 and d3 are one cluster, and its template is p1 to p5', () => {
    expect(textMdl(classes, size)).toEqual([[0], [1], [2]]);
    const both = cluster(1, 2);
    const template = both.paths.filter((_, i) => isTemplatePath(both.counts[i]!, both.documents));
    expect([...template]).toEqual([1, 2, 3, 4, 5]);
  });

  test('worked example, not collapsed: the first merger is d2 with d3, and there is no second', () => {
    const apart = essential.map(paths => ({ paths: Float64Array.from(paths), documents: 1 }));
    expect(textMdl(apart, size)).toEqual([[0], [1, 2], [3]]);
  });

  test('two layouts of documents with a path of their own each', () => {
    const document = (layout: number, own: number) => ({
      paths: Float64Array.from([...Array.from({ length: 20 }, (_, path) => layout * 100 + path), 1000 + own]),
      documents: 1,
    });
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map(index => document(index % 2, index));
    expect(textMdl(all, { paths: 200, documents: 8 })).toEqual([
      [0, 2, 4, 6],
      [1, 3, 5, 7],
    ]);
    expect(textHash(all, { paths: 200, documents: 8 })).toEqual([
      [0, 2, 4, 6],
      [1, 3, 5, 7],
    ]);
  });

  test('every merger is the cheapest of all pairs, and the first of equals', () => {
    const sets = fc.array(fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(sets, fc.integer({ min: 10, max: 60 }), (sets, paths) => {
        const given = sets.map(set => ({ paths: Float64Array.from(set).sort(), documents: 1 }));
        const size = { paths, documents: given.length };
        expect(textMdl(given, size).map(String).sort()).toEqual(naiveMdl(given, size).map(String).sort());
      }),
      { numRuns: inputs(300) },
    );
  });

  /** All pairs, looked at anew for every merger. */
  function naiveMdl(given: { paths: Float64Array; documents: number }[], size: { paths: number; documents: number }): number[][] {
    let clusters = given.map(({ paths, documents }, index) => ({
      members: [index],
      counts: countsOfEqualDocuments(paths, documents),
    }));
    for (;;) {
      const total = sum(clusters.map(({ counts }) => nonZeros(counts)));
      let best: { i: number; j: number; cost: number } | undefined;
      for (let i = 0; i < clusters.length; i++) {
        for (let j = i + 1; j < clusters.length; j++) {
          const [a, b] = [clusters[i]!.counts, clusters[j]!.counts];
          const cost = mdlCost(plus(minus(total, plus(nonZeros(a), nonZeros(b))), nonZeros(mergedCounts(a, b))), size);
          if (!best || cost < best.cost) best = { i, j, cost };
        }
      }
      if (!best || best.cost > mdlCost(total, size) - 1e-9) return clusters.map(({ members }) => members.sort((a, b) => a - b));
      const [a, b] = [clusters[best.i]!, clusters[best.j]!];
      const merged = { members: [...a.members, ...b.members], counts: mergedCounts(a.counts, b.counts) };
      // In the place of the first, so that clusters stay in the order of their first documents.
      clusters = clusters.map((cluster, i) => (i === best.i ? merged : cluster)).filter((_, i) => i !== best.j);
    }
  }
});

describe('6.5 extended MinHash', () => {
  const ranks = [
    [3, 1, 5, 2, 4],
    [4, 5, 2, 3, 1],
    [2, 4, 1, 5, 3],
    [5, 3, 4, 1, 2],
  ];
  const rank: Rank = (path, q) => ranks[q]![path - 1]!;
  const signatures = essential.map(paths => signatureOf(Float64Array.from(paths), 1, 4, rank));
  const [s1, s2, s3, s4] = signatures as [
    (typeof signatures)[0],
    (typeof signatures)[0],
    (typeof signatures)[0],
    (typeof signatures)[0],
  ];

  test('worked example: signatures and Jaccard estimates', () => {
    expect(signatures.map(({ ranks }) => [...ranks])).toEqual([
      [1, 2, 1, 1],
      [1, 1, 1, 1],
      [1, 1, 1, 1],
      [1, 4, 2, 3],
    ]);
    expect(estimatedJaccard(s1, s2)).toBeCloseTo(0.75, 6);
    expect(estimatedJaccard(s1, s4)).toBeCloseTo(0.25, 6);
  });

  test('worked example: signature, xi and n of d1, d2 and d3 together', () => {
    const three = mergeSignatures(mergeSignatures(s1, s2), s3);
    expect([...three.ranks].map((rank, q) => [rank, three.documents[q]])).toEqual([
      [1, 3],
      [1, 2],
      [1, 3],
      [1, 3],
    ]);
    const byDocuments = estimatedPathsByDocuments(three, 14);
    expect([...byDocuments.keys()].sort()).toEqual([2, 3]);
    expect(byDocuments.get(2)).toBeCloseTo(1.272727, 6);
    expect(byDocuments.get(3)).toBeCloseTo(3.818182, 6);
    const total = plus(estimatedNonZeros(three, 3, 14), estimatedNonZeros(s4, 1, 2));
    expect(total.template).toBeCloseTo(7.090909, 6);
    expect(total.missing).toBe(0);
    expect(total.surplus).toBeCloseTo(1.272727, 6);
    expect(mdlCost(total, size)).toBeCloseTo(40.137952, 6);
  });

  test('worked example: costs of the other pairs, and the result', () => {
    const two = mergeSignatures(s2, s3);
    const alone = [
      { signature: s1, documents: 1, essential: 4 },
      { signature: two, documents: 2, essential: 10 },
      { signature: s4, documents: 1, essential: 2 },
    ];
    const own = alone.map(({ signature, documents, essential }) => estimatedNonZeros(signature, documents, essential));
    expect(mdlCost(sum(own), size)).toBeCloseTo(37.707586, 6);
    const together14 = estimatedNonZeros(mergeSignatures(s1, s4), 2, 6);
    expect(mdlCost(plus(together14, own[1]!), size)).toBeCloseTo(46.93317, 6);
    const together234 = estimatedNonZeros(mergeSignatures(s4, two), 3, 12);
    expect(mdlCost(plus(together234, own[0]!), size)).toBeCloseTo(53.261725, 6);
    expect(textHash(classes, size, 4, rank)).toEqual([[0], [1], [2]]);
  });

  test('equal signatures are one cluster, whatever it costs', () => {
    const apart = essential.map(paths => ({ paths: Float64Array.from(paths), documents: 1 }));
    expect(textHash(apart, size, 4, rank)).toEqual([[0], [1, 2], [3]]);
  });

  test('Lemma 3: with the exact numbers of paths in l documents, the numbers of the matrices', () => {
    // A permutation a path, which ranks it first: the entries of a signature are then all paths of the union.
    const sets = fc.array(fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sets, given => {
        const union = [...new Set(given.flat())];
        const first: Rank = (path, q) => (path === union[q] ? 0 : 1 + path);
        const signature = given
          .map(set => signatureOf(Float64Array.from(set).sort(), 1, union.length, first))
          .reduce(mergeSignatures);
        const essential = given.reduce((sum, set) => sum + set.length, 0);
        const estimated = estimatedNonZeros(signature, given.length, essential);
        const exact = nonZeros(given.map(set => countsOfEqualDocuments(Float64Array.from(set).sort(), 1)).reduce(mergedCounts));
        for (const key of ['template', 'missing', 'surplus'] as const) expect(estimated[key]).toBeCloseTo(exact[key], 9);
      }),
      { numRuns: inputs(200) },
    );
  });
});
