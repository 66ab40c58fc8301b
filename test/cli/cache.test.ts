import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { filesIn } from '../site/cache/answer-cache.ts';
import { makeFolder } from '../site/folder.ts';
import { smallSite, templens, templensOnFullDisk } from './templens.ts';

const sample = fileURLToPath(new URL('../fixtures/sample-site', import.meta.url));

const commands = [
  ['groups'],
  ['groups', '--level', 'variant', '--format', 'json'],
  ['parts'],
  ['parts', '--format', 'json', '--instances'],
  ['classify'],
  ['classify', '--explain', '--page', 'index.html'],
  ['classify', '--format', 'ndjson'],
  ['check'],
  ['check', '--format', 'json'],
  ['check', '--format', 'sarif'],
  ['fix'],
  ['report'],
];

test('every command prints the same with and without what is kept', async () => {
  const folder = makeFolder();
  const site = join(folder, 'site');
  cpSync(sample, site, { recursive: true });
  const before = filesIn(site);
  const env = { TEMPLENS_CACHE: join(folder, 'cache') };
  for (const command of commands) {
    const [name = '', ...options] = command;
    const args = [name, site, ...options];
    const without = await templens([...args, '--no-cache'], { env });
    const first = await templens(args, { env });
    const second = await templens(args, { env });
    expect(first, name).toEqual(without);
    expect(second, name).toEqual(without);
  }
  expect(filesIn(env.TEMPLENS_CACHE).length).toBeGreaterThan(0);
  expect(filesIn(site)).toEqual(before);
});

test('nothing is kept with --no-cache, nor where TEMPLENS_CACHE is empty', async () => {
  const site = makeFolder(smallSite);
  const home = makeFolder();
  const user = { HOME: home, XDG_CACHE_HOME: join(home, 'user'), LOCALAPPDATA: join(home, 'user') };
  mkdirSync(user.XDG_CACHE_HOME);
  await templens(['groups', site], { env: { ...user, TEMPLENS_CACHE: '' } });
  await templens(['groups', site, '--no-cache'], { env: { ...user, TEMPLENS_CACHE: join(home, 'cache') } });
  expect(filesIn(home)).toEqual([]);
});

test.runIf(process.platform === 'linux')('a full disk is no error', () => {
  const site = makeFolder(smallSite);
  const cache = join(makeFolder(), 'cache');
  process.env.TEMPLENS_CACHE = cache;
  try {
    expect(templensOnFullDisk(['groups', site], 0)).toEqual({ code: 0, stderr: '' });
  } finally {
    process.env.TEMPLENS_CACHE = '';
  }
  expect(filesIn(cache)).toEqual([]);
});
