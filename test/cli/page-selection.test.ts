import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { framedSite, textOf } from '../support/framed-site.ts';
import { isUnix } from '../support/platform.ts';
import { templens } from './templens.ts';

/** Twelve pages; two lack an item of the menu, one of them in a folder. */
const pages = framedSite(12).map(page => [page.path, textOf(page)] as const);
const withoutPeople = (text: string): string => text.replace(/ {6}<li><a href="[./]*people.*\n/, '');
const [one, other] = [pages[1]![0], pages[2]![0]];
const files: Record<string, string> = {
  'style.css': '',
  ...Object.fromEntries(pages),
  [one]: withoutPeople(pages[1]![1]),
  [other]: withoutPeople(pages[2]![1]),
};

/** Pages with findings, exit code and stderr of a check. */
async function check(args: string[], cwd?: string) {
  const { code, stdout, stderr } = await templens(
    ['check', ...args, '--format', 'json', '--fail-on', 'info'],
    cwd ? { cwd } : {},
  );
  const report = stdout === '' ? undefined : (JSON.parse(stdout) as { pages: number; diagnostics: { page: string }[] });
  return { code, stderr, pages: report?.pages, found: [...new Set(report?.diagnostics.map(({ page }) => page))] };
}

describe('check of files and folders', () => {
  test('reports the findings of these, compared with the whole site', async () => {
    const site = makeFolder(files);
    expect(await check([site])).toEqual({ code: 1, stderr: '', pages: 12, found: [one, other].sort() });
    expect(await check([one, pages[3]![0]], site)).toEqual({ code: 1, stderr: '', pages: 2, found: [one] });
    expect(await check([pages[3]![0]], site)).toEqual({ code: 0, stderr: '', pages: 1, found: [] });
    expect(await check(['--page', one, '--page', other], site)).toMatchObject({ pages: 2, found: [one, other].sort() });
    expect(await check([one, other, '--page', one], site)).toMatchObject({ pages: 1, found: [one] });
  });

  test('finds the site by its configuration, upward from what is given', async () => {
    const nested = Object.fromEntries(Object.entries(files).map(([path, text]) => [`public/${path}`, text]));
    const home = makeFolder({
      ...nested,
      'sub/x.html': '<p>Another site.',
      'templens.config.jsonc': '{ /* all */ "exclude": ["sub/**"], }',
    });
    expect(await check(['public'], home)).toEqual({
      code: 1,
      stderr: '',
      pages: 12,
      found: [`public/${one}`, `public/${other}`].sort(),
    });
    expect(await check([join(home, 'public', one)], home)).toMatchObject({ pages: 1, found: [`public/${one}`] });
  });

  test('does not take a configuration from outside the repository and the current folder', async () => {
    const home = makeFolder({
      'templens.config.json': '{"threads": "many"}',
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`site/${path}`, text])),
    });
    expect((await check([join(home, 'site')], makeFolder())).code).toBe(1);
    execFileSync('git', ['init', '-q', join(home, 'site')]);
    expect((await check(['site'], home)).code).toBe(1);
    expect((await check(['site'], home)).stderr).toBe('');
  });

  test('of a page through a link to its folder is of that page', async () => {
    const site = makeFolder(files);
    const link = join(makeFolder(), 'link');
    symlinkSync(site, link);
    expect(await check([join(link, one)], site)).toMatchObject({ pages: 1, found: [one] });
  });

  test('names files that are not pages, and why', async () => {
    const site = makeFolder({
      ...files,
      'notes.txt': 'x',
      '.gitignore': 'drafts/',
      'drafts/a.html': '<p>A',
      '.hidden/b.html': '<p>B',
    });
    const { code, stderr, pages } = await check(['notes.txt', 'drafts/a.html', '.hidden/b.html', one], site);
    expect({ code, pages }).toEqual({ code: 1, pages: 1 });
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/^templens: notes\.txt is not a page of the site .*: it does not match "include" \(.*\)\.$/),
      expect.stringMatching(/^templens: drafts\/a\.html .*: it is ignored by \.gitignore \(--no-gitignore reads such files\)\.$/),
      expect.stringMatching(/^templens: \.hidden\/b\.html .*: it is in a folder whose name begins with a dot\.$/),
    ]);
  });

  test('outside of the site, or that are not there, are one sentence', async () => {
    const site = makeFolder({ ...files, 'templens.config.json': '{}' });
    expect(await check(['nothing.html'], site)).toMatchObject({
      code: 3,
      stderr: 'templens: nothing.html cannot be read: it does not exist.\n',
    });
    expect(await check([join(makeFolder({ 'a.html': '<p>A' }), 'a.html'), site], site)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/are in no common site: no folder above has a configuration or is a repository\.\n$/),
    });
  });
});

