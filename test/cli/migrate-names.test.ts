// Names that a user chooses for layouts and parts, and the preview that shows those to choose for.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { page, smallSite, templens } from './templens.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const footer = `<footer><p>Made by hand in a small town at the sea, all rights reserved</p>
<p>Write to us, or come and see us, on any day but Monday.</p></footer></body></html>
`;

/** Two layouts with a common footer. */
const site = Object.fromEntries([
  ...Object.entries(smallSite).map(([path, text]) => [path, text.replace(/<footer>[\s\S]*$/, footer)]),
  ...['red', 'green', 'blue', 'white'].map(name => [
    `colours/${name}.html`,
    page(name, 'x').replace(
      /<body>[\s\S]*$/,
      `<body class="colour"><table><tr><td>All of ${name}, which is a colour of many things</td></tr></table>${footer}`,
    ),
  ]),
]);

const namesIn = (report: string, heading: string): string[] =>
  [
    ...report
      .split(`## ${heading}\n`)[1]!
      .split('\n## ')[0]!
      .matchAll(/^\| `([^`]+)`/gm),
  ].map(([, name]) => name!);

test('the chosen names are in the project, which builds the same pages', async () => {
  const root = makeFolder(site);
  const preview = await templens(['migrate', root, '--to', 'eleventy', '--preview']);
  expect(preview).toMatchObject({ code: 0, stderr: '' });
  const [layouts, parts] = [namesIn(preview.stdout, 'Layouts'), namesIn(preview.stdout, 'Parts')];
  expect(parts.length).toBeGreaterThan(0);
  const rename = (names: string[], prefix: string) => Object.fromEntries(names.map((name, at) => [name, `${prefix}_${at}`]));
  const folder = makeFolder({
    'names.json': JSON.stringify({ layouts: rename(layouts, 'Layout'), parts: rename(parts, 'Part') }),
  });
  for (const options of [['eleventy'], ['eleventy', '--engine', 'liquid']]) {
    const out = join(folder, options.join(''));
    const run = await templens(['migrate', root, '--out', out, '--names', join(folder, 'names.json'), '--to', ...options], {
      cwd: repository,
    });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const files = Object.keys(site).length;
    expect(run.stdout).toContain(`Built: ${files} of ${files} files equal byte for byte.`);
    expect(readdirSync(join(out, '_includes/layouts')).every(name => name.startsWith('Layout_'))).toBe(true);
    expect(readdirSync(join(out, '_includes/parts')).every(name => name.startsWith('Part_'))).toBe(true);
  }
});

test.each([
  ['{"layouts": {"nothing": "x"}}', 'No layout is named "nothing".'],
  ['{"parts": {"nothing": "x"}}', 'No part is named "nothing".'],
  ['{"layouts": {"LAYOUT": "../x"}}', 'cannot be named "../x": a name has at most 60 letters'],
  ['{"layouts": {"LAYOUT": 3}}', 'cannot be named 3'],
  ['{"layouts": ["x"]}', 'Names are an object like'],
  ['{"slots": {}}', 'Names are an object like'],
  ['null', 'Names are an object like'],
  ['{', 'is not valid JSON'],
])('names like %s are refused', async (text, sentence) => {
  const root = makeFolder(site);
  const preview = await templens(['migrate', root, '--to', 'ssi', '--preview']);
  const [layout] = namesIn(preview.stdout, 'Layouts');
  const folder = makeFolder({ 'names.json': text.replace('LAYOUT', layout!) });
  const out = join(folder, 'out');
  const run = await templens(['migrate', root, '--to', 'ssi', '--out', out, '--names', join(folder, 'names.json')]);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(sentence);
  expect(run.stderr).toMatch(/^templens: [^\n]+\n$/);
  expect(existsSync(out)).toBe(false);
});

test('two layouts cannot have one name, also where only the case differs', async () => {
  const root = makeFolder(site);
  const preview = await templens(['migrate', root, '--to', 'ssi', '--preview']);
  const [one, two] = namesIn(preview.stdout, 'Layouts');
  const folder = makeFolder({ 'names.json': JSON.stringify({ layouts: { [one!]: two!.toUpperCase() } }) });
  const run = await templens(['migrate', root, '--to', 'ssi', '--preview', '--names', join(folder, 'names.json')]);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain('cannot both be named');
});

test('a project needs a folder, a preview has none', async () => {
  const root = makeFolder(site);
  for (const options of [[], ['--preview', '--out', join(makeFolder(), 'x')]]) {
    const run = await templens(['migrate', root, '--to', 'jekyll', ...options]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toBe('templens: Give the folder of the project with --out, or --preview to see what it would have.\n');
  }
});
