import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartSummary } from 'templens-shared/parts';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { bakeryMistakes, bakerySite } from '../support/bakery-site.ts';
import { corpusAvailable, corpusFolder } from '../support/corpus.ts';
import { isUnix } from '../support/platform.ts';
import { templens } from './templens.ts';

const entries = ['Ferries', 'Tides', 'Boats', 'Fishing', 'Museum', 'Weather', 'Shops', 'Lighthouses'];
const oldEntries = ['Ferries', 'Timetable', 'Boats', 'Fishing', 'Museum', 'Weather', 'Shops'];

/** A page in a folder, with the entry that leads to it marked; every third page has an older menu. */
function page(name: string, at: number): [string, string] {
  const folder = at % 2 === 1 ? 'harbour/' : '';
  const up = folder === '' ? '' : '../';
  const isOld = at % 3 === 2;
  const items = (isOld ? oldEntries : entries).map(entry => {
    const mark = entry === name ? ' class="active"' : '';
    const own = entry === name ? `${up}${folder}${entry.toLowerCase()}.html` : `${up}${entry.toLowerCase()}.html`;
    return `      <li><a${mark} href="${own}">${entry}</a></li>`;
  });
  return [
    `${folder}${name.toLowerCase()}.html`,
    `<!doctype html>
<html lang="en"><head><title>${name}</title>
<link rel="stylesheet" href="${up}site.css">
</head><body>
<nav>
  <ul>
${items.join('\n')}
  </ul>
</nav>
<main><h1>${name}</h1><p>${name} number ${at * 37} is about the ${name.toLowerCase()} of the ${at}th pier.</p></main>
<div class="footer"><p>Printed in the old mill</p><p><a href="mailto:mill@example.com">Write to us</a></p></div>
</body></html>
`,
  ];
}

const names = ['Anchor', 'Beacon', 'Cargo', 'Dock', 'Eddy', 'Fender', 'Gale', 'Hull', 'Inlet', 'Jetty', 'Keel', 'Lagoon'];
const harbour = (): string => makeFolder({ ...Object.fromEntries(names.map(page)), 'site.css': '' });
const sizes = async (site: string, part: string): Promise<number[]> => {
  const { stdout } = await templens(['parts', site, '--part', part, '--format', 'json']);
  return (JSON.parse(stdout) as { parts: PartSummary[] }).parts[0]!.versions.map(({ pages }) => pages.length);
};
const identities = async (site: string): Promise<Set<string>> => {
  const { stdout } = await templens(['check', site, '--format', 'json', '--fail-on', 'never']);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { page: string; identity: string; details?: { identity: string }[] }[];
  };
  return new Set(diagnostics.flatMap(each => (each.details ?? [each]).map(({ identity }) => `${each.page} ${identity}`)));
};
const textsOf = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.html'))
      .map(file => [file, readFileSync(join(root, file), 'utf8')]),
  );

