import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repairEdits } from '../../server/src/core/edits/repair-edits.ts';
import { applyEdits } from '../../server/src/core/edits/text-edit.ts';
import { findNode } from '../core/find-node.ts';
import { inputs } from '../support/random-inputs.ts';
import { pageSource } from './page-source.ts';

const indent = fc.constantFrom('', '  ', '      ', '\t', '\t  ');
const lineEnd = fc.constantFrom('\n', '\r\n');
/** A list entry of several lines, as its author indents and ends them; without a line end it shares its line with the next one. */
const entry = fc.record({
  before: indent,
  inside: fc.array(fc.tuple(indent, lineEnd), { minLength: 1, maxLength: 4 }),
  after: fc.constantFrom('\n', '\r\n', ' \n', ' ', ''),
});
type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never;

function written({ before, inside, after }: Entry, index: number): string {
  const lines = inside.map(([space, end], line) => `${end}${space}<b>${index}.${line}</b>`);
  return `${before}<li>${index}${lines.join('')}</li>${after}`;
}

test('a node that is moved keeps every character of its own, and so does all else', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 2, maxLength: 5 }), fc.nat(), fc.nat(), (entries, which, where) => {
      const page = pageSource('x.html', `<ul>\n${entries.map(written).join('')}</ul>\n`);
      const moved = which % entries.length;
      const to = (where % (entries.length + 1)) - 1;
      // Behind itself, or behind the one before it, it stands already.
      fc.pre(to !== moved && to !== moved - 1);
      const after = to < 0 ? -1 : findNode(page, 'li', to);
      const node = findNode(page, 'li', moved);
      const edits = repairEdits({ kind: 'move', node, parent: findNode(page, 'ul'), after }, page, () => page)!;
      const result = applyEdits(page.source, edits);
      expect([...result].sort()).toEqual([...page.source].sort());
      for (const [index, each] of entries.entries()) expect(result).toContain(written({ ...each, before: '', after: '' }, index));
      const order = [...result.matchAll(/<li>(\d)/g)].map(([, index]) => Number(index));
      const expected = entries.map((_, index) => index).filter(index => index !== moved);
      expected.splice(to < moved ? to + 1 : to, 0, moved);
      expect(order).toEqual(expected);
    }),
    { numRuns: inputs(300) },
  );
});
