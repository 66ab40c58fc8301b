import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { bakerySite } from '../support/bakery-site.ts';
import { smallSite, templens } from './templens.ts';

interface Listed {
  id: string;
  name: string;
  place: string;
  pages: number;
  nodes: number;
  layouts: string[];
  versions: { id: string; language?: string; pages: string[]; difference: { kind: string; what: string }[] }[];
  slots: { name: string; rule: string }[];
  instances?: { page: string; start: number; end: number; version: string }[];
}

const stories = [
  'The harbour wakes early, long before the first ferry has left.',
  'Nobody counted the lanterns, though all of them were lit.',
  'Her grandfather kept bees behind the old tram depot.',
  'Rain had washed the chalk marks off the quay wall.',
  'A brass band practises in the boathouse on Thursdays.',
];

/** A page with a head, a header, a menu and a footer; `menu` are its entries. */
function page(title: string, story: string, menu: string[], footer = 'Printed in the old mill'): string {
  const items = menu.map(entry => `<li><a href="${entry.toLowerCase()}.html">${entry}</a></li>`).join('\n');
  return `<!doctype html>
<html lang="en"><head><title>${title}</title>
<link rel="stylesheet" href="site.css"><link rel="stylesheet" href="print.css">
</head><body>
<div id="top"><img src="logo.png" alt="Ferry"><p>News from the harbour</p></div>
<nav><ul>
${items}
</ul></nav>
<main><h1>${title}</h1><p>${story}</p></main>
<div class="footer"><p>${footer}</p><p><a href="mailto:mill@example.com">Write to us</a></p></div>
</body></html>
`;
}

const entries = ['Ferries', 'Tides', 'Boats', 'Fishing', 'Museum', 'Weather', 'Shops', 'Lighthouses'];
const names = ['Anchor', 'Beacon', 'Cargo', 'Dock', 'Eddy'];

/** A site of so many pages; the last one has an old menu. */
function harbour(pages: number): Record<string, string> {
  return Object.fromEntries(
    names.slice(0, pages).map((name, at) => {
      const old = pages > 2 && at === pages - 1;
      const menu = old ? ['Ferries', 'Timetable', ...entries.slice(2, -1)] : entries;
      return [`${name.toLowerCase()}.html`, page(name, stories[at]!, menu)];
    }),
  );
}

