// Sites and folders that invite mistakes: nothing is overwritten, nothing is written outside of the target, every file is built as it is.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { page, smallSite, templens, templensOnFullDisk } from './templens.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const encoded = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);
const titled = (names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, page(name, `This is ${name}, as it is.`)]));

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Sites by what is special about them; `kept` is the number of pages that cannot have a layout. */
const sites: Record<string, { files: Record<string, string | Buffer>; kept?: number }> = {
  'pages in several encodings, and pages that are hardly pages': {
    files: {
      ...smallSite,
      'mark.html': `\ufeff${page('Mark', 'a byte-order mark')}`,
      'latin1.html': encoded(page('Süden', 'Grüße, ohne dass der Zeichensatz stimmt'), 'latin1'),
      'windows.html': encoded(page('Ü', '\x93quoted\x94').replace('utf-8', 'windows-1252'), 'latin1'),
      'utf16.html': encoded(`\ufeff${page('Wide', 'two bytes a character')}`, 'utf16le'),
      'sjis.html': Buffer.concat([
        encoded(page('Nihon', 'A').replace('utf-8', 'shift_jis'), 'latin1'),
        Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      ]),
      'broken.html': Buffer.concat([encoded(page('Broken', 'x'), 'utf8'), Buffer.from([0xff, 0xfe, 0xc3])]),
      'nul.html': page('Nul', 'a\0b'),
      'returns.html': page('Returns', 'old lines').replaceAll('\n', '\r'),
      'empty.html': '',
      'space.html': '\n \n',
      'dashes.html': '---\ntitle: no front matter\n---\n',
    },
    kept: 2,
  },
  'names that Eleventy reads as its own': {
    files: {
      ...smallSite,
      ...titled([
        'index.htm',
        '_data/index.html',
        '_includes/layouts/x.html',
        'pages/pages.html',
        'static/x.html',
        '_site/x.html',
        'a.11ty.js.html',
        'a-11ty.js.page.html',
        'b.11tydata.html',
        'tags.html',
        'collections.html',
        '404.html',
        '.well-known/x.html',
        'node_modules/x/index.html',
        'page.html',
        'index.htm.page.html',
      ]),
      '_data/site.json': '{"title": 1}',
      'pages/pages.json': '{"permalink": false}',
      'pages.11tydata.js': 'throw 1',
      'a.11ty.js': 'throw 2',
      '.eleventy.js': 'throw 3',
      'eleventy.config.js': 'throw 4',
      '.eleventyignore': '*\n',
      'package.json': '{"type": "commonjs"}',
      'MIGRATION.md': '# Mine\n',
      'page.njk': '{{ 1 + 1 }}',
      'readme.md': '# {{ title }}',
    },
  },
  'names with characters that mean something elsewhere': {
    files: titled([
      'index.html',
      'a b.html',
      'a#b.html',
      'a?b.html',
      '100%.html',
      '%20.html',
      '%2e%2e.html',
      '{{ title }}.html',
      '{% raw %}.html',
      'a"b.html',
      "a'b.html",
      'a&b;.html',
      '[id].html',
      '{a,b}.html',
      '(a|b).html',
      '!a.html',
      '-a.html',
      '--help.html',
      '$a.html',
      'a*.html',
      'a:b.html',
      'a\\b.html',
      'con.html',
      'Überblick.html',
      '日本語.html',
      '~a.html',
      'constructor.html',
      '__proto__.html',
    ]),
  },
  'names that differ in upper and lower case only': {
    files: titled(['About.html', 'about.html', 'ABOUT.HTML', 'Docs/a.html', 'docs/a.html', 'index.html']),
  },
  '200 pages of the same title': {
    files: Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`${at % 7}/page-${at}.html`, page('Untitled Document', `Text number ${at}.`)]),
    ),
  },
};

test.each(Object.entries(sites))('%s are built byte for byte', { timeout: 60_000 }, async (_, { files, kept = 0 }) => {
  const root = makeFolder(files);
  const beside = makeFolder();
  const out = join(beside, 'new/project');
  const run = await templens(['migrate', root, '--to', 'eleventy', '--out', out], { cwd: repository });
  const count = Object.keys(files).length;
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
  expect(run.stdout).toContain(`Built: ${count} of ${count} files equal byte for byte.`);
  expect(run.stdout).toContain(`\n${kept === 1 ? '1 page' : `${kept} pages`} as they are`);
  for (const [path, content] of Object.entries(files))
    expect(readFileSync(join(out, '_site', path)).equals(Buffer.from(content)), path).toBe(true);
  // Nothing is written beside the project, or changed in the site.
  expect(filesBelow(beside).filter(path => !path.startsWith('new/project/'))).toEqual([]);
  expect(filesBelow(root)).toEqual(Object.keys(files).sort());
});

test('links count as the files in the site that they lead to; others, and read-only files and folders, are no trap', async () => {
  const root = makeFolder({ ...smallSite, 'css/site.css': 'body {}' });
  const secret = join(makeFolder({ 'secret.txt': 'secret' }), 'secret.txt');
  symlinkSync('index.html', join(root, 'home.html'));
  symlinkSync('css/site.css', join(root, 'main.css'));
  symlinkSync('css', join(root, 'styles'));
  symlinkSync(secret, join(root, 'out.txt'));
  symlinkSync('nowhere', join(root, 'dead.txt'));
  symlinkSync('loop.txt', join(root, 'loop.txt'));
  for (const file of ['css/site.css', 'index.html']) chmodSync(join(root, file), 0o444);
  chmodSync(join(root, 'css'), 0o555);
  const out = join(makeFolder(), 'project');
  const run = await templens(['migrate', root, '--to', 'eleventy', '--out', out], { cwd: repository });
  chmodSync(join(root, 'css'), 0o755);
  expect(run.code).toBe(0);
  expect(run.stderr.trimEnd().split('\n')).toEqual(
    ['dead.txt', 'loop.txt', 'out.txt', 'styles'].map(
      name => `templens: ${name} is not a file of the site, such as a link out of it; it is not copied.`,
    ),
  );
  expect(run.stdout).toContain('Built: 7 of 7 files equal byte for byte.');
  expect(readFileSync(join(out, '_site/main.css'), 'utf8')).toBe('body {}');
  for (const file of filesBelow(out)) {
    const { mode } = lstatSync(join(out, file));
    expect([file, lstatSync(join(out, file)).isSymbolicLink(), mode & 0o200]).toEqual([file, false, 0o200]);
  }
});

