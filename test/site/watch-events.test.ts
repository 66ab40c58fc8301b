// What no event tells of, or only half: the state at rest is that of a fresh index all the same.
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import type { EngineHandle } from '../../server/src/site/engine-handle.ts';
import { startEngine } from '../../server/src/site/engine-handle.ts';
import { isDeep } from '../support/deep.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { framedPage, freshAnswers, openSite, replay } from './site-folder.ts';
import { watchedEngine } from './watched-engine.ts';

/** A watched site; `settles` waits until the engine says what a fresh one says of the folder as it is then. */
async function watched(root: string, polling = false) {
  const settings = { ...defaultSettings, threads: 1, polling };
  const { events, configurations, until } = await watchedEngine(root, settings, { onProblem: () => {} });
  return {
    async settles() {
      const fresh = JSON.stringify([...(await freshAnswers(root, settings)).pages]);
      await until(() => JSON.stringify([...replay(events).pages]) === fresh);
      // What the engine says now is told apart from what it said before.
      return [...replay(events).pages.keys()];
    },
    async configured(times: number) {
      await until(() => configurations() >= times);
    },
  };
}

const page = (text: string) => framedPage(`<p>${text}</p>`);
const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));
/** The time of a file is older than a tick of the clock, so that it can be trusted. */
const tick = () => wait(30);
/** Nothing that happened before is still on its way. */
const quiet = () => wait(1500);

describe.each(isDeep ? [{ polling: false }, { polling: true }] : [{ polling: false }])('polling: $polling', ({ polling }) => {
  test('a root that is replaced at once is followed', async () => {
    const parent = makeFolder({ 'site/a.html': page('old'), 'site/sub/b.html': page('old'), 'new/a.html': page('new') });
    const root = join(parent, 'site');
    const { settles } = await watched(root, polling);
    renameSync(root, join(parent, 'old'));
    renameSync(join(parent, 'new'), root);
    expect(await settles()).toEqual(['a.html']);
    await quiet();
    appendFileSync(join(root, 'a.html'), '<p>later</p>');
    writeFiles(root, { 'c.html': page('later') });
    expect(await settles()).toEqual(['a.html', 'c.html']);
  });

  test('a folder inside that is replaced at once is followed', async () => {
    const parent = makeFolder({ 'site/sub/a.html': page('old'), 'new/a.html': page('new') });
    const root = join(parent, 'site');
    const { settles } = await watched(root, polling);
    renameSync(join(root, 'sub'), join(parent, 'old'));
    renameSync(join(parent, 'new'), join(root, 'sub'));
    await settles();
    await quiet();
    appendFileSync(join(root, 'sub/a.html'), '<p>later</p>');
    writeFiles(root, { 'sub/b.html': page('later') });
    expect(await settles()).toEqual(['sub/a.html', 'sub/b.html']);
  });

  test('a page that becomes a folder at once, and a page again', async () => {
    const root = makeFolder({ 'a.html': page('a'), 'blog.html': page('blog') });
    const { settles } = await watched(root, polling);
    rmSync(join(root, 'blog.html'));
    mkdirSync(join(root, 'blog.html'));
    writeFileSync(join(root, 'blog.html/in.html'), page('in'));
    expect(await settles()).toEqual(['a.html', 'blog.html/in.html']);
    await quiet();
    appendFileSync(join(root, 'blog.html/in.html'), '<p>later</p>');
    await settles();
    rmSync(join(root, 'blog.html'), { recursive: true });
    writeFileSync(join(root, 'blog.html'), page('blog again'));
    expect(await settles()).toEqual(['a.html', 'blog.html']);
  });

  test('the file that a link leads to, a page or not', async () => {
    const root = makeFolder({ 'a.html': page('a'), '.parts/real.txt': page('real') });
    symlinkSync('.parts/real.txt', join(root, 'link.html'));
    symlinkSync('a.html', join(root, 'twin.html'));
    const { settles } = await watched(root, polling);
    await tick();
    appendFileSync(join(root, '.parts/real.txt'), '<p>more</p>');
    await settles();
    appendFileSync(join(root, 'a.html'), '<p>more</p>');
    expect(await settles()).toEqual(['a.html', 'link.html', 'twin.html']);
  });

  test('a page with two names', async () => {
    const root = makeFolder({ 'a.html': page('a') });
    linkSync(join(root, 'a.html'), join(root, 'b.html'));
    const { settles } = await watched(root, polling);
    await tick();
    appendFileSync(join(root, 'b.html'), '<p>more</p>');
    expect(await settles()).toEqual(['a.html', 'b.html']);
  });

  test('another text of the same length, with the time of the first', async () => {
    const root = makeFolder({ 'a.html': page('one'), 'b.html': page('x') });
    const file = join(root, 'a.html');
    const { settles } = await watched(root, polling);
    await tick();
    const { atime, mtime } = statSync(file);
    writeFileSync(file, page('two').replace('<p>', '<b>').replace('</p>', '</b>'));
    utimesSync(file, atime, mtime);
    await settles();
  });

  test('a root that goes and comes back', async () => {
    const parent = makeFolder({ 'site/a.html': page('a') });
    const root = join(parent, 'site');
    const { settles } = await watched(root, polling);
    rmSync(root, { recursive: true });
    await quiet();
    writeFiles(root, { 'b.html': page('b') });
    expect(await settles()).toEqual(['b.html']);
    await quiet();
    writeFiles(root, { 'sub/c.html': page('c') });
    expect(await settles()).toEqual(['b.html', 'sub/c.html']);
  });

  test('a configuration that is saved twice in a moment is heard of as it is in the end', async () => {
    const root = makeFolder({ 'a.html': page('a') });
    const { configured } = await watched(root, polling);
    writeFiles(root, { 'templens.config.json': '{"extractor":"sst"}' });
    await configured(1);
    writeFiles(root, { 'templens.config.json': '{"extractor":"iwptd"}' });
    await configured(2);
  });
});

