import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { randomHashKey } from '../../server/src/site/site-state.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { framedSite, textOf } from '../support/framed-site.ts';
import { inputs } from '../support/random-inputs.ts';

const count = 14;
const lines = textOf(framedSite(count)[0]!).split('\n').length;
const change = fc.record({
  page: fc.nat(count - 1),
  line: fc.nat(lines - 1),
  to: fc.constantFrom('', '<p>Another line</p>', '<p>Printed 2019 by hand</p>', '<nav><a href="new.html">New</a></nav>'),
});

/** Pages in one frame, with some lines changed or gone. */
const pages = fc.array(change, { minLength: 1, maxLength: 8 }).map(changes =>
  framedSite(count).map(({ path, lines }, page): [string, string] => {
    const texts = lines.map(({ text }) => text);
    for (const each of changes) if (each.page === page && each.line < texts.length) texts[each.line] = each.to;
    return [path, texts.join('\n')];
  }),
);

test('two random keys lead to the same findings, with identities, order and repairs', () => {
  let found = 0;
  fc.assert(
    fc.property(pages, texts => {
      const [one, other] = [0, 1].map(() => new CheckedSite(texts, {}, () => false, undefined, randomHashKey()).all());
      expect(other).toEqual(one);
      found += one!.size;
    }),
    { numRuns: inputs(16) },
  );
  expect(found).toBeGreaterThan(0);
});

test('the keys that are counted differ by the key of the index', () => {
  const text = textOf(framedSite(1)[0]!);
  const [one, other] = [0, 1].map(() => {
    const { checks } = digestText(text, 'default', { path: 'a.html' }, { settings: { normalisers: {} }, key: randomHashKey() });
    return [...checks!.structure.lanes, ...checks!.wording.lanes];
  });
  expect(one!.length).toBeGreaterThan(10);
  expect(one!.filter(lane => lane !== 0 && other!.includes(lane))).toEqual([]);
});
