import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/page/parse.ts';
import { missingTags, movedTags, parse5View, treeView } from '../support/compare-parsers.ts';

// Sets of elements among which the page tree departs from HTML nowhere: no formatting elements, no misplaced content of tables.
test.each([
  'p div ul li dl dt dd h1 h2 section blockquote pre hr br img address article button object',
  'p div template li title script style textarea',
  'svg g desc foreignObject path title p div',
  'ruby rt rp rtc rb p div',
  'table tbody tr td th caption',
  'form p div section ul li',
])('any tags of %s, in any order, nest as an HTML5 parser has them', names => {
  const name = fc.constantFrom(...names.split(' '));
  const piece = fc.oneof(
    { weight: 4, arbitrary: name.map(of => `<${of}>`) },
    { weight: 4, arbitrary: name.map(of => `</${of}>`) },
    { weight: 1, arbitrary: name.map(of => `<${of} a=b/>`) },
    { weight: 2, arbitrary: fc.constantFrom('x', ' ', 'y z', '<!-- c -->', '\n', '&amp;') },
  );
  // Text in a table is misplaced.
  const pieces = names.startsWith('table') ? piece.filter(of => of.startsWith('<')) : piece;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
      const text = `<!doctype html>${parts.join('')}`;
      const ours = treeView(parsePage(text));
      const theirs = parse5View(text);
      expect(missingTags(theirs.elements, ours.elements)).toEqual([]);
      expect(missingTags(ours.elements, theirs.elements)).toEqual([]);
      expect(movedTags(theirs.elements, ours.elements)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
