// docs/stability.md: what programs rely on changes only with a version that says so.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { templens } from '../cli/templens.ts';
import { jsonShape, nextVersion, shapeMistake, typeShape } from '../support/shapes.ts';
import { repository } from './support/documents.ts';

const record = join(repository, 'test/shapes.json');
const site = join(repository, 'client/sample');
const commands: Record<string, string[]> = {
  check: ['check', site, '--format', 'json', '--fail-on', 'never'],
  parts: ['parts', site, '--format', 'json', '--instances'],
  'parts --part': ['parts', site, '--format', 'json', '--part', 'menu'],
  groups: ['groups', site, '--format', 'json'],
  classify: ['classify', site, '--format', 'ndjson', '--page', 'index.html'],
  'extract --content': ['extract', join(site, 'index.html'), '--site', site, '--content', '--format', 'json'],
};
const types = [
  'server/src/api/site.d.ts',
  'server/src/api/options.d.ts',
  'server/src/api/open-site.d.ts',
  'server/src/api/learn-model.d.ts',
  'server/src/api/templens-error.d.ts',
  ...['answers', 'findings', 'labels', 'parts', 'settings', 'site-event'].map(name => `shared/src/${name}.d.ts`),
];

async function currentLines(): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, args] of Object.entries(commands)) {
    const { stdout, code } = await templens(args);
    expect({ name, code }).toEqual({ name, code: 0 });
    lines.push(...jsonShape(JSON.parse(stdout)).map(line => `${name}: ${line}`));
  }
  for (const file of types)
    lines.push(...typeShape(readFileSync(join(repository, 'server/dist/types', file), 'utf8')).map(line => `${file}: ${line}`));
  const { properties } = JSON.parse(readFileSync(join(repository, 'server/templens.schema.json'), 'utf8')) as {
    properties: object;
  };
  return [...lines, ...Object.keys(properties).map(name => `setting ${name}`)].sort();
}

test('what programs rely on is that of the recorded version, or a version that breaks is due', async () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'server/package.json'), 'utf8')) as { version: string };
  const folder = join(repository, '.changeset');
  const texts = readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => readFileSync(join(folder, name), 'utf8'));
  const bumps = texts.flatMap(text => /^["']templens["']: (\w+)$/m.exec(text)?.[1] ?? []);
  const current = { version: nextVersion(version, bumps), lines: await currentLines() };
  expect(current.lines.length).toBeGreaterThan(200);
  if (process.env.TEMPLENS_RECORD) writeFileSync(record, `${JSON.stringify(current, null, 2)}\n`);
  expect(shapeMistake(JSON.parse(readFileSync(record, 'utf8')), current)).toBeUndefined();
});

test('a field, a type or a setting that vanishes needs a version that breaks; a new one is recorded', () => {
  const recorded = { version: '1.2.0', lines: ['check: pages: number', 'setting support'] };
  const without = ['setting support'];
  expect(shapeMistake(recorded, { version: '1.3.0', lines: recorded.lines })).toBeUndefined();
  expect(shapeMistake(recorded, { version: '1.3.0', lines: without })).toMatch(/needs a version.*\ncheck: pages: number$/);
  expect(shapeMistake(recorded, { version: '2.0.0', lines: without })).toMatch(/^Record .*\ncheck: pages: number$/);
  expect(shapeMistake(recorded, { version: '1.3.0', lines: [...recorded.lines, 'check: site: string'] })).toMatch(/^Record /);
  expect(shapeMistake({ ...recorded, version: '0.1.0' }, { version: '0.1.1', lines: without })).toMatch(/needs a version/);
  expect(shapeMistake({ ...recorded, version: '0.1.0' }, { version: '0.2.0', lines: without })).toMatch(/^Record /);
  expect(nextVersion('0.1.0', ['patch', 'minor'])).toBe('0.2.0');
  expect(nextVersion('1.1.4', ['patch'])).toBe('1.1.5');
  expect(nextVersion('1.1.4', ['minor', 'major'])).toBe('2.0.0');
});

test('shapes are those of values and declarations, not of data', () => {
  expect(jsonShape({ a: [{ b: 1 }, { b: 2, c: null }], d: 'x' })).toEqual(['a[]', 'a[].b: number', 'a[].c: null', 'd: string']);
  expect(typeShape('/** x */\nexport interface A {\n  /** y */\n  b?:  string;\n}\n')).toEqual([
    'export interface A {',
    'A: b?: string;',
  ]);
});
