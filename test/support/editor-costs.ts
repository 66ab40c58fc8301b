// What an editor waits for, from its messages to those of the server.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type RegionsParams, regionsMethod } from 'templens-shared/protocol';
import { createMessageConnection, type MessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { generatedPage, generatedPath, type SiteShape } from './generated-site.ts';

/** Milliseconds between two hovers while the files of a branch are read. */
const HOVER_PAUSE = 20;

/** Milliseconds, one entry a measurement. */
export interface EditorCosts {
  /** From `didChange` with one letter to the regions of the new text. */
  regions: number[];
  /** Answers of `willRenameFiles` about a page to which others link. */
  renames: number[];
  /** Hovers from the moment when all files have other texts until all of them are known. */
  hovers: number[];
}

/** A server in a process of its own, with one page of a generated site open. All pages on disk have another text afterwards. */
export async function editorCosts(bin: string, root: string, shape: SiteShape, edits: number): Promise<EditorCosts> {
  const server = spawn(process.execPath, [bin, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  try {
    return await measure(connection, root, shape, edits);
  } finally {
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    connection.dispose();
  }
}

async function measure(connection: MessageConnection, root: string, shape: SiteShape, edits: number): Promise<EditorCosts> {
  connection.onRequest(() => null);
  connection.listen();
  const uriOf = (path: string) => pathToFileURL(join(root, path)).href;
  const capabilities = {
    workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
    experimental: { templensRegions: true },
  };
  const folder = { uri: pathToFileURL(root).href, name: 'site' };
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: folder.uri,
    workspaceFolders: [folder],
    capabilities,
  });
  await connection.sendNotification('initialized', {});
  const path = generatedPath(shape, 3);
  const uri = uriOf(path);
  const text = generatedPage(shape, 3);
  const first = regionsOf(connection, uri, 1);
  await connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'html', version: 1, text } });
  await first;

  const [line, character] = placeOf(text, '</main>');
  const regions: number[] = [];
  for (let version = 2; version <= edits + 6; version++) {
    const range = { start: { line, character }, end: { line, character } };
    const came = regionsOf(connection, uri, version);
    const start = performance.now();
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text: 'x' }],
    });
    await came;
    // The first edits warm the code up.
    if (version > 6) regions.push(performance.now() - start);
    await sleep(HOVER_PAUSE);
  }

  const renames: number[] = [];
  for (let round = 0; round < 5; round++) {
    const files = [{ oldUri: uri, newUri: uriOf(`moved/page-${round}.html`) }];
    renames.push(await timed(() => connection.sendRequest('workspace/willRenameFiles', { files })));
  }

  const paths = Array.from({ length: shape.pages }, (_, index) => generatedPath(shape, index));
  for (const [index, page] of paths.entries()) writeFileSync(join(root, page), generatedPage(shape, index, { revision: 7 }));
  await connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: paths.map(page => ({ uri: uriOf(page), type: 2 })),
  });
  let isSwitched = false;
  const switched = connection.sendRequest('workspace/executeCommand', { command: 'templens.showGroups' }).then(() => {
    isSwitched = true;
  });
  const hovers: number[] = [];
  const [hoverLine, hoverCharacter] = placeOf(text, '<main');
  const position = { line: hoverLine, character: hoverCharacter + 1 };
  while (!isSwitched) {
    hovers.push(await timed(() => connection.sendRequest('textDocument/hover', { textDocument: { uri }, position })));
    await sleep(HOVER_PAUSE);
  }
  await switched;
  return { regions, renames, hovers };
}

function placeOf(text: string, words: string): [line: number, character: number] {
  const before = text.slice(0, text.indexOf(words)).split('\n');
  return [before.length - 1, before.at(-1)!.length];
}

/** Resolves when the regions of that version have come. */
function regionsOf(connection: MessageConnection, uri: string, version: number): Promise<void> {
  return new Promise(resolve => {
    const listening = connection.onNotification(regionsMethod, (params: RegionsParams) => {
      if (params.uri !== uri || params.version !== version) return;
      listening.dispose();
      resolve();
    });
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
