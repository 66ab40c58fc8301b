import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/page/parse.ts';
import { missingTags, movedTags, movedTexts, parse5View, treeView } from '../support/compare-parsers.ts';

test.each([
  'p div ul li dl dt dd h1 h2 section blockquote pre hr br img address article button object',
  'p div template li title script style textarea',
  'svg g desc foreignObject path title p div',
  'ruby rt rp rtc rb p div',
  'table tbody tr td th caption',
  'form p div section ul li',
  'a b i nobr span p div ul li br h1 button',
  'a b i font code p div object marquee',
  'a b i table tbody tr td th caption col p div form object hr',
  'a b font svg desc foreignObject title path p div td',
  'a b template p div ul li textarea script ruby rt',
])('any tags of %s, in any order, nest as an HTML5 parser has them', names => {
  const name = fc.constantFrom(...names.split(' '));
  const piece = fc.oneof(
    { weight: 4, arbitrary: name.map(of => `<${of}>`) },
    { weight: 4, arbitrary: name.map(of => `</${of}>`) },
    { weight: 1, arbitrary: name.map(of => `<${of} a=b/>`) },
    { weight: 2, arbitrary: fc.constantFrom('x', ' ', 'y z', '<!-- c -->', '\n', '&amp;') },
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), parts => {
      const text = `<!doctype html>${parts.join('')}`;
      const ours = treeView(parsePage(text));
      const theirs = parse5View(text);
      expect(missingTags(theirs.elements, ours.elements)).toEqual([]);
      expect(missingTags(ours.elements, theirs.elements)).toEqual([]);
      expect(movedTags(theirs.elements, ours.elements)).toEqual([]);
      expect(movedTexts(theirs, ours)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
