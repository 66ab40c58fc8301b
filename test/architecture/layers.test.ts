import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { circles, type Import, importsBelow } from '../support/imports.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const server = importsBelow(repository, 'server/src');
const client = importsBelow(repository, 'client/src');
const shared = importsBelow(repository, 'shared/src');
const core = server.filter(({ from }) => from.startsWith('server/src/core/'));
const html = server.filter(({ from }) => from.startsWith('server/src/html/'));
const lab = server.filter(({ from }) => from.startsWith('server/src/lab/'));
const lines = (imports: Import[]) => imports.map(({ from, to }) => `${from} imports ${to}`);

/** Rooms of core, the lowest floor first: each imports itself and lower floors, `html` and `shared`. */
const floors = [
  ['counts', 'directives'],
  ['keys'],
  ['layouts', 'statements'],
  ['migrate', 'parts'],
  ['edits', 'labels'],
  ['digest'],
  ['model'],
  ['findings'],
];
const rooms = floors.flat();
const roomOf = (path: string) => path.split('/')[3]!;
const floorOf = (path: string) => floors.findIndex(floor => floor.includes(roomOf(path)));

describe('layers', () => {
  test('every part has imports to judge', () => {
    for (const part of [server, client, shared, core]) expect(part.length).toBeGreaterThan(0);
  });

  test('html imports itself and pure libraries only, nothing of the product', () => {
    const outward = html.filter(
      ({ to }) => !to.startsWith('server/src/html/') && !['htmlparser2', 'entities', 'css-select'].includes(to),
    );
    expect(lines(outward)).toEqual([]);
  });

  test('core imports itself, html, shared and a pure library only: no Node, no file system, no editor', () => {
    const outward = core.filter(({ to }) => !/^(?:server\/src\/(?:core|html)|shared\/src)\//.test(to) && to !== 'entities');
    expect(lines(outward)).toEqual([]);
  });

  test('core has at most twelve rooms on at most ten floors', () => {
    expect(readdirSync(join(repository, 'server/src/core')).sort()).toEqual([...rooms].sort());
    expect(rooms.length).toBeLessThanOrEqual(12);
    expect(floors.length).toBeLessThanOrEqual(10);
  });

  test('core imports downwards only', () => {
    const beside = core.filter(({ to }) => to.startsWith('server/src/core/'));
    const upward = beside.filter(({ from, to }) => roomOf(from) !== roomOf(to) && floorOf(to) >= floorOf(from));
    expect(lines(upward)).toEqual([]);
  });

  test('the folders of findings import their files, what all of them share, and the folders before them', () => {
    const path = 'server/src/core/findings';
    const folders = ['facts', 'agreement', 'explanations', 'fixes', 'judge', 'checks', 'candidates'];
    const own = core.filter(({ from, to }) =>
      [from, to].every(file => file.startsWith(`${path}/`) && file.split('/').length > 5),
    );
    const files = core
      .map(({ from }) => from.split('/'))
      .filter(parts => parts.length > 5 && parts.slice(0, 4).join('/') === path);
    expect([...new Set(files.map(parts => parts[4]!))].sort()).toEqual(folders.toSorted());
    const upward = own.filter(({ from, to }) => folders.indexOf(from.split('/')[4]!) < folders.indexOf(to.split('/')[4]!));
    expect(lines(upward)).toEqual([]);
  });

  test('nothing imports lab but one file and the command line, which load it when it is named', () => {
    const inward = server.filter(({ from, to }) => to.startsWith('server/src/lab/') && !from.startsWith('server/src/lab/'));
    expect(lines(inward).sort()).toEqual([
      'server/src/cli/main.ts imports server/src/lab/cli/commands.ts',
      'server/src/with-lab.ts imports server/src/lab/index.ts',
    ]);
    for (const { from } of inward)
      expect(readFileSync(join(repository, from), 'utf8')).not.toMatch(/^(?:import|export) .*['"].*\/lab\//m);
  });

  test('only entry points know that there is a lab', () => {
    const users = server.filter(({ to }) => to === 'server/src/with-lab.ts').map(({ from }) => from.replace('server/src/', ''));
    expect(users.sort()).toEqual([
      'api/index.ts',
      'cli/main.ts',
      'migration/migration-worker.ts',
      'site/engine-worker.ts',
      'site/parse-worker.ts',
    ]);
  });

  test('no files import one another in a circle', () => {
    expect(circles([...server, ...client, ...shared])).toEqual([]);
  });

  test('the Node API and the language server format no reports', () => {
    const formatting = server.filter(
      ({ from, to }) => /^server\/src\/(?:api|lsp)\//.test(from) && to.startsWith('server/src/report/'),
    );
    expect(lines(formatting)).toEqual([]);
  });

  test('a circle of imports is found', () => {
    const imports = ['a b', 'b c', 'c a', 'c d', 'd e'].map(pair => ({ from: pair[0]!, to: pair[2]! }));
    expect(circles(imports)).toEqual([['a', 'b', 'c']]);
  });

  test('core and html ask no clock and no random source', () => {
    const files = [...new Set([...core, ...html].map(({ from }) => from))];
    const impure = files.filter(file =>
      /\b(?:Date\.now|new Date|performance\.now|Math\.random|process\.)/.test(readFileSync(join(repository, file), 'utf8')),
    );
    expect(impure).toEqual([]);
  });

  test('only lsp/ speaks the language server protocol', () => {
    const speaks = server.filter(({ to }) => to.startsWith('vscode-languageserver') || to.startsWith('vscode-jsonrpc'));
    expect(lines(speaks.filter(({ from }) => !from.startsWith('server/src/lsp/')))).toEqual([]);
  });

  test('only site/watcher.ts watches files', () => {
    expect(server.filter(({ to }) => to === 'chokidar').map(({ from }) => from)).toEqual(['server/src/site/watcher.ts']);
  });

  test('site/ does not know who drives it', () => {
    const site = server.filter(({ from }) => from.startsWith('server/src/site/'));
    const outward = site.filter(({ to }) => /^server\/src\/(?:api|cli|lab|lsp|report)\//.test(to));
    expect(lines(outward)).toEqual([]);
  });

  test('what runs in a browser is built on the engine alone; the build refuses imports of Node', () => {
    const browser = server.filter(({ from }) => from.startsWith('server/src/browser/'));
    expect(browser.length).toBeGreaterThan(0);
    const allowed = /^(?:server\/src\/(?:browser|site)|shared\/src)\/|^fflate$/;
    expect(lines(browser.filter(({ to }) => !allowed.test(to)))).toEqual([]);
  });

  test('the phases know neither one another nor their owner', () => {
    const phases = server.filter(({ from }) => from.startsWith('server/src/site/phases/'));
    const others = phases.filter(({ to }) => to.startsWith('server/src/site/phases/') && !to.endsWith('/phase.ts'));
    expect(phases.length).toBeGreaterThan(0);
    expect(lines([...others, ...phases.filter(({ to }) => /\/site-index\.ts$|\/engine\.ts$/.test(to))])).toEqual([]);
  });

  test('the workbench does not know who shows its figures', () => {
    const workbench = lab.filter(({ from }) => from.startsWith('server/src/lab/workbench/'));
    expect(workbench.length).toBeGreaterThan(0);
    expect(lines(workbench.filter(({ to }) => /^server\/src\/(?:(?:lab\/)?(?:cli|report)|api|lsp)\//.test(to)))).toEqual([]);
  });

  test('the command line is built on the API: it reaches neither the engine nor the core', () => {
    const cli = server.filter(({ from }) => from.startsWith('server/src/cli/'));
    // Results are printed by report/, findings documented by docs/; editors are the server's.
    const allowed = /^server\/src\/(?:cli|api|migration|report|docs)\/|^server\/src\/lsp\/start\.ts$/;
    // Its entry point knows of the lab.
    const inner = cli.filter(({ from }) => from !== 'server/src/cli/main.ts');
    const inward = inner.filter(({ to }) => to.startsWith('server/src/') && !allowed.test(to));
    expect(cli.length).toBeGreaterThan(0);
    expect(lines(inward)).toEqual([]);
    // Nothing starts an engine but what opens sites.
    const starts = server.filter(({ from, to }) => to.endsWith('/engine-handle.ts') && /\/(?:cli|report|lab)\//.test(from));
    expect(lines(starts)).toEqual([]);
  });

  test.each(['api', 'migration'])('%s/ knows neither the command line nor the editor', folder => {
    const api = server.filter(({ from }) => from.startsWith(`server/src/${folder}/`));
    expect(api.length).toBeGreaterThan(0);
    expect(lines(api.filter(({ to }) => /^server\/src\/(?:cli|lsp|lab)\//.test(to)))).toEqual([]);
  });

  test('the client does not import the server', () => {
    expect(lines(client.filter(({ to }) => to.startsWith('server/') || to === 'templens'))).toEqual([]);
  });

  test('shared imports nothing but itself', () => {
    expect(lines(shared.filter(({ to }) => !to.startsWith('shared/src/')))).toEqual([]);
  });
});
