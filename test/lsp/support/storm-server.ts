import { existsSync, realpathSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { RegionsParams } from 'templens-shared/protocol';
import {
  type CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import {
  type ClientCapabilities,
  createConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type LogMessageParams,
  LSPErrorCodes,
  MessageType,
  ProposedFeatures,
  type PublishDiagnosticsParams,
  type WorkspaceDiagnosticReport,
} from 'vscode-languageserver/node';
import { serve } from '../../../server/src/lsp/server.ts';
import { startMigration } from '../../../server/src/migration/migration-handle.ts';
import { loadConfiguration } from '../../../server/src/site/configuration.ts';
import { type EngineHandle, startEngineWorker } from '../../../server/src/site/engine-handle.ts';
import { readPage } from '../../../server/src/site/read-page.ts';
import { watchSite } from '../../../server/src/site/watcher.ts';

/** An open document. */
export interface Buffer {
  version: number;
  text: string;
}

/** What an editor gives its server: with the same, two servers must show the same. */
export interface Given {
  /** URIs of the workspace folders. */
  folders: string[];
  /** The `templens` section. */
  settings: Record<string, unknown>;
  /** Open documents by URI. */
  documents: Map<string, Buffer>;
}

export interface ClientKind {
  /** Findings are pulled; else they are published. */
  pulls: boolean;
  /** The client watches files; else the server does. */
  watches: boolean;
}

/** Milliseconds without a message after which a server is at rest: longer than it gathers findings. */
const SILENCE = 400;
/** Milliseconds after which a request counts as unanswered. */
const PATIENCE = 60_000;
/** What an engine says that was ended on purpose. */
const ENDED = 'Ended by the test';
const crash = { command: 'crash' } as unknown as Parameters<EngineHandle['send']>[0];

/** From this file as from the bundle of the fuzzer, which is as deep. */
const engineWorker = new URL('../../../server/dist/engine-worker.js', import.meta.url).href;
/** The worker of an engine that ends with an error when it is sent `crash`. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
import ${JSON.stringify(engineWorker)};
parentPort.on('message', ({ command }) => { if (command === 'crash') throw new Error(${JSON.stringify(ENDED)}); });`)}`,
);

/** A server in this process with an editor, which keeps what it is shown as editors do. */
export class StormServer {
  readonly given: Given;
  readonly kind: ClientKind;
  readonly #connection: MessageConnection;
  /** The engines that run, and whether each was ended once: one is started again only once. */
  readonly #engines = new Map<EngineHandle, { crashed: boolean }>();
  /** Errors that the server reported, and answers that did not come. */
  readonly problems: string[] = [];
  readonly #published = new Map<string, Diagnostic[]>();
  readonly #regions = new Map<string, RegionsParams>();
  /** What was pulled of open documents, and of the workspace, by URI. */
  readonly #pulled = new Map<string, { resultId: string | undefined; items: Diagnostic[] }>();
  readonly #ofWorkspace = new Map<string, { resultId: string | undefined; items: Diagnostic[] }>();
  /** URIs of open documents that are to be pulled. */
  readonly #stale = new Set<string>();
  /** Messages of the server's own accord. */
  #heard = 0;
  #isEnding = false;

  private constructor(given: Given, kind: ClientKind) {
    this.given = given;
    this.kind = kind;
    const [up, down] = [new PassThrough(), new PassThrough()];
    const startEngine = (): EngineHandle => {
      const engine = startEngineWorker({ worker });
      const handle: EngineHandle = {
        ...engine,
        close: () => {
          this.#engines.delete(handle);
          return engine.close();
        },
      };
      this.#engines.set(handle, { crashed: false });
      return handle;
    };
    serve(
      createConnection(ProposedFeatures.all, new StreamMessageReader(up), new StreamMessageWriter(down)),
      { startEngine, startMigration, loadConfiguration, watchSite, realPath, readPage },
      '0',
    );
    const connection = createMessageConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    this.#connection = connection;
    connection.onRequest((method, params) => {
      this.#heard++;
      if (method === 'workspace/diagnostic/refresh') for (const uri of given.documents.keys()) this.#stale.add(uri);
      return method === 'workspace/configuration' ? (params as { items: unknown[] }).items.map(() => given.settings) : null;
    });
    connection.onNotification((method, params) => this.#notified(method, params));
    connection.onUnhandledProgress(() => this.#heard++);
    connection.listen();
  }

  /** With its first index under way. */
  static async start(given: Given, kind: ClientKind): Promise<StormServer> {
    const server = new StormServer(given, kind);
    const workspaceFolders = given.folders.map(uri => ({ uri, name: uri }));
    const params = {
      processId: process.pid,
      rootUri: given.folders[0] ?? null,
      capabilities: capabilities(kind),
      workspaceFolders,
    };
    await server.request('initialize', params);
    server.notify('initialized', {});
    for (const [uri, { version, text }] of given.documents) {
      server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'html', version, text } });
      server.#stale.add(uri);
    }
    // Ends with the connection.
    if (kind.pulls) server.#followWorkspace().catch(() => {});
    return server;
  }

  notify(method: string, params: unknown): void {
    void this.#connection.sendNotification(method, params);
  }

  /** Rejects with a sentence where the server does not answer. */
  async request<Result>(method: string, params?: unknown, cancel?: CancellationTokenSource): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${method} is not answered.`)), PATIENCE);
    });
    const answer = this.#connection.sendRequest(method, params, ...(cancel ? [cancel.token] : []));
    try {
      return (await Promise.race([answer, late])) as Result;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A request whose answer is of no interest, as long as it is one. */
  async ask(method: string, params: unknown, cancel?: CancellationTokenSource): Promise<void> {
    try {
      await this.request(method, params, cancel);
    } catch (error) {
      const { code = 0, message } = error as { code?: number; message: string };
      const isRefused = Object.values(LSPErrorCodes).includes(code as never) && !/failed to answer|defect/.test(message);
      if (!isRefused && !message.includes(ENDED)) this.problems.push(`${method}: ${code} ${message}`);
    }
  }

  // ---- What an editor does.

  open(uri: string, text: string): void {
    this.given.documents.set(uri, { version: 1, text });
    this.#stale.add(uri);
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'html', version: 1, text } });
  }

  change(uri: string, text: string, contentChanges: object[]): void {
    const version = this.given.documents.get(uri)!.version + 1;
    this.given.documents.set(uri, { version, text });
    this.#stale.add(uri);
    this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
  }

  close(uri: string): void {
    this.given.documents.delete(uri);
    this.#regions.delete(uri);
    this.notify('textDocument/didClose', { textDocument: { uri } });
    // Editors pull once more, and keep that until the diagnostics of the workspace say otherwise.
    if (this.kind.pulls) void this.#pull(uri);
  }

  configure(settings: Record<string, unknown>): void {
    this.given.settings = settings;
    this.notify('workspace/didChangeConfiguration', { settings: null });
  }

  changeFolders(event: { added: string[]; removed: string[] }): void {
    const { given } = this;
    given.folders = [...given.folders.filter(uri => !event.removed.includes(uri)), ...event.added];
    const folders = (uris: string[]) => uris.map(uri => ({ uri, name: uri }));
    this.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: folders(event.added), removed: folders(event.removed) },
    });
  }

  /** Ends one engine with an error, unless all were before: another one takes its place once. */
  crash(): boolean {
    const next = [...this.#engines].find(([, { crashed }]) => !crashed);
    if (!next) return false;
    next[1].crashed = true;
    next[0].send(crash);
    return true;
  }

  /** Resolves when all engines are idle and the server is silent. */
  async rest(): Promise<void> {
    const end = performance.now() + PATIENCE;
    for (let heard = -1; heard !== this.#heard && performance.now() < end; ) {
      // Waits for the settings, too.
      await this.ask('templens/overview', undefined);
      heard = this.#heard;
      // A question to an engine that ends meanwhile is refused.
      await Promise.all([...this.#engines.keys()].map(engine => engine.idle().catch(() => this.#heard++)));
      await sleep(SILENCE);
    }
  }

  /** What documents show that are open, by URI. */
  regions(): Map<string, RegionsParams> {
    return new Map([...this.#regions].filter(([, { pages }]) => pages > 0));
  }

  /** The diagnostics that the editor shows, by URI. */
  async diagnostics(): Promise<Map<string, Diagnostic[]>> {
    if (this.kind.pulls) for (const uri of this.#stale) if (this.given.documents.has(uri)) await this.#pull(uri);
    const shown = new Map<string, Diagnostic[]>();
    for (const [uri, items] of this.#published) shown.set(uri, [...items]);
    for (const uri of new Set([...this.#pulled.keys(), ...this.#ofWorkspace.keys()])) {
      const { items } = this.#pulled.get(uri) ?? this.#ofWorkspace.get(uri)!;
      shown.set(uri, [...(shown.get(uri) ?? []), ...items]);
    }
    return shown;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.request('shutdown').catch(() => {});
    this.#connection.dispose();
  }

  async #pull(uri: string): Promise<void> {
    this.#stale.delete(uri);
    const previousResultId = this.#pulled.get(uri)?.resultId;
    const params = { textDocument: { uri }, identifier: 'templens', ...(previousResultId !== undefined && { previousResultId }) };
    try {
      const report = await this.request<DocumentDiagnosticReport>('textDocument/diagnostic', params);
      if (report.kind === 'full') this.#pulled.set(uri, { resultId: report.resultId, items: report.items });
    } catch (error) {
      const { code, message } = error as { code?: number; message: string };
      if (code === LSPErrorCodes.ServerCancelled && this.given.documents.has(uri)) return this.#pull(uri);
      this.#stale.add(uri);
      if (!message.includes(ENDED) && code !== LSPErrorCodes.ServerCancelled) this.problems.push(`pull: ${code} ${message}`);
    }
  }

  /** The server holds the request open until there is something new. */
  async #followWorkspace(): Promise<void> {
    while (!this.#isEnding) {
      const previousResultIds = [...this.#ofWorkspace].map(([uri, { resultId }]) => ({ uri, value: resultId ?? '' }));
      const params = { identifier: 'templens', previousResultIds };
      const answer = this.#connection.sendRequest('workspace/diagnostic', params) as Promise<WorkspaceDiagnosticReport>;
      const { items } = await answer;
      this.#heard++;
      for (const report of items) {
        if (report.kind !== 'full') continue;
        this.#ofWorkspace.set(report.uri, { resultId: report.resultId, items: report.items });
        // Of an open document, what was pulled of it is shown.
        if (!this.given.documents.has(report.uri)) this.#pulled.delete(report.uri);
      }
    }
  }

  #notified(method: string, params: unknown): void {
    // Said after every question, too.
    if (method !== 'templens/overviewChanged') this.#heard++;
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as PublishDiagnosticsParams;
      this.#published.set(uri, diagnostics);
    } else if (method === 'templens/regions') {
      const regions = params as RegionsParams;
      if (this.given.documents.has(regions.uri)) this.#regions.set(regions.uri, regions);
    } else if (method === 'window/logMessage') {
      const { type, message } = params as LogMessageParams;
      // A storm may delete a workspace folder.
      const [, missing] = /The site (.*) cannot be read: it does not exist\.$/.exec(message) ?? [];
      if (type === MessageType.Error && (missing === undefined || existsSync(missing))) this.problems.push(message);
    }
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function capabilities({ pulls, watches }: ClientKind): ClientCapabilities {
  return {
    workspace: {
      configuration: true,
      workspaceFolders: true,
      ...(watches && { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } }),
      ...(pulls && { diagnostics: { refreshSupport: true } }),
    },
    textDocument: {
      hover: { contentFormat: ['markdown'] },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      publishDiagnostics: { versionSupport: true, relatedInformation: true },
      ...(pulls && { diagnostic: { relatedDocumentSupport: true, relatedInformation: true } }),
    },
    experimental: { templensRegions: true, templensOverview: true },
  };
}

export function uriAt(path: string): string {
  return pathToFileURL(path).href;
}