test('a burst during the first index', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `${i % 5}/p${i}.html`);
  const root = makeFolder(Object.fromEntries(names.map(name => [name, page(name)])));
  const opening = watched(root);
  for (const [index, name] of names.entries()) {
    if (index % 3 === 0) writeFileSync(join(root, name), page(`changed ${name}`));
    if (index % 7 === 0) rmSync(join(root, name));
    if (index % 20 === 0) await new Promise(resolve => setImmediate(resolve));
  }
  const { settles } = await opening;
  await settles();
});

test('a removed folder with the name of a page, of which editors name nothing else', async () => {
  const root = makeFolder({ 'a.html': page('a'), 'blog.html/in.html': page('in'), 'blog.html/2026/deep.html': page('deep') });
  const engine = startEngine();
  try {
    engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1 } });
    await engine.idle();
    rmSync(join(root, 'blog.html'), { recursive: true });
    engine.send({ command: 'files', pages: ['blog.html'] });
    await engine.idle();
    expect((await engine.query({ kind: 'pages' })).map(({ page }) => page)).toEqual(['a.html']);
  } finally {
    await engine.close();
  }
});

test.each<[string, (root: string, engine: EngineHandle) => void]>([
  ['a file', root => writeFileSync(join(root, 'blog.html'), page('blog'))],
  ['a text of an editor', (_, engine) => engine.send({ command: 'text', page: 'blog.html', version: 1, text: page('blog') })],
])('%s with the name of a removed folder', async (_, replace) => {
  const root = makeFolder({ 'a.html': page('a'), 'blog.html/in.html': page('in') });
  const engine = startEngine();
  try {
    engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1 } });
    await engine.idle();
    rmSync(join(root, 'blog.html'), { recursive: true });
    replace(root, engine);
    engine.send({ command: 'files', pages: ['blog.html'] });
    await engine.idle();
    expect((await engine.query({ kind: 'pages' })).map(({ page }) => page)).toEqual(['a.html', 'blog.html']);
  } finally {
    await engine.close();
  }
});

test('a page that is open while its file is replaced by one that has far more', async () => {
  const whole = page('whole');
  const root = makeFolder({ 'a.html': page('a'), 'b.html': page('b'), 'open.html': '<p>Short.</p>', 'whole.html': whole });
  const { engine, settings } = await openSite(root, { checked: true });
  const text = { command: 'text', page: 'open.html', version: 1, text: '<p>Shorter.</p>' } as const;
  engine.send(text);
  await engine.idle();
  renameSync(join(root, 'whole.html'), join(root, 'open.html'));
  engine.send({ command: 'files', pages: ['open.html', 'whole.html'] });
  await engine.idle();
  const fresh = startEngine();
  try {
    fresh.send({ command: 'open', root, settings, checks: true });
    fresh.send(text);
    await fresh.idle();
    const layouts = await fresh.query({ kind: 'groups' });
    expect(layouts.map(({ pages }) => pages)).toEqual([['a.html', 'b.html', 'open.html']]);
    expect(await engine.query({ kind: 'groups' })).toEqual(layouts);
  } finally {
    await fresh.close();
  }
});
