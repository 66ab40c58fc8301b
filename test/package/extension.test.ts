import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

test('the package of the extension holds what runs, and no source, test or map', () => {
  // As `npm run package` does, which fetches the packager when it is needed.
  const [packager] = /npx --yes \S+/.exec(scripts.package)!;
  const files = execSync(`${packager} ls --no-dependencies`, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  expect(files).toEqual(
    expect.arrayContaining([
      'package.json',
      'LICENSE',
      'client/README.md',
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
