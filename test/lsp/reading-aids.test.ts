import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type {
  CodeLens,
  Command,
  Hover,
  InlayHint,
  Location,
  MarkupContent,
  PublishDiagnosticsParams,
  SymbolInformation,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { driftedSite, rightSite, withoutContact } from './support/drifted-site.ts';
import { fullCapabilities, type LanguageClient, startClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

const lines = rightSite['apples.html']!.split('\n');

describe('hover', () => {
  const page = 'dunes.html';
  /** The hover at a place of a page, and the messages of its diagnostics. */
  async function at(text: string, place: string, settings: Record<string, unknown> = {}) {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], settings });
    client.open(page, text);
    const position = TextDocument.create('', 'html', 1, text).positionAt(text.indexOf(place) + 1);
    const { diagnostics } = await client.next<PublishDiagnosticsParams>(
      'textDocument/publishDiagnostics',
      params => params.uri === client.uri(page) && params.version === 1,
    );
    const hover = await client.request<Hover>('textDocument/hover', { textDocument: { uri: client.uri(page) }, position });
    return { value: (hover.contents as MarkupContent).value, messages: diagnostics.map(({ message }) => message) };
  }

  test("over what deviates says so, with the template's version beside this page's, and does not repeat the finding", async () => {
    const { value, messages } = await at(rightSite[page]!.replace('About us', 'Abuot us'), 'Abuot');
    expect(messages).toEqual([expect.stringContaining('“Abuot us” here; “About us” on 5 of 6 pages')]);
    expect(value.replace(/\[\w+\.html:13\]\(file:[^)]*\.html#L13,27\)/, 'EXAMPLE')).toBe(
      [
        '**Deviating** · header, version of 1 of 6 pages',
        '```diff\n- About us\n+ Abuot us\n```',
        '`-` on 5 of 6 pages, such as EXAMPLE; `+` on this page',
      ].join('\n\n'),
    );
    expect(value).not.toContain(messages[0]);
  });

  test('over a place where something is missing shows it, below a verdict that is the same as on other pages', async () => {
    const { value, messages } = await at(driftedSite[page]!, '/li>\n</ul>');
    expect(messages).toEqual([expect.stringContaining('Contact')]);
    expect(value).toMatch(/^\*\*Template\*\* · header/);
    expect(value).toMatch(/\nMissing here; on 5 of 6 pages, such as \[\w+\.html:\d+\]/);
    expect(value).toMatch(/```html\n<li><a href="\/contact\.html">Contact<\/a><\/li>\n```$/);
  });

  test.each([{ 'hover.details': true }, { hover: { details: true } }])('says what decides the label with %j', async settings => {
    const { value } = await at(driftedSite[page]!, '<ul', settings);
    expect(value).toMatch(
      /Label of `<ul>`: template, \d+% sure\n- The same element on 6 of 6 pages of the site[\s\S]*Importance in the site style tree/,
    );
  });

  test('does not say it by default', async () => {
    expect((await at(driftedSite[page]!, '<ul')).value).not.toMatch(/sure|Importance/);
  });
});