const json = async (site: string, ...options: string[]): Promise<{ version: number; site: string; parts: Listed[] }> => {
  const { code, stdout, stderr } = await templens(['parts', site, '--format', 'json', ...options]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
};

describe('parts', () => {
  test.each([2, 3, 5])('of a site of %i pages: head, header, menu and footer with their versions', async pages => {
    const { code, stdout, stderr } = await templens(['parts', makeFolder(harbour(pages))]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map(line => line.split(/ {2,}/).slice(0, 4));
    const versions = pages > 2 ? `2: ${pages - 1}, 1` : '1';
    expect(rows[0]).toEqual(['part', 'pages', 'versions', 'place']);
    expect(rows.slice(1).sort()).toEqual([
      ['footer', String(pages), '1', 'body'],
      ['head styles', String(pages), '1', 'head'],
      ['header', String(pages), '1', 'body'],
      ['menu', String(pages), versions, 'body'],
    ]);
  });

  test('--part shows each version with its pages and what differs', async () => {
    const site = makeFolder(harbour(5));
    const { parts } = await json(site);
    const { id } = parts.find(({ name }) => name === 'menu')!;
    const { stdout } = await templens(['parts', site, '--part', 'MENU']);
    const [head, place, layouts, ...rest] = stdout.trimEnd().split('\n');
    expect([head, place]).toEqual([`menu  ${id}  on 5 pages`, '  in body']);
    expect(layouts).toMatch(/^ {2}layouts: \S/);
    expect(rest.map(line => line.replace(/v[0-9a-z]{11}/, 'V'))).toEqual([
      '',
      'Version 1 of 2  V  4 pages',
      '  anchor.html, beacon.html, cargo.html, dock.html',
      '',
      'Version 2 of 2  V  1 page',
      '  eddy.html',
      '    </li> <li><a [-href="tides.html"-] {+href="timetable.html"+}>[-Tides-]{+Timetable+}</a></li> <li>',
      '    <a href="shops.html">Shops</a></li> [-<li><a href="lighthouses.html">Lighthouses</a></li>-] </ul></nav>',
    ]);
    expect((await templens(['parts', site, '--part', id])).stdout).toBe(stdout);
    const coloured = await templens(['parts', site, '--part', id, '--color']);
    expect(coloured.stdout).toContain('\u001b[32m{+Timetable+}\u001b[39m');
    expect(coloured.stdout).toContain('\u001b[31m[-Tides-]\u001b[39m');
  });

  test('an unknown part ends with code 2 and a suggestion', async () => {
    const site = makeFolder(harbour(3));
    const { code, stdout, stderr } = await templens(['parts', site, '--part', 'manu']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('templens: No part of the site is called "manu". Did you mean "menu"?\n');
    expect((await templens(['parts', site, '--part', 'weather'])).stderr).toContain('templens parts lists all.');
  });

  test('--format json has the promised shape, and the same bytes for any number of threads', async () => {
    const site = makeFolder(harbour(5));
    const listed = await json(site);
    expect({ version: listed.version, site: listed.site }).toEqual({ version: 1, site });
    const menu = listed.parts.find(({ name }) => name === 'menu')!;
    expect(Object.keys(menu)).toEqual(['id', 'name', 'place', 'pages', 'nodes', 'layouts', 'versions', 'slots']);
    expect(menu).toMatchObject({ pages: 5, place: 'body', slots: [] });
    expect(menu.id).toMatch(/^p[0-9a-z]{11}$/);
    expect(menu.versions).toEqual([
      {
        id: expect.stringMatching(/^v[0-9a-z]{11}$/),
        pages: ['anchor.html', 'beacon.html', 'cargo.html', 'dock.html'],
        difference: [],
      },
      {
        id: expect.stringMatching(/^v[0-9a-z]{11}$/),
        pages: ['eddy.html'],
        difference: expect.arrayContaining([{ kind: 'missing', what: '<a href="tides.html">Tides</a>' }]),
      },
    ]);
    const runs = await Promise.all(
      ['1', '2'].map(threads => templens(['parts', site, '--format', 'json', '--instances', '--threads', threads])),
    );
    expect(runs[0]!.stdout).toBe(runs[1]!.stdout);
  });

  test('--instances says where each part stands on each page', async () => {
    const files = harbour(5);
    const { parts } = await json(makeFolder(files), '--instances');
    const menu = parts.find(({ name }) => name === 'menu')!;
    expect(menu.instances!.map(instance => instance.page)).toEqual(Object.keys(files).sort());
    for (const { page, start, end, version } of menu.instances!) {
      expect(files[page]!.slice(start, end)).toMatch(/^<nav>[\s\S]*<\/nav>$/);
      expect(menu.versions.find(({ id }) => id === version)!.pages).toContain(page);
    }
    const { code, stderr } = await templens(['parts', makeFolder(files), '--instances']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'templens: Use --instances with --format json.\n' });
  });

  test('parts of a single node are hidden in text, with their number; --all lists them', async () => {
    const files = Object.fromEntries(
      Object.entries(harbour(5)).map(([name, text]) => [
        name,
        text.replace('</p></main>', '</p><p>All rights reserved</p></main>'),
      ]),
    );
    const site = makeFolder(files);
    const few = (await templens(['parts', site])).stdout.trimEnd().split('\n');
    expect(few.at(-1)).toBe('1 fragment without a role not shown; see --all.');
    const all = (await templens(['parts', site, '--all'])).stdout.trimEnd().split('\n');
    expect(all).toHaveLength(few.length - 1);
    expect(all.some(line => line.startsWith('text “All rights reserved”'))).toBe(true);
    expect((await json(site)).parts).toHaveLength(all.length - 1);
  });

  test('of the sample site are named as a person would name them', async () => {
    const site = fileURLToPath(new URL('../fixtures/sample-site/pages', import.meta.url));
    const { parts } = await json(site);
    const summary = parts.filter(({ nodes }) => nodes > 1).map(({ name, pages, versions }) => [name, pages, versions.length]);
    expect(summary).toEqual(
      expect.arrayContaining([
        ['menu', 7, 3],
        ['copyright “Copyright © 2000-2005 The…”', 8, 1],
      ]),
    );
  });

  test('a site without pages has none', async () => {
    const site = makeFolder({ 'notes.txt': 'nothing' });
    const { code, stdout, stderr } = await templens(['parts', site]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('There are no pages');
    expect(JSON.parse((await templens(['parts', site, '--format', 'json'])).stdout).parts).toEqual([]);
  });

  test('classify --explain names the part of a node', async () => {
    const { stdout } = await templens(['classify', makeFolder(harbour(5)), '--page', 'eddy.html', '--explain']);
    expect(stdout).toContain('Parts: header, menu.');
    expect(stdout).toContain('Part: footer, on 5 pages.');
  });

  test('the report has a section of the parts with their versions and differences', async () => {
    const { stdout } = await templens(['report', makeFolder(harbour(5))]);
    const section = stdout.slice(stdout.indexOf('id="parts"'), stdout.indexOf('id="layouts"'));
    expect(section).toContain('menu <small>2 versions on 5 pages</small>');
    expect(section).toContain('<h4>Version 2 <small>1 page');
    expect(section).toContain('<del>Tides</del><ins>Timetable</ins>');
    for (const page of ['anchor', 'beacon', 'cargo', 'dock']) expect(section).toContain(`>${page}.html</a>`);
  });
});

describe('the setting "parts"', () => {
  const configured = (parts: unknown, files = harbour(5)) =>
    makeFolder({ ...files, 'templens.config.json': JSON.stringify({ parts }, null, 1) });

  test('names parts in or around elements; ids stay, other parts keep apart from the name', async () => {
    const before = (await json(makeFolder(harbour(5)))).parts;
    const { parts } = await json(
      configured([
        { name: 'footer', select: 'nav li' },
        { name: 'harbour sign', select: '#top' },
        { name: 'never used', select: '#top img' },
      ]),
    );
    expect(parts.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const renamed = new Map(before.map(({ name }, at) => [name, parts[at]!.name]));
    expect(renamed.get('menu')).toBe('footer');
    expect(renamed.get('header')).toBe('harbour sign');
    expect(renamed.get('footer')).toBe('footer “Printed in the old mill”');
  });

  test('declares parts: what matches is the part, beside what the pages share', async () => {
    const site = configured(
      [
        { name: 'places', select: 'nav ul', declare: true },
        { name: 'gone', select: 'nav ol', declare: true },
      ],
      { ...harbour(5), 'lone.html': '<nav id="x"><ul><li>Only here</li></ul></nav>' },
    );
    const { code, stdout, stderr } = await templens(['parts', site, '--format', 'json', '--instances']);
    expect(code).toBe(0);
    const { parts } = JSON.parse(stdout) as { parts: Required<Listed>[] };
    const places = parts.find(({ name }) => name === 'places')!;
    expect(places.pages).toBe(6);
    for (const { page, start, end } of places.instances) {
      const text = readFileSync(join(site, page), 'utf8');
      expect(text.slice(start, end)).toMatch(/^<ul>[\s\S]*<\/ul>$/);
      for (const other of parts.filter(part => part !== places).flatMap(({ instances }) => instances))
        expect(other.page !== page || other.end <= start || other.start >= end).toBe(true);
    }
    expect(stderr).toBe(
      'templens: templens.config.json:8:3: No part matches nav ol: the name "gone" has no effect. Correct the selector or remove it.\n',
    );
  });

  test('cannot hang with a selector that looks at every chain of ancestors', async () => {
    const deep = `${'<div>'.repeat(300)}<p>${'</div>'.repeat(300)}`;
    const select = `b ${'div '.repeat(12)}p`;
    for (const declare of [true, false]) {
      const site = configured([{ name: 'slow', select, declare }], { 'a.html': deep, 'b.html': deep, 'c.html': deep });
      const { code, stderr } = await templens(['parts', site]);
      expect(code).toBe(0);
      if (declare)
        expect(stderr).toMatch(
          /"b div .*" in "parts" takes too many steps on [abc]\.html; it and the selectors after it match nothing there\./,
        );
    }
  });

  test('reports entries that match no part, where they stand', async () => {
    const site = configured([
      { name: 'menu', select: 'nav' },
      { name: 'old banner', select: '#banner' },
    ]);
    const { code, stdout, stderr } = await templens(['parts', site]);
    expect(code).toBe(0);
    expect(stdout).toContain('menu');
    const message = 'No part matches #banner: the name "old banner" has no effect. Correct the selector or remove it.';
    expect(stderr).toBe(`templens: templens.config.json:7:3: ${message}\n`);
    const checked = JSON.parse((await templens(['check', site, '--format', 'json'])).stdout);
    expect(checked.diagnostics).toContainEqual(
      expect.objectContaining({ page: 'templens.config.json', line: 7, column: 3, code: 'templens/unused-ignore', message }),
    );
  });

  test.each([
    ['{"parts": {}}', 'templens.config.json:1:11: "parts" must be a list, such as'],
    ['{"parts": [{"name": "menu"}]}', 'templens.config.json:1:12: "parts" must have a name and a selector'],
    ['{"parts": [{"name": "menu", "select": "li["}]}', 'templens.config.json:1:39: "select" in "parts" must be a CSS selector'],
    ['{"parts": [{"name": "", "select": "li"}]}', 'templens.config.json:1:21: "name" in "parts" must be a text'],
    ['{"parts": [{"name": "menu", "selct": "li"}]}', 'Unknown key "selct" in "parts". Did you mean "select"?'],
  ])('with a mistake is reported where it stands: %s', async (text, message) => {
    const { code, stdout, stderr } = await templens(['parts', makeFolder({ ...smallSite, 'templens.config.json': text })]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('which version is older', () => {
  const dated = (year: number): Record<string, string> =>
    Object.fromEntries(
      names.map((name, at) => [
        `${name.toLowerCase()}.html`,
        page(
          name,
          stories[at]!,
          entries,
          at === 4 ? `Printed in the old mill since ${year}` : 'Printed in the new mill since 2016',
        ),
      ]),
    );

  test.each([
    [2014, 'older, by the year 2014 in it (2016 in the most common one)'],
    [2021, 'newer, by the year 2021 in it (2016 in the most common one)'],
  ])('is known by the year %d', async (year, line) => {
    const { stdout } = await templens(['parts', makeFolder(dated(year)), '--part', 'footer']);
    expect(stdout).toContain(line);
  });

  test.each([
    ['older, by a link to timetable.html, which does not exist', entries],
    [
      'newer, by a link of the most common one to tides.html, which does not exist',
      ['Timetable', 'Ferries', ...entries.slice(2)],
    ],
  ])('is known by the links: %s', async (line, files) => {
    const linked = files.map(entry => [`${entry.toLowerCase()}.html`, '<p>A page without a menu</p>']);
    const site = makeFolder({ ...harbour(5), ...Object.fromEntries(linked) });
    expect((await templens(['parts', site, '--part', 'menu'])).stdout).toContain(`  ${line}\n`);
  });

  test('is not known by links where files of all kinds are missing', async () => {
    const { stdout } = await templens(['parts', makeFolder(harbour(5)), '--part', 'menu']);
    expect(stdout).not.toMatch(/older|newer/);
  });

  test('is known by git, and not shown without a history', async () => {
    const old = page('Dock', stories[3]!, ['Ferries', 'Timetable', ...entries.slice(2, -1)]);
    const site = makeFolder({ ...harbour(5), 'dock.html': old });
    const git = (date: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
        cwd: site,
        env: { ...process.env, GIT_COMMITTER_DATE: `${date}T12:00:00Z`, GIT_AUTHOR_DATE: `${date}T12:00:00Z` },
      });
    const shown = async () => (await templens(['parts', site, '--part', 'menu'])).stdout;
    expect(await shown()).not.toContain('by git');
    git('2012-03-01', 'init', '-q');
    git('2012-03-01', 'add', 'dock.html', 'eddy.html');
    git('2012-03-01', 'commit', '-qm', 'Old menu');
    git('2015-02-03', 'add', '.');
    git('2015-02-03', 'commit', '-qm', 'New menu');
    expect(await shown()).toContain('  older, by git: since 2012-03-01 (the most common one since 2015-02-03)\n');
  });
});

test('the page that a changed link leads to has the version of the other changed pages', async () => {
  const pages = ['about.html', 'contact.html', 'courses.html', 'breads/rye.html', 'breads/spelt.html', 'breads/wheat.html'];
  const site = makeFolder(bakerySite(...pages.map(page => [page, '>Courses<', '>Classes<'] as const)));
  const { stdout } = await templens(['parts', site, '--part', 'header', '--format', 'json']);
  const [{ versions }] = (JSON.parse(stdout) as { parts: [{ versions: { pages: string[] }[] }] }).parts;
  expect(versions.map(version => version.pages.length)).toEqual([6, 6]);
  expect(versions.find(version => version.pages.includes('courses.html'))!.pages).toEqual([...pages].sort());
});

test('a link to an id around the page is one to the page itself', async () => {
  const around = (id: string, text: string) =>
    text.replace('<body>', `<body><div id="${id}">`).replace('</body>', '</div></body>');
  const files = bakerySite(['shop.html', 'href="shop.html"', 'href="#shop"']);
  const site = makeFolder({ ...files, 'shop.html': around('shop', files['shop.html']!) });
  expect((await templens(['check', site])).stdout).not.toContain('leads to');
  const other = makeFolder({ ...files, 'shop.html': files['shop.html']!.replace('<p>', '<p id="shop">') });
  expect((await templens(['check', other])).stdout).toContain('“Shop” leads to “#shop” here');
});

test('relative addresses that lead to the same file are no difference between pages of two folders', async () => {
  const page = (up: string, name: string, third = 'Breads'): string =>
    `<!doctype html><html lang="en"><head><title>${name}</title></head><body><nav><a href="${up}a.html">First</a> <a href="${up}b.html">Second</a> <a href="${up}c.html">${third}</a></nav><main><h1>${name}</h1><p>Text of ${name}</p></main></body></html>`;
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const folder = makeFolder({
    ...Object.fromEntries(names.map(name => [`${name}.html`, page('', name)])),
    ...Object.fromEntries(names.map(name => [`sub/${name}.html`, page('../', name, name === 'd' ? 'Bread' : 'Breads')])),
  });
  const { stdout } = await templens(['parts', folder, '--part', 'menu']);
  expect(stdout).toContain('[-Breads-]{+Bread+}');
  expect(stdout).not.toContain('[-href');
});
