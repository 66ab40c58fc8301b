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
  // Users copy the address from the recipes for CI.
  expect(files.trim().split('\n')).toEqual(['docs/ci.md', 'server/package.json']);
});

test('links in the README of the package lead to the repository', () => {
  const prepack = (...args: string[]) => execFileSync(process.execPath, ['.config/prepack.mjs', ...args], { cwd: repository });
  prepack();
  const readme = textOf('server/README.md');
  prepack('--clean');
  const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(link => !link.startsWith('https://'))).toEqual([]);
  expect(readme).toMatch(/!\[[^\]]+\]\(https:\/\/\S+\/raw\/main\/docs\/images\/[\w-]+\.png\)/);
});
