import { expect, test } from 'vitest';
import type { LiveTemplate } from '../../server/src/core/parts/live-templates.ts';
import type { Part } from '../../server/src/core/parts/part.ts';
import { runsOfPart } from '../../server/src/core/parts/template-nodes.ts';

const PLACE = 7;

/** A part at the place, locked or not, that `size` pages have with these tokens. */
function partWith(tokens: readonly number[], size: number, locked = 1): Part {
  const pages = new Set(Array.from({ length: size }, (_, at) => at));
  return { path: PLACE, locked, pages, bundles: new Map([[0, { fixed: { tokens: new Set(tokens) }, pages }]]) } as never;
}

const run = { path: PLACE, fixed: { tokens: new Set([1, 2, 3]) } };
const template = { path: 'a.dwt', runs: [run] } as unknown as LiveTemplate;
const owners = (parts: readonly Part[]) => parts.filter(part => runsOfPart(part, parts, template).length > 0);

test('a run of a template belongs to the locked part that shares the most tokens with it, weighted by pages', () => {
  const [few, many, open] = [partWith([1, 2], 3), partWith([2, 3], 4), partWith([1, 2, 3], 9, 0)];
  expect(owners([few, many, open])).toEqual([many]);
  expect(owners([partWith([4], 9)])).toEqual([]);
});

test('of parts that share equally many, one has the run, whatever their order', () => {
  const [a, b, c] = [partWith([1], 4), partWith([2], 4), partWith([3], 4)];
  const [owner] = owners([a, b, c]);
  for (const parts of [
    [a, b, c],
    [c, b, a],
    [b, a, c],
    [b, c, a],
  ])
    expect(owners(parts)).toEqual([owner]);
});
