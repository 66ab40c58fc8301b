import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as chokidar from 'chokidar';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchSite } from '../../server/src/site/watcher.ts';
import { isUnix } from '../support/platform.ts';
import { makeFolder, writeFiles } from './folder.ts';

vi.mock('chokidar', async original => {
  const real = await original<typeof chokidar>();
  return { ...real, watch: vi.fn(real.watch) };
});
afterEach(() => vi.mocked(chokidar.watch).mockClear());

/** Watches the folder, and waits until each of what is expected was said. */
async function watched(root: string, settings: Partial<Settings> = {}) {
  const batches: string[][] = [];
  const folders: string[][] = [];
  const problems: string[] = [];
  let rescans = 0;
  let configurations = 0;
  let heard = () => {};
  const hear = <T extends unknown[]>(listen: (...said: T) => void) => {
    return (...said: T) => {
      listen(...said);
      heard();
    };
  };
  const site = watchSite(
    root,
    { ...defaultSettings, ...settings },
    {
      onPages: hear(pages => batches.push(pages)),
      onFolders: hear(some => folders.push(some)),
      onRescan: hear(() => rescans++),
      onProblem: hear(message => problems.push(message)),
      onConfiguration: hear(() => configurations++),
    },
  );
  onTestFinished(() => site.close());
  await site.ready;
  return {
    batches,
    folders,
    problems,
    site,
    counts: () => ({ rescans, configurations }),
    async until(condition: () => boolean) {
      while (!condition()) await new Promise<void>(resolve => (heard = resolve));
    },
  };
}

test('writes, new pages in new folders and removals come in batches of pages', async () => {
  const root = makeFolder({ 'a.html': '1', 'b.html': '1', 'style.css': '' });
  const { batches, until, counts } = await watched(root);
  expect(counts().rescans).toBe(1);
  writeFiles(root, { 'a.html': '2', 'new/deep/c.html': '1', 'style.css': '2', 'node_modules/d.html': '' });
  rmSync(join(root, 'b.html'));
  await until(() => ['a.html', 'b.html', 'new/deep/c.html'].every(page => batches.flat().includes(page)));
  expect([...new Set(batches.flat())].sort()).toEqual(['a.html', 'b.html', 'new/deep/c.html']);
  for (const batch of batches) expect(new Set(batch).size).toBe(batch.length);
});

test('what was heard once is said twice: chokidar may have dropped what came right after it', async () => {
  const root = makeFolder({ 'a.html': '1' });
  const { batches, until } = await watched(root);
  const [result] = vi.mocked(chokidar.watch).mock.results;
  (result!.value as chokidar.FSWatcher).emit('all', 'unlink', join(root, 'a.html'));
  await until(() => batches.length === 2);
  expect(batches).toEqual([['a.html'], ['a.html']]);
});

test('after a burst the folders that were heard of are to be looked at, and all of them only when it is quiet', async () => {
  const root = makeFolder({ 'a/p.html': '1', 'b/deep/q.html': '1', 'c/r.html': '1' });
  const { folders, until, counts } = await watched(root);
  writeFiles(root, { 'a/p.html': '2', 'b/deep/q.html': '2' });
  await until(() => ['a', 'b/deep'].every(folder => folders.flat().includes(folder)));
  expect(folders.flat()).not.toContain('c');
  expect(counts().rescans).toBe(1);
  await until(() => counts().rescans === 2);
});

test.runIf(isUnix)('a folder that is replaced at once is watched anew after the burst, not only when it is quiet', async () => {
  const parent = makeFolder({ 'site/sub/a.html': '1', 'new/a.html': '2' });
  const root = join(parent, 'site');
  const { folders, until, counts } = await watched(root);
  renameSync(join(root, 'sub'), join(parent, 'old'));
  renameSync(join(parent, 'new'), join(root, 'sub'));
  await until(() => folders.length > 0 || counts().rescans > 1);
  expect(vi.mocked(chokidar.watch).mock.calls).toHaveLength(2);
});

test('a thousand writes make few batches, and no page is missing', async () => {
  const names = Array.from({ length: 1000 }, (_, i) => `${i}.html`);
  const root = makeFolder(Object.fromEntries(names.map(name => [name, ''])));
  const { batches, until } = await watched(root);
  for (const name of names) writeFileSync(join(root, name), 'x');
  await until(() => new Set(batches.flat()).size === 1000);
  expect(batches.length).toBeLessThan(100);
});

test('polling sees changes, too', async () => {
  const root = makeFolder({ 'a.html': '1' });
  const { batches, until } = await watched(root, { polling: true });
  writeFiles(root, { 'a.html': 'longer' });
  await until(() => batches.flat().includes('a.html'));
});

