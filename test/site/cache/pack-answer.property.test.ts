import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packAnswer, unpackAnswer } from '../../../server/src/site/cache/pack-answer.ts';

const node = fc.record(
  {
    kind: fc.constantFrom('element', 'text'),
    start: fc.nat(2 ** 31 - 1),
    end: fc.nat(2 ** 31 - 1),
    label: fc.constantFrom('template', 'content'),
    score: fc.oneof(
      fc.nat(10_000).map(parts => Math.round(parts) / 1e4),
      fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
    ),
  },
  { noNullPrototype: true },
);
const labels = fc.record(
  {
    page: fc.string(),
    template: fc.string(),
    layout: fc.string({ unit: 'grapheme' }),
    pages: fc.nat(),
    nodes: fc.oneof(
      fc.array(node),
      fc.array(node).map(nodes => nodes.sort((a, b) => a.start - b.start).map(each => ({ ...each, end: each.start + 5 }))),
    ),
  },
  { noNullPrototype: true },
);

test('what is unpacked is what was packed, with its keys in their order', () => {
  fc.assert(
    fc.property(fc.oneof(labels, fc.jsonValue()), answer => {
      expect(JSON.stringify(unpackAnswer(packAnswer(answer)))).toBe(JSON.stringify(answer));
    }),
  );
});
