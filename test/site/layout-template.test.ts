import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { extractContent } from '../../server/src/core/labels/extract/content.ts';
import { contentLines } from '../../server/src/core/labels/extract/content-lines.ts';
import { extractTemplate } from '../../server/src/core/labels/extract/template-parts.ts';
import { layoutTemplate } from '../../server/src/site/layout-template.ts';
import { inputs } from '../support/random-inputs.ts';

const pieces = ['<p>', '</p>', '<div>\n', '</div>', 'some text\n', 'more', '\n\n', '<!-- note -->', '<li>item', '<br>\n'];

function pageOf(source: string, isTemplate: (at: number) => boolean) {
  const tree = parsePage(source);
  const label = Uint8Array.from({ length: tree.size }, (_, at) => (isTemplate(at) ? 1 : 0));
  return { tree, source, label, directives: undefined, edits: [], deviating: [] };
}

const pages = fc
  .tuple(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), fc.array(fc.boolean(), { minLength: 70, maxLength: 70 }))
  .map(([texts, labels]) => pageOf(texts.join(''), at => labels[at % labels.length]!));

/** Edits without overlap, at shares of the text. */
const edits = fc
  .uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
  .map(shares => shares.sort((a, b) => a - b));

test('every line of the extracted text is the rest of the line of the page that it is said to begin on', () => {
  fc.assert(
    fc.property(pages, page => {
      const { tree, source, label } = page;
      const template = layoutTemplate(page);
      expect(template.text).toBe(extractTemplate(tree, source, label));
      expect(template.differences).toEqual([]);
      const extracted = [
        { text: template.text, lines: template.lines },
        { text: extractContent(tree, source, label, 'html'), lines: contentLines(tree, source, label) },
      ];
      for (const { text, lines } of extracted) {
        const shown = text.split('\n').slice(0, lines.length);
        expect(lines.length).toBeGreaterThanOrEqual(text === '' ? 0 : text.replace(/\n$/, '').split('\n').length);
        expect(lines).toEqual(lines.toSorted((a, b) => a - b));
        shown.forEach((line, at) => {
          const begin = line.replace(/<!-- templens:hole.*/s, '');
          expect(source.split('\n')[lines[at]!]).toContain(begin);
        });
      }
    }),
    { numRuns: inputs(300) },
  );
});

test("the template with the page's version at all differences, and the content in its holes, is the page", () => {
  fc.assert(
    fc.property(pages, edits, fc.boolean(), (page, shares, isDeviating) => {
      const { tree, source, label } = page;
      const places = shares.map(share => Math.round(share * source.length));
      const ranges = places.flatMap((start, at) =>
        at % 2 === 0 && at + 1 < places.length ? { start, end: places[at + 1]! } : [],
      );
      const distinct = ranges.filter(({ start }, at) => at === 0 || start > ranges[at - 1]!.end);
      const changed = {
        edits: distinct.map(range => ({ ...range, text: 'the layout\n' })),
        deviating: isDeviating ? distinct : [],
      };
      const { text, lines, differences } = layoutTemplate({ ...page, ...changed });
      const own = differences.toReversed().reduce((all, { start, end, own }) => all.slice(0, start) + own + all.slice(end), text);
      const holes = JSON.parse(extractContent(tree, source, label, 'json') || '[]') as { name: string; html: string }[];
      const filled = holes.reduce((all, { name, html }) => all.replace(`<!-- templens:hole ${name} -->`, () => html), own);
      expect(filled).toBe(source);
      expect(differences.every(({ start, end }) => text.slice(start, end) === 'the layout\n')).toBe(true);
      expect(lines.length).toBe(text === '' ? 0 : text.replace(/\n$/, '').split('\n').length);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    }),
    { numRuns: inputs(300) },
  );
});

describe('the snippet of a template', () => {
  test('has a tab stop for each hole, and keeps what snippets would read', () => {
    const source = '<title>Own</title><style>p { color: $red } \\a</style><main><p>Own</p></main>';
    const { tree } = pageOf(source, () => true);
    const page = pageOf(source, at => !/^(Own|<p>)/.test(source.slice(tree.start[at]!, tree.end[at]!)));
    expect(layoutTemplate(page).snippet).toBe(
      '<title>@{1:title}</title><style>p { color: \\$red \\} \\\\a</style><main>@{2:main}</main>'.replaceAll('@', '$$'),
    );
  });
});

test('takes the version of the layout: another text, a lost item, and nothing in the place of what it does not have', () => {
  const source = '<ul><li>Home</li><li>Sale!</li></ul>\n<main><p>Own</p></main>\n<p>Prviacy</p>';
  const parsed = parsePage(source);
  const page = pageOf(source, at => !/^(?:Own|<p>Own|<li>S|S)/.test(source.slice(parsed.start[at]!, parsed.end[at]!)));
  const place = (text: string) => ({ start: source.indexOf(text), end: source.indexOf(text) + text.length });
  const [sale, privacy] = [place('<li>Sale!</li>'), place('Prviacy')];
  const { text, lines, differences } = layoutTemplate({
    ...page,
    edits: [
      { ...sale, text: '' },
      { start: sale.end, end: sale.end, text: '<li>News</li>' },
      { ...privacy, text: 'Privacy' },
    ],
    deviating: [sale, privacy],
  });
  expect(text).toBe('<ul><li>Home</li><li>News</li></ul>\n<main><!-- templens:hole main --></main>\n<p>Privacy</p>');
  expect(lines).toEqual([0, 1, 2]);
  expect(differences.map(({ start, end, own }) => [text.slice(start, end), own])).toEqual([
    ['', '<li>Sale!</li>'],
    ['<li>News</li>', ''],
    ['Privacy', 'Prviacy'],
  ]);
});
