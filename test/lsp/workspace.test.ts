import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RegionsParams } from 'templens-shared/protocol';
import { describe, expect, test } from 'vitest';
import type { PublishDiagnosticsParams } from 'vscode-languageserver';
import { writeFiles } from '../site/folder.ts';
import { fullCapabilities, type LanguageClient, startClient } from './support/language-client.ts';
import { makeSite, page, pages } from './support/site.ts';

const apples = pages['apples.html']!;
const { didChangeWatchedFiles: _, ...workspaceWithoutWatching } = fullCapabilities.workspace!;
/** An editor that leaves it to the server to watch files. */
const notWatching = { ...fullCapabilities, workspace: workspaceWithoutWatching };

describe('files on disk', () => {
  test('are watched by a client that offers it', async () => {
    const root = makeSite();
    const { client } = await startClient({ folders: [root] });
    await client.next('client/registerCapability', ({ registrations }: { registrations: { method: string }[] }) =>
      registrations.some(({ method }) => method === 'workspace/didChangeWatchedFiles'),
    );
    const watchers = [...client.registered.values()].find(({ method }) => method === 'workspace/didChangeWatchedFiles')!.options;
    expect(watchers).toMatchObject({
      watchers: expect.arrayContaining([
        { globPattern: { baseUri: pathToFileURL(root).href, pattern: '**/*.{html,htm,xhtml,shtml}' } },
      ]),
    });
  });

  test('are watched by the server for a client that does not', async () => {
    const root = makeSite();
    const { client } = await startClient({ folders: [root], capabilities: notWatching });
    client.open('apples.html', apples);
    await client.regions('apples.html', 1);
    writeFiles(root, { 'news/eels.html': page('Eels', '<h2>Eels</h2>\n<p>They come up the river at night.</p>') });
    await client.next<RegionsParams>('templens/regions', ({ pages }) => pages === 5);
    expect(client.registered.size).toBe(1);
  });

  test('that go with their folder are gone for a client that names the folder alone', async () => {
    const root = makeSite();
    const { client } = await startClient({ folders: [root] });
    client.open('apples.html', apples);
    await client.next<RegionsParams>('templens/regions', ({ pages }) => pages === 4);
    rmSync(join(root, 'news'), { recursive: true });
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('news'), type: 3 }] });
    await client.next<RegionsParams>('templens/regions', ({ pages }) => pages === 2);
  });

  test('are read again by templens.reindex, whoever watches', async () => {
    const root = makeSite();
    const { client } = await startClient({ folders: [root] });
    client.open('apples.html', apples);
    await client.regions('apples.html', 1);
    writeFiles(root, { 'eels.html': page('Eels', '<h2>Eels</h2>\n<p>They come up the river at night.</p>') });
    expect(await client.request('workspace/executeCommand', { command: 'templens.reindex' })).toEqual({ pages: 5 });
  });
});

