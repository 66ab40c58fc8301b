import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Name and version of every package whose code is in the bundles of a folder, as their source maps tell. */
function bundledPackages(folder: string): string[] {
  const maps = readdirSync(join(repository, folder)).filter(name => name.endsWith('.map'));
  const packages = maps.flatMap(name => {
    const { sources } = JSON.parse(readFileSync(join(repository, folder, name), 'utf8')) as { sources: string[] };
    return sources.flatMap(source => {
      const [root, name] = /^.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/.exec(source) ?? [];
      // A package that is a bundle itself: its sources are not on disk, and may be of a package inside it.
      const [, bundle] = /^webpack:\/\/([^/]+)/.exec(source) ?? [];
      // A package whose own source maps lead to its repository.
      const [, published] = /^(https:\/\/raw\.githubusercontent\.com\/[^/]+\/[^/]+\/[0-9a-f]{40})\//.exec(source) ?? [];
      if (published !== undefined) return [publishedPackage(published)];
      const at = bundle ? (name ? `.config/vendored/${name}` : `node_modules/${bundle}`) : root && join(folder, root);
      if (!at) return [];
      const manifest = JSON.parse(readFileSync(join(repository, at, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      return [`${manifest.name} ${manifest.version}`];
    });
  });
  return [...new Set(packages)].sort();
}

/** Name and version of the package whose source maps have this address in them. */
function publishedPackage(address: string): string {
  const name = address.split('/').at(-2)!;
  const folders = readdirSync(join(repository, 'node_modules')).map(other => `node_modules/${other}/node_modules/${name}`);
  for (const folder of [`node_modules/${name}`, ...folders].map(folder => join(repository, folder))) {
    if (!existsSync(folder)) continue;
    const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js.map'));
    if (!maps.some(file => readFileSync(join(folder, file), 'utf8').includes(address))) continue;
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return `${name} ${version}`;
  }
  throw new Error(`No package has source maps with ${address}.`);
}

describe.each(['server/dist', 'client/dist'])('third-party notices of %s', folder => {
  const notices = readFileSync(join(repository, folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const titles = [...notices.matchAll(/^-{80}\n(.+ \S+) \((.+)\)\n-{80}\n\n(?=\S)/gm)];

  test('name every bundled package and no other', () => {
    const bundled = bundledPackages(folder);
    expect(bundled.length).toBeGreaterThan(0);
    expect(titles.map(([, title]) => title!).sort()).toEqual(bundled);
  });

  test('give a licence for each', () => {
    expect(titles.filter(([, , licence]) => licence === 'undefined')).toEqual([]);
    expect(notices).toMatch(/Permission is hereby granted/);
  });
});

test('what reads and writes Parquet is neither in the extension nor loaded before it is used', () => {
  const isParquet = (packages: readonly string[]): boolean => packages.some(name => name.startsWith('hyparquet'));
  expect(isParquet(bundledPackages('client/dist'))).toBe(false);
  expect(isParquet(bundledPackages('server/dist'))).toBe(true);
  const textOf = (name: string): string => readFileSync(join(repository, 'server/dist', name), 'utf8');
  const loaded = new Set(['cli.js']);
  for (const name of loaded)
    for (const [, imported] of textOf(name).matchAll(/\b(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) loaded.add(imported!);
  expect(loaded.size).toBeGreaterThan(5);
  const sourcesOf = (name: string) => (JSON.parse(textOf(`${name}.map`)) as { sources: string[] }).sources;
  expect([...loaded].filter(name => sourcesOf(name).some(source => source.includes('node_modules/hyparquet')))).toEqual([]);
});
