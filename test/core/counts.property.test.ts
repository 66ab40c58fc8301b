import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChunkedCounts } from '../../server/src/core/counts/chunked-counts.ts';
import { KeyTable } from '../../server/src/core/counts/key-table.ts';
import {
  type CountChange,
  distinctKeys,
  keysWithChangedBand,
  PageCounts,
  type PageKeys,
} from '../../server/src/core/counts/page-counts.ts';
import { PageSets } from '../../server/src/core/counts/page-sets.ts';
import { inputs } from '../support/random-inputs.ts';

/** Keys out of few, many of which fall on the same slot. */
const key = fc.tuple(fc.constantFrom(0, 1, 1024, -1, 1 << 20, 5), fc.constantFrom(0, 1, 128, -128, 1 << 30));
const runs = { numRuns: inputs(100) };

test('a key table counts as a map does, under ids that stay', () => {
  const step = fc.record({ add: fc.boolean(), key, times: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), steps => {
      const table = new KeyTable();
      const model = new Map<string, number>();
      const ids = new Map<string, number>();
      for (const { add, key: lanes, times } of steps) {
        const name = lanes.join();
        for (let time = 0; time < times; time++) {
          const known = ids.get(name);
          if (add) {
            const id = table.increment(...lanes);
            if (known !== undefined) expect(id).toBe(known);
            else expect([...ids.values()]).not.toContain(id);
            ids.set(name, id);
            model.set(name, (model.get(name) ?? 0) + 1);
          } else if (known !== undefined) {
            const left = table.decrement(known);
            expect(left).toBe(model.get(name)! - 1);
            if (left === 0) {
              model.delete(name);
              ids.delete(name);
            } else model.set(name, left);
          }
        }
        expect(table.size).toBe(model.size);
        expect(table.find(...lanes)).toBe(ids.get(name) ?? -1);
        for (const [known, id] of ids) {
          expect(`${table.lo(id)},${table.hi(id)}`).toBe(known);
          expect(table.count(id)).toBe(model.get(known));
        }
      }
    }),
    runs,
  );
});

test('a key table holds many keys, and none of them after as many removals', () => {
  const table = new KeyTable();
  const lanes = (index: number) => [Math.imul(index, 0x9e3779b1), Math.imul(index, 0x85ebca6b)] as const;
  const many = 40_000;
  const ids = Array.from({ length: many }, (_, index) => table.increment(...lanes(index)));
  expect(new Set(ids).size).toBe(many);
  for (const [index, id] of ids.entries()) expect(table.find(...lanes(index))).toBe(id);
  for (const [index, id] of ids.entries()) if (index % 2) table.decrement(id);
  for (const [index, id] of ids.entries()) expect(table.find(...lanes(index))).toBe(index % 2 ? -1 : id);
  for (const [index, id] of ids.entries()) if (!(index % 2)) table.decrement(id);
  expect(table.size).toBe(0);
  expect(Math.max(...Array.from({ length: many }, (_, index) => table.increment(...lanes(index + many))))).toBe(many - 1);
});

test('a key table holds many keys that have one hash', () => {
  const table = new KeyTable();
  // Both lanes count in a hash, in such a way that these come to the same.
  const lanes = (index: number) => [index ^ 77, index << 7] as const;
  const count = 12_000;
  for (let index = 0; index < count; index++) table.increment(...lanes(index));
  for (let index = 0; index < count; index += 3) table.decrement(table.find(...lanes(index)));
  for (let index = 0; index < count; index++) expect(table.find(...lanes(index)) >= 0).toBe(index % 3 > 0);
  expect(table.size).toBe(8000);
  // Two slots a key are many; a directory by all bits of a hash would take millions.
  expect(table.bytes).toBeLessThan(count * 24);
});

/** Pages with the keys they hold, repeats and left-out ones included; -1 removes the page. */
const pageSteps = fc.array(
  fc.record({
    page: fc.nat(5),
    keys: fc.option(fc.array(fc.tuple(fc.nat(9), fc.constantFrom(0, 0, 64)), { maxLength: 12 }), { nil: undefined, freq: 3 }),
    look: fc.boolean(),
  }),
  { maxLength: 40 },
);