describe('settings', () => {
  test('of the editor take effect when they change', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples);
    expect((await client.regions('apples.html', 1)).pages).toBe(4);
    client.settings = { exclude: ['news/**'] };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    await client.next<RegionsParams>('templens/regions', ({ pages }) => pages === 2);
  });

  test('that skip an open page take its regions away', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    client.open('apples.html', apples);
    await client.regions('apples.html', 1);
    client.settings = { exclude: ['apples.html'] };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    expect(await client.next<RegionsParams>('templens/regions', ({ pages }) => pages === 0)).toMatchObject({
      version: 1,
      regions: [],
    });
    expect(await client.request('textDocument/documentSymbol', { textDocument: { uri: client.uri('apples.html') } })).toBeNull();
  });

  test('choose the extractor', async () => {
    const { client } = await startClient({ folders: [makeSite()], settings: { extractor: 'iwptd' } });
    client.open('apples.html', apples);
    const before = await client.regions('apples.html', 1);
    client.settings = { extractor: 'sst' };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    const after = await client.next<RegionsParams>(
      'templens/regions',
      ({ templateShare }) => templateShare !== before.templateShare,
    );
    expect(after.version).toBe(1);
  });

  test('are taken from the notification of a client that is not to be asked', async () => {
    const { configuration: _, ...workspace } = fullCapabilities.workspace!;
    const { client } = await startClient({ folders: [makeSite()], capabilities: { ...fullCapabilities, workspace } });
    client.open('apples.html', apples);
    expect((await client.regions('apples.html', 1)).pages).toBe(4);
    client.notify('workspace/didChangeConfiguration', { settings: { templens: { exclude: ['news/**'] } } });
    await client.next<RegionsParams>('templens/regions', ({ pages }) => pages === 2);
  });

  test('are taken from initialize where nothing else comes', async () => {
    const { client } = await startClient({
      folders: [makeSite()],
      capabilities: { experimental: { templensRegions: true } },
      initialize: { initializationOptions: { exclude: ['news/**'] } },
    });
    client.open('apples.html', apples);
    expect((await client.regions('apples.html', 1)).pages).toBe(2);
  });

  test('that make no sense are reported once, and the others hold', async () => {
    const { client } = await startClient({ folders: [makeSite()], settings: { extractor: 'best', exclude: ['news/**'] } });
    client.open('apples.html', apples);
    expect((await client.regions('apples.html', 1)).pages).toBe(2);
    const { message } = await client.next<{ message: string }>('window/showMessage');
    expect(message).toMatch(/templens\.extractor.*"best".*"default", "sst"/);
  });

  test('of templens.config.json hold, and what is wrong in it is shown in the file until it is put right', async () => {
    const root = makeSite({ ...pages, 'templens.config.json': '{\n  "exclude": ["news/**"],\n  "extracter": "sst"\n}\n' });
    const { client } = await startClient({ folders: [root] });
    const inFile = ({ uri }: PublishDiagnosticsParams) => uri === client.uri('templens.config.json');
    const { diagnostics } = await client.next<PublishDiagnosticsParams>('textDocument/publishDiagnostics', inFile);
    expect(diagnostics).toMatchObject([
      { severity: 1, range: { start: { line: 2, character: 2 } }, message: expect.stringContaining('extractor') },
    ]);
    client.open('apples.html', apples);
    expect((await client.regions('apples.html', 1)).pages).toBe(2);
    writeFiles(root, { 'templens.config.json': '{}' });
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('templens.config.json'), type: 2 }] });
    expect(await client.next<PublishDiagnosticsParams>('textDocument/publishDiagnostics', inFile)).toMatchObject({
      diagnostics: [],
    });
    await client.next<RegionsParams>('templens/regions', ({ pages }) => pages === 4);
  });
});

describe('hints', () => {
  test('fade the template when they are switched on, follow edits, and go when they are switched off', async () => {
    const { experimental: _, ...capabilities } = fullCapabilities;
    const { client } = await startClient({ folders: [makeSite()], capabilities });
    client.open('apples.html', apples);
    client.settings = { hints: true };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    const hints = (version: number) =>
      client.next<PublishDiagnosticsParams>(
        'textDocument/publishDiagnostics',
        params => params.uri === client.uri('apples.html') && params.version === version,
      );
    const { diagnostics } = await hints(1);
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const diagnostic of diagnostics) expect(diagnostic).toMatchObject({ severity: 4, tags: [1], source: 'templens' });
    client.change('apples.html', 2, { text: apples.replace('ripe', 'red') });
    expect((await hints(2)).diagnostics.length).toBeGreaterThan(0);
    client.settings = {};
    client.notify('workspace/didChangeConfiguration', { settings: null });
    await client.next<PublishDiagnosticsParams>('textDocument/publishDiagnostics', ({ diagnostics }) => diagnostics.length === 0);
  });
});

describe('workspace folders', () => {
  test('are one site each, and come and go', async () => {
    const [first, second] = [makeSite(), makeSite({ 'apples.html': apples })];
    const { client } = await startClient({ folders: [first] });
    const uri = pathToFileURL(join(second, 'apples.html')).href;
    const folder = { uri: pathToFileURL(second).href, name: 'second' };
    client.open('apples.html', apples);
    expect((await client.regions('apples.html', 1)).pages).toBe(4);
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'html', version: 1, text: apples } });
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [folder], removed: [] } });
    const message = await client.next<RegionsParams>('templens/regions', params => params.uri === uri);
    expect(message.pages).toBe(1);
    const symbols = { textDocument: { uri } };
    expect(await client.request('textDocument/documentSymbol', symbols)).not.toBeNull();
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [folder] } });
    expect(await client.next<RegionsParams>('templens/regions', params => params.uri === uri)).toMatchObject({
      pages: 0,
      regions: [],
    });
    expect(await client.request('textDocument/documentSymbol', symbols)).toBeNull();
    await client.next('client/unregisterCapability');
    const watched = JSON.stringify([...client.registered.values()]);
    expect(watched).toContain(pathToFileURL(first).href);
    expect(watched).not.toContain(folder.uri);
  });
});

