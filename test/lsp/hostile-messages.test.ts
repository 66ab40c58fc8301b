import { describe, expect, test } from 'vitest';
import { ParameterStructures } from 'vscode-jsonrpc';
import { exitOf, startClient, startServer } from './support/language-client.ts';
import { makeSite, pages } from './support/site.ts';

const methods = [
  'textDocument/hover',
  'textDocument/documentSymbol',
  'textDocument/diagnostic',
  'textDocument/foldingRange',
  'textDocument/codeAction',
  'codeAction/resolve',
  'textDocument/codeLens',
  'textDocument/inlayHint',
  'workspace/symbol',
  'workspace/diagnostic',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/documentHighlight',
  'workspace/textDocumentContent',
  'workspace/willRenameFiles',
  'workspace/executeCommand',
  'templens/extract',
  'templens/extractedLines',
  'templens/templateDifferences',
  'templens/overviewList',
  'templens/partPlace',
];

test('requests with wrong types are answered, or refused with a code of LSP and a sentence', async () => {
  const { client } = await startClient({ folders: [makeSite()] });
  client.open('apples.html', pages['apples.html']!);
  const uri = client.uri('apples.html');
  const textDocument = { uri };
  const start = { line: 0, character: 0 };
  const wrong: unknown[] = [
    {},
    { textDocument: null },
    { textDocument: 'apples.html', position: start },
    { textDocument: { uri: 5 }, position: start, range: { start, end: start }, context: {} },
    { textDocument: { uri: '%%%' }, position: start, range: { start, end: start }, context: { diagnostics: [] } },
    { textDocument, position: null, range: null, context: null },
    { textDocument, position: { line: -1, character: 1e300 }, range: { start: {}, end: start }, context: 5 },
    { textDocument, position: start, range: { start, end: start }, context: { diagnostics: [5, null] } },
    { textDocument, range: { start: { line: '0', character: [] }, end: start } },
    { command: 5 },
    { command: 'templens.explainNode', arguments: 'x' },
    { command: 'templens.explainNode', arguments: [uri, null] },
    { command: 'templens.extractTemplate', arguments: [{}] },
    { query: { toString: null } },
    { data: { uri: 5 }, title: 'x', range: { start, end: start } },
    { uri, what: {}, format: [] },
    { site: uri, list: 'layouts', offset: -1 },
    { site: uri, list: '', offset: 1e15 },
    { files: [{ oldUri: uri, newUri: 5 }, null] },
  ];
  for (const method of methods) {
    for (const params of wrong) {
      const answer = await client.request(method, params).catch((error: { code: number; message: string }) => error);
      if (!(answer instanceof Error)) continue;
      const { code, message } = answer as unknown as { code: number; message: string };
      expect([-32602, -32803, -32601], method).toContain(code);
      expect(message, method).toMatch(/^\S[\s\S]* [\s\S]*\.$/);
      expect(message, method).not.toMatch(
        /^Request .* failed with message|Cannot read|is not a function|is not iterable|undefined/,
      );
    }
    // It goes on.
    expect(await client.request('templens/extract', { uri, what: 'content', format: 'text' }), method).toMatchObject({
      text: expect.stringContaining('orchards'),
    });
  }
});

