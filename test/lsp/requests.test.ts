import { describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import { fullCapabilities, startClient } from './support/language-client.ts';
import { marked } from './support/marked-text.ts';
import { makeSite, pages } from './support/site.ts';

const apples = pages['apples.html']!;

describe('templens/extract', () => {
  test('gives the template with holes in place of the content', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    const { text } = await client.request<{ text: string }>('templens/extract', {
      uri: client.uri('apples.html'),
      what: 'template',
      format: 'html',
    });
    expect(text).toContain('Published by the Example Press');
    expect(text).toContain('templens:hole');
    expect(text).not.toContain('apples are ripe');
  });

  test('gives the content of the open text, not of the file', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples.replace('are ripe', 'are still green'));
    const { text } = await client.request<{ text: string }>('templens/extract', {
      uri: client.uri('apples.html'),
      what: 'content',
      format: 'text',
    });
    expect(text).toContain('The first apples are still green');
    expect(text).not.toContain('Published by');
  });

  test.each([
    ['a page that is not there', { uri: 'missing.html', what: 'template', format: 'html' }, -32803],
    ['a page outside of the workspace', { uri: '../elsewhere.html', what: 'template', format: 'html' }, -32803],
    ['an unknown part', { uri: 'apples.html', what: 'menu', format: 'html' }, -32602],
    ['an unknown format', { uri: 'apples.html', what: 'content', format: 'pdf' }, -32602],
  ])('answers %s with an error and a sentence, and goes on', async (_, { uri, ...params }, code) => {
    const { client } = await startClient({ folders: [makeSite()] });
    const refused = client.request('templens/extract', { uri: client.uri(uri), ...params });
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(/^\S.* .*[.]$/) });
    expect(
      await client.request('templens/extract', { uri: client.uri('apples.html'), what: 'content', format: 'html' }),
    ).toMatchObject({
      text: expect.stringContaining('orchards'),
    });
  });
});

describe('commands', () => {
  test('extract the template and the content of a page', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    const run = (command: string, ...args: unknown[]) =>
      client.request<string>('workspace/executeCommand', { command, arguments: args });
    expect(await run('templens.extractTemplate', client.uri('apples.html'))).toContain('The Example Gazette');
    expect(await run('templens.extractContent', client.uri('apples.html'))).toContain('<p>The first apples');
    expect(await run('templens.extractContent', client.uri('apples.html'), 'text')).not.toContain('<p>');
  });

  test('show the groups of every site', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    const shown = await client.request('workspace/executeCommand', { command: 'templens.showGroups' });
    expect(shown).toMatchObject([{ site: client.uri('.').replace(/\/$/, ''), groups: [{ pages: Object.keys(pages).sort() }] }]);
  });

  test('explain the node at a position', async () => {
    const source = marked(apples.replace('About us', '⟦about⟧About us⟦/about⟧'));
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', source.text);
    const uri = client.uri('apples.html');
    const explained = await client.request('workspace/executeCommand', {
      command: 'templens.explainNode',
      arguments: [uri, source.position('about')],
    });
    expect(explained).toMatchObject({
      range: source.range('about'),
      text: expect.stringMatching(/The same text on 4 of 4 pages, such as bridges\.html:\d+\n[\s\S]*Label of text: template/),
      evidence: { label: 'template', name: '#text' },
    });
  });

  test.each([
    ['an unknown command', { command: 'templens.fly' }, -32602],
    ['a command without its page', { command: 'templens.extractTemplate' }, -32602],
    ['a command without its position', { command: 'templens.explainNode', arguments: ['file:///a.html'] }, -32602],
    [
      'a command for a page that is not open',
      { command: 'templens.explainNode', arguments: ['file:///a.html', { line: 0, character: 0 }] },
      -32803,
    ],
  ])('refuse %s with a sentence', async (_, params, code) => {
    const { client } = await startClient({ folders: [makeSite()] });
    const refused = client.request('workspace/executeCommand', params);
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(/[.]$/) });
  });
});

describe('requests', () => {
  test('can be cancelled', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    const cancellation = new CancellationTokenSource();
    const asked = client.request('workspace/executeCommand', { command: 'templens.showGroups' }, cancellation.token);
    cancellation.cancel();
    await expect(asked).rejects.toMatchObject({ code: -32800 });
    expect(await client.request('workspace/executeCommand', { command: 'templens.showGroups' })).toHaveLength(1);
  });

  test('can be cancelled while the editor is still to say its settings', async () => {
    const { client } = await startClient({ folders: [makeSite()], settings: new Promise(() => {}) });
    client.open('apples.html', apples);
    const cancellation = new CancellationTokenSource();
    const asked = client.request(
      'textDocument/documentSymbol',
      { textDocument: { uri: client.uri('apples.html') } },
      cancellation.token,
    );
    await client.next('workspace/configuration');
    cancellation.cancel();
    await expect(asked).rejects.toMatchObject({ code: -32800 });
  });

  test('whose text was edited meanwhile are answered with ContentModified, or for the text that they were asked about', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples);
    const textDocument = { uri: client.uri('apples.html') };
    const asked = client.request('textDocument/documentSymbol', { textDocument });
    client.change('apples.html', 2, { text: apples.replace('<h2>', '<p>more</p><h2>') });
    await expect(asked).rejects.toMatchObject({ code: -32801 });
    expect(await client.request('textDocument/documentSymbol', { textDocument })).not.toEqual([]);
  });

  test('that the server does not know are refused', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    await expect(client.request('textDocument/rename', {})).rejects.toMatchObject({ code: -32601 });
  });

  test('about one bad document do not hinder the others', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('broken.html', '<div'.repeat(5000));
    client.change('broken.html', 2, {
      range: { start: { line: 9, character: 9 }, end: { line: -1, character: 0 } },
      text: '\uD800',
    });
    client.notify('textDocument/didChange', {
      textDocument: { uri: client.uri('unknown.html'), version: 2 },
      contentChanges: [{ text: '' }],
    });
    client.open('apples.html', apples);
    expect((await client.regions('apples.html', 1)).pages).toBe(4);
  });
});

describe('workspace/textDocumentContent', () => {
  const reading = {
    ...fullCapabilities,
    workspace: { ...fullCapabilities.workspace, textDocumentContent: { dynamicRegistration: false } },
  };

  test.each([
    ['template', '<div id="footer">', 'The first apples'],
    ['content', 'The first apples', '<div id="footer">'],
  ])('gives the %s of a page', async (what, held, left) => {
    const { client, result } = await startClient({ folders: [makeSite()], capabilities: reading });
    expect(result.capabilities.workspace).toMatchObject({ textDocumentContent: { schemes: ['templens'] } });
    const query = `what=${what}&page=${encodeURIComponent(client.uri('apples.html'))}`;
    // Some editors encode the whole query.
    for (const uri of [
      `templens:/apples.html?${query}`,
      `templens:/apples.html?${encodeURIComponent(decodeURIComponent(query))}`,
    ]) {
      const { text } = await client.request<{ text: string }>('workspace/textDocumentContent', { uri });
      expect(text).toContain(held);
      expect(text).not.toContain(left);
    }
  });

  test('refuses another document with a sentence', async () => {
    const { client } = await startClient({ folders: [makeSite()], capabilities: reading });
    const other = client.request('workspace/textDocumentContent', { uri: 'templens:/a.html?what=all' });
    await expect(other).rejects.toThrow('templens:/a.html?what=all is not a document of Templens: write templens:/NAME?');
  });
});
