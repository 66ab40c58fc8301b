import { describe, expect, test } from 'vitest';
import type { CodeLens, Hover, InlayHint, MarkupContent, SymbolInformation } from 'vscode-languageserver';
import { describeFindings } from '../../server/src/lsp/describe-findings.ts';
import { driftedSite, rightSite } from './support/drifted-site.ts';
import { startClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

const lines = rightSite['apples.html']!.split('\n');
const lineOf = (text: string) => lines.findIndex(line => line.includes(text));

describe('hover', () => {
  test('over a finding tells it, with what explains it, above the evidence', async () => {
    const { client: drifted } = await startClient({ folders: [makeSite(driftedSite)] });
    drifted.open('dunes.html', driftedSite['dunes.html']!);
    await drifted.regions('dunes.html', 1);
    const rows = driftedSite['dunes.html']!.split('\n');
    const line = rows.findIndex(row => row.includes('About us'));
    const character = rows[line]!.indexOf('</li>') + 2;
    const hover = await drifted.request<Hover>('textDocument/hover', {
      textDocument: { uri: drifted.uri('dunes.html') },
      position: { line, character },
    });
    const { value } = hover.contents as MarkupContent;
    expect(value).toMatch(/^\[template\/missing-node\]\(https:[^)]*\): .*Contact/);
    expect(value).toContain('Importance in the site style tree');
  });

  test('names the normalisers that applied', () => {
    const finding = {
      page: 'a.html',
      start: 0,
      end: 1,
      line: 1,
      column: 1,
      code: 'template/wrong-target',
      severity: 'warning',
      message: 'It leads to <b>.',
      related: [],
      fixable: true,
      identity: 'x',
      normalisers: ['N5', 'N6'],
    } as const;
    const list = [{ ...finding, related: [], normalisers: [...finding.normalisers] }];
    expect(describeFindings(list, 'plaintext')).toBe(
      'template/wrong-target: It leads to <b>.\n\nNot seen as a difference here: relative addresses (N5), index pages and percent-encoding (N6).',
    );
    expect(describeFindings(list, 'markdown')).toContain('It leads to \\<b\\>.');
  });
});

test('code lenses say above larger parts of template how many pages share them', async () => {
  const { client } = await startClient({ folders: [makeSite(rightSite)] });
  client.open('apples.html', rightSite['apples.html']!);
  const lenses = await client.request<CodeLens[]>('textDocument/codeLens', {
    textDocument: { uri: client.uri('apples.html') },
  });
  expect(lenses.length).toBeGreaterThan(0);
  const resolved = await Promise.all(lenses.map(lens => client.request<CodeLens>('codeLens/resolve', lens)));
  expect(resolved[0]!.range.start.line).toBe(lineOf('<!DOCTYPE') + 1);
  for (const { command } of resolved) expect(command!.title).toMatch(/^Template: shared by \d of 6 pages$/);
});

test('inlay hints name the holes of the template where their content begins', async () => {
  const { client } = await startClient({ folders: [makeSite(rightSite)] });
  client.open('apples.html', rightSite['apples.html']!);
  const hints = (first: number, last: number) =>
    client.request<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri: client.uri('apples.html') },
      range: { start: { line: first, character: 0 }, end: { line: last, character: 0 } },
    });
  const all = await hints(0, lines.length);
  expect(all.map(({ label }) => label)).toContain('title:');
  const title = all.find(({ label }) => label === 'title:')!;
  expect(lines[title.position.line]!.slice(title.position.character)).toMatch(/^Apples/);
  expect(await hints(title.position.line + 1, title.position.line + 1)).toEqual([]);
});

test('workspace symbols are pages and layouts', async () => {
  const { client } = await startClient({ folders: [makeSite(rightSite)] });
  const found = (query: string) => client.request<SymbolInformation[]>('workspace/symbol', { query });
  const all = await found('');
  const names = all.map(({ name }) => name);
  expect(names.slice(1)).toEqual(Object.keys(rightSite).sort());
  expect(all[0]).toMatchObject({ name: expect.stringMatching(/ and 5\+? more$/), containerName: '6 pages' });
  const [dunes] = await found('DNS.html');
  expect(dunes).toMatchObject({ name: 'dunes.html', location: { uri: client.uri('dunes.html') } });
  expect(await found('nothing like it')).toEqual([]);
});
