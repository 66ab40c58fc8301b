import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackageTable } from '../../server/src/core/statements/package-table.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { inputs } from '../support/random-inputs.ts';

const manifests = new Set(['lib/package.json', 'lib/doc/LICENSE']);
const exists = (path: string): boolean => manifests.has(path);
const paths = ['a.html', 'b.html', 'c/d.html', 'lib/e.html', 'lib/doc/f.html', 'lib/doc/g.html'];

function tableOf(pages: Iterable<string>, asked: Iterable<string>): PackageTable {
  const table = new PackageTable();
  for (const page of pages) table.addPage(page);
  for (const page of asked) table.ask(page, exists);
  return table;
}

test('pages of a package with a manifest of its own are told apart, unless it holds half of the pages', () => {
  const few = tableOf(paths, paths);
  expect(paths.filter(page => few.has(page))).toEqual(['lib/doc/f.html', 'lib/doc/g.html']);
  const more = ['x.html', ...paths];
  expect(more.filter(page => tableOf(more, more).has(page))).toEqual(['lib/e.html', 'lib/doc/f.html', 'lib/doc/g.html']);
  const alone = paths.filter(path => path.startsWith('lib/doc/'));
  expect(alone.filter(page => tableOf(alone, alone).has(page))).toEqual([]);
});

test('a page beside a font of its name comes with the font', () => {
  const fonts = new Set(['icons/font/Fancy.woff', 'icons/font/other.ttf']);
  const table = new PackageTable();
  const pages = [...paths, 'icons/font/fancy.html', 'icons/font/demo.html'];
  for (const page of pages) table.addPage(page);
  for (const page of pages) table.ask(page, path => fonts.has(path));
  expect(pages.filter(page => table.has(page))).toEqual(['icons/font/fancy.html']);
});

test('a folder with a script of its own name is a package', () => {
  const table = new PackageTable();
  const pages = [...paths, 'plugins/grid/demos/a.html', 'plugins/other/b.html'];
  for (const page of pages) table.addPage(page);
  for (const page of pages) table.ask(page, path => path === 'plugins/grid/grid.min.js');
  expect(pages.filter(page => table.has(page))).toEqual(['plugins/grid/demos/a.html']);
});

test('packages do not depend on the order of edits, and settling names the pages that a change concerns', () => {
  const step = fc.record({ page: fc.constantFrom(...paths), edit: fc.constantFrom('add', 'delete', 'ask', 'forget') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), steps => {
      const table = new PackageTable();
      const [pages, asked] = [new Set<string>(), new Set<string>()];
      const before = new Map<string, boolean>();
      for (const { page, edit } of steps) {
        if (edit === 'add') {
          table.addPage(page);
          pages.add(page);
        } else if (edit === 'delete') {
          table.deletePage(page);
          pages.delete(page);
          asked.delete(page);
        } else if (edit === 'ask' && pages.has(page)) {
          table.ask(page, exists);
          asked.add(page);
        } else {
          table.forget(page);
          asked.delete(page);
        }
        const affected = table.settle();
        const fresh = tableOf(pages, asked);
        for (const other of paths) {
          expect(table.has(other)).toBe(fresh.has(other));
          if (asked.has(other) && other !== page && !affected.has(other)) expect(table.has(other)).toBe(before.get(other));
          before.set(other, table.has(other));
        }
      }
    }),
    { numRuns: inputs(200) },
  );
});

test('a finding on a page of a library that the site contains is believed less', () => {
  const menu = ['Home', 'News', 'Prices', 'Contact'].map(word => `<li><a href="/${word}.html">${word}</a></li>`);
  const page = (name: string, entries: readonly string[]): string =>
    `<!doctype html><title>${name}</title><body><ul class="menu">${entries.join('')}</ul><h1>${name}</h1><p>About ${name}.</p></body>`;
  const texts = [...'abcdefgh'].map((name): [string, string] => [`${name}.html`, page(name, menu)]);
  const confidenceOf = (packages: readonly string[]): number => {
    const all = new Map([...texts, ['lib/box/demo.html', page('demo', menu.slice(0, 3))] as const]);
    const site = new CheckedSite(all, {}, path => all.has(path) || packages.includes(path));
    const found = site.all().get('lib/box/demo.html')!;
    site.checks.settleJudgements();
    expect(found).toHaveLength(1);
    return site.checks.judge.judge('lib/box/demo.html', found[0]!).confidence;
  };
  expect(confidenceOf(['lib/box/package.json'])).toBeLessThan(confidenceOf([]) - 0.2);
});
