import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type RegionsParams, regionsMethod } from 'templens-shared/protocol';
import { onTestFinished } from 'vitest';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { ClientCapabilities, InitializeParams, InitializeResult } from 'vscode-languageserver';

const bundle = new URL('../../../server/dist/cli.js', import.meta.url).href;
const bin = fileURLToPath(new URL('../../../server/bin/templens.js', import.meta.url));

/** Starts the built server; it is killed when the test ends, should it still live. */
export function startServer(...args: string[]): ChildProcess {
  const server = args.includes('--node-ipc') ? fork(bin, ['lsp', ...args]) : spawn(process.execPath, [bin, 'lsp', ...args]);
  onTestFinished(() => void server.kill('SIGKILL'));
  return server;
}

/** Settles when the process is gone, with its exit code. */
export async function exitOf(server: ChildProcess): Promise<number | null> {
  if (server.exitCode !== null) return server.exitCode;
  const [code] = await once(server, 'exit');
  return code;
}

interface Sent {
  method: string;
  params: unknown;
}

interface ClientOptions {
  /** Paths of the workspace folders; the first is also what `uri` is relative to. */
  folders: string[];
  capabilities?: ClientCapabilities;
  /** More of `initialize`, or other than usual. */
  initialize?: Partial<InitializeParams>;
  /** The `templens` section, for a client that is asked for it. */
  settings?: Settings;
}

/** A promise is answered when it settles. */
type Settings = Record<string, unknown> | Promise<Record<string, unknown>>;

/** What VS Code can do, as far as the server asks. */
export const fullCapabilities: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
  },
  textDocument: {
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    foldingRange: { lineFoldingOnly: true },
    publishDiagnostics: { versionSupport: true },
  },
  window: { workDoneProgress: true },
  experimental: { templensRegions: true },
};

/** Those of an editor that pulls diagnostics. */
export const pullingCapabilities: ClientCapabilities = {
  ...fullCapabilities,
  workspace: { ...fullCapabilities.workspace, diagnostics: { refreshSupport: true } },
  textDocument: { ...fullCapabilities.textDocument, diagnostic: { relatedDocumentSupport: true } },
};

/** An editor, as far as the protocol goes: it answers what servers ask and keeps what they say. */
export class LanguageClient {
  readonly connection: MessageConnection;
  readonly #root: string;
  /** What the server said that no test has waited for yet. */
  readonly #heard: Sent[] = [];
  readonly #waiting: { matches(sent: Sent): boolean; resolve(sent: Sent): void; reject(error: Error): void }[] = [];
  /** The server's `client/registerCapability` that hold, by id. */
  readonly registered = new Map<string, { method: string; options: unknown }>();
  settings: Settings;

