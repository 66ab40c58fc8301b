import { selectAll } from 'css-select';
import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { escapeIdentifier } from '../../server/src/core/labels/selector-candidates.ts';
import { inputs } from '../support/random-inputs.ts';

const names = fc
  .oneof(
    fc.constantFrom('-', '-1', '1a', 'a\\', '\\ > b', '\u00a9', 'a\u00a0b', 'a:b', 'a.b', 'a\u0001b', '--', '7', '\u00b0'),
    fc.string({ minLength: 1, maxLength: 8 }),
  )
  .filter(name => !/[\s"&<>\0]/.test(name));

test('a class that is escaped selects the element that has it, and no other', () => {
  fc.assert(
    fc.property(names, fc.constantFrom('b', 'x y'), (name, other) => {
      const document = parseDocument(`<p class="${name}"></p><p class="${name}x"></p><p class="${other}"></p>`);
      const found = selectAll(`.${escapeIdentifier(name)}`, document);
      const expected = document.children.filter(node => 'attribs' in node && node.attribs.class?.split(' ').includes(name));
      expect(found).toEqual(expected);
    }),
    { numRuns: inputs(200) },
  );
});
