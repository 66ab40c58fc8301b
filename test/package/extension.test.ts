// Packs the extension and looks at what is in it.
import { execFileSync, execSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultSettings } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startEngineWorker } from '../../server/src/site/engine-handle.ts';
import { withSlashes } from '../../server/src/site/path-within.ts';
import { linksIn, repository } from '../docs/support/documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'templens-extension-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const [, pack] = scripts.package!.split(' && ');
execSync(pack!.replace(/--out \S+/, `--out ${join(folder, 'packed.vsix')}`), { cwd: repository, stdio: 'ignore' });
execFileSync('unzip', ['-q', 'packed.vsix'], { cwd: folder });
const extension = join(folder, 'extension');
const files = readdirSync(extension, { recursive: true, encoding: 'utf8' }).map(path => withSlashes(path));

test('the package of the extension holds what runs, and no source, test or map', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'package.json',
      'LICENSE.txt',
      'readme.md',
      'client/docs/checks/template-missing-node.md',
      'client/dist/extension.cjs',
      'client/dist/server.js',
      'client/dist/engine-worker.js',
      'client/dist/parse-worker.js',
      'client/dist/worker.js',
      'client/dist/THIRD-PARTY-NOTICES.txt',
      'client/icons/template-dark.svg',
    ]),
  );
  expect(files.filter(file => /\.(ts|map)$|node_modules|^test|bench|server\/dist/.test(file))).toEqual([]);
});

test('documents of the extension lead to files that it holds, and not to the address of the project', () => {
  const { repository: home } = JSON.parse(readFileSync(join(repository, 'server/package.json'), 'utf8'));
  const address = home.url.replace(/^git\+https:\/\/|\.git$/g, '');
  const documents = files.filter(file => file.endsWith('.md'));
  const text = (path: string): string => readFileSync(join(extension, path), 'utf8');
  const links = documents.flatMap(from => linksIn(text(from), from).map(link => ({ from, ...link })));
  expect(links.filter(({ from }) => from === 'readme.md').length).toBeGreaterThan(2);
  expect(links.filter(({ path }) => !existsSync(join(extension, path)))).toEqual([]);
  expect(documents.filter(path => text(path).includes(address))).toEqual([]);
});

test('the packed engine parses in worker threads', async () => {
  const site = join(folder, 'site');
  mkdirSync(site);
  for (let page = 0; page < 500; page++) writeFileSync(join(site, `${page}.html`), `<h1>Page ${page}</h1><p>Text`);
  const engine = startEngineWorker({ worker: pathToFileURL(join(extension, 'client/dist/engine-worker.js')) });
  onTestFinished(() => engine.close());
  const events: EngineEvent[] = [];
  engine.onEvent(event => events.push(event));
  engine.send({ command: 'open', root: site, settings: { ...defaultSettings, threads: 2 } });
  await engine.idle();
  expect(events.filter(({ event }) => event === 'problem')).toEqual([]);
  expect(events.find(({ event }) => event === 'ready')).toMatchObject({ pages: 500 });
});
