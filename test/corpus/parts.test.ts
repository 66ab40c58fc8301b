// Parts of real sites as a person would find them, after the notes in their gold labels.
import { join } from 'node:path';
import type { PartSummary, PartVersionDetail, PartWords } from 'templens-shared/parts';
import { describe, expect, test } from 'vitest';
import { openSite } from '../site/site-folder.ts';
import { corpusAvailable, corpusFolder } from '../support/corpus.ts';

interface Site {
  parts: PartSummary[];
  /** The part of that name, and its versions. */
  part(name: string): Promise<{ part: PartSummary; versions: PartVersionDetail[] }>;
}

async function siteOf(name: string): Promise<Site> {
  const { engine } = await openSite(join(corpusFolder, name, 'pages'), { lines: false });
  const parts = await engine.query({ kind: 'parts' });
  return {
    parts,
    async part(wanted) {
      const part = parts.find(({ name }) => name === wanted);
      if (!part) throw new Error(`no part is called ${wanted}: ${parts.map(({ name }) => name).join(', ')}`);
      return { part, versions: (await engine.query({ kind: 'partVersions', part: part.id, words: true }))! };
    },
  };
}

const versionOf = (versions: readonly PartVersionDetail[], page: string): PartVersionDetail =>
  versions.find(({ pages }) => pages.includes(page))!;

/** What a version adds to the most common one, or lacks of it, as one text. */
const words = ({ words }: PartVersionDetail, kind: PartWords['kind']): string =>
  words
    .flat()
    .flatMap(run => (run.kind === kind ? [run.text] : []))
    .join('\n');

describe.runIf(corpusAvailable)('the parts of dotgnu', () => {
  test('are a menu on all pages of the layout, with one common version and older ones', async () => {
    const { part } = await siteOf('dotgnu');
    const { part: menu, versions } = await part('menu');
    expect(menu.pages).toBe(35);
    expect(versions.map(({ pages }) => pages.length)).toEqual([17, 6, 3, 2, 2, 2, 1, 1, 1]);
    expect(versions[0]!.pages).toEqual(expect.arrayContaining(['danger.html', 'acronyms.html', 'pnet.html', 'win.html']));
    expect(versions[0]!.difference).toEqual([]);
  });

  test('show what the authors forgot: pages with other entries, and old menus', async () => {
    const { part } = await siteOf('dotgnu');
    const { versions } = await part('menu');
    const jit = versionOf(versions, 'faq.html');
    expect(jit.pages).toEqual(['arch.html', 'auth.html', 'faq.html', 'info.html', 'rationale.html', 'see.html']);
    expect(jit.words).toHaveLength(1);
    expect(words(jit, 'extra').trim()).toBe(
      '<tr bgcolor="#ffffff"> <td class="linksbody"> <a class="linksbody" href="./libjit-doc/libjit.html">JIT library</a> </td> </tr>',
    );
    expect(words(jit, 'missing')).toBe('');
    const git = versionOf(versions, 'pnet-git.html');
    expect(git.pages).toEqual(['pnet-cvs.html', 'pnet-git.html']);
    expect(words(git, 'extra')).toContain('href="./pnet-git.html">GIT info</a>');
    const index = versionOf(versions, 'index.html');
    expect(index.pages).toEqual(['index.html']);
    expect(words(index, 'extra')).toMatch(/JIT library[\s\S]*GIT info/);
    expect(words(index, 'missing')).toContain('DotGNU Wiki');
    for (const pages of [
      ['index2.html', 'people.html', 'screenshot0.html'],
      ['screenshot3.html', 'screenshot7.html'],
      ['screenshot12.html', 'screenshot13.html'],
      ['screenshot14.html'],
      ['dgee-quickstart.html'],
    ])
      expect(versionOf(versions, pages[0]!).pages).toEqual(pages);
    expect(words(versionOf(versions, 'dgee-quickstart.html'), 'extra')).toContain('Quickstart Guide');
  });
});

describe.runIf(corpusAvailable)('the parts of libxml2', () => {
  test('are four side menus: of the reference, of the API index, of the developers, and the main one', async () => {
    const { part } = await siteOf('libxml2');
    const { part: menu, versions } = await part('menu');
    expect(menu.pages).toBe(52);
    const reference = versionOf(versions, 'html/libxml-c14n.html');
    expect(reference.pages).toHaveLength(18);
    expect(reference.pages.every(page => page.startsWith('html/'))).toBe(true);
    const api = versionOf(versions, 'APIconstructors.html');
    expect(api.pages).toHaveLength(18);
    expect(api.pages.filter(page => page.startsWith('API'))).toHaveLength(6);
    expect(api.pages).toContain('architecture.html');
    const main = versionOf(versions, 'FAQ.html');
    expect(main.pages).toHaveLength(14);
    expect(words(main, 'extra')).toContain('Reference Manual');
    const old = versionOf(versions, 'searches.html');
    expect(old.pages).toEqual(['searches.html']);
    expect(words(old, 'missing')).toMatch(/Ruby bindings[\s\S]*Tcl bindings/);
  });
});

