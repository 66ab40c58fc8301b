import { describe, expect, test } from 'vitest';
import type { DocumentHighlight, Location } from 'vscode-languageserver';
import { fullCapabilities, startClient } from './support/language-client.ts';
import { marked } from './support/marked-text.ts';
import { makeSite, pages } from './support/site.ts';

const apples = marked(
  pages['apples.html']!.replace('About us', '⟦about⟧Abo⟦cursor⟧ut us⟦/about⟧').replace('Bring a basket', 'Bring⟦own⟧ a basket'),
);

/** What a location marks, in the text of its page. */
function textAt(client: { uri(page: string): string }, { uri, range }: Location): { page: string; text: string } {
  const page = Object.keys(pages).find(name => client.uri(name) === uri)!;
  const line = pages[page]!.split('\n')[range.start.line]!;
  return { page, text: line.slice(range.start.character, range.end.character) };
}

describe('the same node on other pages', () => {
  const at = (uri: string, name: string) => ({ textDocument: { uri }, position: apples.position(name) });

  test('references are on every page of the group that has it', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples.text);
    const uri = client.uri('apples.html');
    const ask = (includeDeclaration: boolean) =>
      client.request<Location[]>('textDocument/references', { ...at(uri, 'cursor'), context: { includeDeclaration } });
    const others = await ask(false);
    expect(others.map(location => textAt(client, location))).toEqual(
      ['bridges.html', 'news/clocks.html', 'news/dunes.html'].map(page => ({ page, text: 'About us' })),
    );
    expect(await ask(true)).toEqual([{ uri, range: apples.range('about') }, ...others]);
  });

  test('the definition is on one of them', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples.text);
    const location = await client.request<Location>('textDocument/definition', at(client.uri('apples.html'), 'cursor'));
    expect(textAt(client, location)).toEqual({ page: 'bridges.html', text: 'About us' });
  });

  test('positions are in the encoding that was negotiated', async () => {
    const site = Object.fromEntries(
      Object.entries(pages).map(([name, text]) => [name, text.replace('<p>All rights', '<p>Ä😀<b>Ö</b> All rights')]),
    );
    const text = marked(site['apples.html']!.replace('Ö', '⟦cursor⟧Ö'));
    const capabilities = { ...fullCapabilities, general: { positionEncodings: ['utf-8'] } };
    const { client } = await startClient({ folders: [makeSite(site)], capabilities });
    client.open('apples.html', text.text);
    const { line } = text.position('cursor');
    const location = await client.request<Location>('textDocument/definition', {
      textDocument: { uri: client.uri('apples.html') },
      position: { line, character: Buffer.byteLength('<p>Ä😀<b>') },
    });
    const before = Buffer.byteLength('<p>Ä😀<b>');
    const there = site['bridges.html']!.split('\n').findIndex(text => text.includes('Ö'));
    expect(location.range).toEqual({ start: { line: there, character: before }, end: { line: there, character: before + 2 } });
  });

  test('the definition of a text that only this page has is what other pages have in its place', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    const own = marked(pages['bridges.html']!.replace('Three old', 'Th⟦cursor⟧ree old'));
    client.open('bridges.html', own.text);
    const location = await client.request<Location>('textDocument/definition', {
      textDocument: { uri: client.uri('bridges.html') },
      position: own.position('cursor'),
    });
    expect(textAt(client, location)).toEqual({ page: 'apples.html', text: '<h2>' });
  });

  test('highlights are all places where the page repeats it', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    const text = marked(pages['apples.html']!.replace('<li><a href="/about', '⟦here⟧<li><a href="/about'));
    client.open('apples.html', text.text);
    const params = { textDocument: { uri: client.uri('apples.html') }, position: text.position('here') };
    const found = await client.request<DocumentHighlight[]>('textDocument/documentHighlight', params);
    const lines = text.text.split('\n');
    expect(found.map(({ range }) => lines[range.start.line]!.slice(range.start.character))).toEqual(
      lines.filter(line => line.startsWith('<li>')),
    );
    for (const { range } of found)
      expect(lines[range.start.line]!.slice(range.start.character, range.end.character)).toBe('<li>');
  });

  test('what only this page has is nowhere else', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples.text);
    const locations = await client.request<Location[]>('textDocument/references', {
      ...at(client.uri('apples.html'), 'own'),
      context: { includeDeclaration: false },
    });
    expect(locations).toEqual([]);
  });
});
