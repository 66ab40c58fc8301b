import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSite } from '../../server/src/api/index.ts';
import { makeFolder } from '../site/folder.ts';
import { page, smallSite, templens } from './templens.ts';

describe('extract', () => {
  test("prints the page's template, and --content fills its holes again", async () => {
    const site = makeFolder(smallSite);
    const file = join(site, 'sub/c.html');
    const { code, stdout, stderr } = await templens(['extract', file, '--site', site]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('<title><!-- templens:hole title --></title>');
    expect(stdout).toContain('<li><a href="a.html">About us</a></li>');
    expect(stdout).not.toContain('costs nothing');
    const content = await templens(['extract', file, '--site', site, '--content', '--format', 'json']);
    const holes = new Map((JSON.parse(content.stdout) as { name: string; html: string }[]).map(({ name, html }) => [name, html]));
    const filled = stdout.replace(/<!-- templens:hole (\S+) -->/g, (_, name: string) => holes.get(name)!);
    expect(filled).toBe(smallSite['sub/c.html']);
  });

  test('--content prints the content as HTML or as text', async () => {
    const site = makeFolder(smallSite);
    const html = await templens(['extract', '--content', 'sub/c.html', '--site', '.'], { cwd: site });
    expect(html).toMatchObject({ code: 0, stderr: '' });
    expect(html.stdout).toContain('Everything costs nothing &amp; more.');
    expect(html.stdout).not.toContain('About us');
    const text = await templens(['extract', '--content', '--format', 'text', 'sub/c.html', '--site', '.'], { cwd: site });
    expect(text.stdout).toMatch(/^Prices\n(Prices\n)?Everything costs nothing & more\.\n$/);
  });

  test("without --site, the site is the nearest folder with a configuration or a repository, else the page's own", async () => {
    const holesOf = async (site: string) => (await templens(['extract', join(site, 'sub/c.html')])).stdout;
    const alone = makeFolder(smallSite);
    const configured = makeFolder({ ...smallSite, 'templens.config.json': '{}' });
    const cloned = makeFolder(smallSite);
    mkdirSync(join(cloned, '.git'));
    const withSite = (await templens(['extract', join(alone, 'sub/c.html'), '--site', alone])).stdout;
    expect(withSite).toContain('About us');
    expect(await holesOf(configured)).toBe(withSite);
    expect(await holesOf(cloned)).toBe(withSite);
    expect(await holesOf(alone)).not.toBe(withSite);
  });

  test('finds the page through links', async () => {
    const site = makeFolder(smallSite);
    const links = makeFolder();
    symlinkSync(site, join(links, 'site'));
    symlinkSync(join(site, 'sub'), join(links, 'sub'));
    const direct = (await templens(['extract', join(site, 'sub/c.html'), '--site', site])).stdout;
    expect(direct).toContain('<!-- templens:hole');
    const through = ['extract', join(links, 'sub/c.html'), '--site', join(links, 'site')];
    expect(await templens(through)).toMatchObject({ code: 0, stdout: direct });
  });

  test('says why a page cannot be had', async () => {
    const site = makeFolder({
      ...smallSite,
      'notes.txt': 'x',
      '.gitignore': 'b.html',
      'big.html': page('Big', 'x'.repeat(20_000)),
    });
    const elsewhere = makeFolder({ 'x.html': page('X', 'y') });
    const cases: [string[], number, RegExp][] = [
      [['none.html'], 3, /none\.html cannot be read: it does not exist\./],
      [['a.html/x.html'], 3, /cannot be read: a part of the path is a file/],
      [['sub'], 3, /sub is a folder; give the file of a page\./],
      [['notes.txt', '--site', '.'], 2, /notes\.txt is not a page of the site/],
      [['b.html', '--site', '.'], 2, /b\.html is not a page of the site .*\.gitignore/],
      [[join(elsewhere, 'x.html'), '--site', '.'], 2, /is not in the site \.; give its folder with --site\./],
    ];
    for (const [args, code, sentence] of cases) {
      const run = await templens(['extract', ...args], { cwd: site });
      expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: '' });
      expect(run.stderr).toMatch(sentence);
      expect(run.stderr).toMatch(/^templens: [^\n]+\n$/);
    }
  });

  test('--all writes the content of every page, as the API has it', async () => {
    const site = makeFolder(smallSite);
    const out = join(makeFolder(), 'content');
    expect(await templens(['extract', site, '--all', '--out', out])).toMatchObject({
      code: 0,
      stdout: `${out} has the content of 4 pages.\n`,
      stderr: '',
    });
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'));
    const written = files.sort().map(file => JSON.parse(readFileSync(join(out, file), 'utf8')) as unknown);
    await using opened = await openSite(site);
    expect(written).toEqual(await opened.contents());
    expect(written[3]).toMatchObject({
      page: 'sub/c.html',
      content: expect.arrayContaining([expect.objectContaining({ html: 'Prices' })]),
    });
    expect(await templens(['extract', site, '--all', '--out', out])).toMatchObject({ code: 2, stdout: '' });
    expect(await templens(['extract', site, '--all'])).toMatchObject({
      code: 2,
      stderr: 'templens: Give --all and --out together.\n',
    });
  });
});
