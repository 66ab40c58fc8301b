import { describe, expect, test } from 'vitest';
import type {
  ClientCapabilities,
  CodeAction,
  CodeActionContext,
  PublishDiagnosticsParams,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { fullCapabilities, startClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

const sound: Record<string, string> = Object.fromEntries(framedSite(12).map(page => [page.path, textOf(page)]));
const edited = Object.keys(sound)[1]!;
const others = Object.keys(sound).filter(page => page !== edited);
const typo = sound[edited]!.replace('>Archive<', '>Archvie<');
const lacking = sound[edited]!.replace(/ {6}<li><a href="\.\.\/people.*\n/, '');
const both = typo.replace(/ {6}<li><a href="\.\.\/people.*\n/, '');

const editing: ClientCapabilities = {
  ...fullCapabilities,
  workspace: {
    ...fullCapabilities.workspace,
    workspaceEdit: { documentChanges: true, changeAnnotationSupport: { groupsOnLabel: true } },
  },
  textDocument: {
    ...fullCapabilities.textDocument,
    publishDiagnostics: { versionSupport: true, relatedInformation: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.fixAll'] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
  },
};

/** @param text of the page that is edited. */
async function startWith(text: string, capabilities: ClientCapabilities = editing) {
  const { client } = await startClient({ folders: [makeSite({ ...framedSiteFiles, ...sound })], capabilities });
  client.open(edited, text, 7);
  const uri = client.uri(edited);
  const actionsAt = async (word: string, context: Partial<CodeActionContext> = {}): Promise<CodeAction[]> => {
    const position = TextDocument.create(uri, 'html', 7, text).positionAt(text.indexOf(word) + 1);
    const params = { textDocument: { uri }, range: { start: position, end: position }, context: { diagnostics: [], ...context } };
    const actions = (await client.request<CodeAction[] | null>('textDocument/codeAction', params)) ?? [];
    // What a user can say about labels and layouts is in corrections.test.ts.
    return actions.filter(({ kind }) => kind !== 'refactor.rewrite.templens');
  };
  const resolve = (action: CodeAction) => client.request<CodeAction>('codeAction/resolve', action);
  return { client, uri, actionsAt, resolve };
}

/** The texts of the pages that an edit changes. */
function outcome(
  client: { uri(page: string): string },
  { documentChanges = [] }: WorkspaceEdit,
  text: string,
): Record<string, string> {
  return Object.fromEntries(
    (documentChanges as TextDocumentEdit[]).map(({ textDocument, edits }) => {
      const page = Object.keys(sound).find(name => client.uri(name) === textDocument.uri)!;
      const before = page === edited ? text : sound[page]!;
      return [page, TextDocument.applyEdits(TextDocument.create('', 'html', 0, before), edits as TextEdit[])];
    }),
  );
}

describe('what can be done about a finding', () => {
  test("the template's version comes to the page, with the version of the document", async () => {
    const { client, uri, actionsAt, resolve } = await startWith(typo);
    const actions = await actionsAt('Archvie');
    expect(actions.map(({ title, kind, isPreferred }) => ({ title, kind, isPreferred }))).toEqual([
      { title: 'Change the text to “Archive” (11 of 12 pages)', kind: 'quickfix', isPreferred: true },
      { title: 'Ignore template/changed-text here', kind: 'quickfix', isPreferred: undefined },
      { title: 'This difference is intended (for the menu)', kind: 'quickfix', isPreferred: undefined },
      { title: 'Push “Archvie” to 11 pages: tick them in the preview', kind: 'refactor.rewrite', isPreferred: undefined },
      { title: 'Adopt this version of the menu on 11 pages', kind: 'refactor.rewrite', isPreferred: undefined },
    ]);
    expect(actions.every(({ edit }) => edit === undefined)).toBe(true);
    const { edit } = await resolve(actions[0]!);
    expect((edit!.documentChanges![0] as TextDocumentEdit).textDocument).toEqual({ uri, version: 7 });
    expect(outcome(client, edit!, typo)).toEqual({ [edited]: sound[edited] });
    expect(edit!.changeAnnotations).toBeUndefined();
  });

  test("the page's version goes to the other pages, when the user confirms", async () => {
    const { client, actionsAt, resolve } = await startWith(typo);
    const { edit } = await resolve((await actionsAt('Archvie', { only: ['refactor'] }))[0]!);
    expect(outcome(client, edit!, typo)).toEqual(
      Object.fromEntries(others.map(page => [page, sound[page]!.replace('>Archive<', '>Archvie<')])),
    );
    const [id, annotation] = Object.entries(edit!.changeAnnotations!)[0]!;
    expect(annotation).toEqual({
      label: 'Push to 11 pages',
      description: 'Nothing is ticked yet: tick the pages to change, then apply.',
      needsConfirmation: true,
    });
    for (const change of edit!.documentChanges as TextDocumentEdit[]) {
      expect(change.textDocument.version).toBeNull();
      expect(change.edits).toMatchObject([{ annotationId: id }]);
    }
  });

  test("the page's version of the part goes to the pages with another one, when the user confirms", async () => {
    const { client, actionsAt, resolve } = await startWith(both);
    const adopt = (await actionsAt('Archvie', { only: ['refactor'] }))[0]!;
    expect(adopt).toMatchObject({ title: 'Adopt this version of the menu on 11 pages', kind: 'refactor.rewrite' });
    const { edit } = await resolve(adopt);
    const menu = (text: string) => text.slice(text.indexOf('<nav>'), text.indexOf('</nav>')).replaceAll('../', '');
    const changed = outcome(client, edit!, both);
    expect(Object.keys(changed).sort()).toEqual([...others].sort());
    for (const text of Object.values(changed)) expect(menu(text)).toBe(menu(both));
    expect(Object.values(edit!.changeAnnotations!)[0]).toMatchObject({ needsConfirmation: true, description: '11 pages' });
  });

  test('a node that this page lacks is taken from the others, with its line', async () => {
    const { client, actionsAt, resolve } = await startWith(lacking);
    const actions = await actionsAt('</li>\n      <li><a href="../contact');
    const [take, push] = [actions[0], actions.find(({ title }) => title.startsWith('Remove'))];
    expect(actions.slice(0, 3).map(({ kind }) => kind)).toEqual(['quickfix', 'quickfix', 'quickfix']);
    expect([take!.title, push!.title]).toEqual([
      'Add <li> “People” (11 of 12 pages)',
      'Remove <li> “People” from 11 pages: tick them in the preview',
    ]);
    const { edit } = await resolve(push!);
    const without = Object.fromEntries(others.map(page => [page, sound[page]!.replace(/ {6}<li>.*people.*\n/, '')]));
    expect(outcome(client, edit!, lacking)).toEqual(without);
  });

  test('several differences of one part are one finding, with actions at each of them', async () => {
    const { client, uri, actionsAt, resolve } = await startWith(both);
    const { diagnostics } = await client.next<PublishDiagnosticsParams>(
      'textDocument/publishDiagnostics',
      params => params.uri === uri && params.version === 7,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['template/part-version']);
    const here = diagnostics[0]!.relatedInformation!.filter(({ location }) => location.uri === uri);
    expect(here.map(({ message }) => message)).toEqual([expect.stringContaining('Archvie'), expect.stringContaining('People')]);
    for (const place of ['Archvie', '</li>\n      <li><a href="../contact']) {
      const [take, ...rest] = await actionsAt(place);
      expect(take!.title).toMatch(/^Restore the .* \(2 changes\) \(11 of 12 pages\)$/);
      expect(rest.map(({ title }) => title)).toEqual([
        'Ignore template/part-version here',
        'This difference is intended (for the menu)',
        'Adopt this version of the menu on 11 pages',
      ]);
      const { edit } = await resolve(take!);
      expect(outcome(client, edit!, both)).toEqual({ [edited]: sound[edited] });
    }
  });

  test('of several findings in a range three quick fixes are shown, the surest first; the others are in a list', async () => {
    const twice = typo.replace('Printed by the Example Press', 'Printed by the Exmaple Press');
    const quickFixes = async (capabilities: ClientCapabilities) => {
      const { client, uri, resolve } = await startWith(twice, capabilities);
      const range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
      const params = { textDocument: { uri }, range, context: { diagnostics: [], only: ['quickfix'] } };
      return { actions: await client.request<CodeAction[]>('textDocument/codeAction', params), resolve };
    };
    const all = (await quickFixes(editing)).actions.map(({ title }) => title);
    expect(all.map(title => title.split(' ')[0])).toEqual(['Change', 'Change', 'Ignore', 'This', 'Ignore', 'This']);
    const { actions, resolve } = await quickFixes({ ...editing, experimental: { templensMore: true } });
    expect(actions.map(({ title }) => title)).toEqual([...all.slice(0, 3), 'More...']);
    const { command, arguments: [others] = [] } = actions[3]!.command!;
    expect(command).toBe('templens.moreActions');
    expect((others as CodeAction[]).map(({ title }) => title)).toEqual(all.slice(3));
    expect((await resolve((others as CodeAction[])[0]!)).edit).toBeDefined();
  });

  test('a comment ignores it', async () => {
    const { client, actionsAt, resolve } = await startWith(typo);
    const ignore = (await actionsAt('Archvie')).find(({ title }) => title.startsWith('Ignore'))!;
    const { edit } = await resolve(ignore);
    expect(outcome(client, edit!, typo)[edited]).toContain(
      '<!-- templens-ignore template/changed-text: differs on purpose --><a href="../archive.html">',
    );
  });

  test.each([
    ['a text of a picture', (text: string) => text.replace('alt="The Gazette"', 'alt="The Gazetta"'), 'Gazetta'],
    ['an address', (text: string) => text.replace('href="../archive.html"', 'href="../archives.html"'), 'archives'],
  ])('the title says what is written into %s', async (_, change, place) => {
    const text = change(sound[edited]!);
    const { actionsAt, resolve } = await startWith(text);
    const [take] = await actionsAt(place);
    expect(take!.title).toMatch(/^Set \w+ to ".*" \(\d+ of 1[12] pages\)$/);
    const [, name, value] = take!.title.match(/^Set (\w+) to "(.*)" /)!;
    const [edit] = ((await resolve(take!)).edit!.documentChanges![0] as TextDocumentEdit).edits as TextEdit[];
    expect(edit!.newText).toBe(`${name}="${value}"`);
  });

  test('all safe fixes at once, where exactly that is asked for', async () => {
    const { client, actionsAt, resolve } = await startWith(lacking);
    expect((await actionsAt('<main')).map(({ title }) => title)).toEqual([]);
    const [action, ...rest] = await actionsAt('<main', { only: ['source.fixAll.templens'] });
    expect(rest).toEqual([]);
    expect(action).toMatchObject({ title: 'Fix 1 finding: safe fixes only', kind: 'source.fixAll.templens' });
    const { edit } = await resolve(action!);
    expect(outcome(client, edit!, lacking)).toEqual({ [edited]: sound[edited] });
  });

  test.each(['source.fixAll', 'source'])('%s on save, set up for another tool, changes nothing', async kind => {
    const { actionsAt } = await startWith(lacking);
    expect(await actionsAt('<main', { only: [kind] })).toEqual([]);
  });

  test('a difference that is not safe to fix is not among the safe fixes', async () => {
    const { actionsAt } = await startWith(both);
    expect(await actionsAt('<main', { only: ['source.fixAll.templens'] })).toEqual([]);
  });

  test('a client that resolves nothing gets whole edits, in the form that it knows', async () => {
    const { client, uri, actionsAt } = await startWith(typo, fullCapabilities);
    const [take] = await actionsAt('Archvie');
    const edits = take!.edit!.changes![uri]!;
    expect(TextDocument.applyEdits(TextDocument.create('', 'html', 0, typo), edits)).toBe(sound[edited]);
    expect(Object.keys(take!.edit!.changes!)).toEqual([client.uri(edited)]);
  });
});
