import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the packed extension has at most 1.0 MB', () => {
  expect(statSync(`${root}/client/dist/templens.vsix`).size).toBeLessThanOrEqual(1_000_000);
});

test('packing it gives no warning', () => {
  const output = execFileSync('npm', ['run', '--silent', 'package'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(output).not.toMatch(/warning/i);
});