test('requests without parameters, or with positional ones, are refused with a code of LSP and a sentence', async () => {
  const { client } = await startClient({ folders: [makeSite()] });
  const uri = client.uri('apples.html');
  client.open('apples.html', pages['apples.html']!);
  for (const method of methods) {
    const empty = () => client.request(method);
    const positional = () =>
      client.connection.sendRequest(method, ParameterStructures.byPosition, { uri }, { line: 0, character: 0 });
    for (const send of [empty, positional]) {
      const error: { code: number; message: string } = await send().then(
        answer => expect.unreachable(`${method}: ${JSON.stringify(answer)}`),
        reason => reason,
      );
      expect(error.code, method).toBe(-32602);
      expect(error.message, method).toMatch(/^[A-Z"]\S* .* .*[.\w]$/);
      expect(error.message, method).not.toMatch(/failed with message|Cannot read|is not a function|is not iterable|undefined/);
    }
  }
  expect(await client.request('templens/extract', { uri, what: 'content', format: 'text' })).toMatchObject({
    text: expect.stringContaining('orchards'),
  });
});

describe('notifications with wrong types', () => {
  const uri = 'file:///nowhere/apples.html';
  const start = { line: 0, character: 0 };
  const wrong: [method: string, params: unknown][] = [
    ['textDocument/didOpen', {}],
    ['textDocument/didOpen', { textDocument: { uri: 5, languageId: 'html', version: 1, text: 'x' } }],
    ['textDocument/didOpen', { textDocument: { uri: 'OPEN', languageId: 'html', version: 1, text: 5 } }],
    ['textDocument/didOpen', { textDocument: { uri: 'OPEN', languageId: 'html', version: 'x', text: null } }],
    ['textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: 'x' }] }],
    ['textDocument/didChange', { textDocument: { uri: 'APPLES', version: 2 }, contentChanges: 5 }],
    ['textDocument/didChange', { textDocument: { uri: 'APPLES', version: 2 }, contentChanges: [{ text: 5 }] }],
    [
      'textDocument/didChange',
      { textDocument: { uri: 'APPLES', version: 3 }, contentChanges: [{ range: { start, end: {} }, text: 'x' }] },
    ],
    [
      'textDocument/didChange',
      { textDocument: { uri: 'APPLES', version: null }, contentChanges: [{ range: { start, end: start }, text: [] }] },
    ],
    ['textDocument/didClose', { textDocument: null }],
    ['workspace/didChangeWatchedFiles', { changes: 5 }],
    ['workspace/didChangeWatchedFiles', { changes: [{ uri: 5, type: 'x' }, null] }],
    ['workspace/didChangeConfiguration', null],
    ['workspace/didChangeConfiguration', { settings: { templens: 5 } }],
    ['workspace/didChangeWorkspaceFolders', { event: { added: [{ uri: 5 }], removed: 5 } }],
    ['window/workDoneProgress/cancel', 5],
    ['$/cancelRequest', { id: {} }],
    ['$/setTrace', 5],
    ['nothing/known', { x: 1 }],
  ];

  test('are ignored with a sentence, and do no harm', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    for (const [index, [method, params]] of wrong.entries()) {
      client.open('apples.html', pages['apples.html']!, 3 * index);
      const named = JSON.stringify(params)
        .replaceAll('"OPEN"', JSON.stringify(client.uri('new.html')))
        .replaceAll('"APPLES"', JSON.stringify(client.uri('apples.html')));
      client.notify(method, JSON.parse(named));
      // The document as the client has it, opened anew.
      client.close('apples.html');
      const word = `meadows${index}`;
      client.open('apples.html', pages['apples.html']!.replace('orchards', word), 3 * index + 2);
      const answer = client.request('templens/extract', { uri: client.uri('apples.html'), what: 'content', format: 'text' });
      await expect(answer, `${method} ${named}`).resolves.toMatchObject({ text: expect.stringContaining(word) });
      client.close('apples.html');
    }
    expect(client.heard('window/showMessage')).toEqual([]);
    const logged = client.heard('window/logMessage').map(params => (params as { message: string }).message);
    expect(logged).toContain('textDocument/didOpen is ignored: "textDocument" must be an object.');
    expect(logged).toContain('workspace/didChangeWatchedFiles is ignored: "changes[0].uri" must be a text.');
    for (const message of logged)
      expect(message).not.toMatch(/failed with message|Cannot read|is not a function|is not iterable/);
    await client.shutdown();
  });
});

describe('an invalid length', () => {
  test.each([
    ['Content-Length: abc\r\n\r\n', 'The client sent a message whose Content-Length is abc.'],
    ['Content-Length: -5\r\n\r\n', 'The client sent a message whose Content-Length is -5.'],
    ['Content-Length: 99999999999\r\n\r\n', 'The client sent a message whose Content-Length is 99999999999.'],
    ['Content-Length: 999999999\r\n\r\n', 'The client sent a message of 999999999 bytes, which is too long.'],
    ['Content-Type: x\r\n\r\n', 'The client sent a message without Content-Length.'],
    ['x'.repeat(5000), 'The client sent a header that does not end.'],
  ])('%j ends the server with a sentence', async (bytes, sentence) => {
    const server = startServer('--stdio');
    let stderr = '';
    server.stderr!.on('data', chunk => {
      stderr += chunk;
    });
    server.stdin!.write(bytes);
    expect(await exitOf(server)).toBe(3);
    expect(stderr).toBe(`templens: ${sentence}\n`);
  });
});
