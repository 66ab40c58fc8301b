import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RegionsParams } from 'templens-shared/protocol';
import { describe, expect, test } from 'vitest';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver';
import { writeFiles } from '../site/folder.ts';
import { driftedSite, rightSite, withoutContact } from './support/drifted-site.ts';
import { fullCapabilities, type LanguageClient, startClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

const capabilities = {
  ...fullCapabilities,
  textDocument: {
    ...fullCapabilities.textDocument,
    publishDiagnostics: { versionSupport: true, relatedInformation: true, codeDescriptionSupport: true, dataSupport: true },
  },
};

const published = (client: LanguageClient, path: string, matches: (params: PublishDiagnosticsParams) => boolean = () => true) =>
  client.next<PublishDiagnosticsParams>(
    'textDocument/publishDiagnostics',
    params => params.uri === client.uri(path) && matches(params),
  );
const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);

/** The texts that the diagnostics mark. */
function markedIn(text: string, diagnostics: readonly Diagnostic[]): string[] {
  const lines = text.split('\n');
  return diagnostics.map(({ range }) => {
    expect(range.start.line).toBe(range.end.line);
    return lines[range.start.line]!.slice(range.start.character, range.end.character);
  });
}

describe('findings that are published', () => {
  test('are reported of closed pages, with all that explains them, once the first index is complete', async () => {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], capabilities });
    const { diagnostics, version } = await published(client, 'dunes.html');
    expect(version).toBeUndefined();
    expect(diagnostics).toEqual([
      {
        range: expect.anything(),
        severity: 2,
        source: 'templens',
        code: 'template/missing-node',
        codeDescription: { href: expect.stringMatching(/^file:.*\/docs\/checks\/template-missing-node\.md$/) },
        message: expect.stringMatching(/Contact.*5 of 6/),
        relatedInformation: [
          { location: { uri: expect.stringMatching(/\.html$/), range: expect.anything() }, message: expect.any(String) },
        ],
        data: { page: 'dunes.html', identity: expect.any(String), fixable: true },
      },
    ]);
    const [related] = diagnostics[0]!.relatedInformation!;
    expect(markedIn(rightSite['apples.html']!, [{ range: related!.location.range, message: '' }])).toEqual([
      '<li><a href="/contact.html">Contact</a></li>',
    ]);
    expect(client.heard('textDocument/publishDiagnostics')).toEqual([]);
  });

  test('follow edits of the open page with its version, and go when it is fixed', async () => {
    const { client } = await startClient({ folders: [makeSite(rightSite)], capabilities });
    client.open('dunes.html', rightSite['dunes.html']!);
    await client.regions('dunes.html', 1);
    client.change('dunes.html', 2, { text: driftedSite['dunes.html'] });
    expect(codes((await published(client, 'dunes.html', ({ version }) => version === 2)).diagnostics)).toEqual([
      'template/missing-node',
    ]);
    client.change('dunes.html', 3, { text: rightSite['dunes.html'] });
    expect((await published(client, 'dunes.html', ({ version }) => version === 3)).diagnostics).toEqual([]);
  });

  test('mark what deviates in the regions of the open page', async () => {
    const { client } = await startClient({ folders: [makeSite(rightSite)], capabilities });
    client.open('dunes.html', rightSite['dunes.html']!);
    await client.regions('dunes.html', 1);
    const typo = rightSite['dunes.html']!.replace('About us', 'Abuot us');
    client.change('dunes.html', 2, { text: typo });
    const { regions } = await client.next<RegionsParams>(
      'templens/regions',
      params => params.version === 2 && params.regions.some(({ kind }) => kind === 'deviating'),
    );
    const deviating = regions.filter(({ kind }) => kind === 'deviating').map(({ range }) => ({ range, message: '' }));
    expect(markedIn(typo, deviating).join()).toContain('Abuot us');
  });

  test('on other pages come after an edit, and only where they changed', async () => {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], capabilities });
    await published(client, 'dunes.html');
    client.open('apples.html', rightSite['apples.html']!);
    await client.regions('apples.html', 1);
    client.change('apples.html', 2, { text: withoutContact(rightSite['apples.html']!) });
    // Four of six agree no more, so nobody deviates.
    expect((await published(client, 'dunes.html')).diagnostics).toEqual([]);
    expect(client.heard('textDocument/publishDiagnostics')).toEqual([]);
  });

  test('are taken back from an open document that the settings exclude', async () => {
    const root = makeSite(driftedSite);
    const { client } = await startClient({ folders: [root], capabilities });
    await published(client, 'dunes.html');
    client.open('dunes.html', driftedSite['dunes.html']!);
    await client.regions('dunes.html', 1);
    writeFiles(root, { 'templens.config.json': '{ "exclude": ["dunes.html"] }' });
    const uri = pathToFileURL(join(root, 'templens.config.json')).href;
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
    expect((await published(client, 'dunes.html', ({ diagnostics }) => diagnostics.length === 0)).diagnostics).toEqual([]);
  });

  test('stay as they are while a tag is being typed', async () => {
    const root = makeSite(driftedSite);
    const { client } = await startClient({ folders: [root], capabilities });
    await published(client, 'dunes.html');
    const text = driftedSite['dunes.html']!;
    client.open('dunes.html', text);
    await client.regions('dunes.html', 1);
    client.change('dunes.html', 2, { text: text.replace('<p>And more', '<div cla<p>And more') });
    await client.regions('dunes.html', 2);
    client.change('dunes.html', 3, { text: text.replace('<p>And more', '<div class="x"></div>\n<!-- <p>And more') });
    await client.regions('dunes.html', 3);
    client.change('dunes.html', 4, { text: rightSite['dunes.html'] });
    const { diagnostics } = await published(client, 'dunes.html', ({ version }) => version === 4);
    expect(diagnostics).toEqual([]);
    const between = client.heard('textDocument/publishDiagnostics') as PublishDiagnosticsParams[];
    expect(between.filter(({ version }) => version === 2 || version === 3)).toEqual([]);
  });

  test('are those of the last text, however fast it is typed', async () => {
    const { client } = await startClient({ folders: [makeSite(rightSite)], capabilities });
    const text = rightSite['dunes.html']!;
    client.open('dunes.html', text);
    await client.regions('dunes.html', 1);
    // The difference stands before what is typed, so that it is found at the same place in every version.
    const drifted = driftedSite['dunes.html']!;
    const last = 40;
    for (let version = 2; version <= last; version++) {
      client.change('dunes.html', version, { text: drifted.replace('is its own', `is its own ${'x'.repeat(version)}`) });
      if (version % 5 === 0) await new Promise(resolve => setImmediate(resolve));
    }
    const { version, diagnostics } = await published(client, 'dunes.html', params => params.diagnostics.length > 0);
    expect(version).toBeLessThanOrEqual(last);
    expect(codes(diagnostics)).toContain('template/missing-node');
  });

  test('follow files on disk, and go with their page', async () => {
    const root = makeSite(rightSite);
    const { client } = await startClient({ folders: [root], capabilities });
    await client.request('workspace/executeCommand', { command: 'templens.reindex' });
    writeFiles(root, { 'dunes.html': driftedSite['dunes.html']! });
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('dunes.html'), type: 2 }] });
    expect(codes((await published(client, 'dunes.html')).diagnostics)).toEqual(['template/missing-node']);
    rmSync(join(root, 'dunes.html'));
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('dunes.html'), type: 3 }] });
    expect((await published(client, 'dunes.html')).diagnostics).toEqual([]);
  });

  test('name the template’s version in the message for a client that shows nothing else', async () => {
    const { client } = await startClient({ folders: [makeSite(driftedSite)] });
    const [finding] = (await published(client, 'dunes.html')).diagnostics;
    expect(finding).not.toHaveProperty('relatedInformation');
    expect(finding).not.toHaveProperty('codeDescription');
    expect(finding!.message).toMatch(/\(\w+\.html: /);
  });

  test('are at the right place for a client that counts bytes', async () => {
    const files = Object.fromEntries(
      Object.entries(rightSite).map(([path, text]) => [path, text.replace('<li><a href="/about', '<li>é 😀 <a href="/about')]),
    );
    const broken = { ...files, 'dunes.html': files['dunes.html']!.replace('About us', 'Abuot us') };
    const { client } = await startClient({
      folders: [makeSite(broken)],
      capabilities: { ...capabilities, general: { positionEncodings: ['utf-8'] } },
    });
    const { diagnostics } = await published(client, 'dunes.html');
    const lines = broken['dunes.html']!.split('\n').map(line => Buffer.from(line));
    const marks = diagnostics.map(({ range }) =>
      lines[range.start.line]!.subarray(range.start.character, range.end.character).toString(),
    );
    expect(marks).toEqual(['Abuot us']);
  });

  test('of closed pages come and go with the setting', async () => {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], capabilities, settings: { diagnostics: 'open' } });
    client.open('apples.html', rightSite['apples.html']!);
    await client.regions('apples.html', 1);
    await client.request('workspace/executeCommand', { command: 'templens.reindex' });
    client.open('dunes.html', driftedSite['dunes.html']!);
    expect(codes((await published(client, 'dunes.html')).diagnostics)).toEqual(['template/missing-node']);
    client.close('dunes.html');
    expect((await published(client, 'dunes.html')).diagnostics).toEqual([]);
    client.settings = { diagnostics: 'workspace' };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    expect(codes((await published(client, 'dunes.html')).diagnostics)).toEqual(['template/missing-node']);
    client.settings = { diagnostics: 'off' };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    expect((await published(client, 'dunes.html')).diagnostics).toEqual([]);
  });

  test('of open pages are shown if the setting changes before the first index is complete', async () => {
    const more = Array.from({ length: 60 }, (_, at) => [`more/${at}.html`, rightSite['apples.html']!] as const);
    const { client } = await startClient({
      folders: [makeSite({ ...driftedSite, ...Object.fromEntries(more) })],
      capabilities,
      settings: { diagnostics: 'workspace' },
    });
    client.open('dunes.html', driftedSite['dunes.html']!);
    client.settings = { diagnostics: 'open' };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    const isFound = ({ diagnostics }: PublishDiagnosticsParams) => codes(diagnostics).includes('template/missing-node');
    await published(client, 'dunes.html', isFound);
  });

  test('obey severities and rules as they change', async () => {
    const { client } = await startClient({
      folders: [makeSite(driftedSite)],
      capabilities,
      settings: { checks: { 'template/missing-node': 'error' } },
    });
    expect((await published(client, 'dunes.html')).diagnostics).toMatchObject([{ severity: 1 }]);
    client.settings = { checks: { 'template/missing-node': 'off' } };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    expect((await published(client, 'dunes.html')).diagnostics).toEqual([]);
  });

  test('go with their workspace folder', async () => {
    const root = makeSite(driftedSite);
    const { client } = await startClient({ folders: [root], capabilities });
    await published(client, 'dunes.html');
    const folder = { uri: pathToFileURL(root).href, name: 'site' };
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [folder] } });
    expect((await published(client, 'dunes.html')).diagnostics).toEqual([]);
  });
});