/** Folders that are no place for a project: made beside and in the site. */
const folders: Record<string, { out: string; make?: (beside: string) => void; code?: number; sentence: string }> = {
  'the site': { out: 'site', sentence: 'is in the site; give one outside of it.' },
  'a folder of the site': { out: 'site/sub', sentence: 'is in the site; give one outside of it.' },
  'a new folder deep in the site': { out: 'site/a/b/c', sentence: 'is in the site; give one outside of it.' },
  'the folder above': { out: '.', sentence: 'has the site in it; give another folder.' },
  'a link into the site': {
    out: 'link/new',
    make: beside => symlinkSync('site/sub', join(beside, 'link')),
    sentence: 'is in the site; give one outside of it.',
  },
  'a link to the folder above': {
    out: 'link',
    make: beside => symlinkSync('.', join(beside, 'link')),
    sentence: 'has the site in it; give another folder.',
  },
  'a link that leads nowhere': {
    out: 'link',
    make: beside => symlinkSync('nowhere', join(beside, 'link')),
    sentence: 'cannot be used: it is a link that leads nowhere.',
  },
  'a file': {
    out: 'file',
    make: beside => writeFileSync(join(beside, 'file'), 'mine'),
    sentence: 'cannot be used: a part of the path is a file, not a folder.',
  },
  'a folder in a file': {
    out: 'file/out',
    make: beside => writeFileSync(join(beside, 'file'), 'mine'),
    sentence: 'cannot be used: a part of the path is a file, not a folder.',
  },
  'a folder with a hidden file': {
    out: 'out',
    make: beside => {
      mkdirSync(join(beside, 'out'));
      writeFileSync(join(beside, 'out/.keep'), '');
    },
    sentence: 'is not empty; give a new one.',
  },
  'a place where nobody can write': { out: '/proc/templens/project', code: 3, sentence: 'cannot be written: it does not exist.' },
};

describe('a project is not written to', () => {
  test.each(Object.entries(folders))('%s', async (_, { out, make, code = 2, sentence }) => {
    const root = join(
      makeFolder(Object.fromEntries(Object.entries(smallSite).map(([path, text]) => [`site/${path}`, text]))),
      'site',
    );
    const beside = dirname(root);
    make?.(beside);
    const before = filesBelow(beside);
    const run = await templens(['migrate', root, '--to', 'ssi', '--out', join(out.startsWith('/') ? '' : beside, out)]);
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: '' });
    expect(run.stderr).toMatch(/^templens: [^\n]+\n$/);
    expect(run.stderr).toContain(sentence);
    expect(filesBelow(beside)).toEqual(before);
  });

  test('a full disk, of which it leaves nothing', () => {
    const root = makeFolder({ ...smallSite, 'big.bin': Buffer.alloc(300_000) });
    const beside = makeFolder();
    const run = templensOnFullDisk(['migrate', root, '--to', 'ssi', '--out', join(beside, 'project')], 200);
    expect(run.code).toBe(3);
    expect(run.stderr).toMatch(/^templens: big\.bin cannot be copied: the file is too large for the system\.\n$/m);
    expect(readdirSync(beside)).toEqual([]);
  });
});

test('a link to an empty folder is a folder', async () => {
  const beside = makeFolder();
  mkdirSync(join(beside, 'empty'));
  symlinkSync('empty', join(beside, 'link'));
  const run = await templens(['migrate', makeFolder(smallSite), '--to', 'ssi', '--out', join(beside, 'link')]);
  expect(run.code).toBe(0);
  expect(filesBelow(join(beside, 'empty'))).toContain('index.html');
  expect(lstatSync(join(beside, 'link')).isSymbolicLink()).toBe(true);
});

test('a generator in the site is not run', async () => {
  const program = `require('node:fs').writeFileSync(require('node:path').join(__dirname, 'ran'), '')`;
  const root = makeFolder({
    ...smallSite,
    'node_modules/@11ty/eleventy/package.json': '{"name": "@11ty/eleventy", "main": "src/index.js"}',
    'node_modules/@11ty/eleventy/src/index.js': program,
    'node_modules/@11ty/eleventy/cmd.cjs': program,
  });
  const run = await templens(['migrate', '.', '--to', 'eleventy', '--out', join(makeFolder(), 'project')], { cwd: root });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('The project is not built, since Eleventy is not installed');
  expect(existsSync(join(root, 'node_modules/@11ty/eleventy/ran'))).toBe(false);
});

test.runIf(spawnSync('jekyll', ['-v']).status === 0)('plugins in the site are not run', { timeout: 60_000 }, async () => {
  const root = makeFolder({ ...smallSite, '_plugins/x.rb': "File.write(File.join(__dir__, 'ran'), '')\n" });
  const out = join(makeFolder(), 'project');
  const run = await templens(['migrate', root, '--to', 'jekyll', '--out', out]);
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
  expect(run.stdout).toContain('Built: 5 of 5 files equal byte for byte.');
  expect(existsSync(join(out, '_plugins/ran'))).toBe(false);
});
