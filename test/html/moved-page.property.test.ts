import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetsAfterEdit, pageAfterEdit } from '../../server/src/core/directives/moved-page.ts';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { isLabelled } from '../../server/src/html/access.ts';
import { anyPage } from '../support/any-page.ts';
import { checkTree } from '../support/check-tree.ts';
import { inputs } from '../support/random-inputs.ts';

const runs = { numRuns: inputs(300) };
/** Two texts; one was typed from the other. */
const edit = fc
  .record({
    text: anyPage,
    typed: fc.oneof(anyPage, fc.constantFrom('', '<p cl', '\u{1F600}', 'x')),
    at: fc.nat(),
    length: fc.nat(60),
  })
  .map(({ text, typed, at, length }) => {
    const start = at % (text.length + 1);
    return { before: text, after: text.slice(0, start) + typed + text.slice(start + length) };
  });

test('nodes that move along with a text stay inside one another, in it, and cut no surrogate pair', () => {
  fc.assert(
    fc.property(edit, ({ before, after }) => {
      const page = parsePage(before);
      const { tree } = pageAfterEdit({ tree: page, directives: page.directives }, after.length, offsetsAfterEdit(before, after));
      checkTree({ ...tree, attrFirst: new Uint32Array(tree.size + 1) }, after);
      for (let node = 0; node < tree.size; node++) {
        for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
          const offsets = [tree.start, tree.attrNameStart, tree.attrNameEnd, tree.attrValueStart, tree.attrValueEnd, tree.tagEnd];
          const found = offsets.map((of, index) => of[index === 0 || index === 5 ? node : at]!);
          expect(found).toEqual(found.toSorted((a, b) => a - b));
        }
        expect(isLabelled(tree, node)).toBe(isLabelled(page, node) && tree.start[node]! < tree.tagEnd[node]!);
      }
    }),
    runs,
  );
});

test('what stands before and after the typed text keeps its source', () => {
  const before = '<!-- a --><div id="a"><p>One</p><p>Two</p></div><p>Three';
  const after = before.replace('<p>Two', '<p cl<p>Two');
  const page = parsePage(before);
  const { tree } = pageAfterEdit({ tree: page, directives: page.directives }, after.length, offsetsAfterEdit(before, after));
  const textsIn = (of: typeof tree, source: string) =>
    Array.from({ length: of.size }, (_, node) => source.slice(of.start[node], of.end[node]));
  const texts = textsIn(page, before);
  const moved = textsIn(tree, after);
  for (const [node, text] of texts.entries()) if (!text.includes('<p>Two')) expect(moved[node]).toBe(text);
  expect(moved).toContain('<p cl<p>Two</p>');
});

test('directives move along', () => {
  const before = '<p>One</p><!-- templens-ignore template/extra-node: on purpose --><p data-templens="content">Two</p>';
  const after = `<p>And ${before.slice(3)}`;
  const page = parsePage(before);
  const { directives } = pageAfterEdit(
    { tree: page, directives: page.directives },
    after.length,
    offsetsAfterEdit(before, after),
  );
  const { directives: expected } = parsePage(after);
  expect(directives).toEqual(expected);
  expect(directives!.labels.length + directives!.ignores.length).toBe(2);
});
