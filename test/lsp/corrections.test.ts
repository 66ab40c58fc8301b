import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type {
  ClientCapabilities,
  CodeAction,
  CreateFile,
  Hover,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { fullCapabilities, startClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

const pages: Record<string, string> = Object.fromEntries(framedSite(12).map(page => [page.path, textOf(page)]));
const [page, other] = Object.keys(pages) as [string, string];
const text = pages[page]!;
const config = 'templens.config.json';

const capabilities: ClientCapabilities = {
  ...fullCapabilities,
  workspace: {
    ...fullCapabilities.workspace,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'], changeAnnotationSupport: { groupsOnLabel: true } },
  },
  textDocument: {
    ...fullCapabilities.textDocument,
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor.rewrite'] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
  },
};

const odd = '<html><body><center><table><tr><td><h2>Old page</h2></table></center></body></html>';

async function startWith(files: Record<string, string> = {}) {
  const root = makeSite({ ...framedSiteFiles, ...pages, 'odd.html': odd, ...files });
  const { client } = await startClient({ folders: [root], capabilities });
  client.open(page, text, 3);
  const uri = client.uri(page);
  const rangeOf = (words: string) => {
    const document = TextDocument.create(uri, 'html', 3, text);
    const position = document.positionAt(text.indexOf(words) + 1);
    return { start: position, end: position };
  };
  const actionsAt = async (words: string, triggerKind: 1 | 2 = 1): Promise<CodeAction[]> => {
    const context = { diagnostics: [], only: ['refactor.rewrite.templens'], triggerKind };
    return (
      (await client.request<CodeAction[] | null>('textDocument/codeAction', {
        textDocument: { uri },
        range: rangeOf(words),
        context,
      })) ?? []
    );
  };
  const resolve = async (action: CodeAction) => (await client.request<CodeAction>('codeAction/resolve', action)).edit!;
  const hoverAt = async (words: string) =>
    JSON.stringify(
      (await client.request<Hover>('textDocument/hover', { textDocument: { uri }, position: rangeOf(words).start })).contents,
    );
  const before = files[config] ?? '';
  /** The configuration file with an edit made. */
  const edited = ({ documentChanges = [] }: WorkspaceEdit): string => {
    const edit = documentChanges.at(-1) as TextDocumentEdit;
    expect(edit.textDocument.uri).toBe(client.uri(config));
    return TextDocument.applyEdits(TextDocument.create('', 'json', 0, before), edit.edits as TextEdit[]);
  };
  return { client, root, actionsAt, resolve, hoverAt, edited };
}

describe('what a user can say about a node', () => {
  test('is offered by where it is to hold, when the user asks', async () => {
    const { actionsAt } = await startWith();
    const titles = (await actionsAt('<main')).map(({ title }) => title);
    expect(titles).toEqual([
      expect.stringMatching(/^This <main> is (content|template) on all 12 pages of .*$/),
      expect.stringMatching(/^This <main> is (content|template) on all 13 pages of the site$/),
      expect.stringMatching(/^This <main> is (content|template) on this page only$/),
      'This page has a layout of its own',
    ]);
    expect(await actionsAt('<main', 2)).toEqual([]);
  });

  test('is written to the configuration file, which is created, after a preview that names the most different pages', async () => {
    const { actionsAt, resolve, edited, client } = await startWith();
    const edit = await resolve((await actionsAt('<nav'))[0]!);
    expect(edit.documentChanges![0] as CreateFile).toEqual({
      kind: 'create',
      uri: client.uri(config),
      options: { ignoreIfExists: true },
    });
    const { labels } = JSON.parse(edited(edit));
    expect(labels).toEqual([{ select: expect.any(String), layout: expect.any(String), label: 'content' }]);
    expect(edit.changeAnnotations!.templens).toEqual({
      label: `${labels[0].select} is content`,
      description: expect.stringMatching(/^12 places on 12 pages\. Look at these pages first: (.*\.html, ){4}.*\.html\.$/),
      needsConfirmation: true,
    });
  });

  test('keeps the rest of the file, holds from then on, and is the evidence in the hover', async () => {
    const file = '{\n\t// mine\n\t"threads": 1, "labels": [\n\t\t{ "select": "h5", "label": "content" }\n\t]\n}\n'.replace(
      '\t// mine\n',
      '',
    );
    const { actionsAt, resolve, edited, hoverAt, root, client } = await startWith({ [config]: file });
    expect(await hoverAt('<nav')).toContain('Template');
    const site = (await actionsAt('<nav')).find(({ title }) => title.endsWith('of the site'))!;
    const after = edited(await resolve(site));
    expect(after).toBe(file.replace('"content" }\n', `"content" },\n\t\t{ "select": "nav", "label": "content" }\n`));
    writeFileSync(join(root, config), after);
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri(config), type: 2 }] });
    await expect.poll(() => hoverAt('<nav'), { timeout: 5000 }).toContain('Content');
    expect(await hoverAt('<nav')).toContain('Corrected by');
    expect((await actionsAt('<nav'))[0]!.title).toMatch(/^This <nav> is template on all/);
  });

  test('about this page only names the page', async () => {
    const { actionsAt, resolve, edited } = await startWith();
    const here = (await actionsAt('<nav')).find(({ title }) => title.endsWith('on this page only'))!;
    expect(JSON.parse(edited(await resolve(here))).labels).toEqual([{ select: 'nav', pages: [page], label: 'content' }]);
  });

  test('about one of several that are alike reaches them, too, where that is wanted', async () => {
    const { actionsAt, resolve, edited } = await startWith();
    const actions = await actionsAt('<li><a');
    const [one, all] = ['This <li> is', 'This <li> and those like it are'].map(
      who => actions.find(({ title }) => title.startsWith(who))!,
    );
    const select = async (action: CodeAction) => JSON.parse(edited(await resolve(action))).labels[0].select;
    expect(await select(one!)).toMatch(/nth-of-type|#/);
    expect(await select(all!)).not.toContain('nth');
  });

  test('is refused where the configuration file is broken', async () => {
    const { actionsAt, resolve } = await startWith({ [config]: '{ "labels": [' });
    await expect(resolve((await actionsAt('<nav'))[0]!)).rejects.toThrow('templens.config.json cannot be edited');
  });
});