describe('a workspace folder that is removed and added', () => {
  const shown = async (client: LanguageClient): Promise<string[]> => {
    const sites = await client.request<{ site: string; total: number }[]>('workspace/executeCommand', {
      command: 'templens.showGroups',
    });
    return sites.filter(({ total }) => total > 0).map(({ site }) => site);
  };

  test.each([
    ['in one event', [{ added: true, removed: true }]],
    ['in two events', [{ removed: true }, { added: true }]],
    ['in two events of both kinds', Array(2).fill({ added: true, removed: true })],
    [
      'again and again',
      Array(5)
        .fill([{ removed: true }, { added: true }])
        .flat(),
    ],
  ] as [string, { added?: boolean; removed?: boolean }[]][])('%s is open', async (_, events) => {
    const root = makeSite();
    const { client } = await startClient({ folders: [root] });
    const folder = { uri: pathToFileURL(root).href, name: 'site' };
    expect(await shown(client)).toEqual([folder.uri]);
    for (const { added, removed } of events) {
      const event = { added: added ? [folder] : [], removed: removed ? [folder] : [] };
      client.notify('workspace/didChangeWorkspaceFolders', { event });
    }
    expect(await shown(client)).toEqual([folder.uri]);
    // What was closed has ended since.
    await client.request('workspace/executeCommand', { command: 'templens.reindex' });
    expect(await shown(client)).toEqual([folder.uri]);
    client.open('apples.html', apples);
    expect((await client.regions('apples.html', 1)).pages).toBe(4);
  });

  test('is open again after another one was removed in the same event', async () => {
    const [first, second] = [makeSite(), makeSite({ 'apples.html': apples })];
    const { client } = await startClient({ folders: [first, second] });
    const [one, two] = [first, second].map(root => ({ uri: pathToFileURL(root).href, name: root }));
    expect(await shown(client)).toEqual([one!.uri, two!.uri]);
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [one], removed: [one, two] } });
    expect(await shown(client)).toEqual([one!.uri]);
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [two], removed: [] } });
    expect(await shown(client)).toEqual([one!.uri, two!.uri]);
  });
});

describe('a question about all sites', () => {
  const places = (found: { location: { uri: string } }[]) => found.map(({ location }) => location.uri);
  const questions: [what: string, method: string, params: unknown, folders: (answer: never) => string[]][] = [
    ['workspace/symbol', 'workspace/symbol', { query: 'apples' }, found => [...new Set(places(found).map(folderOf))]],
    ['templens.showGroups', 'workspace/executeCommand', { command: 'templens.showGroups' }, sites => sitesOf(sites, 'site')],
    ['templens/overview', 'templens/overview', {}, sites => sitesOf(sites, 'uri')],
  ];
  const folderOf = (uri: string) => uri.slice(0, uri.lastIndexOf('/'));
  const sitesOf = (sites: Record<string, string>[], key: string) => sites.map(site => site[key]!);

  test.each(questions)(
    '%s is answered for the folders that stay, while another one is removed',
    async (_, method, params, folders) => {
      const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`apples${at}.html`, apples]));
      const [first, second] = [makeSite(), makeSite({ 'apples.html': apples, ...many })];
      const { client } = await startClient({ folders: [first, second] });
      const asked = client.request(method, params);
      const removed = [{ uri: pathToFileURL(second).href, name: 'second' }];
      client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed } });
      expect(folders((await asked) as never)).toEqual([pathToFileURL(first).href]);
    },
  );
});

describe('a folder inside another', () => {
  test('is asked about its own files, and both know of an open one', async () => {
    const root = makeSite();
    const { client } = await startClient({ folders: [root, join(root, 'news')] });
    client.open('news/clocks.html', pages['news/clocks.html']!);
    expect((await client.regions('news/clocks.html', 1)).pages).toBe(2);
    const groups = await client.request<{ groups: { pages: string[] }[] }[]>('workspace/executeCommand', {
      command: 'templens.showGroups',
    });
    expect(groups.map(site => site.groups.map(group => group.pages))).toEqual([
      [Object.keys(pages).sort()],
      [['clocks.html', 'dunes.html']],
    ]);
  });
});

describe('progress', () => {
  test('shows the first index from begin to end', async () => {
    const { client } = await startClient({ folders: [makeSite()] });
    const { token } = await client.next<{ token: string }>('window/workDoneProgress/create');
    const value = (kind: string) =>
      client.next<{ token: string; value: { kind: string; title?: string } }>(
        '$/progress',
        params => params.token === token && params.value.kind === kind,
      );
    expect((await value('begin')).value.title).toMatch(/^Templens: reading /);
    await value('end');
  });

  test('is not shown to a client that has none', async () => {
    const { window: _, ...capabilities } = fullCapabilities;
    const { client } = await startClient({ folders: [makeSite()], capabilities });
    await client.request('workspace/executeCommand', { command: 'templens.reindex' });
    expect(client.heard('window/workDoneProgress/create')).toEqual([]);
  });
});