  constructor(reader: MessageReader, writer: MessageWriter, { folders, settings = {} }: ClientOptions) {
    this.#root = folders[0] ?? '/';
    this.settings = settings;
    const write = writer.write.bind(writer);
    // Answers to a server that is gone have nowhere to go.
    writer.write = message => write(message).catch(() => {});
    this.connection = createMessageConnection(reader, writer);
    this.connection.onRequest((method, params) => this.#answer(method, params));
    this.connection.onNotification((method, params) => this.#hear({ method, params }));
    this.connection.onUnhandledProgress(params => this.#hear({ method: '$/progress', params }));
    this.connection.onClose(() => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('The server closed the connection.'));
      this.connection.dispose();
    });
    this.connection.listen();
    onTestFinished(() => this.connection.dispose());
  }

  static overStdio(server: ChildProcess, options: ClientOptions): LanguageClient {
    return new LanguageClient(new StreamMessageReader(server.stdout!), new StreamMessageWriter(server.stdin!), options);
  }

  static overNodeIpc(server: ChildProcess, options: ClientOptions): LanguageClient {
    return new LanguageClient(new IPCMessageReader(server), new IPCMessageWriter(server), options);
  }

  uri(path: string): string {
    return pathToFileURL(join(this.#root, path)).href;
  }

  request<Result>(method: string, params?: unknown, ...rest: unknown[]): Promise<Result> {
    return this.connection.sendRequest(method, params, ...rest) as Promise<Result>;
  }

  notify(method: string, params?: unknown): void {
    void this.connection.sendNotification(method, params);
  }

  async initialize({ folders, capabilities = fullCapabilities, initialize = {} }: ClientOptions): Promise<InitializeResult> {
    const workspaceFolders = folders.map(folder => ({ uri: pathToFileURL(folder).href, name: folder }));
    const result = await this.request<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: workspaceFolders[0]?.uri ?? null,
      capabilities,
      ...(capabilities.workspace?.workspaceFolders ? { workspaceFolders } : {}),
      ...initialize,
    });
    this.notify('initialized', {});
    return result;
  }

  open(path: string, text: string, version = 1, languageId = 'html'): void {
    this.notify('textDocument/didOpen', { textDocument: { uri: this.uri(path), languageId, version, text } });
  }

  change(path: string, version: number, ...contentChanges: object[]): void {
    this.notify('textDocument/didChange', { textDocument: { uri: this.uri(path), version }, contentChanges });
  }

  close(path: string): void {
    this.notify('textDocument/didClose', { textDocument: { uri: this.uri(path) } });
  }

  /** The next message of this kind that no one has waited for, now or when it comes. */
  async next<Params>(method: string, matches: (params: Params) => boolean = () => true): Promise<Params> {
    const wanted = (sent: Sent) => sent.method === method && matches(sent.params as Params);
    const at = this.#heard.findIndex(wanted);
    const sent =
      at >= 0
        ? this.#heard.splice(at, 1)[0]!
        : await new Promise<Sent>((resolve, reject) => this.#waiting.push({ matches: wanted, resolve, reject }));
    return sent.params as Params;
  }

  /** Messages of this kind that came and that no one waited for. */
  heard(method: string): unknown[] {
    return this.#heard.filter(sent => sent.method === method).map(({ params }) => params);
  }

  regions(path: string, version: number, isWanted: (params: RegionsParams) => boolean = () => true): Promise<RegionsParams> {
    return this.next<RegionsParams>(
      regionsMethod,
      params => params.uri === this.uri(path) && params.version === version && isWanted(params),
    );
  }

  async shutdown(): Promise<void> {
    await this.request('shutdown');
    this.notify('exit');
  }

  #hear(sent: Sent): void {
    const at = this.#waiting.findIndex(({ matches }) => matches(sent));
    if (at >= 0) this.#waiting.splice(at, 1)[0]!.resolve(sent);
    else this.#heard.push(sent);
  }

  #answer(method: string, params: unknown): unknown {
    this.#hear({ method, params });
    switch (method) {
      case 'workspace/configuration':
        return Promise.all((params as { items: unknown[] }).items.map(() => this.settings));
      case 'client/registerCapability':
        for (const { id, method, registerOptions } of (
          params as { registrations: { id: string; method: string; registerOptions: unknown }[] }
        ).registrations)
          this.registered.set(id, { method, options: registerOptions });
        return null;
      case 'client/unregisterCapability':
        for (const { id } of (params as { unregisterations: { id: string }[] }).unregisterations) this.registered.delete(id);
        return null;
      case 'workspace/applyEdit':
        return { applied: true };
      default:
        return null;
    }
  }
}

/** A server in this process, which starts many times faster than one of its own, with an initialized client; it ends with the test. */
export async function startClient(options: ClientOptions): Promise<{ client: LanguageClient; result: InitializeResult }> {
  const { languageServer } = (await import(bundle)) as typeof import('../../../server/src/cli/main.ts');
  const { serveStreams } = await languageServer();
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  serveStreams(toServer, toClient);
  const client = new LanguageClient(new StreamMessageReader(toClient), new StreamMessageWriter(toServer), options);
  let ended: Promise<void> | undefined;
  // Without `exit`, which would end this process.
  client.shutdown = () => {
    ended ??= client.request<void>('shutdown').catch(() => {});
    return ended;
  };
  onTestFinished(() => client.shutdown());
  return { client, result: await client.initialize(options) };
}

/** A server in a process of its own, over stdio, with an initialized client. */
export async function startClientOfProcess(
  options: ClientOptions,
): Promise<{ server: ChildProcess; client: LanguageClient; result: InitializeResult }> {
  const server = startServer('--stdio');
  server.stderr?.pipe(process.stderr);
  const client = LanguageClient.overStdio(server, options);
  return { server, client, result: await client.initialize(options) };
}

/** Runs the command to its end. */
export async function templens(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const run = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  run.stderr.setEncoding('utf8').on('data', text => {
    stderr += text;
  });
  const [code] = await once(run, 'close');
  return { code, stderr };
}