describe('what a user can say about layouts', () => {
  test('that a page has its own, or shares it with another open page', async () => {
    const { client, actionsAt, resolve, edited } = await startWith();
    client.open('odd.html', odd, 1);
    const find = async (title: string) => (await actionsAt('<nav')).find(action => action.title.startsWith(title))!;
    const mate = JSON.parse(edited(await resolve(await find('This page has a layout of its own')))).layouts;
    expect(mate).toEqual([{ pages: [page, expect.any(String)], same: false }]);
    expect(mate[0].pages[1]).not.toBe(page);
    const shared = edited(await resolve(await find('This page and odd.html share one layout')));
    expect(JSON.parse(shared).layouts).toEqual([{ pages: [page, 'odd.html'], same: true }]);
  });
});

describe('commands for editors without these actions', () => {
  test('have the editor make the edit', async () => {
    const { client, edited } = await startWith();
    const run = async (command: string, ...given: unknown[]) => {
      expect(await client.request('workspace/executeCommand', { command, arguments: given })).toBe(true);
      return JSON.parse(edited((await client.next<{ edit: WorkspaceEdit }>('workspace/applyEdit')).edit));
    };
    const position = TextDocument.create('', 'html', 0, text).positionAt(text.indexOf('<nav') + 1);
    const range = { start: position, end: position };
    expect(await run('templens.correctLabel', client.uri(page), range, 'content', 'site')).toEqual({
      labels: [{ select: 'nav', label: 'content' }],
    });
    expect(await run('templens.oneLayout', client.uri(page), client.uri('odd.html'))).toEqual({
      layouts: [{ pages: [page, 'odd.html'], same: true }],
    });
    expect((await run('templens.ownLayout', client.uri(page))).layouts[0]).toMatchObject({ same: false });
  });

  test.each([
    ['templens.correctLabel', ['x'], /takes the URI of a page, a range/],
    ['templens.oneLayout', ['file:///nowhere/a.html', 'file:///nowhere/b.html'], /two or more pages of one site/],
    ['templens.ownLayout', ['file:///nowhere/a.html'], /is not an open page/],
    ['templens.intended', ['file:///nowhere/a.html', { line: 0, character: 0 }], /is not an open page/],
    ['templens.intended', ['file:///nowhere/a.html'], /takes the URI of a page, a position/],
  ])('%s answers what it cannot do with a sentence', async (command, given, sentence) => {
    const { client } = await startWith();
    await expect(client.request('workspace/executeCommand', { command, arguments: given })).rejects.toThrow(sentence);
  });
});

test('a difference that is intended is written as a rule that hides it', async () => {
  const typo = text.replace('>Archive<', '>Archvie<');
  const root = makeSite({ ...framedSiteFiles, ...pages });
  const { client } = await startClient({ folders: [root], capabilities });
  client.open(page, typo, 1);
  const position = TextDocument.create('', 'html', 0, typo).positionAt(typo.indexOf('Archvie') + 1);
  const params = {
    textDocument: { uri: client.uri(page) },
    range: { start: position, end: position },
    context: { diagnostics: [] },
  };
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', params);
  const intended = actions.find(({ title }) => title === 'This difference is intended (for the menu)')!;
  const { edit } = await client.request<CodeAction>('codeAction/resolve', intended);
  const written = ((edit!.documentChanges!.at(-1) as TextDocumentEdit).edits as TextEdit[])[0]!.newText;
  const { ignore } = JSON.parse(written);
  expect(ignore).toEqual([{ codes: ['template/changed-text'], pages: [page], selector: expect.any(String) }]);
  expect(actions.some(({ title }) => title.startsWith('Change the text'))).toBe(true);
  const run = (code?: string) =>
    client.request('workspace/executeCommand', {
      command: 'templens.intended',
      arguments: [client.uri(page), position, ...(code === undefined ? [] : [code])],
    });
  await expect(run('template/missing-node')).rejects.toThrow('has no such finding at this place');
  expect(await run('template/changed-text')).toBe(true);
  const applied = await client.next<{ edit: WorkspaceEdit }>('workspace/applyEdit');
  expect(applied.edit).toEqual(edit);
  writeFileSync(join(root, config), written);
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri(config), type: 1 }] });
  const titles = async () =>
    ((await client.request<CodeAction[] | null>('textDocument/codeAction', params)) ?? []).map(({ title }) => title);
  await expect.poll(titles, { timeout: 5000 }).not.toContain('This difference is intended (for the menu)');
  expect(readFileSync(join(root, other), 'utf8')).toBe(pages[other]);
});
