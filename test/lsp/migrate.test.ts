// The command `templens.migrate`: the project is built with the real Eleventy.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MigrateParams, MigrateResult } from 'templens-shared/protocol';
import { describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import type { WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport } from 'vscode-languageserver';
import { makeFolder } from '../site/folder.ts';
import { startClient } from './support/language-client.ts';
import { makeSite, pages } from './support/site.ts';

const eleventy = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A server with a site, and a folder beside it in which Eleventy is installed. */
async function migrating() {
  const site = makeSite();
  const { client } = await startClient({ folders: [site] });
  const beside = makeFolder();
  symlinkSync(eleventy, join(beside, 'node_modules'));
  const out = join(beside, 'project');
  const migrate = (params: Partial<MigrateParams>, more: object = {}, ...rest: unknown[]) =>
    client.request<MigrateResult>(
      'workspace/executeCommand',
      { command: 'templens.migrate', arguments: [{ site: pathToFileURL(site).href, to: 'eleventy', ...params }], ...more },
      ...rest,
    );
  return { site, client, beside, out, outUri: pathToFileURL(out).href, migrate };
}

type Progress = { token: string; value: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd };

describe('templens.migrate', () => {
  test('previews layouts and parts without writing, then writes them with the chosen names, and compares what is built', async () => {
    const { site, beside, out, outUri, migrate } = await migrating();
    const preview = await migrate({});
    expect(preview).toMatchObject({ fallbacks: 0, skipped: [] });
    expect(preview.written).toBeUndefined();
    const [layout] = preview.layouts;
    expect(layout!.examples).toContain('apples.html');
    expect(layout!.slots).toContain('title');
    expect(readdirSync(beside)).toEqual(['node_modules']);

    const written = await migrate({ out: outUri, names: { layouts: { [layout!.name]: 'fruit' } } });
    expect(written.layouts.map(({ name }) => name)).toContain('fruit');
    const count = readdirSync(site, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length;
    expect(written.written).toEqual({
      report: `${outUri}/MIGRATION.md`,
      pages: `${outUri}/_site`,
      built: { equal: count, differing: [] },
    });
    expect(readFileSync(join(out, '_site/apples.html'), 'utf8')).toBe(pages['apples.html']);
    expect(existsSync(join(out, '_includes/layouts/fruit.njk'))).toBe(true);
  });

  test('reports progress from reading to building', async () => {
    const { client, outUri, migrate } = await migrating();
    await migrate({ out: outUri }, { workDoneToken: 'migration' });
    const values = (client.heard('$/progress') as Progress[])
      .filter(({ token }) => token === 'migration')
      .map(({ value }) => value);
    expect(values[0]).toEqual({
      kind: 'begin',
      title: 'Templens: to Eleventy',
      percentage: 0,
      message: 'reading pages',
      cancellable: true,
    });
    expect(values.at(-1)).toEqual({ kind: 'end' });
    const reports = values.filter(value => value.kind === 'report');
    expect(reports.slice(-3).map(({ message }) => message)).toEqual([
      'making layouts',
      'writing the project',
      'building and comparing',
    ]);
    const percents = reports.map(({ percentage }) => percentage!);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  });

  test('a client that gives no token gets progress of the server, which it can cancel', async () => {
    const { client, beside, outUri, migrate } = await migrating();
    const answer = migrate({ out: outUri }).then(
      () => 'done',
      (error: { code: number }) => error.code,
    );
    const { token } = await client.next<Progress>(
      '$/progress',
      ({ value }) => (value as { title?: string }).title === 'Templens: to Eleventy',
    );
    client.notify('window/workDoneProgress/cancel', { token });
    expect(await answer).toBe(-32800);
    expect(readdirSync(beside)).toEqual(['node_modules']);
  });

  test('a cancelled request leaves nothing', async () => {
    const { beside, outUri, migrate } = await migrating();
    const cancel = new CancellationTokenSource();
    const answer = migrate({ out: outUri }, {}, cancel.token);
    cancel.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    expect(readdirSync(beside)).toEqual(['node_modules']);
  });

  test.each<[string, (site: string) => Partial<MigrateParams>, string]>([
    ['a folder in the site', site => ({ out: pathToFileURL(join(site, 'out')).href }), 'is in the site; give one outside of it.'],
    ['a name of no layout', () => ({ names: { layouts: { nothing: 'x' } } }), 'No layout is named "nothing".'],
    ['a target that does not exist', () => ({ to: 'hugo' as 'jekyll' }), '"to" must be one of eleventy, '],
    ['a site that is not open', () => ({ site: 'file:///nowhere' }), 'is not the URI of an open workspace folder.'],
    ['a folder that is no file', () => ({ out: 'untitled:x' }), '"out" must be the URI of a folder'],
  ])('%s is refused with a sentence', async (_, params, sentence) => {
    const { site, migrate } = await migrating();
    await expect(migrate(params(site))).rejects.toThrow(sentence);
    expect(existsSync(join(site, 'out'))).toBe(false);
  });

  test('a folder with files is refused, and they stay', async () => {
    const { out, outUri, migrate } = await migrating();
    mkdirSync(join(out, 'mine'), { recursive: true });
    await expect(migrate({ out: outUri })).rejects.toThrow('is not empty; give a new one.');
    expect(readdirSync(out)).toEqual(['mine']);
  });
});
