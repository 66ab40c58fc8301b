// The tree construction against parse5, on tags in any order. What parse5 or the tree does otherwise is in decision 1.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/page/parse.ts';
import { missingTags, movedTags, movedTexts, parse5View, treeView } from '../support/compare-parsers.ts';
import { randomSeed } from '../support/random-seed.ts';

const seed = randomSeed();
const withAttributes = ['<annotation-xml encoding="Text/HTML">', '<font size=1>', '<input type=hidden>'];
const comments = ['<!-- ', '-->', '<![CDATA[', ']]>', '<![CDATA[x]]>', '<?x>', '<!doctype html>', '<!x', '>'];

test.each([
  'p div ul li dl dt dd h1 h2 section blockquote pre hr br img address article button object',
  'p div template li title script style textarea',
  'svg g desc foreignObject path title p div math mi mtext annotation-xml',
  'svg desc math annotation-xml td table tr p b a g title foreignObject mglyph',
  'ruby rt rp rtc rb p div',
  'table tbody tr td th caption col colgroup',
  'form p div section ul li',
  'a b i nobr span p div ul li br h1 button',
  'a b i font code p div object marquee',
  'a b i table tbody tr td th caption col p div form object hr',
  'a b font svg desc foreignObject title path p div td',
  'a b template p div ul li textarea script ruby rt',
  'template p div form b table svg a',
  'select option optgroup hr input',
  'frameset frame noframes body html head p b li input div meta',
  'noscript p title style head body link meta b div',
  'ruby rt form button marquee nobr font a b plaintext xmp iframe listing',
  'a b i font nobr p div ul li h1 table tr td th caption col svg desc foreignObject title math mi annotation-xml form button object script style noscript head body html br input pre',
])('any tags of %s, in any order, nest as an HTML5 parser has them', names => {
  const name = fc.constantFrom(...names.split(' '));
  const piece = fc.oneof(
    { weight: 8, arbitrary: name.map(of => `<${of}>`) },
    { weight: 8, arbitrary: name.map(of => `</${of}>`) },
    { weight: 2, arbitrary: name.map(of => `<${of} a=b/>`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('x', ...withAttributes.filter(tag => names.split(' ').includes(/\w+-?\w+/.exec(tag)![0]))),
    },
    { weight: 4, arbitrary: fc.constantFrom('x', ' ', 'y z', '<!-- c -->', '\n', 'x&amp;') },
    { weight: 1, arbitrary: fc.constantFrom(...comments) },
  );
  fc.assert(
    fc.property(fc.boolean(), fc.array(piece, { maxLength: 16 }), (hasDoctype, parts) => {
      const text = `${hasDoctype ? '<!doctype html>' : ''}${parts.join('')}`;
      const ours = treeView(parsePage(text));
      const theirs = parse5View(text);
      expect(missingTags(theirs.elements, ours.elements)).toEqual([]);
      expect(missingTags(ours.elements, theirs.elements)).toEqual([]);
      expect(movedTags(theirs.elements, ours.elements)).toEqual([]);
      expect(movedTexts(theirs, ours)).toEqual([]);
    }),
    { numRuns: 1000, seed },
  );
});
