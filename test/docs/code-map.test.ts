// The code map for contributors is true: its tables name the folders there are, with their imports, and its files exist.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Import, importsBelow } from '../support/imports.ts';
import { codeSpans, documentText, repository } from './support/documents.ts';

const codeMap = 'docs/contributing/code-map.md';
const text = documentText(codeMap);
const imports = ['server/src', 'client/src', 'shared/src'].flatMap(folder => importsBelow(repository, folder));
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: repository, encoding: 'utf8' })
  .trim()
  .split('\n');

/** The rows of the table below a heading: name, and imports. */
function rows(heading: string): { name: string; imports: string[] }[] {
  const [, section = ''] = text.split(`${heading}\n`);
  const [table = ''] = section.split(/^#/m);
  const found = [...table.matchAll(/^\| `([^`]+)` \| (.*?) ?\| /gm)].map(([, name, cell]) => ({ name: name!, cell: cell! }));
  return found.map(({ name, cell }, at) => ({
    name,
    imports:
      cell === 'all above'
        ? found
            .slice(0, at)
            .map(row => row.name)
            .sort()
        : [...cell.matchAll(/`([^`]+)`/g)].map(([, folder]) => folder!),
  }));
}

/** The folder of a row that a path is in; undefined for packages and for files beside the folders. */
function folderOf(path: string): string | undefined {
  const [, folder] = /^server\/src\/([\w-]+)\//.exec(path) ?? /^(client|shared)\//.exec(path) ?? [];
  return folder;
}

const roomOf = (path: string): string | undefined => /^server\/src\/core\/([\w-]+)\//.exec(path)?.[1];

/** What the files of a folder import from the other folders, sorted. */
function importsOf(folder: string, of: (path: string) => string | undefined): string[] {
  const targets = imports.filter(({ from }) => of(from) === folder).flatMap(({ to }) => of(to) ?? []);
  return [...new Set(targets)].filter(target => target !== folder && target !== 'shared').sort();
}

const foldersIn = (path: string): string[] =>
  readdirSync(join(repository, path), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name);

describe('the code map', () => {
  test('fits on two screens', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(110);
  });

  test('lists every folder of the repository and of the server', () => {
    const top = new Set(files.filter(path => path.includes('/')).map(path => path.split('/')[0]!));
    top.delete('server');
    const server = foldersIn('server/src').map(name => `server/src/${name}`);
    const named = rows('## Folders').map(({ name }) => name);
    expect(named.sort()).toEqual([...top, ...server].sort());
  });

  test.each(rows('## Folders').filter(({ name }) => /^(?:server|client|shared)\b/.test(name)))(
    'says what $name imports',
    ({ name, imports: said }) => {
      expect(said).toEqual(importsOf(basename(name), folderOf));
    },
  );

  test('lists every room of core, each below those that it imports', () => {
    const rooms = rows('### Rooms of core');
    expect(rooms.map(({ name }) => name).sort()).toEqual(foldersIn('server/src/core').sort());
    const upward = rooms.flatMap(({ name, imports: said }, at) =>
      said.filter(other => rooms.findIndex(room => room.name === other) >= at).map(other => `${name} imports ${other}`),
    );
    expect(upward).toEqual([]);
  });

  test.each(rows('### Rooms of core'))('says what the room $name imports', ({ name, imports: said }) => {
    expect(said).toEqual(importsOf(name, roomOf));
  });

  const isInside = (from: string, path: string): boolean => from === path || from.startsWith(`${path}/`);
  const isPackage = ({ to }: Import): boolean => !/^(?:server|shared|client)\//.test(to);

  test('names the packages that html and core import', () => {
    const said = [...text.matchAll(/`(\w+)` imports no package but ((?:`[\w-]+`(?:, | and )?)+)/g)];
    expect(said.map(([, folder]) => folder)).toEqual(['html', 'core']);
    for (const [, folder, list] of said) {
      const own = imports.filter(each => isInside(each.from, `server/src/${folder}`) && isPackage(each));
      const packages = [...list!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
      expect([...new Set(own.map(({ to }) => to))].sort()).toEqual(packages);
    }
  });

  test('names the only importers of packages', () => {
    const said = [...text.matchAll(/Only `([^`]+)` imports `([^`]+)`/g)];
    expect(said).toHaveLength(2);
    for (const [, path, name] of said) {
      const importers = imports.filter(({ to }) => to === name).map(({ from }) => from);
      expect(importers.length).toBeGreaterThan(0);
      expect(importers.filter(from => !isInside(from, path!))).toEqual([]);
    }
  });
});

test('files that the documents for contributors name exist', () => {
  const documents = readdirSync(join(repository, 'docs/contributing')).map(name => `docs/contributing/${name}`);
  const named = [...documents, 'CONTRIBUTING.md'].flatMap(document => codeSpans(document).map(span => ({ document, span })));
  const paths = named.filter(({ span }) => /^[\w./-]+\.(?:ts|mjs|json)$/.test(span));
  expect(paths.length).toBeGreaterThan(20);
  const known = files.map(path => `/${path}`);
  expect(paths.filter(({ span }) => !known.some(path => path.endsWith(`/${span}`)))).toEqual([]);
});
