import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string): string => readFileSync(join(repository, path), 'utf8');

test('workflows run scripts that exist', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const workflows = readdirSync(join(repository, '.github/workflows')).map(name => textOf(join('.github/workflows', name)));
  const named = workflows.flatMap(text => [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!));
  expect(named).toContain('release:publish');
  expect(named.filter(name => !(name in scripts))).toEqual([]);
});

test('the project has one address', () => {
  const { repository: home, bugs, homepage } = JSON.parse(textOf('server/package.json'));
  const address = home.url.replace(/^git\+|\.git$/g, '');
  expect([bugs.url, homepage]).toEqual([`${address}/issues`, `${address}#readme`]);
  const files = execFileSync('git', ['grep', '-lF', address, '--', '*.ts', '*.md', '*.json', '*.yml'], {
    cwd: repository,
    encoding: 'utf8',
  });
  expect(files.trim().split('\n')).toEqual(['server/package.json']);
});

test('the package, the extension, the citation and the changelog have one version', () => {
  const { version } = JSON.parse(textOf('server/package.json')) as { version: string };
  const locked = JSON.parse(textOf('package-lock.json')) as { version: string; packages: Record<string, { version?: string }> };
  expect(JSON.parse(textOf('package.json')).version).toBe(version);
  expect([locked.version, locked.packages['']!.version, locked.packages.server!.version]).toEqual([version, version, version]);
  expect(textOf('CITATION.cff')).toContain(`\nversion: ${version}\n`);
  expect(/^## (\S+)$/m.exec(textOf('CHANGELOG.md'))![1]).toBe(version);
});

// Changesets stops at the name of another package; the extension gets the version of the package.
test('lines for the next release are about the published package', () => {
  const texts = readdirSync(join(repository, '.changeset'))
    .filter(name => name.endsWith('.md'))
    .map(name => textOf(join('.changeset', name)));
  for (const text of texts) expect(text).toMatch(/^---\n(["'])templens\1: (?:patch|minor|major)\n---\n/);
});
