import { describe, expect, test } from 'vitest';
import type {
  CodeLens,
  Hover,
  InlayHint,
  MarkupContent,
  PublishDiagnosticsParams,
  SymbolInformation,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { driftedSite, rightSite } from './support/drifted-site.ts';
import { startClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

const lines = rightSite['apples.html']!.split('\n');
const lineOf = (text: string) => lines.findIndex(line => line.includes(text));

describe('hover', () => {
  const page = 'dunes.html';
  /** What is said at a place of a page, beside its diagnostics and the regions that hold the place. */
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
    expect(value).toMatch(/Label of `<ul>`: template, \d+% sure[\s\S]*Importance in the site style tree/);
  });

  test('says nothing of importance without', async () => {
    expect((await at(driftedSite[page]!, '<ul')).value).not.toMatch(/sure|Importance/);
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
