import { describe, expect, test } from 'vitest';
import type { Hover, MarkupContent } from 'vscode-languageserver';
import { startClient } from './support/language-client.ts';
import { makeSite, pages } from './support/site.ts';

describe('a page that says its labels itself', () => {
  test('is shown so, and the hover says why; an edit of the directive alone takes effect', async () => {
    const { client } = await startClient({ folders: [makeSite()], settings: { 'hover.details': true } });
    const own = pages['apples.html']!.replace('<ul id="menu"', '<ul data-templens="content" id="menu"');
    client.open('apples.html', own);
    const line = own.slice(0, own.indexOf(' data-templens')).split('\n').length - 1;
    const character = own.split('\n')[line]!.indexOf(' data-templens');
    const kindAt = async (version: number) => {
      const { regions } = await client.regions('apples.html', version);
      const startsBefore = (a: { line: number; character: number }) =>
        a.line < line || (a.line === line && a.character <= character);
      return regions.find(({ range }) => startsBefore(range.start) && !startsBefore(range.end))?.kind;
    };
    expect(await kindAt(1)).toBe('content');
    const hover = await client.request<Hover>('textDocument/hover', {
      textDocument: { uri: client.uri('apples.html') },
      position: { line, character },
    });
    expect((hover.contents as MarkupContent).value).toMatch(/^\*\*Content\*\*[\s\S]*data-templens="content" decides\./);

    // As long as before, so that nothing but the directive differs.
    client.change('apples.html', 2, { text: own.replace('"content"', '"nothing"') });
    expect(await kindAt(2)).toBe('template');
  });
});
