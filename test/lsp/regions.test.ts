import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { RegionsParams } from 'templens-shared/protocol';
import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { writeFiles } from '../site/folder.ts';
import { fullCapabilities, startClient } from './support/language-client.ts';
import { marked } from './support/marked-text.ts';
import { makeSite, page, pages } from './support/site.ts';

const apples = pages['apples.html']!;

/** The texts that a message calls template, and content. */
function textsOf(message: RegionsParams, text: string): Record<'template' | 'content', string[]> {
  const document = TextDocument.create(message.uri, 'html', message.version, text);
  const of = (kind: string) => message.regions.filter(region => region.kind === kind).map(({ range }) => document.getText(range));
  return { template: of('template'), content: of('content') };
}

describe('templens/regions', () => {
  test('come after a page is opened, and name its group', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples, 7);
    const message = await client.regions('apples.html', 7);
    const { template, content } = textsOf(message, apples);
    expect(template.join('')).toContain('<li><a href="/about.html">About us</a></li>');
    expect(template.join('')).toContain('Published by the Example Press');
    expect(content.join('')).toContain('The first apples are ripe');
    expect(template.join('')).not.toContain('apples are ripe');
    expect(message.pages).toBe(4);
    expect(message.template).not.toBe('');
    expect(message.templateShare).toBeGreaterThan(0.5);
  });

  test('name the parts of the page, and follow when another page changes one', async () => {
    const site = makeSite({ ...pages, 'elms.html': page('Elms', '<p>Tall and old.</p>') });
    const { client } = await startClient({ folders: [site] });
    client.open('apples.html', apples, 1);
    const message = await client.regions('apples.html', 1);
    const document = TextDocument.create(message.uri, 'html', 1, apples);
    const header = message.parts.find(({ name }) => name === 'header')!;
    expect(header).toMatchObject({
      id: expect.stringMatching(/^p[0-9a-z]{11}$/),
      version: expect.stringMatching(/^v[0-9a-z]{11}$/),
      pages: 5,
      versionPages: 5,
    });
    expect(document.getText(header)).toMatch(/^<div id="header">[\s\S]*<\/ul>\n<\/div>$/);
    expect(message.parts.map(({ name }) => name)).toContain('footer');
    writeFiles(site, { 'elms.html': page('Elms', '<p>Tall and old.</p>').replace('Contact', 'Visit us') });
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('elms.html'), type: 2 }] });
    const isNews = ({ parts }: RegionsParams) => parts.some(({ name, versionPages }) => name === 'header' && versionPages === 4);
    expect(await client.regions('apples.html', 1, isNews)).toMatchObject({ version: 1 });
  });

  test('follow an edit, with the version of the edited text', async () => {
    const source = marked(apples.replace('<h2>', '⟦here⟧<h2>'));
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', source.text);
    await client.regions('apples.html', 1);
    const here = source.position('here');
    client.change('apples.html', 2, { range: { start: here, end: here }, text: '<p>News of this morning.</p>\n' });
    const edited = source.text.replace('<h2>', '<p>News of this morning.</p>\n<h2>');
    const { template, content } = textsOf(await client.regions('apples.html', 2), edited);
    expect(content.join('')).toContain('News of this morning.');
    expect(template.join('')).toContain('Published by the Example Press');
  });

  test('after edits in quick succession are those of the last version', async () => {
    const source = marked(apples.replace('<h2>', '⟦here⟧<h2>'));
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', source.text);
    const here = source.position('here');
    let edited = source.text;
    for (let version = 2; version <= 12; version++) {
      const text = `<p>Line ${version} of the edit.</p>\n`;
      client.change('apples.html', version, { range: { start: here, end: here }, text });
      edited = edited.replace(/(<main id="article">\n)/, `$1${text}`);
    }
    const last = await client.regions('apples.html', 12);
    expect(textsOf(last, edited).content.join('')).toContain('Line 12 of the edit.');
    const versions = (client.heard('templens/regions') as RegionsParams[]).map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
  });

  test('of an open page follow a change of another page on disk', async () => {
    const root = makeSite();
    const { client } = await startClient({ folders: [root] });
    client.open('apples.html', apples);
    expect((await client.regions('apples.html', 1)).pages).toBe(4);
    writeFiles(root, { 'eels.html': page('Eels', '<h2>Eels</h2>\n<p>They come up the river at night.</p>') });
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('eels.html'), type: 1 }] });
    await client.next<RegionsParams>('templens/regions', message => message.pages === 5);
    unlinkSync(join(root, 'eels.html'));
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('eels.html'), type: 3 }] });
    await client.next<RegionsParams>('templens/regions', message => message.pages === 4);
  });

  test('after a page is closed and opened again are those of its new text', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples);
    await client.regions('apples.html', 1);
    client.close('apples.html');
    const longer = apples.replace('<h2>', '<p>An article that grew while nobody looked.</p><h2>');
    client.open('apples.html', longer);
    const { content } = textsOf(await client.regions('apples.html', 1), longer);
    expect(content.join('')).toContain('grew while nobody looked');
  });

  test('are counted in bytes for a client of UTF-8', async () => {
    const wide = apples.replace('The first', 'Ä€😀The first').replace('About us', 'Über uns 😀');
    const folder = makeSite();
    const utf16 = await startClient({ folders: [folder] });
    utf16.client.open('apples.html', wide);
    const expected = textsOf(await utf16.client.regions('apples.html', 1), wide);
    const { client, result } = await startClient({
      folders: [folder],
      capabilities: { ...fullCapabilities, general: { positionEncodings: ['utf-8', 'utf-16'] } },
    });
    expect(result.capabilities.positionEncoding).toBe('utf-8');
    // The text comes about by an edit that is counted in bytes, too.
    const source = marked(wide.replace('😀The first', '⟦here⟧😀The first'));
    const { line } = source.position('here');
    const before = new TextEncoder().encode(wide.split('\n')[line]!.split('😀')[0]).length;
    client.open('apples.html', wide.replace('😀The first', 'The first'));
    client.change('apples.html', 2, {
      range: { start: { line, character: before }, end: { line, character: before } },
      text: '😀',
    });
    const lines = wide.split('\n').map(text => new TextEncoder().encode(`${text}\n`));
    const message = await client.regions('apples.html', 2);
    const texts = (kind: string) =>
      message.regions
        .filter(region => region.kind === kind)
        .map(({ range: { start, end } }) => {
          const bytes = lines
            .slice(start.line, end.line + 1)
            .map((bytes, i) => (start.line + i === end.line ? bytes.slice(0, end.character) : bytes));
          return new TextDecoder().decode(Buffer.concat(bytes).subarray(start.character));
        });
    expect({ template: texts('template'), content: texts('content') }).toEqual(expected);
    expect(expected.content.join('')).toContain('Ä€😀The first apples');
  });

  test('are not shifted by CRLF or a byte-order mark', async () => {
    const text = `\uFEFF${apples.replaceAll('\n', '\r\n')}`;
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', text);
    const { template, content } = textsOf(await client.regions('apples.html', 1), text);
    expect(content.some(region => region.includes('Apples of autumn') && /^(?:<|Apples)/.test(region))).toBe(true);
    expect(template.at(-1)).toMatch(/^<\/main>\r\n<div id="footer">[\s\S]*>\s*$/);
  });

  test('are kept from a client that did not ask for them', async () => {
    const { experimental: _, ...capabilities } = fullCapabilities;
    const { client } = await startClient({ folders: [makeSite()], capabilities });
    client.open('apples.html', apples);
    await client.request('textDocument/foldingRange', { textDocument: { uri: client.uri('apples.html') } });
    await client.request('workspace/executeCommand', { command: 'templens.reindex' });
    expect(client.heard('templens/regions')).toEqual([]);
  });
});
