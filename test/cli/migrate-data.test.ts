// Lists as data, built with the real Eleventy.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { page, templens } from './templens.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const boats = ['anchor', 'beacon', 'cargo', 'dock', 'eddy', 'ferry', 'gull', 'harbour'];

async function migrated(files: Record<string, string>, ...options: string[]) {
  const out = join(makeFolder(), 'project');
  const run = await templens(['migrate', makeFolder(files), '--to', 'eleventy', '--out', out, ...options], { cwd: repository });
  return { ...run, out, read: (path: string) => readFileSync(join(out, path), 'utf8') };
}

/** A menu whose entries have much in common, in a page at a depth; the entry of the page is marked. */
const menu = (own: string, up: string): string =>
  `<nav class="menu"><ul>\n${boats
    .map(
      boat =>
        `<li class="menu-item menu-item-level-1${boat === own ? ' current' : ''}" role="presentation">\n  <a class="menu-link" role="menuitem" href="${up}${boat}.html">The ${boat} &amp; you</a>\n</li>`,
    )
    .join('\n')}\n</ul></nav>\n`;
const withMenu = (own: string, up = ''): string =>
  page(own, `All there is to say about ${own}s.`)
    .replace('<main', `${menu(own, up)}<main`)
    .replaceAll(/href="(?=index|a\.|b\.|site)/g, `href="${up}`);
const site = {
  ...Object.fromEntries(boats.map(boat => [`${boat}.html`, withMenu(boat)])),
  'sub/index.html': withMenu('none', '../'),
};

describe('lists as data', () => {
  test.each(['nunjucks', 'liquid'])('a menu with a marked entry is a loop over data, with %s', async engine => {
    const { out, code, stdout, stderr, read } = await migrated(site, '--engine', engine);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Built: 9 of 9 files equal byte for byte.');
    const data = JSON.parse(read('_data/menu.json')) as Record<string, string>[];
    expect(data.map(({ label }) => label)).toEqual(boats.map(boat => `The ${boat} &amp; you`));
    expect(data.map(({ address }) => address)).toEqual(boats.map(boat => `${boat}.html`));
    expect(read('MIGRATION.md')).toMatch(/## Data\n\n[^\n]+\n[^\n]+\n\| `_data\/menu\.json` \| 8 \| `The anchor &amp; you`, /);
    // One more entry is one more line of data.
    writeFileSync(join(out, '_data/menu.json'), JSON.stringify([...data, { label: 'New', address: 'new.html', name: 'new' }]));
    execFileSync(process.execPath, [join(repository, 'node_modules/@11ty/eleventy/cmd.cjs'), '--quiet'], { cwd: out });
    const entry =
      /<li class="menu-item menu-item-level-1" role="presentation">\n {2}<a class="menu-link" role="menuitem" href="(?:\.\.\/)?new\.html">New<\/a>\n<\/li>\n(?=<\/ul>)/;
    for (const [path, text] of Object.entries(site)) {
      const built = read(`_site/${path}`);
      expect(built).toMatch(entry);
      expect(built.replace(entry, '')).toBe(text);
    }
  });

  test('a list that would be longer as data stays as it is', async () => {
    const short = { 'a.html': page('One', 'a'), 'b.html': page('Two', 'b'), 'c.html': page('Three', 'c') };
    const { out, code, read } = await migrated(short, '--no-build');
    expect(code).toBe(0);
    expect(existsSync(join(out, '_data'))).toBe(false);
    expect(read('MIGRATION.md')).not.toContain('## Data');
  });

  test('a list that is a part of the children of an element stays as it is', async () => {
    const more = '</li>\n<li class="another" data-kind="another"><b>More</b>\n</li>\n</ul></nav>';
    const partial = Object.fromEntries(
      Object.entries(site).map(([path, text]) => [path, text.replace('</li>\n</ul></nav>', more)]),
    );
    const { out, code, stdout } = await migrated(partial);
    expect(code).toBe(0);
    expect(stdout).toContain('Built: 9 of 9 files equal byte for byte.');
    expect(existsSync(join(out, '_data'))).toBe(false);
  });

  test('two lists of the same labels and addresses have the same data', async () => {
    const footer = `<div class="map"><p class="map-line">\n${boats.map(boat => `<a class="map-link map-link-small" rel="bookmark" href="${boat}.html">The ${boat} &amp; you</a>`).join(' | ')}\n</p></div>\n<footer>`;
    const both = Object.fromEntries(boats.map(boat => [`${boat}.html`, withMenu(boat).replace('<footer>', footer)]));
    const { code, stdout, read } = await migrated(both);
    expect(code).toBe(0);
    expect(stdout).toContain('Built: 8 of 8 files equal byte for byte.');
    expect(read('MIGRATION.md').match(/`_data\/[^`]+`/g)).toEqual(['`_data/menu.json`']);
  });
});

/** Chapters that lead to one another, by address and title. */
const chapter = (at: number, title = `On ${boats[at]}s`): string => {
  const link = (to: number, rel: string): string =>
    boats[to] === undefined ? '' : `<a rel="${rel}" href="${boats[to]}.html">On ${boats[to]}s</a>`;
  return page(title, `All there is to say about ${boats[at]}s.`).replace(
    '<footer>',
    `<p class="turn">${link(at - 1, 'prev')} - ${link(at + 1, 'next')}</p>\n<footer>`,
  );
};

describe('next and previous pages', () => {
  test.each(['nunjucks', 'liquid'])('are functions of the page, with %s', async engine => {
    const files = Object.fromEntries(boats.map((boat, at) => [`${boat}.html`, chapter(at)]));
    const { out, code, stdout, stderr, read } = await migrated(files, '--engine', engine);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Built: 8 of 8 files equal byte for byte.');
    const data = JSON.parse(read('_data/sequence.json')) as { address: string; title: string }[];
    expect(data).toEqual(boats.map(boat => ({ address: `${boat}.html`, title: `On ${boat}s` })));
    for (const boat of boats) expect(read(`pages/${boat}.html`).match(/\w+\.html(?=")/g) ?? []).toEqual([]);
    // A chapter moves by an edit of the list alone.
    writeFileSync(join(out, '_data/sequence.json'), JSON.stringify([...data.slice(1), data[0]]));
    execFileSync(process.execPath, [join(repository, 'node_modules/@11ty/eleventy/cmd.cjs'), '--quiet'], { cwd: out });
    expect(read('_site/harbour.html')).toContain('<a rel="next" href="anchor.html">On anchors</a>');
    expect(read('_site/dock.html')).toBe(files['dock.html']);
  });

  test('stay in the front matter where a page does not follow the order', async () => {
    const files = Object.fromEntries(boats.map((boat, at) => [`${boat}.html`, chapter(at)]));
    files['dock.html'] = files['dock.html']!.replace('href="eddy.html"', 'href="anchor.html"');
    const { out, code, stdout, read } = await migrated(files);
    expect(code).toBe(0);
    expect(stdout).toContain('Built: 8 of 8 files equal byte for byte.');
    expect(read('pages/dock.html')).toContain('anchor.html');
    const [layout] = readdirSync(join(out, '_includes/layouts'));
    expect(read(`_includes/layouts/${layout}`)).not.toContain('page_after');
  });
});
