import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completeSubdigraph } from '../../../server/src/lab/links/complete-subdigraph.ts';

// 5.9: links in order A..E; A->{B,C}, B->{A,C,D}, C->{A,B,D}, D->{B,C,E}, E->{D}.
const [A, B, C, D, E] = [0, 1, 2, 3, 4];
const example = [[B, C], [A, C, D], [A, B, D], [B, C, E], [D]].map(targets => new Set(targets));

describe('an n-complete subdigraph', () => {
  test('5.9 n = 3: the first three pages, and no more are looked at', () => {
    expect(completeSubdigraph([A, B, C, D, E], page => example[page]!, 3)).toEqual({ found: [A, B, C], visited: [A, B, C] });
  });

  test('5.9 n = 4: there is none, so the largest that came first', () => {
    expect(completeSubdigraph([A, B, C, D, E], page => example[page]!, 4)).toEqual({
      found: [A, B, C],
      visited: [A, B, C, D, E],
    });
  });

  test('5.4 is what the power set has, on any graph', () => {
    const graph = fc.array(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(graph, fc.integer({ min: 1, max: 5 }), (edges, size) => {
        const sets = edges.map(row => new Set(row.flatMap((edge, page) => (edge ? [page] : []))));
        const { found, visited } = completeSubdigraph(sets.keys(), page => sets[page]!, size);
        const expected = byPowerSet(edges, size);
        expect([found.length, visited.length]).toEqual([expected.found, expected.visited]);
        for (const a of found) for (const b of found) if (a !== b) expect(edges[a]![b]).toBe(true);
      }),
    );
  });

  test('5.4 a graph with a great many sets of nearly that size is done at once', () => {
    // Pages in eight classes, linked to all of other classes: (50 choose 1)^8 sets of eight, none of nine.
    const pages = Array.from({ length: 400 }, (_, page) => page);
    const sets = pages.map(page => new Set(pages.filter(other => other % 8 !== page % 8)));
    const { found, visited } = completeSubdigraph(pages, page => sets[page]!, 9);
    expect([found.length, visited.length]).toEqual([8, 400]);
  });
});

/** Algorithm 1 as published, with the power set; gives sizes. */
function byPowerSet(edges: readonly boolean[][], size: number): { found: number; visited: number } {
  let best = 0;
  for (let last = 0; last < edges.length; last++) {
    let largest = 0;
    for (let bits = 0; bits < 2 ** last; bits++) {
      const set = [...edges.keys()].filter(page => page === last || (page < last && bits & (1 << page)));
      if (set.every(a => set.every(b => a === b || edges[a]![b]))) largest = Math.max(largest, set.length);
    }
    if (largest === size) return { found: size, visited: last + 1 };
    best = Math.max(best, largest);
  }
  return { found: best, visited: edges.length };
}
