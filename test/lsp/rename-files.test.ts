import { describe, expect, test } from 'vitest';
import type { ClientCapabilities, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { fullCapabilities, startClient } from './support/language-client.ts';
import { makeSite, page } from './support/site.ts';

const files: Record<string, string> = {
  'apples.html': page('Apples', '<p>See <a href="news/clocks.html#old">clocks</a> and <a href="bridges.html">bridges</a>.</p>'),
  'bridges.html': page('Bridges', '<p>No link but the <a href="news/">news</a>.</p>'),
  'news/index.html': page('News', '<p><a href="clocks.html">Clocks</a>, <a href="../apples.html">apples</a>.</p>'),
  'news/clocks.html': page('Clocks', '<p>Also: <a href="../apples.html?ripe">apples</a>.</p>'),
};

const previewing: ClientCapabilities = {
  ...fullCapabilities,
  workspace: {
    ...fullCapabilities.workspace,
    fileOperations: { willRename: true },
    workspaceEdit: { documentChanges: true, changeAnnotationSupport: { groupsOnLabel: true } },
  },
};

async function renamed(from: string, to: string, capabilities = previewing) {
  const { client, result } = await startClient({ folders: [makeSite(files)], capabilities });
  client.open('apples.html', files['apples.html']!, 3);
  const move = { oldUri: client.uri(from), newUri: client.uri(to) };
  const edit = await client.request<WorkspaceEdit | null>('workspace/willRenameFiles', { files: [move] });
  const changes = (edit?.documentChanges ?? []) as TextDocumentEdit[];
  const after = Object.fromEntries(
    changes.map(({ textDocument, edits }) => {
      const path = Object.keys(files).find(name => client.uri(name) === textDocument.uri)!;
      return [path, TextDocument.applyEdits(TextDocument.create('', 'html', 0, files[path]!), edits as TextEdit[])];
    }),
  );
  return { client, result, edit, after, versions: changes.map(({ textDocument }) => textDocument.version) };
}

describe('workspace/willRenameFiles', () => {
  test('is asked for files and folders', async () => {
    const { result } = await renamed('apples.html', 'fruit.html');
    expect(result.capabilities.workspace?.fileOperations?.willRename?.filters).toEqual([
      { scheme: 'file', pattern: { glob: '**/*.*', matches: 'file' } },
      { scheme: 'file', pattern: { glob: '**/*', matches: 'folder' } },
    ]);
  });

  test('a page: links of all pages to it, and its own, with versions and after a preview', async () => {
    const { edit, after, versions } = await renamed('news/clocks.html', 'museum.html');
    expect(after).toEqual({
      'apples.html': files['apples.html']!.replace('news/clocks.html#old', 'museum.html#old'),
      'news/index.html': files['news/index.html']!.replace('"clocks.html"', '"../museum.html"'),
      'news/clocks.html': files['news/clocks.html']!.replace('../apples.html?ripe', 'apples.html?ripe'),
    });
    expect(versions).toEqual([3, null, null]);
    expect(edit?.changeAnnotations).toEqual({
      templens: { label: 'Update links', description: '3 links on 3 pages', needsConfirmation: true },
    });
  });

  test.each([
    ['news/../news/clocks.html', 'museum.html'],
    ['news/clocks.html', 'news/../museum.html'],
    ['news/%2e%2e/news/clocks.html', 'news/./../museum.html'],
  ])('a page whose path has .. in it: %s to %s', async (from, to) => {
    const { client } = await startClient({ folders: [makeSite(files)], capabilities: previewing });
    const edit = (oldUri: string, newUri: string) =>
      client.request<WorkspaceEdit | null>('workspace/willRenameFiles', { files: [{ oldUri, newUri }] });
    const plain = await edit(client.uri('news/clocks.html'), client.uri('museum.html'));
    expect(plain?.documentChanges).toHaveLength(3);
    const root = client.uri('');
    expect(await edit(`${root}/${from}`, `${root}/${to}`)).toEqual(plain);
  });

  test('a page that leaves the site by .. is not one that is moved within it', async () => {
    const { client } = await startClient({ folders: [makeSite(files)], capabilities: previewing });
    const move = { oldUri: client.uri('news/clocks.html'), newUri: `${client.uri('')}/news/../../museum.html` };
    expect(await client.request('workspace/willRenameFiles', { files: [move] })).toBeNull();
  });

  test('a folder, whatever slash its name ends with', async () => {
    for (const slash of ['', '/']) {
      const { after } = await renamed(`news${slash}`, `archive/2024${slash}`);
      expect(after).toEqual({
        'apples.html': files['apples.html']!.replace('news/clocks', 'archive/2024/clocks'),
        'bridges.html': files['bridges.html']!.replace('news/', 'archive/2024/'),
        'news/index.html': files['news/index.html']!.replace('../apples', '../../apples'),
        'news/clocks.html': files['news/clocks.html']!.replace('../apples', '../../apples'),
      });
    }
  });

  test('nothing to edit is answered with null: a file without links to it, a place out of the site', async () => {
    for (const [from, to] of [
      ['notes.txt', 'readme.txt'],
      ['apples.html', '../apples.html'],
      ['../other/a.html', 'a.html'],
    ] as const)
      expect((await renamed(from, to)).edit, from).toBeNull();
  });

  test('a client without versions gets plain changes', async () => {
    const { client, edit } = await renamed('bridges.html', 'spans.html', fullCapabilities);
    expect(edit).toEqual({ changes: { [client.uri('apples.html')]: [expect.objectContaining({ newText: 'spans.html' })] } });
  });
});