describe('the configuration file', () => {
  test('shows its mistakes at the whole key or value', async () => {
    const text =
      '{\n  "checks": { "template/stale-yaer": "off", "page/no-template": "loud" },\n  "ignore": [{ "selector": "div[" }]\n}\n';
    const { client } = await startClient({ folders: [makeSite({ ...rightSite, 'templens.config.json': text })], capabilities });
    const { diagnostics } = await published(client, 'templens.config.json');
    expect(markedIn(text, diagnostics)).toEqual(['"template/stale-yaer"', '"loud"', '"div["']);
    expect(new Set(codes(diagnostics))).toEqual(new Set(['templens/config']));
    expect(diagnostics[0]).toMatchObject({ severity: 1, message: expect.stringContaining('template/stale-year') });
    // The server goes on, and says with what.
    expect(diagnostics[2]!.message).toMatch(/must be a CSS selector, .* It is ignored\.$/);
  });

  test('shows the entries that have no effect, until they have one', async () => {
    const text =
      '{\n  "ignore": [{ "pages": ["old/**"] }],\n  "layouts": [{ "pages": ["dunes.html", "new/**"], "same": true }],\n  "parts": [{ "name": "banner", "select": "#banner" }]\n}\n';
    const { client } = await startClient({ folders: [makeSite({ ...rightSite, 'templens.config.json': text })], capabilities });
    const { diagnostics } = await published(client, 'templens.config.json', params => params.diagnostics.length === 3);
    expect(markedIn(text, diagnostics)).toEqual([
      '{ "pages": ["old/**"] }',
      '"new/**"',
      '{ "name": "banner", "select": "#banner" }',
    ]);
    expect(new Set(codes(diagnostics))).toEqual(new Set(['templens/unused-ignore']));
    client.open('new/page.html', rightSite['dunes.html']!.replace('<body>', '<body><div id="banner">Now</div>'));
    const left = await published(client, 'templens.config.json', params => params.diagnostics.length < 3);
    expect(markedIn(text, left.diagnostics)).not.toContain('"new/**"');
  });
});