describe('nothing to check is code 2 and a sentence', () => {
  const nothing = /no file matches \*\*\/\*\.\{html,/;
  const cases: [string, Record<string, string>, string[], RegExp][] = [
    ['an empty folder', {}, [], /^templens: No pages in \.: /],
    ['a folder without pages', { 'a.txt': 'x' }, [], nothing],
    [
      'pages that are all ignored',
      { '.gitignore': '*.html\n', 'a.html': '<p>A', 'b.html': '<p>B' },
      [],
      /^templens: No pages in \.: 2 files are ignored by \.gitignore \(--no-gitignore reads such files\)\.\n$/,
    ],
    [
      'pages that settings skip',
      {
        'templens.config.json': '{"include": ["**/*.php"]}',
        'a.html': '<p>A',
        'node_modules/b.html': '<p>B',
        '.c/d.htm': '<p>D',
      },
      [],
      /1 file does not match "include" \(\*\*\/\*\.php\).*1 file is ignored by "exclude"|1 file is ignored by "exclude".*1 file does not match/,
    ],
    ['a page that is not there', files, ['--page', 'nothing.html'], /^templens: No page of \. matches --page nothing\.html\.\n$/],
    [
      'a file that is not a page',
      { ...files, 'a.txt': 'x' },
      ['a.txt'],
      /a\.txt is not a page[\s\S]*No given file is a page of .*\.\n$/,
    ],
  ];
  test.each(cases)('%s', async (_, site, args, sentence) => {
    const cwd = makeFolder(site);
    for (const command of ['check', 'fix']) {
      const { code, stdout, stderr } = await templens([command, ...args], { cwd });
      expect({ command, code, stdout }).toEqual({ command, code: 2, stdout: '' });
      expect(stderr).toMatch(sentence);
    }
    const allowed = await templens(['check', ...args, '--allow-empty'], { cwd });
    expect(allowed.code).toBe(0);
    expect(allowed.stderr).toMatch(sentence);
  });

  test.skipIf(!isUnix || process.getuid?.() === 0)('pages that cannot be read', async () => {
    const cwd = makeFolder({ 'a.html': '<p>A' });
    chmodSync(join(cwd, 'a.html'), 0);
    const { code, stderr } = await templens(['check'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/No pages in \.: 1 page is skipped\.\n$/) });
  });

  test('pages that are too large', async () => {
    const cwd = makeFolder({ 'a.html': '<p>A long page', 'templens.config.json': '{"maxPageBytes": 5}' });
    const { code, stderr } = await templens(['check'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/No pages in \.: 1 page is skipped\.\n$/);
  });
});

describe('a file whose name reads as an option', () => {
  const names = ['--page=x.html', '--fail-on=never', '--write', '-x.html', '-h', ...(isUnix ? ['--exclude=**.html'] : [])];

  test.each(names)('%s is refused without --, and a file after it', async name => {
    const site = makeFolder({ ...files, ...Object.fromEntries(pages), [name]: files[other]! });
    for (const command of ['check', 'fix']) {
      const { code, stdout, stderr } = await templens([command, one, name], { cwd: site });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toBe(
        `templens: ${name} is a file, but reads as an option. To name the file, write ./${name} or put -- before the files; to give the option, rename the file.\n`,
      );
    }
    if (!name.endsWith('.html')) return;
    for (const args of [[`./${name}`], ['--', name]]) {
      const { code, stdout } = await templens(['check', '--fail-on', 'info', ...args], { cwd: site });
      expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(name) });
    }
  });

  test('an option after -- is no file', async () => {
    const { code, stderr } = await templens(['check', '--', '--fail-on=never'], { cwd: makeFolder(files) });
    expect(code).toBe(3);
    expect(stderr).toBe('templens: --fail-on=never cannot be read: it does not exist. Options stand before --.\n');
  });
});
