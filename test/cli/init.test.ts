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