describe('code lenses', () => {
  const page = 'dunes.html';
  /** The only page without the last item of the menu. */
  const text = driftedSite[page]!;
  async function startWith(shown: string, capabilities = fullCapabilities) {
    const { client } = await startClient({ folders: [makeSite(driftedSite)], capabilities });
    client.open(page, shown);
    return client;
  }
  /** The titles of the lenses, with the line that each stands above. */
  async function lensesOf(client: LanguageClient, shown: string): Promise<{ title: string; line: string; command: Command }[]> {
    const params = { textDocument: { uri: client.uri(page) } };
    const lenses = await client.request<CodeLens[]>('textDocument/codeLens', params);
    // An editor keeps an empty row for a lens without a title.
    return lenses.map(({ range, command }) => ({
      title: command!.title,
      line: shown.split('\n')[range.start.line]!,
      command: command!,
    }));
  }

  test('say of which parts the page has a rare version, with their titles, and nothing of others', async () => {
    const lenses = await lensesOf(await startWith(text), text);
    expect(lenses.map(({ title, line }) => [title, line])).toEqual([
      ['header: rare version, 1 of 6 pages: show the others', '<div id="header">'],
    ]);
    expect(await lensesOf(await startWith(rightSite[page]!), rightSite[page]!)).toEqual([]);
  });

  test('lead to a comparison with the most common version by a command of the client where it has one', async () => {
    const client = await startWith(text, { ...fullCapabilities, experimental: { templensRegions: true, templensCompare: true } });
    const [lens] = await lensesOf(client, text);
    expect(lens!.title).toBe('header: rare version, 1 of 6 pages: compare');
    const { parts } = await client.regions(page, 1);
    const { id, name } = parts.find(({ name }) => name === 'header')!;
    expect(lens!.command).toMatchObject({
      command: 'templens.compareVersions',
      arguments: [client.uri(page), id, name, client.uri('apples.html')],
    });
  });

  test('lead to the other pages by a command that answers them for other clients', async () => {
    const client = await startWith(text);
    const { command } = (await lensesOf(client, text))[0]!;
    expect(command.command).toBe('templens.showPages');
    const pages = await client.request<Location[]>('workspace/executeCommand', {
      command: command.command,
      arguments: command.arguments,
    });
    expect(pages.map(({ uri }) => uri)).toEqual(Object.keys(rightSite).flatMap(name => (name === page ? [] : client.uri(name))));
    for (const { range } of pages) expect(textIn(rightSite['apples.html']!, range)).toBe('<div id="header">');
  });

  test('stay where they are while the page is typed into', async () => {
    const client = await startWith(text);
    await client.regions(page, 1);
    client.change(page, 2, { text: `\n${text}` });
    const changed = performance.now();
    expect((await lensesOf(client, `\n${text}`)).map(({ line }) => line)).toEqual(['<div id="header">']);
    expect(performance.now() - changed).toBeGreaterThan(900);
    client.change(page, 3, { text: `\n\n${text}` });
    // An error would take them away in VS Code: the answer waits, and is about the last text.
    const typed = lensesOf(client, `\n\n\n${text}`);
    await sleep(400);
    client.change(page, 4, { text: `\n\n\n${text}` });
    const last = performance.now();
    expect((await typed).map(({ line }) => line)).toEqual(['<div id="header">']);
    expect(performance.now() - last).toBeGreaterThan(900);
  });

  test('are requested again when another page changes what is rare', async () => {
    const refreshing = { ...fullCapabilities, workspace: { ...fullCapabilities.workspace, codeLens: { refreshSupport: true } } };
    const client = await startWith(text, refreshing);
    expect(await lensesOf(client, text)).toHaveLength(1);
    client.open('apples.html', withoutContact(rightSite['apples.html']!));
    client.open('bridges.html', withoutContact(rightSite['bridges.html']!));
    await client.next('workspace/codeLens/refresh');
    await expect.poll(() => lensesOf(client, text), { timeout: 10_000 }).toEqual([]);
  });
});

describe('settings', () => {
  test.each([
    ['codeLens', 'textDocument/codeLens'],
    ['inlayHints', 'textDocument/inlayHint'],
    ['outline', 'textDocument/documentSymbol'],
    ['folding', 'textDocument/foldingRange'],
  ])('%s switches %s off and on', async (setting, method) => {
    const { client } = await startClient({ folders: [makeSite(rightSite)], settings: { [setting]: false } });
    client.open('apples.html', rightSite['apples.html']!);
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const ask = () => client.request<unknown[] | null>(method, { textDocument: { uri: client.uri('apples.html') }, range });
    expect(await ask()).toBeNull();
    client.settings = { [setting]: true };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    await expect.poll(ask).not.toBeNull();
  });

  test('inlay hints are off by default', async () => {
    const { client } = await startClient({ folders: [makeSite(rightSite)] });
    client.open('apples.html', rightSite['apples.html']!);
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    expect(
      await client.request('textDocument/inlayHint', { textDocument: { uri: client.uri('apples.html') }, range }),
    ).toBeNull();
  });
});

function textIn(text: string, range: Location['range']): string {
  return TextDocument.create('', 'html', 1, text).getText(range);
}

test('inlay hints name the holes of the template where their content begins', async () => {
  const { client } = await startClient({ folders: [makeSite(rightSite)], settings: { inlayHints: true } });
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
  expect(all[0]).toMatchObject({ name: expect.stringMatching(/^pages like /), containerName: '6 pages' });
  const [dunes] = await found('DNS.html');
  expect(dunes).toMatchObject({ name: 'dunes.html', location: { uri: client.uri('dunes.html') } });
  expect(await found('nothing like it')).toEqual([]);
});
