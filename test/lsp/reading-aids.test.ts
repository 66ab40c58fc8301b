import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type {
  CodeLens,
  Hover,
  InlayHint,
  Location,
  MarkupContent,
  PublishDiagnosticsParams,
  SymbolInformation,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { driftedSite, rightSite } from './support/drifted-site.ts';
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
  const text = rightSite['apples.html']!;
  /** The lenses of a text, with the line that each stands above from its place on. */
  async function lensesOf(client: LanguageClient, shown: string): Promise<{ lens: CodeLens; line: string; before: string }[]> {
    const params = { textDocument: { uri: client.uri('apples.html') } };
    const lenses = await client.request<CodeLens[] | null>('textDocument/codeLens', params);
    return (lenses ?? []).map(lens => {
      const line = shown.split('\n')[lens.range.start.line]!;
      const { character } = lens.range.start;
      return { lens, line: line.slice(character), before: line.slice(0, character) };
    });
  }
  async function startWith(shown: string, settings: Record<string, unknown> = {}, capabilities = fullCapabilities) {
    const { client } = await startClient({ folders: [makeSite(rightSite)], settings, capabilities });
    client.open('apples.html', shown);
    return client;
  }

  test('say how many pages share a region, above lines that start with its opening tag', async () => {
    const client = await startWith(text);
    const lenses = await lensesOf(client, text);
    expect(lenses.map(({ line }) => line)).toEqual(['<div id="header">', '<div id="footer">']);
    for (const { lens, before } of lenses) {
      expect(before.trim()).toBe('');
      const { command } = await client.request<CodeLens>('codeLens/resolve', lens);
      expect(command!.title).toMatch(/^Template: shared by \d of 6 pages$/);
    }
  });

  test('never stand in the middle of a line or above an end tag', async () => {
    const joined = text.replace('</main>\n<div id="footer">', '</main><div id="footer">').replace('<body>\n', '<body>');
    expect(await lensesOf(await startWith(joined), joined)).toEqual([]);
  });

  test('stay where they are while the page is typed into', async () => {
    const client = await startWith(text);
    await client.regions('apples.html', 1);
    client.change('apples.html', 2, { text: `\n${text}` });
    const changed = performance.now();
    expect((await lensesOf(client, `\n${text}`)).map(({ line }) => line)).toContain('<div id="footer">');
    expect(performance.now() - changed).toBeGreaterThan(900);
    client.change('apples.html', 3, { text: `\n\n${text}` });
    // An error would take them away in VS Code: the answer waits, and is about the last text.
    const typed = lensesOf(client, `\n\n\n${text}`);
    await sleep(400);
    client.change('apples.html', 4, { text: `\n\n\n${text}` });
    const last = performance.now();
    expect((await typed).map(({ line }) => line)).toContain('<div id="footer">');
    expect(performance.now() - last).toBeGreaterThan(900);
  });

  test('lead to the pages: by a command of the client where it has one, else by one that answers them', async () => {
    const client = await startWith(text);
    const footer = (await lensesOf(client, text)).at(-1)!.lens;
    const { command } = await client.request<CodeLens>('codeLens/resolve', footer);
    expect(command!.command).toBe('templens.showPages');
    const pages = await client.request<Location[]>('workspace/executeCommand', {
      command: command!.command,
      arguments: command!.arguments,
    });
    const others = Object.keys(rightSite).filter(page => page !== 'apples.html');
    expect(pages.map(({ uri }) => uri)).toEqual(others.map(page => client.uri(page)));
    for (const { range } of pages) expect(textIn(rightSite[others[0]!]!, range)).toBe('<div id="footer">');

    const peeking = { ...fullCapabilities, experimental: { templensRegions: true, templensPeek: true } };
    const other = await startWith(text, {}, peeking);
    const [lens] = await lensesOf(other, text);
    expect((await other.request<CodeLens>('codeLens/resolve', lens!.lens)).command!.command).toBe('templens.peekPages');
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
  expect(all[0]).toMatchObject({ name: expect.stringMatching(/ and 5\+? more$/), containerName: '6 pages' });
  const [dunes] = await found('DNS.html');
  expect(dunes).toMatchObject({ name: 'dunes.html', location: { uri: client.uri('dunes.html') } });
  expect(await found('nothing like it')).toEqual([]);
});