test('page counts count, in how many pages and in which, as sets of keys do; what crosses a band is named', () => {
  fc.assert(
    fc.property(pageSteps, fc.integer({ min: 2, max: 4 }), (steps, cut) => {
      const counts = new PageCounts();
      const held = new Map<number, PageKeys>();
      const model = new Map<number, Set<string>>();
      const band = (count: number) => (count >= cut ? 1 : 0);
      const pagesOf = (name: string) => [...model].filter(([, keys]) => keys.has(name)).map(([page]) => page);
      let change: CountChange = { raised: [], lowered: [] };
      let before = new Map<string, number>();
      let changedPages = new Set<number>();
      for (const { page, keys, look } of steps) {
        const lanes = keys && Int32Array.from(keys.flat());
        const after = counts.replace(page, held.get(page), lanes, change);
        changedPages.add(page);
        if (keys) {
          held.set(page, after);
          const names = keys.map(([lo, hi]) => (lo === 0 && hi === 0 ? undefined : `${lo},${hi}`));
          model.set(page, new Set(names.filter(name => name !== undefined)));
          expect([...after].map(id => id < 0)).toEqual(names.map(name => name === undefined));
          expect([...counts.lanes(after)]).toEqual([...lanes!]);
        } else {
          held.delete(page);
          model.delete(page);
        }
        const all = new Set([...model.values()].flatMap(names => [...names]));
        expect(counts.size).toBe(all.size);
        const idOf = new Map<string, number>();
        for (const [of, ids] of held) {
          const distinct = distinctKeys(ids);
          expect(new Set(distinct)).toEqual(new Set([...ids].filter(id => id >= 0)));
          expect(distinct.length).toBe(model.get(of)!.size);
          const lanesOf = counts.lanes(ids);
          for (const [at, id] of ids.entries()) if (id >= 0) idOf.set(`${lanesOf[at * 2]},${lanesOf[at * 2 + 1]}`, id);
        }
        for (const name of all) {
          const id = idOf.get(name)!;
          const pages: number[] = [];
          counts.forEachPage(id, visited => pages.push(visited));
          expect(pages.sort()).toEqual(pagesOf(name).sort());
          expect(counts.count(id)).toBe(pages.length);
        }
        if (!look) continue;
        // Every key that passed the cut is named, unless all pages that hold it now changed.
        const named = new Set(keysWithChangedBand(counts, change, { before: band, after: band, resized: false }));
        for (const name of all) {
          const now = pagesOf(name);
          if (band(now.length) === band(before.get(name) ?? 0) || now.every(holder => changedPages.has(holder))) continue;
          expect(named).toContain(idOf.get(name));
        }
        change = { raised: [], lowered: [] };
        before = new Map([...all].map(name => [name, pagesOf(name).length]));
        changedPages = new Set();
      }
    }),
    runs,
  );
});

test('a page put again with the same keys changes nothing', () => {
  const counts = new PageCounts();
  const keys = Int32Array.of(1, 1, 2, 2, 1, 1, 0, 0);
  const first = counts.replace(7, undefined, keys, { raised: [], lowered: [] });
  const change: CountChange = { raised: [], lowered: [] };
  expect(counts.replace(7, first, keys, change)).toEqual(first);
  expect(change).toEqual({ raised: [], lowered: [] });
});

test('a key table counts further than a word of 16 bits', () => {
  const table = new KeyTable();
  const id = table.increment(1, 2);
  for (let count = 2; count <= 65_540; count++) {
    table.incrementId(id);
    if (count > 65_530) expect(table.count(id)).toBe(count);
  }
  for (let left = 65_539; left > 0; left--) expect(table.decrement(id)).toBe(left);
  expect(table.decrement(id)).toBe(0);
  expect(table.find(1, 2)).toBe(-1);
});

test('counts in pages of ids are those of a map', () => {
  const id = fc.constantFrom(0, 1, 255, 256, 257, 600, 100_000);
  const step = fc.record({ up: fc.boolean(), id, times: fc.constantFrom(1, 1, 1, 300) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), steps => {
      const counts = new ChunkedCounts();
      const model = new Map<number, number>();
      for (const { up, id, times } of steps) {
        for (let time = 0; time < times; time++) {
          const count = model.get(id) ?? 0;
          if (up) counts.increment(id);
          else if (count > 0) counts.decrement(id);
          model.set(id, up ? count + 1 : Math.max(0, count - 1));
        }
        for (const [known, count] of model) expect(counts.count(known)).toBe(count);
        expect(counts.count(300)).toBe(0);
        const found = new Map<number, number>();
        counts.forEachKey((known, count) => found.set(known, count));
        expect(found).toEqual(new Map([...model].filter(([, count]) => count > 0)));
      }
    }),
    runs,
  );
});

test('sets of pages are those of a Set, as one page, as lists and as bits', () => {
  const step = fc.record({ add: fc.boolean(), set: fc.nat(2), from: fc.constantFrom(0, 60, 1020, 5000), pages: fc.nat(90) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const sets = new PageSets();
      const words: number[] = [];
      const model = [new Set<number>(), new Set<number>(), new Set<number>()];
      for (const { add, set, from, pages } of steps) {
        const known = model[set]!;
        for (let page = from; page < from + pages; page++) {
          if (known.has(page) === add) continue;
          if (add) words[set] = known.size === 0 ? sets.single(page) : sets.add(words[set]!, known.size, page);
          else if (known.size > 1) words[set] = sets.delete(words[set]!, known.size, page);
          if (add) known.add(page);
          else known.delete(page);
        }
        for (const [other, expected] of model.entries()) {
          if (expected.size === 0) continue;
          const visited: number[] = [];
          sets.forEach(words[other]!, expected.size, page => visited.push(page));
          expect(visited.length).toBe(expected.size);
          expect(new Set(visited)).toEqual(expected);
          for (const page of [0, 61, 1023, 1024, 5000])
            expect(sets.has(words[other]!, expected.size, page)).toBe(expected.has(page));
        }
      }
    }),
    runs,
  );
});

test('sets of pages that were filled and emptied leave room for others', () => {
  const sets = new PageSets();
  const fill = (): void => {
    let word = sets.single(0);
    for (let page = 1; page < 3000; page++) word = sets.add(word, page, page);
    for (let page = 2999; page > 0; page--) word = sets.delete(word, page + 1, page);
    expect(word).toBe(0);
  };
  fill();
  const { bytes } = sets;
  for (let time = 0; time < 20; time++) fill();
  expect(sets.bytes).toBe(bytes);
});
