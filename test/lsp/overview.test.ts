import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OverviewList, PartPlace, SiteOverview } from 'templens-shared/protocol';
import { describe, expect, test } from 'vitest';
import type { ApplyWorkspaceEditParams, ClientCapabilities, TextDocumentEdit } from 'vscode-languageserver';
import { isDeep } from '../support/deep.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { fullCapabilities, type LanguageClient, startClient } from './support/language-client.ts';
import { makeSite, page } from './support/site.ts';

const sound: Record<string, string> = Object.fromEntries(framedSite(12).map(page => [page.path, textOf(page)]));
const changed = Object.keys(sound)[1]!;
const files = { ...framedSiteFiles, ...sound, [changed]: sound[changed]!.replace('>Archive<', '>Archvie<') };

const viewing: ClientCapabilities = {
  ...fullCapabilities,
  workspace: {
    ...fullCapabilities.workspace,
    applyEdit: true,
    workspaceEdit: { documentChanges: true, changeAnnotationSupport: {}, resourceOperations: ['create'] },
    textDocumentContent: {},
  },
  experimental: { templensRegions: true, templensOverview: true },
};

async function start() {
  const folder = makeSite(files);
  const { client } = await startClient({ folders: [folder], capabilities: viewing });
  const sites = await client.request<SiteOverview[]>('templens/overview');
  return { client, folder, site: sites[0]! };
}

const run = <T>(client: LanguageClient, command: string, ...args: unknown[]): Promise<T> =>
  client.request('workspace/executeCommand', { command, arguments: args });

describe('templens/overview', () => {
  test('has the layouts with their pages, the parts with their versions, and the findings by cause', async () => {
    const { client, site } = await start();
    expect(site).toMatchObject({ uri: client.uri('.').replace(/\/$/, ''), pages: 12 });
    expect(site.layouts.items.flatMap(({ pages }) => pages.items.map(({ page }) => page)).sort()).toEqual(
      Object.keys(sound).sort(),
    );
    expect(site.layouts.items.flatMap(({ pages }) => pages.items).find(({ page }) => page === changed)?.findings).toBe(1);
    const menu = site.parts.items.find(({ name }) => name === 'menu')!;
    expect(menu.versions.items.map(({ pages }) => pages.total)).toEqual([11, 1]);
    expect(menu.versions.items[1]!.pages.items).toEqual([changed]);
    expect(site.findings).toBe(1);
    expect(site.causes.items).toEqual([
      expect.objectContaining({
        code: 'template/changed-text',
        pages: 1,
        places: expect.objectContaining({ total: 1, items: [expect.objectContaining({ page: changed })] }),
      }),
    ]);
  });

  test('is said to have changed after an edit, to a client that shows it', async () => {
    const { client } = await start();
    await client.next('templens/overviewChanged');
    client.open(changed, sound[changed]!);
    await client.next('templens/overviewChanged');
    await expect.poll(async () => (await client.request<SiteOverview[]>('templens/overview'))[0]!.causes.items).toEqual([]);
  });
});

describe.runIf(isDeep)('a layout with 1,000 pages', () => {
  const path = (at: number): string => `p${String(at).padStart(4, '0')}.html`;
  const many = Array.from({ length: 1000 }, (_, at) => path(at));
  const folder = (): string => makeSite(Object.fromEntries(many.map(path => [path, page(path, `<p>${path}</p>`)])));

  /** All items of a list, piece by piece. */
  async function allOf<Item>(client: LanguageClient, site: string, first: OverviewList<Item>): Promise<Item[]> {
    const items = [...first.items];
    while (items.length < first.total) {
      const params = { site, list: first.list, offset: items.length };
      const next = await client.request<OverviewList<Item>>('templens/overviewList', params);
      expect(next).toMatchObject({ list: first.list, total: first.total });
      expect(next.items.length).toBe(Math.min(200, first.total - items.length));
      items.push(...next.items);
    }
    return items;
  }

  test('is sent in pieces of 200 pages', async () => {
    const { client } = await startClient({ folders: [folder()], capabilities: viewing });
    const [site] = await client.request<SiteOverview[]>('templens/overview');
    const { uri, layouts, parts } = site!;
    expect(site).toMatchObject({ pages: 1000, layouts: { total: 1 } });
    const { pages } = layouts.items[0]!;
    expect([pages.total, pages.items.length]).toEqual([1000, 200]);
    expect(await allOf(client, uri, pages)).toEqual(many.map(page => ({ page, findings: 0 })));
    const version = parts.items[0]!.versions.items[0]!;
    expect([version.pages.total, version.pages.items.length]).toEqual([1000, 200]);
    expect(await allOf(client, uri, version.pages)).toEqual(many);
  });

  test('has its first 200 pages in the overview document and in the answer of templens.showGroups', async () => {
    const { client } = await startClient({ folders: [folder()], capabilities: viewing });
    const [shown] = await run<{ groups: { pages: string[]; total: number }[] }[]>(client, 'templens.showGroups');
    expect(shown).toMatchObject({ groups: [{ pages: many.slice(0, 200), total: 1000 }], total: 1 });
    expect(await run(client, 'templens.showGroups', 1)).toMatchObject([{ groups: [], total: 1 }]);
    await expect(run(client, 'templens.showGroups', '1')).rejects.toMatchObject({ code: -32602 });
    const uri = `templens:/x.html?what=layouts&site=${client.uri('.').replace(/\/$/, '')}`;
    const { text } = await client.request<{ text: string }>('workspace/textDocumentContent', { uri });
    expect(text).toContain('1000 pages in 1 layout.');
    expect(text).toContain(`](<${client.uri(path(199))}>)\n\nand 800 more pages\n`);
    expect(text).not.toContain(path(200));
  });
});

