import { describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import type { DocumentDiagnosticReport, FullDocumentDiagnosticReport, WorkspaceDiagnosticReport } from 'vscode-languageserver';
import { driftedSite, rightSite, withoutContact } from './support/drifted-site.ts';
import { type LanguageClient, pullingCapabilities, startClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

const pull = (client: LanguageClient, path: string, previousResultId?: string) =>
  client.request<DocumentDiagnosticReport>('textDocument/diagnostic', {
    textDocument: { uri: client.uri(path) },
    identifier: 'templens',
    ...(previousResultId !== undefined && { previousResultId }),
  });
const pullAll = (client: LanguageClient, known: { uri: string; value: string }[] = [], ...rest: unknown[]) =>
  client.request<WorkspaceDiagnosticReport>(
    'workspace/diagnostic',
    { identifier: 'templens', previousResultIds: known },
    ...rest,
  );
const codesIn = (report: DocumentDiagnosticReport) => (report as FullDocumentDiagnosticReport).items.map(({ code }) => code);

describe('findings that are pulled', () => {
  test('are offered to a client that can be reported to pull again, and to no other', async () => {
    const pulling = await startClient({ folders: [makeSite(rightSite)], capabilities: pullingCapabilities });
    expect(pulling.result.capabilities.diagnosticProvider).toEqual({
      identifier: 'templens',
      interFileDependencies: true,
      workspaceDiagnostics: true,
    });
    const { diagnostics: _, ...workspace } = pullingCapabilities.workspace!;
    const published = await startClient({ folders: [makeSite(rightSite)], capabilities: { ...pullingCapabilities, workspace } });
    expect(published.result.capabilities.diagnosticProvider).toBeUndefined();
  });

  test('are those of the text of that moment, and unchanged where they are', async () => {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], capabilities: pullingCapabilities });
    const text = driftedSite['dunes.html']!;
    client.open('dunes.html', text);
    const first = await pull(client, 'dunes.html');
    expect(codesIn(first)).toEqual(['template/missing-node']);
    expect(await pull(client, 'dunes.html', first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    client.change('dunes.html', 2, { text: text.replace('The text of Dunes', 'The words of Dunes') });
    expect(await pull(client, 'dunes.html', first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    client.change('dunes.html', 3, { text: rightSite['dunes.html'] });
    expect(await pull(client, 'dunes.html', first.resultId)).toMatchObject({ kind: 'full', items: [] });
    expect(client.heard('textDocument/publishDiagnostics')).toEqual([]);
  });

  test('of the workspace come when there are some, then only what changed', async () => {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], capabilities: pullingCapabilities });
    const { items } = await pullAll(client);
    expect(items.map(({ uri, version }) => ({ uri, version }))).toEqual([{ uri: client.uri('dunes.html'), version: null }]);
    expect(codesIn(items[0]!)).toEqual(['template/missing-node']);
    const known = items.map(({ uri, resultId }) => ({ uri, value: resultId! }));
    const held = pullAll(client, known);
    client.open('apples.html', rightSite['apples.html']!);
    await pull(client, 'apples.html');
    client.change('apples.html', 2, { text: withoutContact(rightSite['apples.html']!) });
    const next = await held;
    expect(next.items.map(({ uri }) => uri)).toEqual([client.uri('dunes.html')]);
    expect(codesIn(next.items[0]!)).toEqual([]);
  });

  test('of the workspace are held open while nothing changes, until the client has enough', async () => {
    const { client } = await startClient({ folders: [makeSite(rightSite)], capabilities: pullingCapabilities });
    const enough = new CancellationTokenSource();
    const held = pullAll(client, [], enough.token);
    expect(await client.request('workspace/executeCommand', { command: 'templens.reindex' })).toEqual({ pages: 6 });
    enough.cancel();
    expect(await held).toEqual({ items: [] });
  });

  test('of another open page are to be pulled again when an edit changed them', async () => {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], capabilities: pullingCapabilities });
    client.open('dunes.html', driftedSite['dunes.html']!);
    client.open('apples.html', rightSite['apples.html']!);
    expect(codesIn(await pull(client, 'dunes.html'))).toEqual(['template/missing-node']);
    client.change('apples.html', 2, { text: withoutContact(rightSite['apples.html']!) });
    await client.next('workspace/diagnostic/refresh');
    expect(codesIn(await pull(client, 'dunes.html'))).toEqual([]);
  });

  test('a document that is not a page has none', async () => {
    const { client } = await startClient({ folders: [makeSite(rightSite)], capabilities: pullingCapabilities });
    client.open('notes.txt', 'No page.');
    expect(await pull(client, 'notes.txt')).toMatchObject({ kind: 'full', items: [] });
  });
});