describe.runIf(corpusAvailable)('the parts of nodeschool', () => {
  test('are a header in eighteen languages, as one part with a version for each, also where a language has one page', async () => {
    const { part } = await siteOf('nodeschool');
    const { part: header, versions } = await part('header');
    expect(header.pages).toBe(36);
    const held = (language: string): number[] =>
      versions.filter(version => version.language === language).map(({ pages }) => pages.length);
    expect(Object.fromEntries(versions.map(({ language }) => [language!, held(language!)]))).toEqual({
      en: [7],
      es: [6],
      de: [3],
      fa: [2],
      ja: [2],
      uk: [2],
      // Of Brazil and of Portugal.
      pt: [1, 1],
      // Of China and of Taiwan.
      zh: [1, 1],
      ...Object.fromEntries(['fi', 'fr', 'it', 'ko', 'pl', 'ru', 'sv', 'th', 'tr', 'vi'].map(language => [language, [1]])),
    });
    expect(versionOf(versions, 'es/about.html').pages).toEqual([
      'es/about.html',
      'es/building-workshops.html',
      'es/chapters.html',
      'es/events.html',
      'es/hexdex.html',
      'es/host.html',
    ]);
    expect(versionOf(versions, 'th/host.html')).toMatchObject({ language: 'th', pages: ['th/host.html'] });
  });

  test('are a language switch in eighteen languages, as one part with versions by language', async () => {
    const { part } = await siteOf('nodeschool');
    const { part: languages, versions } = await part('language switch');
    expect(languages.pages).toBeGreaterThanOrEqual(29);
    expect(versions.every(({ language }) => language !== undefined)).toBe(true);
    expect(new Set(versions.map(({ language }) => language)).size).toBeGreaterThanOrEqual(18);
    for (const { language, pages } of versions.filter(({ pages }) => pages.length > 1))
      expect(pages.every(page => page.startsWith(`${language}/`))).toBe(true);
  });
});

describe.runIf(corpusAvailable)('the parts of aviato', () => {
  test('are header, menu and footer of all pages that have them, whatever their layout', async () => {
    const { parts } = await siteOf('aviato');
    const find = (name: string): PartSummary => parts.find(part => part.name === name)!;
    for (const name of ['top header', 'menu', 'footer']) expect(find(name).pages).toBe(25);
    expect(find('menu').versions).toHaveLength(1);
    expect(find('footer').versions).toHaveLength(1);
    expect(find('menu').layouts.length).toBeGreaterThan(1);
    expect(find('scripts').pages).toBe(30);
  });
});

describe.runIf(corpusAvailable)('the parts of adminlte2', () => {
  test('are a header with long and short drop-downs, and one without the toggle of the control sidebar', async () => {
    const { part } = await siteOf('adminlte2');
    const { part: header, versions } = await part('header');
    expect(header.pages).toBe(32);
    expect(versions[0]!.pages).toHaveLength(16);
    const short = versionOf(versions, 'pages/charts/chartjs.html');
    expect(short.pages).toEqual([
      'pages/charts/chartjs.html',
      'pages/examples/blank.html',
      'pages/examples/pace.html',
      'pages/layout/collapsed-sidebar.html',
      'pages/layout/fixed.html',
      'pages/mailbox/compose.html',
      'pages/mailbox/mailbox.html',
      'pages/mailbox/read-mail.html',
    ]);
    expect(words(short, 'missing')).toContain('Very long description here');
    expect(words(short, 'extra').trim()).toBe('xs"');
    const toggle = versionOf(versions, 'pages/calendar.html');
    expect(toggle.pages).toEqual(['pages/UI/modals.html', 'pages/calendar.html']);
    expect(words(toggle, 'missing').trim()).toBe(
      '<!-- Control Sidebar Toggle Button --> <li> <a href="#" data-toggle="control-sidebar"><i class="fa fa-gears"></i></a> </li>',
    );
    expect(words(toggle, 'extra')).toBe('');
  });

  test('are a side menu with Hot for new, and with a tree for the mailbox', async () => {
    const { part } = await siteOf('adminlte2');
    const { versions } = await part('main sidebar');
    expect(versions[0]!.pages.length).toBeGreaterThanOrEqual(20);
    const hot = versionOf(versions, 'pages/examples/blank.html');
    expect(hot.pages).toEqual(['pages/examples/blank.html', 'pages/examples/pace.html']);
    expect([words(hot, 'missing'), words(hot, 'extra')]).toEqual(['new', 'Hot']);
    expect(versionOf(versions, 'pages/mailbox/compose.html').pages).toEqual([
      'pages/mailbox/compose.html',
      'pages/mailbox/read-mail.html',
    ]);
    expect(words(versionOf(versions, 'pages/mailbox/compose.html'), 'extra')).toContain('treeview-menu');
  });
});

describe.runIf(corpusAvailable)('the parts of hugo-toha', () => {
  test('are a menu by language on the pages of one frame, not the whole frame in a version for each page', async () => {
    const { part } = await siteOf('hugo-toha');
    const { part: menu, versions } = await part('menu');
    expect(menu.pages).toBe(47);
    expect(versions.map(({ language, pages }) => [language, pages.length])).toEqual([
      ['en', 20],
      ['bn', 10],
      ['en', 7],
      ['bn', 5],
      ['bn', 4],
      ['bn', 1],
    ]);
  });
});
