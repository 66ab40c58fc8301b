import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

test('each promise of the threat model names tests that there are', () => {
  const text = readFileSync(join(repository, 'docs/threat-model.md'), 'utf8');
  const rows = text.split('\n').filter(line => line.startsWith('| ') && !/^\| (?:promise|---)/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const files = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file!);
    expect(files.length, row).toBeGreaterThan(0);
    expect(files.filter(file => !existsSync(join(repository, file)))).toEqual([]);
  }
});
