// The project is built with the real Eleventy.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { bakeryMistakes, bakerySite } from '../support/bakery-site.ts';
import { page, smallSite, templens } from './templens.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Migrates a site, and builds the project with the Eleventy of this repository. */
async function migrated(files: Record<string, string | Buffer>, ...options: string[]) {
  const site = makeFolder(files);
  const out = join(makeFolder(), 'project');
  const run = await templens(['migrate', site, '--to', 'eleventy', '--out', out, ...options], { cwd: repository });
  return { site, out, ...run };
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe('templens migrate', () => {
  test('the built project has every file of the site, byte for byte', async () => {
    const files = { ...smallSite, 'site.css': 'body{}', 'img/.keep': '', 'img/logo.png': Buffer.from([0x89, 0, 255]) };
    const { out, code, stdout, stderr } = await migrated(files);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Built: 7 of 7 files equal byte for byte.');
    expect(filesBelow(join(out, '_site'))).toEqual(Object.keys(files).sort());
    for (const [path, content] of Object.entries(files))
      expect(readFileSync(join(out, '_site', path))).toEqual(Buffer.from(content));
    const own = readFileSync(join(out, 'pages/b.html'), 'utf8');
    expect(own).toContain('Write a letter or ring the bell twice.');
    expect(own).not.toContain('The little site');
    expect(JSON.parse(readFileSync(join(out, 'package.json'), 'utf8'))).toMatchObject({
      devDependencies: { '@11ty/eleventy': '3.1.8' },
    });
  });

  test('pages with template code, other line ends, encodings and names are built exactly', async () => {
    const latin1 = (text: string) => Buffer.from(text, 'latin1');
    const files = {
      'index.html': page('One', '{{ user }} {% if x %} {# y #} <%= z %> {{ "{" }}'),
      'index.htm': page('Two', 'a\n---\nb'),
      'a.11ty.js.html': page('Three', 'Eleventy has a meaning for this name.'),
      '_data/x.html': page('Four', 'and for this folder'),
      '2020-01-02-day.html': page('Five', 'and for a date'),
      'crlf.html': page('Six', 'lines').replaceAll('\n', '\r\n'),
      'mark.html': `\ufeff${page('Seven', 'a byte-order mark')}`,
      'latin1.html': latin1(page('Acht', 'Grüße aus dem Süden')),
      'latin1-2.html': latin1(page('Neun', 'Über den Fluß \x92')),
      'space in name.html': page('Ten', '  spaces  '),
    };
    const { out, code, stderr, stdout } = await migrated(files);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Built: ${Object.keys(files).length} of ${Object.keys(files).length} files`);
    for (const [path, content] of Object.entries(files))
      expect(readFileSync(join(out, '_site', path))).toEqual(Buffer.from(content));
  });

  test('pages in an encoding of several bytes a character stay as they are', async () => {
    const utf16 = Buffer.from(`\ufeff${page('Wide', 'two bytes a character')}`, 'utf16le');
    const { code, stdout, stderr } = await migrated({ ...smallSite, 'wide.html': utf16 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('1 page as they are');
  });

  test.each([
    ['in the site', (site: string) => join(site, 'out')],
    ['the site itself', (site: string) => site],
    ['above the site', (site: string) => join(site, '..')],
  ])('a folder %s is refused', async (_, folder) => {
    const site = makeFolder(smallSite);
    const before = filesBelow(site);
    const { code, stderr } = await templens(['migrate', site, '--to', 'eleventy', '--out', folder(site)]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^templens: .* (?:is in the site|has the site in it); give [^\n]+\.\n$/);
    expect(filesBelow(site)).toEqual(before);
  });

  test('a folder with files is refused, an empty one is not', async () => {
    const site = makeFolder(smallSite);
    const out = makeFolder({ 'mine.txt': 'mine' });
    const { code, stderr } = await templens(['migrate', site, '--to', 'eleventy', '--out', out, '--no-build']);
    expect(code).toBe(2);
    expect(stderr).toContain('is not empty');
    expect(filesBelow(out)).toEqual(['mine.txt']);
    const empty = join(makeFolder(), 'empty');
    mkdirSync(empty);
    expect(await templens(['migrate', site, '--to', 'eleventy', '--out', empty, '--no-build'])).toMatchObject({ code: 0 });
  });

  test('Liquid layouts build the same pages', async () => {
    const code = page('Code', '{{ user }} {% if x %} {# y #} {{ "{" }}');
    const { out, code: exit, stdout, stderr } = await migrated({ ...smallSite, 'docs/code.html': code }, '--engine', 'liquid');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toContain('Built: 5 of 5 files equal byte for byte.');
    expect(readdirSync(join(out, '_includes/layouts')).every(name => name.endsWith('.liquid'))).toBe(true);
  });

  test('MIGRATION.md lists layouts, parts and drift', async () => {
    const { out } = await migrated(smallSite, '--no-build');
    const report = readFileSync(join(out, 'MIGRATION.md'), 'utf8');
    expect(report.match(/^## .*$/gm)).toEqual(['## First', '## Layouts', '## Parts', '## Drift', '## Pages as they are']);
    expect(report).toContain('| 4 | `a.html`, `b.html`, `index.html`, `sub/c.html` |');
  });

  test('--adopt brings the common version of a part to all pages; without it each page keeps its own', async () => {
    const names = ['anchor', 'beacon', 'cargo', 'dock', 'eddy', 'ferry', 'gull', 'harbour'];
    const menu = (entries: string[]) =>
      `<nav><ul>${entries.map(entry => `<li><a href="${entry}.html">${entry}</a></li>`).join('')}</ul></nav><main id="main">`;
    const withMenu = (name: string, entries: string[]) =>
      page(name, `All there is to say about ${name}s.`).replace('<main id="main">', menu(entries));
    const files = Object.fromEntries(names.map(name => [`${name}.html`, withMenu(name, names)]));
    const old = withMenu('gull', names.slice(0, -1));
    const drifted = {
      ...files,
      'gull.html': old,
      'b.html': withMenu('b', names),
      'a.html': withMenu('a', names),
      'index.html': withMenu('i', names),
    };
    const kept = await migrated(drifted);
    expect(kept.stdout).toContain('Built: 11 of 11 files equal byte for byte.');
    expect(readFileSync(join(kept.out, '_site/gull.html'), 'utf8')).toBe(old);
    expect(readFileSync(join(kept.out, 'MIGRATION.md'), 'utf8')).toMatch(/another version than on most pages is on `gull\.html`/);
    const adopted = await migrated(drifted, '--adopt');
    expect(adopted.stderr).toBe('');
    expect(adopted.stdout).toContain(
      'Built: 11 of 11 files equal byte for byte: to the site, but gull.html to the page with the adopted part.\n',
    );
    expect(readFileSync(join(adopted.out, '_site/gull.html'), 'utf8')).toBe(files['gull.html']);
    expect(readFileSync(join(adopted.out, 'MIGRATION.md'), 'utf8')).toMatch(
      /the common version replaced another one on `gull\.html`/,
    );
    expect(readFileSync(join(adopted.site, 'gull.html'), 'utf8')).toBe(old);

    const inWindows1252 = (text: string) =>
      Buffer.from(text.replace('utf-8', 'windows-1252').replace('All', 'Über all'), 'latin1');
    const other = await migrated({ ...drifted, 'gull.html': inWindows1252(old) }, '--adopt');
    expect(other.stdout).toContain('Built: 11 of 11 files equal byte for byte: to the site, but gull.html to');
    expect(readFileSync(join(other.out, '_site/gull.html'))).toEqual(inWindows1252(files['gull.html']!));
  });

  test('--adopt brings the common versions to pages with a mistake each, and says why one keeps its own', async () => {
    const { entry, word, number, year } = bakeryMistakes;
    const right = bakerySite();
    const own = '        <li><a href="oven.html">The oven of this page</a></li>\n';
    const files = bakerySite(entry, word, number, year, ['shop.html', '        <li><a href="jobs.html">Jobs</a></li>\n', own]);
    const { stdout, stderr, out } = await migrated(files, '--adopt');
    expect(stderr).toBe('');
    expect(stdout).toContain(
      'Built: 14 of 14 files equal byte for byte: to the site, but about.html, breads/rye.html, breads/wheat.html, courses.html to',
    );
    for (const [path] of [entry, word, number, year])
      expect(readFileSync(join(out, '_site', path), 'utf8'), path).toBe(right[path]);
    expect(readFileSync(join(out, '_site/shop.html'), 'utf8')).toBe(files['shop.html']);
    expect(readFileSync(join(out, 'MIGRATION.md'), 'utf8')).toMatch(
      /^- header: another version than on most pages is on `shop\.html`\. It would have a new finding: .*oven/m,
    );
  });

  test('the built site has the layouts, parts and findings of the site', async () => {
    const lost = page('Without a footer', 'Nothing below.').replace(/<footer>.*<\/footer>/, '');
    const { site, out } = await migrated({ ...smallSite, 'd.html': page('More', 'More to read.'), 'lost.html': lost });
    const answers = async (root: string) => {
      const runs = [['groups'], ['parts'], ['check', '--format', 'json']].map(([command, ...rest]) =>
        templens([command!, root, ...rest]),
      );
      return (await Promise.all(runs)).map(({ stdout }) => stdout.replaceAll(root, 'ROOT'));
    };
    const [groups, parts, findings] = await answers(site);
    expect(findings).toContain('"page":"lost.html"');
    expect(await answers(join(out, '_site'))).toEqual([groups, parts, findings]);
  });

  test('slots have whole elements', async () => {
    const { out } = await migrated(smallSite, '--no-build');
    const [layout] = readdirSync(join(out, '_includes/layouts'));
    expect(readFileSync(join(out, '_includes/layouts', layout!), 'utf8')).toContain(
      '<h1>{{ title | safe }}</h1>\n<p>{{ content | safe }}</p>',
    );
    expect(readFileSync(join(out, 'pages/a.html'), 'utf8')).toMatch(/\n---\nTwo people and a dog who like the sea\.$/);
  });

  test('one edit of a part changes exactly the pages that have it', async () => {
    const { out } = await migrated(smallSite);
    const [layout] = readdirSync(join(out, '_includes/layouts'));
    const file = join(out, '_includes/layouts', layout!);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('All rights', 'Some rights').replace('all rights reserved', 'no rights reserved'));
    execFileSync(process.execPath, [join(repository, 'node_modules/@11ty/eleventy/cmd.cjs'), '--quiet'], { cwd: out });
    for (const [path, text] of Object.entries(smallSite))
      expect(readFileSync(join(out, '_site', path), 'utf8')).toBe(text.replace('all rights reserved', 'no rights reserved'));
  });
});
