import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, fragmentsOf, linksOf, repository } from './support/documents.ts';

test('links in documents lead to files and headings that exist', () => {
  const links = documents.flatMap(from => linksOf(from).map(link => ({ from, ...link })));
  expect(links.length).toBeGreaterThan(150);
  const dead = links.filter(({ path, fragment }) => {
    const file = join(repository, path);
    if (!existsSync(file)) return true;
    return fragment !== '' && (statSync(file).isDirectory() || !fragmentsOf(path).includes(fragment));
  });
  expect(dead).toEqual([]);
});
