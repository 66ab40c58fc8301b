// Packs the extension and looks at what is in it.
import { execFileSync, execSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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
