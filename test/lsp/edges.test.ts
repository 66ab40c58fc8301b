import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { PublishDiagnosticsParams, WorkspaceDiagnosticReport } from 'vscode-languageserver';
import { makeFolder, writeFiles } from '../site/folder.ts';
import { driftedSite, rightSite, withoutContact } from './support/drifted-site.ts';
import { pullingCapabilities, startClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

const groupsOf = async (client: { request<T>(method: string, params: unknown): Promise<T> }) =>
  client.request<{ site: string; groups: { pages: string[] }[] }[]>('workspace/executeCommand', {
    command: 'templens.showGroups',
  });

describe('a client that pulls the diagnostics of documents', () => {
  test('and never those of the workspace is sent those of closed pages, until it opens them', async () => {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], capabilities: pullingCapabilities });
    client.open('apples.html', driftedSite['apples.html']!);
    const ofDunes = ({ uri }: PublishDiagnosticsParams) => uri === client.uri('dunes.html');
    const published = await client.next<PublishDiagnosticsParams>('textDocument/publishDiagnostics', ofDunes);
    expect(published.diagnostics.map(({ code }) => code)).toEqual(['template/missing-node']);
    client.open('dunes.html', driftedSite['dunes.html']!);
    const takenBack = await client.next<PublishDiagnosticsParams>('textDocument/publishDiagnostics', ofDunes);
    expect(takenBack.diagnostics).toEqual([]);
    client.close('dunes.html');
    expect((await client.next<PublishDiagnosticsParams>('textDocument/publishDiagnostics', ofDunes)).diagnostics).toHaveLength(1);
    expect(client.heard('textDocument/publishDiagnostics')).toEqual([]);
  });

  test('and those of the workspace is sent none, and answered when the server shuts down', async () => {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], capabilities: pullingCapabilities });
    const pull = (previousResultIds: { uri: string; value: string }[]) =>
      client.request<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds });
    const { items } = await pull([]);
    const held = pull(items.map(({ uri, resultId }) => ({ uri, value: resultId! })));
    await new Promise(resolve => setTimeout(resolve, 3500));
    expect(client.heard('textDocument/publishDiagnostics')).toEqual([]);
    await client.shutdown();
    expect(await held).toEqual({ items: [] });
  });
});

describe('a folder with several names', () => {
  test('through a link and with a slash at its end is one site, whatever name a document has', async () => {
    const root = makeSite(rightSite);
    const link = join(makeFolder(), 'site');
    symlinkSync(root, link);
    const { client } = await startClient({ folders: [link, root, `${root}/`] });
    const [site, ...others] = await groupsOf(client);
    expect(others).toEqual([]);
    expect(site!.groups.map(({ pages }) => pages)).toEqual([Object.keys(rightSite).sort()]);
    for (const folder of [link, root]) {
      const uri = pathToFileURL(join(folder, 'apples.html')).href;
      const textDocument = { uri, languageId: 'html', version: 1, text: rightSite['apples.html']! };
      client.notify('textDocument/didOpen', { textDocument });
      expect(await client.next('templens/regions', (params: { uri: string }) => params.uri === uri)).toMatchObject({
        pages: 6,
      });
      client.notify('textDocument/didClose', { textDocument: { uri } });
    }
    const removed = [{ uri: pathToFileURL(link).href, name: 'link' }];
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed } });
    expect(await groupsOf(client)).toHaveLength(1);
  });
});

describe('the vote of an open page', () => {
  /** A site in which one closed page lacks an item of the menu, and another page is open. */
  async function withOpenPage() {
    const root = makeSite({ ...rightSite, 'eels.html': withoutContact(rightSite['eels.html']!) });
    const { client } = await startClient({ folders: [root] });
    const ofEels = (matches: (messages: string[]) => boolean) =>
      client.next<PublishDiagnosticsParams>(
        'textDocument/publishDiagnostics',
        ({ uri, diagnostics }) => uri === client.uri('eels.html') && matches(diagnostics.map(({ message }) => String(message))),
      );
    const message = (part: RegExp) => ofEels(messages => messages.some(message => part.test(message)));
    await message(/5 of 6 pages have it/);
    client.open('ferns.html', rightSite['ferns.html']!);
    await client.regions('ferns.html', 1);
    const save = (text: string, type: 1 | 2) => {
      writeFiles(root, { 'ferns.html': text });
      client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('ferns.html'), type }] });
      client.notify('textDocument/didSave', { textDocument: { uri: client.uri('ferns.html') } });
    };
    return { root, client, ofEels, message, save };
  }

  test('goes when its file is deleted, and comes back when it is saved', async () => {
    const { root, client, message, save } = await withOpenPage();
    rmSync(join(root, 'ferns.html'));
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('ferns.html'), type: 3 }] });
    await message(/4 of 5 pages have it/);
    save(rightSite['ferns.html']!, 1);
    await message(/5 of 6 pages have it/);
  });

  test('is that of its file while a tag is being typed, and that of its text when this is saved', async () => {
    const { client, ofEels, save } = await withOpenPage();
    const halfTyped = withoutContact(rightSite['ferns.html']!).replace('<p>And more', '<p cl<b>And more');
    client.change('ferns.html', 2, { text: halfTyped });
    await client.regions('ferns.html', 2);
    await client.request('workspace/symbol', { query: '' });
    const heard = client.heard('textDocument/publishDiagnostics') as PublishDiagnosticsParams[];
    expect(heard.filter(({ uri }) => uri === client.uri('eels.html'))).toEqual([]);
    save(halfTyped, 2);
    // Too few pages have the item now.
    await ofEels(messages => messages.length === 0);
  });
});

test('a page opened without a folder brings one message, which says what to do', async () => {
  const folder = makeFolder();
  const { client } = await startClient({ folders: [], initialize: { rootUri: null, workspaceFolders: null } });
  for (const name of ['a.html', 'b.html']) client.open(join(folder, name), '<p>Text');
  const { message } = await client.next<{ message: string }>('window/showMessage');
  expect(message).toMatch(
    /^Templens compares the pages of a folder, and the editor named none: open the folder of the site, or put [^.]+\.config\.json [^.]+\.$/,
  );
  expect(await groupsOf(client)).toEqual([]);
  expect(client.heard('window/showMessage')).toEqual([]);
});
