import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { startEngine } from '../../../server/src/site/engine-handle.ts';
import { inputs } from '../../support/random-inputs.ts';
import { agreeingFiles, checkedPage, withoutSecond } from '../checked-folder.ts';
import { makeFolder, writeFiles } from '../folder.ts';
import { ask, filesIn } from './answer-cache.ts';

const files = {
  ...agreeingFiles(6),
  'odd.html': checkedPage('<p>odd</p>', withoutSecond),
  'sub/deep.html': checkedPage('<p>deep</p>'),
};

/** A site with its answers kept, as a command leaves them. */
async function keptSite(): Promise<{ root: string; cache: string; file: string }> {
  const root = makeFolder(files);
  const cache = join(makeFolder(), 'cache');
  await ask(root, cache);
  const [file, ...others] = filesIn(cache);
  expect(others).toEqual([]);
  return { root, cache, file: file! };
}

/** The next command answers as a fresh index does, and reads the pages or not. */
async function expectFresh(root: string, cache: string, isRead: boolean, settings: Partial<Settings> = {}): Promise<void> {
  const asked = await ask(root, cache, settings);
  expect(asked.isRead).toBe(isRead);
  const fresh = await ask(root, undefined, settings);
  expect(asked.answers).toEqual(fresh.answers);
  expect(asked.problems).toEqual(fresh.problems);
}

test('of an unchanged site, the answers of the last run are given without reading a page', async () => {
  const { root, cache } = await keptSite();
  await expectFresh(root, cache, false);
});

test('only the user can read what is kept', async () => {
  const { cache, file } = await keptSite();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(cache).mode & 0o777).toBe(0o700);
});

test('problems of skipped pages are reported again', async () => {
  const { root, cache } = await keptSite();
  symlinkSync('/etc/hostname', join(root, 'outside.html'));
  mkdirSync(join(root, 'folder.html'));
  await expectFresh(root, cache, true);
  await expectFresh(root, cache, false);
});

describe('pages are read again', () => {
  const changes: Record<string, (root: string) => void> = {
    'when one has another text': root => appendFileSync(join(root, 'p0.html'), '<p>more</p>'),
    'when one has another text of the same size and time': root => {
      const file = join(root, 'p0.html');
      const { atime, mtime } = statSync(file);
      writeFileSync(file, readFileSync(file, 'utf8').replace('First', 'Fifth'));
      utimesSync(file, atime, mtime);
    },
    'when another file of the same size and time takes its name': root => {
      const file = join(root, 'p0.html');
      const { atime, mtime } = statSync(file);
      writeFileSync(`${file}.new`, readFileSync(file, 'utf8').replace('First', 'Fifth'));
      utimesSync(`${file}.new`, atime, mtime);
      renameSync(`${file}.new`, file);
    },
    'when one comes': root => writeFiles(root, { 'sub/new.html': checkedPage('<p>new</p>') }),
    'when one goes': root => rmSync(join(root, 'p0.html')),
    'when one gets another name': root => renameSync(join(root, 'p0.html'), join(root, 'q0.html')),
    'when two change their names': root => {
      renameSync(join(root, 'p0.html'), join(root, 'p0.tmp'));
      renameSync(join(root, 'p1.html'), join(root, 'p0.html'));
      renameSync(join(root, 'p0.tmp'), join(root, 'p1.html'));
    },
    'when one gets a second name': root => linkSync(join(root, 'p0.html'), join(root, 'second.html')),
    'when .gitignore leaves one out': root => writeFiles(root, { '.gitignore': 'p0.html\n' }),
    'when a template file comes': root => writeFiles(root, { 'Templates/main.dwt': checkedPage('') }),
    'when a file goes that pages link to': root => rmSync(join(root, 'one.pdf')),
  };

  test.each(Object.keys(changes))('%s', async what => {
    const { root, cache } = await keptSite();
    const downloads = (text: string) => text.replace(/href="(one|three)\.html"/g, 'href="$1.pdf"');
    writeFiles(root, Object.fromEntries(Object.entries(files).map(([path, text]) => [path, downloads(text)])));
    writeFiles(root, { 'one.pdf': 'one', 'three.pdf': 'three' });
    await ask(root, cache);
    await expectFresh(root, cache, false);
    changes[what]!(root);
    await expectFresh(root, cache, true);
    await expectFresh(root, cache, false);
  });

  test.each<[string, Partial<Settings>]>([
    ['of checks', { support: 0.95 }],
    ['of labels', { extractor: 'sst' }],
    ['of pages', { exclude: ['p0.html'] }],
  ])('with other settings %s', async (_, settings) => {
    const { root, cache } = await keptSite();
    await expectFresh(root, cache, true, settings);
    await expectFresh(root, cache, false, settings);
    await expectFresh(root, cache, false);
  });
});

