import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createClientPipeTransport, createClientSocketTransport, generateRandomPipeName } from 'vscode-jsonrpc/node';
import type { InitializeResult } from 'vscode-languageserver';
import {
  exitOf,
  fullCapabilities,
  LanguageClient,
  startClient,
  startClientOfProcess,
  startServer,
  templens,
} from './support/language-client.ts';
import { makeSite, pages } from './support/site.ts';

describe('initialize', () => {
  test('offers what the server can do', async () => {
    const { result } = await startClient({ folders: [makeSite()] });
    expect(result.serverInfo?.name).toBe('templens');
    expect(result.capabilities).toMatchObject({
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: 2 },
      hoverProvider: true,
      foldingRangeProvider: true,
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      experimental: { templensRegions: true },
    });
    expect(result.capabilities.executeCommandProvider?.commands).toContain('templens.extractTemplate');
  });

  test('does not offer what the client cannot do', async () => {
    const { result } = await startClient({ folders: [makeSite()], capabilities: {} });
    expect(result.capabilities.positionEncoding).toBe('utf-16');
    expect(result.capabilities.experimental).toBeUndefined();
    expect(result.capabilities.workspace?.workspaceFolders).toBeUndefined();
  });

  test('takes the root of a client that knows no folders', async () => {
    const { workspace: _, ...capabilities } = fullCapabilities;
    const { client } = await startClient({ folders: [makeSite()], capabilities });
    client.open('apples.html', pages['apples.html']!);
    expect((await client.regions('apples.html', 1)).pages).toBe(4);
  });

  test('is refused a second time', async () => {
    const options = { folders: [makeSite()] };
    const { client } = await startClient(options);
    await expect(client.initialize(options)).rejects.toMatchObject({ code: -32600 });
  });

  test('comes before everything else', async () => {
    const server = startServer('--stdio');
    const client = LanguageClient.overStdio(server, { folders: [] });
    await expect(client.request('textDocument/hover', {})).rejects.toMatchObject({ code: -32002 });
  });
});

describe('the process', () => {
  test('ends with code 0 after shutdown and exit', async () => {
    const { server, client } = await startClientOfProcess({ folders: [makeSite()] });
    client.open('apples.html', pages['apples.html']!);
    await client.shutdown();
    expect(await exitOf(server)).toBe(0);
  });

  test('ends with code 1 at exit without shutdown', async () => {
    const { server, client } = await startClientOfProcess({ folders: [makeSite()] });
    client.notify('exit');
    expect(await exitOf(server)).toBe(1);
  });

  test('answers nothing but exit after shutdown', async () => {
    const { server, client } = await startClientOfProcess({ folders: [makeSite()] });
    await client.request('shutdown');
    const hover = client.request('textDocument/hover', {
      textDocument: { uri: client.uri('a.html') },
      position: { line: 0, character: 0 },
    });
    await expect(hover).rejects.toMatchObject({ code: -32600 });
    client.notify('exit');
    expect(await exitOf(server)).toBe(0);
  });

  test('ends when its standard input is closed', async () => {
    const { server } = await startClientOfProcess({ folders: [makeSite()] });
    server.stdin!.end();
    expect(await exitOf(server)).toBe(1);
  });

  test.each(['initialize', '--clientProcessId'])('ends when the client named by %s is gone', async how => {
    const editor = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(editor, 'spawn');
    const server = startServer('--stdio', ...(how === 'initialize' ? [] : [`--clientProcessId=${editor.pid}`]));
    const options = {
      folders: [makeSite()],
      ...(how === 'initialize' ? { initialize: { processId: editor.pid! } } : { initialize: { processId: null } }),
    };
    const client = LanguageClient.overStdio(server, options);
    await client.initialize(options);
    editor.kill('SIGKILL');
    expect(await exitOf(server)).toBe(1);
  });
});

describe('transports', () => {
  test('a socket on which the client listens', async () => {
    const transport = await createClientSocketTransport(0);
    const server = startServer(`--socket=${transport.port()}`);
    await expectService(server, new LanguageClient(...(await transport.onConnected()), { folders: [] }));
  });

  test('a pipe on which the client listens', async () => {
    const name = generateRandomPipeName();
    const transport = await createClientPipeTransport(name);
    const server = startServer(`--pipe=${name}`);
    await expectService(server, new LanguageClient(...(await transport.onConnected()), { folders: [] }));
  });

  test('the process ends with its socket', async () => {
    const transport = await createClientSocketTransport(0);
    const server = startServer(`--socket=${transport.port()}`);
    const options = { folders: [makeSite()] };
    const [reader, writer] = await transport.onConnected();
    await new LanguageClient(reader, writer, options).initialize(options);
    writer.dispose();
    expect(await exitOf(server)).toBe(1);
  });

  test("Node's own channel", async () => {
    const server = startServer('--node-ipc');
    await expectService(server, LanguageClient.overNodeIpc(server, { folders: [] }));
  });

  test("the process ends with Node's own channel", async () => {
    const server = startServer('--node-ipc');
    const options = { folders: [makeSite()] };
    await LanguageClient.overNodeIpc(server, options).initialize(options);
    server.disconnect();
    expect(await exitOf(server)).toBe(1);
  });

  test.each([
    ['no transport', [], 2],
    ['two transports', ['--stdio', '--node-ipc'], 2],
    ['an invalid port', ['--socket=door'], 2],
    ['a pipe on which nobody listens', ['--pipe=/nowhere/at-all.sock'], 3],
  ])('%s: one sentence and an exit code', async (_, args, code) => {
    const { stderr, code: exitCode } = await templens('lsp', ...args);
    expect(exitCode).toBe(code);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toMatch(/should not have|\bat \S+:\d+/);
  });
});

async function expectService(server: ReturnType<typeof startServer>, client: LanguageClient): Promise<void> {
  const result: InitializeResult = await client.initialize({ folders: [makeSite()] });
  expect(result.serverInfo?.name).toBe('templens');
  await client.shutdown();
  expect(await exitOf(server)).toBe(0);
}
