import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import type { ClientCapabilities } from 'vscode-languageserver';
import { chosen } from '../support/chosen.ts';
import { isDeep } from '../support/deep.ts';
import { seededRandom } from '../support/drift/random.ts';
import { randomSeed } from '../support/random-seed.ts';
import { exitOf, fullCapabilities, pullingCapabilities, startServer } from './support/language-client.ts';
import { MessageRecorder, type ServerMessage } from './support/message-recorder.ts';
import { protocolViolations } from './support/protocol-violations.ts';
import { makeSite, pages } from './support/site.ts';

/** Steps of a script; each is a request, an edit, or something that happens to the workspace. */
const STEPS = 150;

const utf8 = { general: { positionEncodings: ['utf-8'] } };
const editing: ClientCapabilities = {
  ...fullCapabilities,
  workspace: {
    ...fullCapabilities.workspace,
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'], changeAnnotationSupport: { groupsOnLabel: true } },
    textDocumentContent: { dynamicRegistration: true },
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    foldingRange: { refreshSupport: true },
  },
  textDocument: {
    ...fullCapabilities.textDocument,
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor.rewrite', 'source.fixAll'] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
  },
  experimental: { templensRegions: true, templensCompare: true, templensOverview: true },
};

const clients: Record<string, ClientCapabilities> = {
  'with everything': editing,
  'with everything, in UTF-8': { ...editing, ...utf8 },
  'that pulls': pullingCapabilities,
  'that pulls, in UTF-8': { ...pullingCapabilities, ...utf8 },
  'that can do nothing': {},
};
const seed = randomSeed();
/** Methods that any script got an answer to. */
const answered = new Set<string>();
const scripts = chosen(Object.entries(clients), 1).flatMap(([client, capabilities], at) =>
  (isDeep ? [0, 1] : [0]).map(round => [client, seed + 2 * at + round, capabilities] as const),
);

test.each(scripts)(
  'a client %s, in a script of seed %i, gets messages of LSP 3.18 alone',
  async (_, seed, capabilities) => {
    const script = new WideScript(seed);
    const messages = await script.run(capabilities);
    expect(await protocolViolations(messages)).toEqual([]);
    for (const { kind, method } of messages) if (kind === 'answer') answered.add(method);
  },
  240_000,
);

test.runIf(isDeep)('the scripts together get an answer to every request of the server', () => {
  expect([...answered].sort()).toEqual([
    'codeAction/resolve',
    'initialize',
    'shutdown',
    'templens/extract',
    'templens/extractedLines',
    'templens/overview',
    'templens/overviewList',
    'templens/partPlace',
    ...['codeAction', 'codeLens', 'definition', 'diagnostic', 'documentHighlight', 'documentSymbol', 'foldingRange', 'hover']
      .concat('inlayHint', 'references')
      .map(name => `textDocument/${name}`),
    ...['diagnostic', 'executeCommand', 'symbol', 'textDocumentContent', 'willRenameFiles'].map(name => `workspace/${name}`),
  ]);
});

test('the comparison finds what is wrong', async () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1.5 } };
  const wrong: ServerMessage[] = [
    { kind: 'answer', method: 'textDocument/hover', result: { contents: { kind: 'markdown', value: 'x' }, range } },
    { kind: 'answer', method: 'textDocument/hover', result: { contents: { kind: 'html', value: 'x' } } },
    { kind: 'answer', method: 'textDocument/foldingRange', result: [{ startLine: 1 }] },
    { kind: 'notification', method: 'textDocument/publishDiagnostics', params: { uri: 'a', diagnostics: [], more: 1 } },
    { kind: 'notification', method: 'window/nothing', params: {} },
    { kind: 'request', method: 'workspace/applyEdit', params: { edit: { documentChanges: [{ kind: 'create' }] } } },
    { kind: 'refusal', method: 'textDocument/hover', error: { code: 1.5, message: 'x' } },
  ];
  const found = await protocolViolations(wrong);
  for (const message of wrong) expect(found.some(text => text.includes(message.method))).toBe(true);
  expect(found.length).toBeGreaterThanOrEqual(wrong.length);
  expect(await protocolViolations([{ kind: 'answer', method: 'textDocument/hover', result: null }])).toEqual([]);
});

