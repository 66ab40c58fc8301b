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
