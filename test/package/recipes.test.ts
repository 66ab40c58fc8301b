// The recipes of docs/api.md in builds by Eleventy and Vite themselves. Eleventy comes from the registry: it is not among the dependencies.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeBlocks, repository } from '../docs/support/documents.ts';
import { writeFiles } from '../site/folder.ts';
import { packInto } from './packed.ts';

const ELEVENTY = '@11ty/eleventy@3.1.8';

const folder = mkdtempSync(join(tmpdir(), 'templens-recipes-'));
const project = join(folder, 'project');
const names = ['index', 'news', 'people', 'contact', 'history', 'members', 'events'];
const recipe = (name: string): string => codeBlocks('docs/api.md').find(block => block.name === name)!.text;

interface Run {
  code: number | null;
  stderr: string;
}

function run(command: string, ...args: string[]): Run {
  const { status, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' });
  return { code: status, stderr };
}

/** A page's frame around a content; without one link of the menu where it is `short`. */
function framed(title: string, content: string, short: string | false): string {
  const people = '<li><a href="/people/">People</a></li>';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/news/">News</a></li>${short === false ? people : short}<li><a href="/contact/">Contact</a></li></ul></nav>
<main><h1>${title}</h1>${content}</main>
<footer><p>Published by the society of friends</p></footer>
</body>
</html>
`;
}

beforeAll(() => {
  const { archive } = packInto(folder);
  // Built folders often stand in .gitignore.
  writeFiles(project, { 'package.json': '{"private": true, "type": "module"}', '.gitignore': '_site\nbuilt\n' });
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, stderr } = run('npm', 'install', ...options, ELEVENTY, archive);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  symlinkSync(join(repository, 'node_modules/vite'), join(project, 'node_modules/vite'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the recipe for Eleventy', () => {
  const build = (): Run => run(process.execPath, 'node_modules/@11ty/eleventy/cmd.cjs', '--quiet');
  const source = (name: string, isShort: boolean): string =>
    `---\nlayout: base.njk\ntitle: The ${name}\nshort: ${isShort}\n---\nAbout the ${name}.\n`;

  beforeAll(() => {
    const layout = framed(
      '{{ title }}',
      '{{ content | safe }}',
      '{% if not short %}<li><a href="/people/">People</a></li>{% endif %}',
    );
    writeFiles(project, { '_includes/base.njk': layout, 'eleventy.config.js': recipe('eleventy.config.js') });
    writeFiles(project, Object.fromEntries(names.map(name => [`${name}.md`, source(name, false)])));
  });

  test('lets a build pass whose pages agree', () => {
    expect(build()).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(project, '_site/news/index.html'), 'utf8')).toContain('About the news.');
  });

  test.each([
    ['without a configuration', {}, ''],
    ['with one beside the sources', { 'templens.config.json': '{"include": ["_site/**/*.html"]}' }, '_site/'],
  ])('fails the build for a page that lacks a link of the menu, %s', (_, configuration, prefix) => {
    writeFiles(project, { ...configuration, 'history.md': source('history', true) });
    const { code, stderr } = build();
    rmSync(join(project, 'templens.config.json'), { force: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${prefix}history/index\\.html:\\d+:\\d+ .*People.* is missing here`, 'm'));
  });
});

describe('the recipe for Vite', () => {
  const input = names.map(name => `src/${name}.html`);
  const build = (): Run => run(process.execPath, join(repository, 'node_modules/vite/bin/vite.js'), 'build');

  beforeAll(() => {
    const options = { outDir: '../built', emptyOutDir: true, rolldownOptions: { input } };
    const config = recipe('vite.config.js').replace('plugins:', `root: 'src', build: ${JSON.stringify(options)}, plugins:`);
    writeFiles(project, { 'vite.config.js': config });
    writeFiles(project, Object.fromEntries(names.map((name, at) => [input[at]!, framed(name, `About the ${name}`, false)])));
  });

  test('lets a build pass whose pages agree', () => {
    expect(build()).toMatchObject({ code: 0 });
    expect(readFileSync(join(project, 'built/news.html'), 'utf8')).toContain('About the news');
  });

  test('fails the build for a page that lacks a link of the menu', () => {
    writeFiles(project, { 'src/history.html': framed('history', 'About the history', '') });
    const { code, stderr } = build();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^history\.html:\d+:\d+ .*People.* is missing here/m);
  });
});