test('a .gitignore that changes is obeyed from then on', async () => {
  const root = makeFolder({ '.gitignore': 'drafts/\n', 'drafts/a.html': '1', 'b.html': '1' });
  const { batches, until, counts } = await watched(root);
  writeFiles(root, { '.gitignore': 'b.html\n' });
  await until(() => counts().rescans === 2);
  writeFiles(root, { 'drafts/a.html': '2', 'b.html': '2' });
  await until(() => batches.length > 0);
  expect(batches[0]).toEqual(['drafts/a.html']);
});

test('the configuration file is watched', async () => {
  const root = makeFolder({ 'a.html': '1' });
  const { until, counts } = await watched(root);
  writeFiles(root, { 'templens.config.json': '{}' });
  await until(() => counts().configurations > 0);
});

test('a second configuration file, which is not read, is noticed even if its event is lost', async () => {
  const root = makeFolder({ 'a.html': '1', 'templens.config.json': '{}' });
  const { until, counts } = await watched(root);
  (vi.mocked(chokidar.watch).mock.results[0]!.value as chokidar.FSWatcher).removeAllListeners('all');
  writeFiles(root, { 'templens.config.jsonc': '{}' });
  await until(() => counts().configurations > 0);
});

test('a root that vanishes is a rescan, and is watched again when it is back', async () => {
  const parent = makeFolder({ 'site/a.html': '1' });
  const root = join(parent, 'site');
  const { batches, until, counts } = await watched(root);
  renameSync(root, join(parent, 'elsewhere'));
  rmSync(join(parent, 'elsewhere'), { recursive: true });
  await until(() => counts().rescans >= 2);
  mkdirSync(root);
  await until(() => counts().rescans >= 3);
  writeFiles(root, { 'b.html': '1' });
  await until(() => batches.flat().includes('b.html'));
});

test.each(['ENOSPC', 'EMFILE'])('%s is reported with advice, and watching goes on by polling', async code => {
  const root = makeFolder({ 'a.html': '1' });
  const { batches, problems, until, counts } = await watched(root);
  const watcher = vi.mocked(chokidar.watch).mock.results[0]!.value as chokidar.FSWatcher;
  watcher.emit('error', Object.assign(new Error('refused'), { code }));
  watcher.emit('error', Object.assign(new Error('refused'), { code }));
  await until(() => counts().rescans === 2);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^The system allows no more .*"exclude"\. Until then .* is watched by polling\.$/);
  expect(vi.mocked(chokidar.watch).mock.calls.map(([, options]) => options?.usePolling)).toEqual([false, true]);
  writeFiles(root, { 'a.html': 'longer' });
  await until(() => batches.flat().includes('a.html'));
});

test.runIf(isUnix)(
  'a folder whose files have paths that are too long does not keep changes elsewhere from being seen',
  async () => {
    const root = makeFolder({ 'a.html': '1' });
    // Longer than the 4,096 bytes that a path may have: only by folders one below the other can such a file be made.
    const name = 'd'.repeat(200);
    const back = process.cwd();
    process.chdir(root);
    for (let depth = 0; depth < 21; depth++) {
      mkdirSync(name);
      process.chdir(name);
    }
    process.chdir(back);
    onTestFinished(() => void execFileSync('rm', ['-r', join(root, name)]));
    const { batches, problems, until, counts } = await watched(root);
    expect(problems.join()).toContain('ENAMETOOLONG');
    expect(counts().rescans).toBeGreaterThan(1);
    writeFiles(root, { 'a.html': '2' });
    await until(() => batches.flat().includes('a.html'));
  },
);

test('another error is reported and leads to a rescan', async () => {
  const { problems, until, counts } = await watched(makeFolder({ 'a.html': '1' }));
  const watcher = vi.mocked(chokidar.watch).mock.results[0]!.value as chokidar.FSWatcher;
  watcher.emit('error', Object.assign(new Error('the disk is gone'), { code: 'EIO' }));
  await until(() => counts().rescans === 2);
  expect(problems[0]).toContain('the disk is gone');
});

test.each([{ polling: false }, { polling: true }])(
  'other files are heard of once they are asked for, there or not: %o',
  async settings => {
    const root = makeFolder({ 'a.html': '', 'there.css': '', 'other.css': '', 'img/x.png': '' });
    const { site, batches, until } = await watched(root, settings);
    site.alsoWatch(['there.css', 'missing.css', 'img/y.png']);
    const heard = (path: string) => batches.flat().filter(name => name === path).length;
    await until(() => ['there.css', 'missing.css', 'img/y.png'].every(path => heard(path) > 0));
    const before = batches.length;
    rmSync(join(root, 'there.css'));
    writeFiles(root, { 'missing.css': '', 'img/y.png': '', 'other.css': 'changed' });
    await until(() => ['there.css', 'missing.css', 'img/y.png'].every(path => batches.slice(before).flat().includes(path)));
    expect(heard('other.css')).toBe(0);
  },
);
