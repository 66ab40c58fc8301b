// A language server in a process of its own, as an editor starts it, for what is measured of it.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { overviewChangedMethod, type RegionsParams, regionsMethod } from 'templens-shared/protocol';
import { createMessageConnection, type MessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import type { ClientCapabilities } from 'vscode-languageserver';

export interface MeasuredServer {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  /** The address of a page by its path from the site's root. */
  uriOf(path: string): string;
  /** Opens a page with a text, as version 1; resolves when its regions have come. */
  open(path: string, text: string): Promise<void>;
  /** Resolves when the regions of that version of a page have come. */
  regions(path: string, version: number): Promise<void>;
  /** Resolves when the server has nothing more to do, the next time that this comes to be so. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface ServerOptions {
  /** Beside those that the functions above need. */
  capabilities?: ClientCapabilities;
  /** The `templens` section. */
  settings?: Record<string, unknown>;
}

/** Starts `templens lsp` on a site, initialized. The cache is as the environment says. */
export async function startMeasuredServer(
  bin: string,
  root: string,
  { capabilities = {}, settings = {} }: ServerOptions = {},
): Promise<MeasuredServer> {
  const server = spawn(process.execPath, [bin, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const uriOf = (path: string) => pathToFileURL(join(root, path)).href;
  const regions = (path: string, version: number) =>
    new Promise<void>(resolve => {
      const listening = connection.onNotification(regionsMethod, (params: RegionsParams) => {
        if (params.uri !== uriOf(path) || params.version !== version) return;
        listening.dispose();
        resolve();
      });
    });
  connection.onRequest(() => null);
  connection.listen();
  const folder = { uri: pathToFileURL(root).href, name: 'site' };
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: folder.uri,
    workspaceFolders: [folder],
    capabilities: {
      ...capabilities,
      workspace: { ...capabilities.workspace, didChangeWatchedFiles: { dynamicRegistration: true } },
      experimental: { templensRegions: true, templensOverview: true },
    },
    initializationOptions: settings,
  });
  await connection.sendNotification('initialized', {});
  return {
    process: server,
    connection,
    uriOf,
    regions,
    async open(path, text) {
      const first = regions(path, 1);
      const textDocument = { uri: uriOf(path), languageId: 'html', version: 1, text };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
      await first;
    },
    idle: () =>
      new Promise(resolve => {
        const listening = connection.onNotification(overviewChangedMethod, () => {
          listening.dispose();
          resolve();
        });
      }),
    async close() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      connection.dispose();
    },
  };
}
