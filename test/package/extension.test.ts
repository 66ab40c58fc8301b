import { execSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the package of the extension holds what runs, and no source, test or map', () => {
  const files = execSync('npm run --silent vsce -- ls --no-dependencies', { cwd: root, encoding: 'utf8' }).trim().split('\n');
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