test('templens/overviewList answers without items about a list that the site does not have', async () => {
  const { client, site } = await start();
  const params = { site: site.uri, list: 'layout x', offset: 0 };
  expect(await client.request('templens/overviewList', params)).toEqual({ list: 'layout x', total: 0, items: [] });
});

test('templens/partPlace says where a part stands on a page', async () => {
  const { client, site } = await start();
  const { id } = site.parts.items.find(({ name }) => name === 'menu')!;
  const place = await client.request<PartPlace>('templens/partPlace', { uri: client.uri(changed), part: id });
  const lines = files[changed]!.split('\n');
  expect(lines.slice(place.start.line, place.end.line + 1).join('\n')).toContain('>Archvie<');
  expect(await client.request('templens/partPlace', { uri: client.uri(changed), part: 'p0' })).toBeNull();
});

describe('virtual documents', () => {
  const textOfDocument = async (client: LanguageClient, query: string): Promise<string> =>
    (await client.request<{ text: string }>('workspace/textDocumentContent', { uri: `templens:/x.html?${query}` })).text;

  test("the page with the template's version", async () => {
    const { client } = await start();
    expect(await textOfDocument(client, `what=corrected&page=${client.uri(changed)}`)).toBe(sound[changed]);
  });

  test('a part of a page, without its indentation', async () => {
    const { client, site } = await start();
    const { id } = site.parts.items.find(({ name }) => name === 'menu')!;
    const text = await textOfDocument(client, `what=part&part=${id}&page=${client.uri(changed)}`);
    expect(text).toMatch(/^<\w/);
    expect(text).toContain('>Archvie<');
  });

  test('the overview of the layouts', async () => {
    const { client, site } = await start();
    const text = await textOfDocument(client, `what=layouts&site=${site.uri}`);
    expect(text).toMatch(/^# Layouts of /);
    expect(text).toContain(`](<${client.uri(changed)}>): 1 finding\n`);
    expect(text).toContain('| menu | 12 | 2 |');
  });
});

describe('commands of the view', () => {
  test('a version is adopted by an edit that asks first', async () => {
    const { client, site } = await start();
    const menu = site.parts.items.find(({ name }) => name === 'menu')!;
    const asked = new Promise<ApplyWorkspaceEditParams>(resolve => {
      client.connection.onRequest('workspace/applyEdit', (params: ApplyWorkspaceEditParams) => {
        resolve(params);
        return { applied: true };
      });
    });
    const answer = run(client, 'templens.adoptVersion', site.uri, menu.id, menu.versions.items[0]!.id);
    const { edit } = await asked;
    expect((edit.documentChanges as TextDocumentEdit[]).map(({ textDocument }) => textDocument.uri)).toEqual([
      client.uri(changed),
    ]);
    expect(Object.values(edit.changeAnnotations!)).toMatchObject([{ needsConfirmation: true }]);
    expect(await answer).toEqual({ applied: true, pages: 1, refused: [] });
  });

  test.each(['part', 'layout'] as const)('a %s is renamed in the configuration', async kind => {
    const { client, folder, site } = await start();
    const id = kind === 'part' ? site.parts.items.find(({ name }) => name === 'menu')!.id : site.layouts.items[0]!.id;
    const asked = new Promise<ApplyWorkspaceEditParams>(resolve => {
      client.connection.onRequest('workspace/applyEdit', (params: ApplyWorkspaceEditParams) => {
        resolve(params);
        return { applied: true };
      });
    });
    expect(await run(client, 'templens.rename', site.uri, kind, id, ' ours ')).toEqual({
      applied: true,
      uri: client.uri('templens.config.json'),
    });
    const [create, change] = (await asked).edit.documentChanges!;
    expect(create).toMatchObject({ kind: 'create', uri: client.uri('templens.config.json') });
    const { newText } = (change as TextDocumentEdit).edits[0] as { newText: string };
    expect(JSON.parse(newText)[`${kind}s`]).toEqual([expect.objectContaining({ name: 'ours' })]);
    expect(() => readFileSync(join(folder, 'templens.config.json'))).toThrow();
  });

  test('refuse wrong arguments with a sentence', async () => {
    const { client } = await start();
    const wrong: [command: string, args: string[]][] = [
      ['templens.rename', ['file:///nowhere', 'part', 'p1', 'x']],
      ['templens.rename', []],
      ['templens.adoptVersion', ['file:///nowhere', 'p1', 'v1']],
      ['templens.adoptVersion', []],
    ];
    for (const [command, args] of wrong)
      await expect(run(client, command, ...args), command).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(/[.]$/),
      });
  });
});
