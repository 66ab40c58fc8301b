import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { circles, type Import, importsBelow, longestChain } from '../support/imports.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const server = importsBelow(repository, 'server/src');
const client = importsBelow(repository, 'client/src');
const shared = importsBelow(repository, 'shared/src');
const core = server.filter(({ from }) => from.startsWith('server/src/core/'));
const lines = (imports: Import[]) => imports.map(({ from, to }) => `${from} imports ${to}`);

/** Folders and files of core, the lowest first: each imports itself and what is before it in this list. */
const floors = [
  'page',
  'counts',
  'sst',
  'links',
  'tree-distance',
  'content',
  'grouping',
  'layouts',
  'findings',
  'normal-form',
  'keys',
  'parts',
  'corrections',
  'statements',
  'digest',
  'group',
  'classify',
  'extractors',
  'extract',
  'site-group.ts',
  'site-groups.ts',
  'site-page.ts',
  'template-shares.ts',
  'applied-rules.ts',
  'candidates',
  'counterparts.ts',
  'recently-used.ts',
  'site-model.ts',
  'votes',
  'comparison',
  'checks',
  'site-checks',
  'fixes',
];
const floorOf = (path: string) => path.split('/')[3]!;

describe('layers', () => {
  test('every part has imports to judge', () => {
    for (const part of [server, client, shared, core]) expect(part.length).toBeGreaterThan(0);
  });

  test('core imports itself, shared and pure libraries only: no Node, no file system, no editor', () => {
    const allowed = ['htmlparser2', 'entities', 'css-select'];
    const outward = core.filter(({ to }) => !/^(?:server\/src\/core|shared\/src)\//.test(to) && !allowed.includes(to));
    expect(lines(outward)).toEqual([]);
  });

  test('every folder and file of core has its floor', () => {
    expect(readdirSync(join(repository, 'server/src/core')).sort()).toEqual([...floors].sort());
  });

  test('core imports downwards only', () => {
    const upward = core.filter(({ from, to }) => floors.indexOf(floorOf(to)) > floors.indexOf(floorOf(from)));
    expect(lines(upward.filter(({ to }) => to.startsWith('server/src/core/')))).toEqual([]);
  });

  test('no files of core import one another in a circle', () => {
    expect(circles(core)).toEqual([]);
  });

  test('a circle of imports is found', () => {
    const imports = ['a b', 'b c', 'c a', 'c d', 'd e'].map(pair => ({ from: pair[0]!, to: pair[2]! }));
    expect(circles(imports)).toEqual([['a', 'b', 'c']]);
    expect(longestChain(imports)).toEqual(['a and b and c', 'd', 'e']);
  });

  test('core asks no clock and no random source', () => {
    const files = [...new Set(core.map(({ from }) => from))];
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
    const outward = site.filter(({ to }) => /^server\/src\/(?:api|cli|lsp|report)\//.test(to));
    expect(lines(outward)).toEqual([]);
  });

  test('the phases know neither one another nor their owner', () => {
    const phases = server.filter(({ from }) => from.startsWith('server/src/site/phases/'));
    const others = phases.filter(({ to }) => to.startsWith('server/src/site/phases/') && !to.endsWith('/phase.ts'));
    expect(phases.length).toBeGreaterThan(0);
    expect(lines([...others, ...phases.filter(({ to }) => /\/site-index\.ts$|\/engine\.ts$/.test(to))])).toEqual([]);
  });

  test('the workbench does not know who shows its figures', () => {
    const workbench = server.filter(({ from }) => from.startsWith('server/src/workbench/'));
    expect(workbench.length).toBeGreaterThan(0);
    expect(lines(workbench.filter(({ to }) => /^server\/src\/(?:api|cli|lsp|report)\//.test(to)))).toEqual([]);
  });

  test('the command line is built on the API: it reaches neither the engine nor the core', () => {
    const cli = server.filter(({ from }) => from.startsWith('server/src/cli/'));
    // Results are printed by report/, findings documented by docs/; sites with gold labels are the workbench's, editors the server's.
    const allowed = /^server\/src\/(?:cli|api|report|docs|workbench)\/|^server\/src\/lsp\/start\.ts$/;
    const inward = cli.filter(({ to }) => to.startsWith('server/src/') && !allowed.test(to));
    expect(cli.length).toBeGreaterThan(0);
    expect(lines(inward)).toEqual([]);
    // Nothing starts an engine but what opens sites.
    const starts = server.filter(({ from, to }) => to.endsWith('/engine-handle.ts') && /\/(?:cli|report|workbench)\//.test(from));
    expect(lines(starts)).toEqual([]);
  });

  test('api/ knows neither the command line nor the editor', () => {
    const api = server.filter(({ from }) => from.startsWith('server/src/api/'));
    expect(api.length).toBeGreaterThan(0);
    expect(lines(api.filter(({ to }) => /^server\/src\/(?:cli|lsp|workbench)\//.test(to)))).toEqual([]);
  });

  test('the client does not import the server', () => {
    expect(lines(client.filter(({ to }) => to.startsWith('server/') || to === 'templens'))).toEqual([]);
  });

  test('shared imports nothing but itself', () => {
    expect(lines(shared.filter(({ to }) => !to.startsWith('shared/src/')))).toEqual([]);
  });
});
