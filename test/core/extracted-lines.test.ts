import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { extractContent } from '../../server/src/core/labels/extract/content.ts';
import { extractedLines } from '../../server/src/core/labels/extract/extracted-lines.ts';
import { templateSnippet } from '../../server/src/core/labels/extract/snippet.ts';
import { extractTemplate } from '../../server/src/core/labels/extract/template-parts.ts';
import { inputs } from '../support/random-inputs.ts';

const pieces = ['<p>', '</p>', '<div>\n', '</div>', 'some text\n', 'more', '\n\n', '<!-- note -->', '<li>item', '<br>\n'];

test('every line of the extracted text is the rest of the line of the page that it is said to begin on', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), fc.infiniteStream(fc.boolean()), (texts, labels) => {
      const source = texts.join('');
      const tree = parsePage(source);
      const label = Uint8Array.from({ length: tree.size }, () => (labels.next().value ? 1 : 0));
      const page = source.split('\n');
      for (const what of ['template', 'content'] as const) {
        const text = what === 'template' ? extractTemplate(tree, source, label) : extractContent(tree, source, label, 'html');
        const lines = extractedLines(tree, source, label, what);
        const shown = text.split('\n').slice(0, lines.length);
        expect(lines.length).toBeGreaterThanOrEqual(text === '' ? 0 : text.replace(/\n$/, '').split('\n').length);
        expect(lines).toEqual(lines.toSorted((a, b) => a - b));
        shown.forEach((line, at) => {
          const begin = line.replace(/<!-- templens:hole.*/s, '');
          expect(page[lines[at]!], `${what} ${at}`).toContain(begin);
        });
      }
    }),
    { numRuns: inputs(300) },
  );
});

describe('the snippet of a template', () => {
  test('has a tab stop for each hole, and keeps what snippets would read', () => {
    const source = '<title>Own</title><style>p { color: $red } \\a</style><main><p>Own</p></main>';
    const tree = parsePage(source);
    const content = (at: number) => source.slice(tree.start[at]!, tree.end[at]!);
    const label = Uint8Array.from({ length: tree.size }, (_, at) => (/^(Own|<p>)/.test(content(at)) ? 0 : 1));
    expect(templateSnippet(tree, source, label)).toBe(
      '<title>@{1:title}</title><style>p { color: \\$red \\} \\\\a</style><main>@{2:main}</main>'.replaceAll('@', '$$'),
    );
  });
});