test('a file that was written again with the same bytes is unchanged', async () => {
  const { root, cache } = await keptSite();
  for (const [path, text] of Object.entries(files)) {
    rmSync(join(root, path));
    writeFiles(root, { [path]: text });
    utimesSync(join(root, path), 1_000_000, 1_000_000);
  }
  await expectFresh(root, cache, false);
});

describe('what is kept and damaged is made anew', () => {
  test('whatever byte is damaged', async () => {
    const { root, cache, file } = await keptSite();
    const whole = readFileSync(file);
    const fresh = await ask(root, undefined);
    const place = fc.oneof(
      fc.nat(whole.length - 1),
      fc.nat(40),
      fc.nat(80).map(back => whole.length - 1 - back),
    );
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(whole);
        damaged[at]! ^= change;
        writeFileSync(file, damaged);
        const asked = await ask(root, cache);
        expect(asked.answers).toEqual(fresh.answers);
        expect(asked.isRead).toBe(true);
        expect((await ask(root, cache)).isRead).toBe(false);
      }),
      { numRuns: inputs(40) },
    );
  });

  test('wherever it is cut, or goes on', async () => {
    const { root, cache, file } = await keptSite();
    const whole = readFileSync(file);
    const fresh = await ask(root, undefined);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 100 }), async (length, more) => {
        writeFileSync(file, Buffer.concat([whole.subarray(0, length), more]));
        expect((await ask(root, cache)).answers).toEqual(fresh.answers);
      }),
      { numRuns: inputs(30) },
    );
  });

  test.each<[string, (file: string) => void]>([
    ['an empty file', file => writeFileSync(file, '')],
    ['another text', file => writeFileSync(file, 'templens answers 1\n'.repeat(1000))],
    ['a folder', replaceWithFolder],
    ['a link', replaceWithLink],
  ])('%s in its place', async (_, replace) => {
    const { root, cache, file } = await keptSite();
    replace(file);
    await expectFresh(root, cache, true);
  });

  test('the answers about another site in its place', async () => {
    const { root, cache, file } = await keptSite();
    const other = makeFolder({ ...files, 'p0.html': checkedPage('<p>other</p>') });
    const otherCache = join(makeFolder(), 'cache');
    await ask(other, otherCache);
    writeFileSync(file, readFileSync(filesIn(otherCache)[0]!));
    await expectFresh(root, cache, true);
  });
});

describe('nothing is kept, and nothing is an error,', () => {
  test('where the folder for caches is in the site', async () => {
    const root = makeFolder(files);
    const before = filesIn(root);
    await expectFresh(root, join(root, '.cache', 'templens'), true);
    const link = join(makeFolder(), 'link');
    symlinkSync(root, link);
    await expectFresh(root, join(link, 'not', 'yet'), true);
    expect(filesIn(root)).toEqual(before);
  });

  test('where the folder cannot be made', async () => {
    const root = makeFolder(files);
    const place = makeFolder({ file: '' });
    await expectFresh(root, join(place, 'file', 'cache'), true);
  });

  test.runIf(process.platform === 'linux')('where it cannot be written', async () => {
    // Not even the superuser can make files there.
    await expectFresh(makeFolder(files), '/proc/templens', true);
    await expectFresh(makeFolder(files), '/dev/full', true);
  });
});

test('runs at the same time leave whole answers', async () => {
  const root = makeFolder(files);
  const cache = join(makeFolder(), 'cache');
  const fresh = await ask(root, undefined);
  for (const asked of await Promise.all(Array.from({ length: 5 }, () => ask(root, cache))))
    expect(asked.answers).toEqual(fresh.answers);
  expect(filesIn(cache)).toHaveLength(1);
  await expectFresh(root, cache, false);
});

test('a text that is not saved is not kept', async () => {
  const { root, cache } = await keptSite();
  const engine = startEngine();
  const settings = { ...defaultSettings, threads: 1 };
  engine.send({ command: 'open', root, settings, labels: false, regions: false, checks: true, cache });
  await engine.query({ kind: 'parts' });
  engine.send({ command: 'text', page: 'p0.html', version: 1, text: checkedPage('<p>secret</p>', withoutSecond), isSaved: true });
  const content = { kind: 'extract', page: 'p0.html', what: 'content', format: 'text' } as const;
  expect(await engine.query(content)).toContain('secret');
  await engine.close();
  await expectFresh(root, cache, false);
});

function replaceWithFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

function replaceWithLink(file: string): void {
  renameSync(file, `${file}.real`);
  symlinkSync(`${file}.real`, file);
}
