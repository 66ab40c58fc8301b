import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { templateFolds } from '../../server/src/lsp/folding-range.ts';
import { marked } from './support/marked-text.ts';

/** The lines that each fold hides, when the ranges marked `a`, `b`, ... are template. */
function hiddenLines(source: string): string[][] {
  const { text, offset } = marked(source);
  const names = [...source.matchAll(/⟦(\w+)⟧/g)].map(match => match[1]!);
  const regions = names.map(name => ({ start: offset(name), end: offset(`/${name}`), kind: 'template' as const }));
  const folds = templateFolds(TextDocument.create('file:///a.html', 'html', 1, text), regions);
  return folds.map(({ startLine, endLine }) => text.split(/\r?\n/).slice(startLine + 1, endLine + 1));
}

describe('folds', () => {
  test('hide the lines after the first', () => {
    expect(hiddenLines('⟦a⟧<ul>\n<li>\n</ul>⟦/a⟧\n<p>')).toEqual([['<li>', '</ul>']]);
  });

  test('hide no line that ends in something else', () => {
    expect(hiddenLines('⟦a⟧<ul>\n<li>\n</ul>⟦/a⟧<p>content')).toEqual([['<li>']]);
  });

  test('end before a line at whose beginning the region ends', () => {
    expect(hiddenLines('⟦a⟧<ul>\r\n<li>\r\n⟦/a⟧<p>content')).toEqual([['<li>']]);
  });

  test('are not made of a single line, nor of two regions that begin on one line', () => {
    expect(hiddenLines('⟦a⟧<b></b>⟦/a⟧\n')).toEqual([]);
    expect(hiddenLines('⟦a⟧<i>\n</i>\n</b>⟦/a⟧\n')).toEqual([['</i>', '</b>']]);
    expect(hiddenLines('⟦a⟧<b></b>⟦/a⟧x⟦b⟧<i>\n</i>⟦/b⟧')).toEqual([['</i>']]);
  });
});
