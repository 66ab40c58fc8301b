import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfiguration } from '../../server/src/site/configuration.ts';
import { makeFolder } from '../site/folder.ts';
import { page, templens } from './templens.ts';

const names = ['Apples', 'Bridges', 'Clocks', 'Dunes', 'Eels', 'Ferns'];
const made = (lang: string, generator: string) =>
  Object.fromEntries(
    names.map(name => [
      `${lang}/${name.toLowerCase()}.html`,
      page(name, `What there is to say about ${name}.`)
        .replace('lang="en"', `lang="${lang}"`)
        .replace('<title>', `<meta name="generator" content="${generator}"><title>`),
    ]),
  );

test('init says what it sees and writes a configuration that changes nothing', async () => {
  const site = makeFolder({ ...made('en', 'Hugo 0.110.0'), ...made('de', 'Hugo 0.111.1'), 'hugo.toml': '' });
  const before = await templens(['check', site, '--format', 'json']);
  const { code, stdout, stderr } = await templens(['init', site]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^12 pages in \d+ layouts? with \d+ shared parts?\.\nMade by Hugo \(12 pages\)\.\n/);
  expect(stdout).toContain('A configuration of Hugo lies beside the pages');
  expect(stdout).toContain('Languages: de (6) and en (6)');
  const file = join(site, 'templens.config.jsonc');
  expect(stdout).toContain(`Wrote ${file}`);
  expect(await loadConfiguration(site)).toMatchObject({ name: 'templens.config.jsonc', problems: [] });
  expect((await templens(['check', site, '--format', 'json'])).stdout).toBe(before.stdout);
  // Each setting is valid as it stands when its comment signs are taken away.
  const text = readFileSync(file, 'utf8').replace(/^ {2}\/\/ (?=")/gm, '  ');
  expect(text.match(/^ {2}"\w+": /gm)?.length).toBeGreaterThan(5);
  writeFileSync(file, text);
  expect((await loadConfiguration(site)).problems).toEqual([]);
});

test('each example of init is true of the site, and does what its comment says', async () => {
  const home = (path: string, text: string) => [path, text.replace('href="site.css"', 'href="/site.css"')];
  const site = makeFolder({
    ...Object.fromEntries(names.map(name => home(`posts/${name.toLowerCase()}.html`, page(name, `All about ${name}.`)))),
    'posts/clocks.html': page('Clocks', 'All about clocks.').replace('About us', 'Abuot us'),
    'other.html': '<!doctype html><title>x</title><form><table><tr><td><input name="q"></td></tr></table></form>',
  });
  const count = async () => JSON.parse((await templens(['check', site, '--format', 'json'])).stdout).diagnostics.length as number;
  await templens(['init', site]);
  const file = join(site, 'templens.config.jsonc');
  const text = readFileSync(file, 'utf8');
  const all = await count();
  /** What a setting says about its example, after the setting is switched on. */
  const withExample = async (name: string, follow: (line: string) => Promise<void>): Promise<void> => {
    const [, said] = new RegExp(`^ {2}// This (.*)\\.\\n {2}// "${name}"`, 'm').exec(text)!;
    writeFileSync(file, text.replace(`// "${name}"`, `"${name}"`));
    await follow(said!);
  };
  for (const name of ['checks', 'ignore'])
    await withExample(name, async said => {
      const [, hidden] = /^hides (\d+) findings?$/.exec(said)!;
      expect(Number(hidden)).toBeGreaterThan(0);
      expect(await count()).toBe(all - Number(hidden));
    });
  await withExample('required', async said => {
    expect(said).toBe('reports 1 page');
    expect(await count()).toBe(all + 1);
  });
  await withExample('layouts', async said => {
    const [, pages] = /^names the layout of (\d+) pages$/.exec(said)!;
    const { stdout } = await templens(['groups', site, '--format', 'json']);
    expect(JSON.parse(stdout).groups.map((group: { pages: string[] }) => group.pages.length)).toContain(Number(pages));
    expect(await count()).toBe(all);
  });
  await withExample('parts', async said => {
    expect(said).toBe('names a part of 6 pages');
    const { stderr } = await templens(['parts', site]);
    expect(stderr).toBe('');
  });
});

test('init leaves a configuration that is there', async () => {
  const site = makeFolder({ ...made('en', 'Hugo'), 'templens.config.json': '{}' });
  expect(await templens(['init', site])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `templens: ${join(site, 'templens.config.json')} exists already, and is left as it is.\n`,
  });
});

test('init names Dreamweaver templates', async () => {
  const site = makeFolder(
    Object.fromEntries(
      Object.entries(made('en', '')).map(([path, text]) => [
        path,
        text.replace('<html lang="en">', '<html lang="en"><!-- InstanceBegin template="/Templates/main.dwt" -->'),
      ]),
    ),
  );
  expect((await templens(['init', site])).stdout).toContain('6 pages made from Dreamweaver templates');
});