/** An editor that asks everything, of open, closed, unknown and broken documents, while pages and folders change. */
class WideScript {
  readonly #random: () => number;
  readonly #root = makeSite();
  readonly #other = makeSite();
  readonly #versions = new Map<string, number>();
  readonly #answers: Promise<unknown>[] = [];
  #recorder!: MessageRecorder;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** Everything that the server sent; rejects unless it answers every request and ends as it is asked to. */
  async run(capabilities: ClientCapabilities): Promise<ServerMessage[]> {
    const server = startServer('--stdio');
    let errors = '';
    server.stderr!.setEncoding('utf8').on('data', text => {
      errors += text;
    });
    this.#recorder = new MessageRecorder(server, [this.#root]);
    const { client, messages } = this.#recorder;
    await client.initialize({ folders: [this.#root], capabilities });
    for (let step = 0; step < STEPS; step++) {
      this.#step();
      if (step % 10 === 9) await client.request('workspace/symbol', { query: '' }).catch(() => {});
    }
    // What is held open until something changes is answered on shutdown.
    await client.shutdown();
    await Promise.all(this.#answers);
    expect(await exitOf(server)).toBe(0);
    expect(this.#recorder.unanswered()).toEqual([]);
    expect(errors).toBe('');
    return messages;
  }

  #step(): void {
    const choice = this.#random();
    if (choice < 0.2) this.#edit();
    else if (choice < 0.28) this.#changeWorkspace();
    else if (choice < 0.36) this.#storm();
    else this.#ask();
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  #uri(): string {
    const { client } = this.#recorder;
    const odd = [
      'untitled:Untitled-1',
      'file:///nowhere/x.html',
      'templens:/layouts.md?what=layouts',
      '%%%',
      client.uri('no.html'),
    ];
    return this.#random() < 0.8 ? client.uri(this.#pick(Object.keys(pages))) : this.#pick(odd);
  }

  #position(): { line: number; character: number } {
    const line = this.#pick([0, 3, 8, 11, 12, 18, 20, 25, 1_000, 2 ** 31 - 1]);
    return { line, character: this.#pick([0, 1, 4, 9, 20, 500, 2 ** 31 - 1]) };
  }

  #range() {
    // Now and then the end is before the start.
    return { start: this.#position(), end: this.#position() };
  }

  #ask(token?: CancellationTokenSource): void {
    const uri = this.#uri();
    const textDocument = { uri };
    const place = { textDocument, position: this.#position() };
    const { client } = this.#recorder;
    const folder = pathToFileURL(this.#root).href;
    const commands: [string, ...unknown[]][] = [
      ['templens.extractTemplate', uri],
      ['templens.extractContent', uri, this.#pick(['html', 'text', 'json'])],
      ['templens.reindex'],
      ['templens.showPages', uri, place.position],
      ['templens.outline', uri],
      ['templens.showGroups'],
      ['templens.explainNode', uri, place.position],
      ['templens.correctLabel', uri, this.#range(), this.#pick(['content', 'template']), this.#pick(['layout', 'site', 'page'])],
      ['templens.ownLayout', uri],
      ['templens.intended', uri, place.position],
      ['templens.oneLayout', uri, client.uri('apples.html')],
      ['templens.rename', folder, 'layout', 'x', 'name'],
      ['templens.adoptVersion', folder, 'x', 'y'],
      ['nothing'],
    ];
    const [command, ...given] = this.#pick(commands);
    const codeAction = { textDocument, range: this.#range(), context: { diagnostics: [], triggerKind: 1 } };
    const what = this.#pick(['template', 'content', 'corrected', 'snippet', 'layouts', 'part', 'x']);
    const asked: [method: string, params: unknown][] = [
      ['textDocument/hover', place],
      ['textDocument/hover', place],
      ['textDocument/documentSymbol', { textDocument }],
      ['textDocument/diagnostic', { textDocument }],
      ['textDocument/foldingRange', { textDocument }],
      ['textDocument/codeAction', codeAction],
      ['textDocument/codeAction', { ...codeAction, context: { diagnostics: [], only: ['source.fixAll.templens'] } }],
      ['textDocument/codeLens', { textDocument }],
      ['textDocument/inlayHint', { textDocument, range: this.#range() }],
      ['textDocument/definition', place],
      ['textDocument/references', { ...place, context: { includeDeclaration: this.#random() < 0.5 } }],
      ['textDocument/documentHighlight', place],
      ['textDocument/completion', place],
      ['workspace/symbol', { query: this.#pick(['', 'apples', 'zzz']) }],
      ['workspace/diagnostic', { previousResultIds: [] }],
      ['workspace/textDocumentContent', { uri: `templens:/x?what=${what}&page=${encodeURIComponent(uri)}&site=${folder}` }],
      ['workspace/willRenameFiles', { files: [{ oldUri: uri, newUri: client.uri('news/moved.html') }] }],
      ['workspace/executeCommand', { command, arguments: given }],
      ['templens/extract', { uri, what: 'content', format: 'text' }],
      ['templens/extractedLines', { uri, what: 'template' }],
      ['templens/overview', {}],
      ['templens/overviewList', { site: folder, list: this.#pick(['layouts', 'parts', 'causes']), offset: 1 }],
      ['templens/partPlace', { uri, part: 'x' }],
    ];
    const [method, params] = this.#pick(asked);
    this.#send(method, params, token);
  }

  /** Sends a request and what follows from its answer: code actions are resolved. */
  #send(method: string, params: unknown, token?: CancellationTokenSource): void {
    const { client } = this.#recorder;
    const answer = client.request<unknown>(method, params, ...(token ? [token.token] : []));
    const resolve = method === 'textDocument/codeAction';
    this.#answers.push(
      answer.then(
        async result => {
          if (!resolve || !Array.isArray(result)) return;
          await Promise.all(result.map(entry => client.request('codeAction/resolve', entry).catch(() => {})));
        },
        () => {},
      ),
    );
  }

  /** Requests that are cancelled at once, or while they are worked on. */
  #storm(): void {
    for (let sent = 0; sent < 12; sent++) {
      const token = new CancellationTokenSource();
      this.#ask(token);
      if (this.#random() < 0.5) token.cancel();
      else setTimeout(() => token.cancel(), this.#random() * 20);
    }
  }

  #edit(): void {
    const { client } = this.#recorder;
    const page = this.#pick(Object.keys(pages));
    const version = this.#versions.get(page);
    if (version === undefined) {
      this.#versions.set(page, 1);
      client.open(page, pages[page]!.replace('ripe', 'ripe 🍏 \u{10348}'), 1);
    } else if (this.#random() < 0.15) {
      this.#versions.delete(page);
      client.close(page);
    } else {
      this.#versions.set(page, version + 1);
      const text = this.#pick(['x', '<b>', '<', '</div>', '🍏', '\n', '<p class="a">More</p>', '']);
      const line = Math.floor(this.#random() * 18);
      const range = { start: { line, character: 0 }, end: { line, character: this.#pick([0, 1, 3]) } };
      client.change(page, version + 1, { range, text }, ...(this.#random() < 0.1 ? [{ text: pages[page]! }] : []));
    }
  }

  #changeWorkspace(): void {
    const { client } = this.#recorder;
    const folder = { uri: pathToFileURL(this.#other).href, name: 'other' };
    const adds = this.#random() < 0.5;
    const happenings = [
      () =>
        client.notify('workspace/didChangeWorkspaceFolders', {
          event: { added: adds ? [folder] : [], removed: adds ? [] : [folder] },
        }),
      () => {
        writeFileSync(join(this.#root, 'new.html'), pages['apples.html']!.replace('Apples', `Apples ${this.#random()}`));
        client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('new.html'), type: 1 }] });
      },
      () => {
        rmSync(join(this.#root, 'new.html'), { force: true });
        client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('new.html'), type: 3 }] });
      },
      () =>
        client.notify('workspace/didChangeConfiguration', { settings: { templens: { codeLens: adds, hints: !adds, odd: 1 } } }),
      () => {
        client.notify('textDocument/didOpen', {
          textDocument: { uri: 'untitled:Untitled-1', languageId: 'html', version: 1, text: '<p>x' },
        });
        client.notify('textDocument/didClose', { textDocument: { uri: 'untitled:Untitled-1' } });
      },
    ];
    this.#pick(happenings)();
  }
}
