import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCodes } from 'templens-shared/findings';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { page, templens } from './templens.ts';

describe('templens explain', () => {
  test('prints the documentation of a finding, examples included', async () => {
    const { code, stdout, stderr } = await templens(['explain', 'template/extra-node']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const documented = readFileSync(new URL('../../docs/checks/template-extra-node.md', import.meta.url), 'utf8');
    expect(stdout).toMatch(/^template\/extra-node\n\nSeverity: warning\./);
    const examples = [...documented.matchAll(/```html[^\n]*\n([\s\S]*?)```/g)].flatMap(([, example]) =>
      example!.trimEnd().split('\n'),
    );
    expect(examples.length).toBeGreaterThan(0);
    for (const line of examples) expect(stdout).toContain(`    ${line}\n`);
    expect(stdout).not.toMatch(/```|\]\(|\*\*/);
    expect(stdout).toContain('{n} is the number of the page');
    expect(stdout).toContain('\nReported:\n\n    page-');
    expect(stdout).toContain('\nNothing is reported.\n');
  });

  test('wraps its paragraphs, not its examples', async () => {
    const { stdout } = await templens(['explain', 'template/missing-node']);
    const prose = stdout.split('\n').filter(line => !line.startsWith('    '));
    expect(prose.filter(line => line.length > 80)).toEqual([]);
    expect(prose.filter(line => line.length > 60).length).toBeGreaterThan(10);
  });

  test('takes a code without its first half, in any case', async () => {
    const whole = await templens(['explain', 'page/no-template']);
    expect(await templens(['explain', 'No-Template'])).toEqual(whole);
  });

  test('says why the findings of a page are reported or not, and who writes the pages', async () => {
    const names = ['Apples', 'Bridges', 'Clocks', 'Dunes', 'Eels', 'Ferns', 'Geese', 'Hills', 'Inns', 'Jars'];
    const site = Object.fromEntries(names.map(name => [`${name.toLowerCase()}.html`, page(name, `Words about ${name}.`)]));
    const drifted = { ...site, 'dunes.html': site['dunes.html']!.replace('About us', 'Abuot us') };
    const root = makeFolder({ ...drifted, 'templens.config.json': '{"pages": "written"}' });
    const { code, stdout, stderr } = await templens(['explain', '--page', join(root, 'dunes.html')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first, shares, , place, message, sides] = stdout.split('\n');
    expect(first).toBe('The pages of this site are written by people (100 % sure: the setting "pages" says so).');
    expect(shares).toMatch(/^dunes\.html shares the layout \S.* with 9 other pages, and these parts: .*\bheader\b/);
    expect(place).toMatch(/^dunes\.html:\d+:\d+ {2}template\/changed-text {2}\d+ %$/);
    expect(message).toContain('Abuot us');
    expect(sides).toMatch(/^ {2}for it: [a-z ,]+; against it: [a-z ,]+$/);
    const sure = await templens(['explain', '--page', join(root, 'hills.html')]);
    expect(sure.stdout).toContain('Nothing was found on hills.html.');
    const both = await templens(['explain', 'no-template', '--page', join(root, 'dunes.html')]);
    expect(both).toMatchObject({ code: 2, stdout: '' });
    expect(both.stderr).toContain('Give a code or --page FILE, not both.');
  });

  test('says why a rare version of a part is not reported', async () => {
    const names = ['Apples', 'Bridges', 'Clocks', 'Dunes', 'Eels', 'Ferns', 'Geese', 'Hills', 'Inns', 'Jars'];
    const withName = (name: string, at: number): string => {
      const text = page(name, `Words about ${name}.`);
      return at < 4 ? text.replace('About us', 'Who we are') : text;
    };
    const root = makeFolder(Object.fromEntries(names.map((name, at) => [`${name.toLowerCase()}.html`, withName(name, at)])));
    const rare = await templens(['explain', '--page', join(root, 'dunes.html')]);
    expect(rare.stdout).toContain('Nothing was found on dunes.html.');
    expect(rare.stdout).toMatch(
      /\n4 pages have this version of the [a-z ]+, 6 the most common one; not reported: too few pages agree on what differs\.\n$/,
    );
    const common = await templens(['explain', '--page', join(root, 'hills.html')]);
    expect(common.stdout).not.toContain('not reported');
  });

  test('--site names the site of a page in a folder', async () => {
    const names = ['Apples', 'Bridges', 'Clocks', 'Dunes', 'Eels', 'Ferns'];
    const site = Object.fromEntries(
      ['', 'sub/'].flatMap(folder =>
        names.map(name => [`${folder}${name.toLowerCase()}.html`, page(name, `Words about ${name}.`)]),
      ),
    );
    const root = makeFolder(site);
    const file = join(root, 'sub/dunes.html');
    const found = await templens(['explain', '--page', file, '--site', root]);
    expect(found.stdout).toMatch(/^sub\/dunes\.html shares the layout \S.* with 11 other pages/m);
    const outside = await templens(['explain', '--page', file, '--site', makeFolder(site)]);
    expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining('is not in the site') });
    const alone = await templens(['explain', '--site', root]);
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('Give --site together with --page.') });
  });

  test('says that a page is alone, and what is nearest', async () => {
    const names = ['apples', 'bridges', 'clocks', 'dunes', 'eels', 'ferns'];
    const root = makeFolder({
      ...Object.fromEntries(names.map(name => [`${name}.html`, page(name, `Words about ${name}.`)])),
      'form.html': '<!doctype html><title>x</title><body><form><table><tr><td><input name="q"></td></tr></table></form></body>',
    });
    const { stdout } = await templens(['explain', '--page', join(root, 'form.html')]);
    expect(stdout).toContain('\nform.html is alone: no other page has its layout, so it is compared with nothing.\n');
    expect(stdout).toMatch(/^The nearest layout is .+, at a distance of [01]\.\d\d /m);
  });

  test('lists all codes without one', async () => {
    const { code, stdout } = await templens(['explain']);
    expect(code).toBe(0);
    const listed = stdout.split('\n').flatMap(line => /^(\w+\/[\w-]+) {2,}\w.*\.$/.exec(line)?.[1] ?? []);
    expect(listed).toEqual([...checkCodes]);
  });

  test.each([
    ['template/mising-node', 'Did you mean template/missing-node?'],
    ['stale-yaer', 'Did you mean template/stale-year?'],
    ['zebra', 'templens explain lists all codes.'],
  ])('%s is wrong usage, with a suggestion', async (given, suggestion) => {
    expect(await templens(['explain', given])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `templens: There is no finding with the code "${given}". ${suggestion}\n`,
    });
  });
});