describe('fix --adopt', () => {
  test('prints a diff that git applies, and writes nothing', async () => {
    const site = harbour();
    const before = textsOf(site);
    const { code, stdout, stderr } = await templens(['fix', site, '--adopt', 'menu@1']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'templens: Would bring version 1 of "menu" to 4 pages; nothing is written without --write.\n',
    });
    expect(textsOf(site)).toEqual(before);
    execFileSync('git', ['apply'], { cwd: site, input: stdout });
    expect(await sizes(site, 'menu')).toEqual([12]);
  });

  test.each(['1', '2'])('with --write all pages have version %s, with addresses of their own folders', async version => {
    const site = harbour();
    const known = await identities(site);
    const before = textsOf(site);
    const { code, stderr } = await templens(['fix', site, '--write', '--adopt', `Menu@${version}`]);
    const changed = version === '1' ? 4 : 8;
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `templens: Brought version ${version} of "menu" to ${changed} pages.\n`,
    });
    expect(await sizes(site, 'menu')).toEqual([12]);
    const adopted = version === '1' ? entries : oldEntries;
    const after = textsOf(site);
    for (const [file, text] of Object.entries(after)) {
      const up = file.startsWith('harbour') ? '../' : '';
      const menu = [...text.split('</nav>')[0]!.matchAll(/<li><a href="([^"]*)">([^<]*)<\/a><\/li>/g)];
      expect(menu.map(([, href, name]) => [href, name])).toEqual(adopted.map(name => [`${up}${name.toLowerCase()}.html`, name]));
      expect(text.split('</nav>')[1]).toBe(before[file]!.split('</nav>')[1]);
    }
    expect([...(await identities(site))].filter(identity => !known.has(identity))).toEqual([]);
    const again = await templens(['fix', site, '--write', '--adopt', 'menu@1']);
    expect(again).toMatchObject({ code: 0, stdout: '', stderr: 'templens: All pages have version 1 of "menu".\n' });
  });

  test('a version is also named by its id, and --page brings it to some pages only', async () => {
    const site = harbour();
    const { stdout } = await templens(['parts', site, '--part', 'menu', '--format', 'json']);
    const [part] = (JSON.parse(stdout) as { parts: PartSummary[] }).parts;
    const wanted = `${part!.id}@${part!.versions[0]!.id}`;
    const { stderr } = await templens(['fix', site, '--write', '--adopt', wanted, '--page', 'cargo.html']);
    expect(stderr).toBe('templens: Brought version 1 of "menu" to 1 page.\n');
    expect(await sizes(site, 'menu')).toEqual([9, 3]);
  });

  test('what was changed on one page comes to all others', async () => {
    const site = makeFolder({ ...Object.fromEntries(names.map((name, at) => page(name, at * 3))), 'site.css': '' });
    const file = join(site, 'anchor.html');
    const text = readFileSync(file, 'utf8')
      .replace('>Tides<', '>Ebb and flow<')
      .replace('href="boats.html"', 'href="ships.html"')
      .replace(/( +)<li><a href="shops.html">.*\n/, '$1<li><a href="ferries.html#winter">Winter ferries</a></li>\n$&');
    writeFileSync(file, text);
    const { stderr } = await templens(['fix', site, '--write', '--adopt', 'menu@2']);
    expect(stderr).toBe('templens: Brought version 2 of "menu" to 11 pages.\n');
    for (const [name, after] of Object.entries(textsOf(site))) {
      const menu = after.split('</nav>')[0]!.replaceAll('../', '');
      expect(menu.slice(menu.indexOf('<nav>')), name).toBe(text.slice(text.indexOf('<nav>'), text.indexOf('</nav>')));
    }
  });

  test('the entry of the open page stays marked', async () => {
    const files = Object.fromEntries(names.map(page));
    for (const [at, entry] of entries.entries()) {
      const [, text] = page(entry, at * 6 + (at % 2 === 0 ? 2 : 0));
      files[`${entry.toLowerCase()}.html`] = text;
    }
    const site = makeFolder({ ...files, 'site.css': '' });
    const marked = (): string[] => Object.values(textsOf(site)).flatMap(text => text.match(/<a class="active"[^>]*>\w+/g) ?? []);
    const before = marked();
    expect(before.length).toBeGreaterThan(5);
    await templens(['fix', site, '--write', '--adopt', 'menu@1']);
    expect(marked()).toEqual(before);
  });

  test.each([
    ['header@1', ['entry', 'word', 'logo']],
    ['footer@1', ['number', 'year']],
  ] as const)(
    'with %s, what one page has in another wording is replaced: the page is as before the mistake',
    async (part, kinds) => {
      const right = bakerySite();
      const site = makeFolder(bakerySite(...kinds.map(kind => bakeryMistakes[kind])));
      const { stderr } = await templens(['fix', site, '--write', '--adopt', part]);
      expect(stderr).toBe(`templens: Brought version 1 of "${part.slice(0, -2)}" to ${kinds.length} pages.\n`);
      for (const [name, text] of Object.entries(textsOf(site))) expect(text, name).toBe(right[name]);
    },
  );

  test('an entry of the page itself is not replaced by one that reads otherwise', async () => {
    const own = '        <li><a href="oven.html">The oven of this page</a></li>\n';
    const site = makeFolder(bakerySite(['shop.html', '        <li><a href="jobs.html">Jobs</a></li>\n', own]));
    const { stderr } = await templens(['fix', site, '--write', '--adopt', 'header@1']);
    expect(stderr).toContain(
      'shop.html keeps its version. It would have a new finding: <li> “The oven of this page” stands here;',
    );
    expect(readFileSync(join(site, 'shop.html'), 'utf8')).toContain(own);
  });

  test.runIf(isUnix)('a page that cannot be written leaves all pages as they are', async () => {
    const site = harbour();
    const before = textsOf(site);
    chmodSync(join(site, 'harbour/lagoon.html'), 0o444);
    chmodSync(join(site, 'harbour/fender.html'), 0o444);
    const { code, stderr } = await templens(['fix', site, '--write', '--adopt', 'menu@1']);
    expect({ code, after: textsOf(site) }).toEqual({ code: 3, after: before });
    expect(stderr).toContain('A page could not be written, so no page is changed.');
  });

  test.each([
    ['menu', 'Use --adopt PART@VERSION, such as "menu@2"; templens parts --part PART numbers the versions.'],
    ['menu@3', '"menu" has no version "3": it has versions 1 to 2. templens parts --part "menu" shows them.'],
    ['meno@1', 'No part of the site is called "meno". Did you mean "menu"?'],
  ])('%s is wrong usage', async (wanted, sentence) => {
    const { code, stderr } = await templens(['fix', harbour(), '--adopt', wanted]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: `templens: ${sentence}\n` });
  });
});

describe.runIf(corpusAvailable)('on a copy of dotgnu', () => {
  test.runIf(isUnix)(
    'the menu of 17 pages comes to the others, but for those that are named with a reason',
    async () => {
      const site = makeFolder();
      cpSync(join(corpusFolder, 'dotgnu/pages'), site, { recursive: true, dereference: true });
      execFileSync('chmod', ['-R', 'u+w', site]);
      expect(statSync(join(site, 'arch.html')).mode & 0o200).toBeGreaterThan(0);
      const known = await identities(site);
      const { code, stderr } = await templens(['fix', site, '--write', '--adopt', 'menu@1']);
      expect(code).toBe(0);
      const refused = [...stderr.matchAll(/templens: (\S+) keeps its version\. (?=\S)/g)].map(([, name]) => name);
      const uncovered = [...stderr.matchAll(/templens: (\S+) would have a new finding/g)].map(([, name]) => name);
      expect(refused.length).toBeLessThan(5);
      const [most, ...others] = await sizes(site, 'menu');
      expect(most).toBeGreaterThan(30);
      expect(others.reduce((sum, pages) => sum + pages, 0)).toBeLessThanOrEqual(refused.length);
      const news = [...(await identities(site))].filter(identity => !known.has(identity)).map(identity => identity.split(' ')[0]);
      expect(news.filter(name => !refused.includes(name!) && !uncovered.includes(name!))).toEqual([]);
      const again = await templens(['fix', site, '--adopt', 'menu@1']);
      expect(again).toMatchObject({ code: 0, stdout: '' });
    },
    120_000,
  );
});
