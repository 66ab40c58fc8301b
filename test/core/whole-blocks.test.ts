import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { directedLabels } from '../../server/src/core/labels/directed-labels.ts';
import { extractContent } from '../../server/src/core/labels/extract/content.ts';
import { separatorOf } from '../../server/src/core/labels/extract/readable-text.ts';
import { wholeBlocks } from '../../server/src/core/labels/extract/whole-blocks.ts';
import { nodeName } from '../../server/src/html/access.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree, TEXT } from '../../server/src/html/tree.ts';
import { inputs } from '../support/random-inputs.ts';
import { anyLabelledPage, labelledPage } from './labelled-page.ts';

const textOf = (html: string): string => {
  const { source, tree, label } = labelledPage(html);
  return extractContent(tree, source, label, 'text');
};

test.each([
  [
    'a link of the template in a sentence',
    '<p data-c>See lists of <a data-t>Objects</a>, and more.</p>',
    'See lists of Objects, and more.\n',
  ],
  ['a date in a line of the template', '<p>Made by hand, last changed <b data-c>today</b></p>', ''],
  ['a link in a cell', '<table><tr><td data-c>of <a data-t>some</a> kinds<td>Kinds</table>', 'of some kinds\n'],
  ['a path beside a title', '<div data-c><a data-t>Home</a> Title of the page</div>', 'Title of the page\n'],
  ['an inline element around a block', '<li><a data-t>Up to<p data-c>the text</p></a>', 'the text\n'],
])('a block is content as a whole, or not at all: %s', (_, html, text) => {
  expect(textOf(html)).toBe(text);
});

test('a block keeps what a directive decides', () => {
  const source = '<p>Some words <b data-templens="template">of all pages</b> that are here.</p>';
  const { tree, directives } = digestText(source);
  const { label } = directedLabels(tree, { label: new Uint8Array(tree.size), score: new Float64Array(tree.size) }, directives!);
  expect(wholeBlocks(tree, label, directives)).toEqual(label);
  expect(extractContent(tree, source, label, 'text', directives)).toBe('Some words that are here.\n');
  expect(extractContent(tree, source, label, 'text')).toBe('Some words of all pages that are here.\n');
});

const isBlock = (tree: PageTree, node: number): boolean => (separatorOf[tree.name[node]!] ?? 0) > 0;

/** The innermost block element around a node, -1 for none. */
function blockAround(tree: PageTree, node: number): number {
  let at = tree.parent[node]!;
  while (at >= 0 && !isBlock(tree, at)) at = tree.parent[at]!;
  return at;
}

test('no line of a paragraph, item or cell of any page is torn, and other texts keep their labels', () => {
  const prose = /^(?:p|li|td|th|dd|dt|h[1-6]|blockquote|figcaption|caption|pre|summary)$/;
  fc.assert(
    fc.property(anyLabelledPage, ({ tree, label }) => {
      const whole = wholeBlocks(tree, label);
      let before = -1;
      for (let node = 0; node < tree.size; node++) {
        if (tree.kind[node] === ELEMENT && isBlock(tree, node)) before = -1;
        if (tree.kind[node] !== TEXT || tree.flags[node]! & (BLANK | OPAQUE)) continue;
        const block = blockAround(tree, node);
        if (block < 0 || !prose.test(nodeName(tree, block))) expect(whole[node]).toBe(label[node]);
        else if (before >= 0 && blockAround(tree, before) === block) expect(whole[node]).toBe(whole[before]);
        before = node;
      }
      expect(wholeBlocks(tree, whole)).toBe(whole);
    }),
    { numRuns: inputs(300) },
  );
});
