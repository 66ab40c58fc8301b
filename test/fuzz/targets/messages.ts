// Messages of a client to the language server, right and wrong: every request gets a result or a sentence, the server lives, and at the
// end it says of every open page what a fresh server says.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { createMessageConnection, type MessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { framedSite, textOf } from '../../support/framed-site.ts';
import { withFolder } from '../folder.ts';
import { target } from '../target.ts';

const bin = fileURLToPath(new URL('../../../server/bin/templens.js', import.meta.url));
const site = Object.fromEntries(framedSite(7).map(page => [page.path, textOf(page)]));
const paths = Object.keys(site).slice(0, 4);
/** Milliseconds in which an answer comes. */
const MOST_TIME = 20_000;
/** What the server refuses a request with (LSP 3.17). */
const codes = new Set([-32600, -32601, -32602, -32800, -32801, -32802, -32803]);

const methods = [
  ...[
    'hover',
    'documentSymbol',
    'diagnostic',
    'foldingRange',
    'codeAction',
    'codeLens',
    'inlayHint',
    'definition',
    'references',
  ].map(name => `textDocument/${name}`),
  ...['workspace/symbol', 'workspace/diagnostic', 'workspace/executeCommand', 'codeAction/resolve', 'templens/extract'],
];

type Message =
  | { kind: 'open'; page: string }
  | { kind: 'close'; page: string }
  | { kind: 'edit'; page: string; line: number; character: number; lines: number; text: string }
  | { kind: 'request'; page: string; method: string; line: number; character: number; wrong: unknown };

const page = fc.constantFrom(...paths);
const message: fc.Arbitrary<Message> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), page }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), page }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      page,
      line: fc.nat(45),
      character: fc.nat(60),
      lines: fc.nat(3),
      text: fc.oneof(
        fc.constantFrom('', '<p>x</p>\n', '<div', '</main>', '<!--', 'x', '\n', '\u{1f600}'),
        fc.string({ maxLength: 6 }),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      page,
      method: fc.constantFrom(...methods),
      line: fc.nat(45),
      character: fc.nat(60),
      wrong: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.jsonValue({ maxDepth: 2 })),
    }),
  },
);

class Client {
  readonly #server: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #root: string;
  readonly texts = new Map<string, string>();
  #version = 0;

  constructor(root: string) {
    this.#root = root;
    this.#server = spawn(process.execPath, [bin, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#connection = createMessageConnection(
      new StreamMessageReader(this.#server.stdout!),
      new StreamMessageWriter(this.#server.stdin!),
    );
    this.#connection.onRequest(() => null);
    this.#connection.onError(() => {});
    this.#connection.listen();
  }

  async start(): Promise<void> {
    const uri = pathToFileURL(this.#root).href;
    const workspaceFolders = [{ uri, name: 'site' }];
    await this.request('initialize', { processId: process.pid, rootUri: uri, capabilities: {}, workspaceFolders });
    await this.#connection.sendNotification('initialized', {});
  }

  uri(page: string): string {
    return pathToFileURL(join(this.#root, page)).href;
  }

  /** The result; throws where there is none in time, or an error that no client could show. */
  async request(method: string, params: unknown): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${method} is not answered`)), MOST_TIME);
      this.#server.once('exit', code => reject(new Error(`the server ended with ${code} on ${method}`)));
    });
    try {
      return await Promise.race([this.#connection.sendRequest(method, params), late]);
    } catch (error) {
      const { code, message } = error as { code?: number; message: string };
      if (code === undefined) throw error;
      const isSentence = /^\S[\s\S]* [\s\S]*\.$/.test(message);
      if (codes.has(code) && isSentence && !/Cannot read|is not a function|is not iterable/.test(message)) return undefined;
      throw new Error(`${method} is refused with ${code}: ${message}`);
    } finally {
      clearTimeout(timer);
      this.#server.removeAllListeners('exit');
    }
  }

  async open(page: string, text: string): Promise<void> {
    if (this.texts.has(page)) return;
    this.texts.set(page, text);
    const textDocument = { uri: this.uri(page), languageId: 'html', version: ++this.#version, text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  async close(page: string): Promise<void> {
    if (!this.texts.delete(page)) return;
    await this.#connection.sendNotification('textDocument/didClose', { textDocument: { uri: this.uri(page) } });
  }

  async edit({ page, line, character, lines, text }: Extract<Message, { kind: 'edit' }>): Promise<void> {
    const before = this.texts.get(page);
    if (before === undefined) return;
    const offsetOf = (line: number, character: number): number => {
      const all = before.split(/(?<=\r\n|\n|\r(?!\n))/);
      if (line >= all.length) return before.length;
      const start = all.slice(0, line).reduce((sum, part) => sum + part.length, 0);
      return start + Math.min(character, all[line]!.replace(/[\r\n]+$/, '').length);
    };
    const [start, end] = [offsetOf(line, character), offsetOf(line + lines, character)];
    this.texts.set(page, before.slice(0, start) + text + before.slice(Math.max(start, end)));
    const range = { start: { line, character }, end: { line: line + lines, character } };
    const textDocument = { uri: this.uri(page), version: ++this.#version };
    await this.#connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ range, text }] });
  }

  /** What it says of a page at the end. */
  async state(): Promise<string> {
    const said: unknown[] = [];
    for (const page of paths) {
      for (const what of ['template', 'content'])
        said.push(await this.request('templens/extract', { uri: this.uri(page), what, format: 'html' }));
    }
    return JSON.stringify(said);
  }

  end(): void {
    this.#connection.dispose();
    this.#server.kill('SIGKILL');
  }
}

async function send(client: Client, message: Message): Promise<void> {
  const { kind, page } = message;
  if (kind === 'open') return client.open(page, site[page]!);
  if (kind === 'close') return client.close(page);
  if (kind === 'edit') return client.edit(message);
  const { method, line, character, wrong } = message;
  const [uri, start] = [client.uri(page), { line, character }];
  const range = { start, end: start };
  const context = { diagnostics: [] };
  const right = { textDocument: { uri }, position: start, range, context, query: 'a', uri, what: 'template', format: 'html' };
  if (wrong === undefined) await client.request(method, right);
  else await client.request(method, { ...right, ...(isObject(wrong) ? wrong : { textDocument: wrong }) });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export const messages = target<Message[]>({
  name: 'messages',
  inputs: fc.array(message, { minLength: 5, maxLength: 40 }),
  async check(messages) {
    await withFolder(site, async root => {
      const client = new Client(root);
      const fresh = new Client(root);
      try {
        await client.start();
        for (const message of messages) await send(client, message);
        await fresh.start();
        for (const [page, text] of client.texts) await fresh.open(page, text);
        const [ours, theirs] = [await client.state(), await fresh.state()];
        if (ours !== theirs) throw new Error(`the server says ${ours}\na fresh one ${theirs}`);
      } finally {
        client.end();
        fresh.end();
      }
    });
  },
  show: messages => messages.map(message => JSON.stringify(message)).join('\n'),
});
