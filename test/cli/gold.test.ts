import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { templens } from './templens.ts';

const teco = fileURLToPath(new URL('../fixtures/teco', import.meta.url));
const gold = (rules: object[]) => ({
  'gold.json': JSON.stringify({ site: 's', templates: [{ name: 'article', pages: ['a.html'], rules }] }),
  'pages/a.html': '<main>Text</main>',
});
const good = gold([{ css: 'main', label: 'content' }]);

describe('gold check', () => {
  test('nothing wrong: code 0', async () => {
    expect(await templens(['gold', 'check', makeFolder(good)])).toMatchObject({
      code: 0,
      stdout: 'No problem in the gold labels of one site.\n',
      stderr: '',
    });
  });

  test('a sentence a problem on stdout, and code 1; the site is named where there are several', async () => {
    const bad = gold([{ css: 'div', label: 'content' }]);
    const corpus = Object.fromEntries(
      Object.entries({ good, bad }).flatMap(([site, files]) =>
        Object.entries(files).map(([path, text]) => [`${site}/${path}`, text]),
      ),
    );
    expect(await templens(['gold', 'check'], { cwd: makeFolder(corpus) })).toMatchObject({
      code: 1,
      stdout: 'bad: The rule "div" (content) of "article" matches nothing on its pages.\n',
      stderr: 'templens: 1 problem in the gold labels of 2 sites.\n',
    });
  });

  test('no gold labels: code 3', async () => {
    const folder = makeFolder({ 'a.html': '' });
    expect(await templens(['gold', 'check', folder])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: `templens: There is no gold.json in ${folder}, nor in a folder in it.\n`,
    });
  });

  test('--page: its labels, a line a node', async () => {
    const folder = makeFolder(good);
    const { code, stdout } = await templens(['gold', 'check', folder, '--page', 'a.html']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('content       main "Text" (1 more)');
    expect(await templens(['gold', 'check', folder, '--page', 'b.html'])).toMatchObject({
      code: 2,
      stderr: `templens: b.html is no page of the gold file; give a path relative to ${join(folder, 'pages')}.\n`,
    });
    const unusable = makeFolder(gold([{ css: 'div[', label: 'content' }]));
    expect(await templens(['gold', 'check', unusable, '--page', 'a.html'])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^templens: The labels of a\.html cannot be printed: .+\.\n$/),
    });
  });
});

describe('gold import-teco', () => {
  test('writes a gold folder that passes the check', async () => {
    const folder = makeFolder();
    expect(await templens(['gold', 'import-teco', teco, '--out', 'harbour'], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: 'harbour: 1 labelled page and 1 other page.\n',
      stderr: '',
    });
    expect(JSON.parse(readFileSync(join(folder, 'harbour/gold.json'), 'utf8')).site).toBe('teco');
    expect(await templens(['gold', 'check', join(folder, 'harbour')])).toMatchObject({ code: 0 });
  });

  test.each([
    ['nothing there', ['missing', '--out', 'x'], 3, 'missing cannot be imported: it does not exist.'],
    ['a folder in use', [teco, '--out', '.'], 3, 'is not empty; give a folder that is empty or not there.'],
    ['no place to write', [teco], 2, '--out'],
  ])('%s: one sentence', async (_, args, code, sentence) => {
    const run = await templens(['gold', 'import-teco', ...args], { cwd: makeFolder({ 'a.txt': '' }) });
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) });
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
