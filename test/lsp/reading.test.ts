import { describe, expect, test } from 'vitest';
import type { DocumentSymbol, FoldingRange, Hover, MarkupContent, SymbolInformation } from 'vscode-languageserver';
import { fullCapabilities, startClient } from './support/language-client.ts';
import { marked } from './support/marked-text.ts';
import { makeSite, pages } from './support/site.ts';

const apples = marked(
  pages['apples.html']!.replace('About us', '⟦about⟧Abo⟦cursor⟧ut us⟦/about⟧').replace(
    'The first apples are ripe, and the orchards are open.',
    '⟦ripe⟧The first apples are ⟦in-ripe⟧ripe, and the orchards are open.⟦/ripe⟧',
  ),
);

const hoverAt = (position: object, uri: string) => ({ textDocument: { uri }, position });
const textOf = (hover: Hover | null) => (hover!.contents as MarkupContent).value;

describe('hover', () => {
  test('over template says on how many pages it is, and links to one of them', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples.text);
    const hover = await client.request<Hover | null>(
      'textDocument/hover',
      hoverAt(apples.position('cursor'), client.uri('apples.html')),
    );
    expect(hover?.contents).toMatchObject({ kind: 'markdown' });
    expect(textOf(hover)).toMatch(/^\*\*Template\*\* · header\n\nThe same text on 4 of 4 pages, such as \[/);
    const [, place, target] = textOf(hover).match(/\[([^\]]+)\]\(([^)]+)\)/)!;
    expect(Object.keys(pages)).toContain(place!.replace(/:\d+$/, ''));
    const line = Number(target!.match(/#L(\d+),/)![1]);
    expect(pages[place!.replace(/:\d+$/, '')]!.split('\n')[line - 1]).toContain('About us');
    expect(hover?.range).toEqual(apples.range('about'));
  });

  test('names the part, and as its pages and versions are now', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples.text);
    const hover = async () =>
      textOf(
        await client.request<Hover | null>('textDocument/hover', hoverAt(apples.position('cursor'), client.uri('apples.html'))),
      );
    expect(await hover()).toMatch(/· header\n/);
    client.change('apples.html', 2, { text: apples.text.replace('Contact', 'Write to us') });
    expect(await hover()).toMatch(/· header, version of 1 of 4 pages\n/);
  });

  test('over content says that it is content', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples.text);
    const hover = await client.request<Hover | null>(
      'textDocument/hover',
      hoverAt(apples.position('in-ripe'), client.uri('apples.html')),
    );
    expect(textOf(hover)).toMatch(/^\*\*Content\*\*/);
    expect(hover?.range).toEqual(apples.range('ripe'));
  });

  test('is plain text for a client that shows no markdown', async () => {
    const capabilities = {
      ...fullCapabilities,
      textDocument: { ...fullCapabilities.textDocument, hover: { contentFormat: ['plaintext' as const] } },
    };
    const { client } = await startClient({ folders: [makeSite()], capabilities });
    client.open('apples.html', apples.text);
    const hover = await client.request<Hover | null>(
      'textDocument/hover',
      hoverAt(apples.position('cursor'), client.uri('apples.html')),
    );
    expect(hover?.contents).toMatchObject({ kind: 'plaintext' });
    expect(textOf(hover)).not.toMatch(/[*`\\]|\]\(/);
    expect(textOf(hover)).toContain('The same text on 4 of 4 pages');
  });

  test.each(['never-opened.html', '../outside.html'])('says nothing about %s', async path => {
    const { client } = await startClient({ folders: [makeSite()] });
    if (path.startsWith('..')) client.open(path, apples.text);
    expect(await client.request('textDocument/hover', hoverAt({ line: 0, character: 0 }, client.uri(path)))).toBeNull();
  });
});

describe('documentSymbol', () => {
  test('is a tree of template and content', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples.text);
    const symbols = await client.request<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: client.uri('apples.html') },
    });
    const all = withChildren(symbols);
    expect(all.some(({ name, detail }) => name.startsWith('div#header') && detail!.startsWith('template'))).toBe(true);
    expect(all.some(({ name, detail }) => name.startsWith('div#footer') && /^template: footer: /.test(detail!))).toBe(true);
    expect(all.some(({ name, detail }) => detail!.startsWith('content') && `${name}${detail}`.includes('The first apples'))).toBe(
      true,
    );
    for (const { range, selectionRange } of all) {
      expect(compare(range.start, selectionRange.start)).toBeLessThanOrEqual(0);
      expect(compare(selectionRange.end, range.end)).toBeLessThanOrEqual(0);
    }
  });

  test('is a list with containers for a client that knows no trees', async () => {
    const capabilities = { ...fullCapabilities, textDocument: {} };
    const { client } = await startClient({ folders: [makeSite()], capabilities });
    client.open('apples.html', apples.text);
    const symbols = await client.request<SymbolInformation[]>('textDocument/documentSymbol', {
      textDocument: { uri: client.uri('apples.html') },
    });
    const content = symbols.find(({ name }) => name.startsWith('h2') || name.includes('Apples of autumn'));
    expect(content?.location.uri).toBe(client.uri('apples.html'));
    expect(symbols.map(({ name }) => name)).toContain(content?.containerName);
  });
});

function withChildren(symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  return symbols.flatMap(symbol => [symbol, ...withChildren(symbol.children ?? [])]);
}

const compare = (a: { line: number; character: number }, b: { line: number; character: number }) =>
  a.line - b.line || a.character - b.character;

test('foldingRange folds the template in whole lines and leaves content in sight', async () => {
  const { client } = await startClient({ folders: [makeSite()] });
  client.open('apples.html', apples.text);
  const folds = await client.request<FoldingRange[]>('textDocument/foldingRange', {
    textDocument: { uri: client.uri('apples.html') },
  });
  const lines = apples.text.split('\n');
  const hidden = new Set(folds.flatMap(({ startLine, endLine }) => lines.slice(startLine + 1, endLine + 1)));
  expect(hidden).toContain('<li><a href="/about.html">About us</a></li>');
  expect(hidden).toContain('<p>All rights reserved.</p>');
  expect([...hidden].filter(line => /Apples of autumn|orchards/.test(line))).toEqual([]);
});
