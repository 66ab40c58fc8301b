import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertSite } from '../../../server/src/core/migrate/convert.ts';
import { renderPage } from '../../../server/src/core/migrate/project.ts';
import { eleventy } from '../../../server/src/core/migrate/targets/eleventy.ts';
import { cutPage, KeyTable, type LabelledPage, unitsText } from '../../../server/src/core/migrate/units.ts';
import { parseHtml } from '../../../server/src/html/parse.ts';
import { anyPage } from '../../support/any-page.ts';

/** A page whose `main` is content. */
function labelled(path: string, text: string): LabelledPage {
  const start = text.indexOf('<main>') + '<main>'.length;
  const end = text.indexOf('</main>');
  const title = text.indexOf('<title>') + '<title>'.length;
  return {
    path,
    text,
    tree: parseHtml(text),
    labels: [
      { start: 0, end: text.length, label: 'template' },
      { start: title, end: text.indexOf('</title>'), label: 'content' },
      { start, end, label: 'content' },
    ],
  };
}

const menu =
  '<nav><ul><li><a href="ROOTindex.html">Home of the harbour</a></li><li><a href="ROOTtides.html">Tides and times</a></li></ul></nav>';

function page(path: string, title: string, { note = '', body = `<p>All about ${title}.</p>` } = {}): LabelledPage {
  const root = '../'.repeat(path.split('/').length - 1);
  return labelled(
    path,
    `<!doctype html>\n<html lang="en"><head><title>${title} - Harbour</title><link rel="stylesheet" href="${root}site.css"></head>\n` +
      `<body>${menu.replaceAll('ROOT', root)}${note}\n<main><h1>${title}</h1>${body}</main>\n<footer>Printed in the old mill since 1911.</footer></body></html>\n`,
  );
}

const harbour = [page('index.html', 'Welcome'), page('tides.html', 'Tides'), page('docs/rules.html', 'Rules')];

function rendered(groups: Parameters<typeof convertSite>[0]) {
  const project = convertSite(groups);
  const texts = new Map(
    project.pages.map(made => [
      made.path,
      renderPage(project.layouts.find(({ name }) => name === made.layout)!, made, project.parts),
    ]),
  );
  return { project, texts };
}

describe('convertSite', () => {
  test('pages of one layout are made by it, with their own values only', () => {
    const { project, texts } = rendered([{ name: 'Harbour', pages: harbour }]);
    expect([...texts]).toEqual(harbour.map(({ path, text }) => [path, text]).sort());
    expect(project.fallbacks.size).toBe(0);
    const [layout] = project.layouts;
    expect(layout?.name).toBe('harbour');
    const { values } = project.pages.find(({ path }) => path === 'tides.html')!;
    expect(values.get('title')).toBe('Tides');
    expect(values.get('content')).toContain('All about Tides.');
    expect([...values.values()].join('')).not.toContain('<nav>');
  });

  test('an address that differs with the folder of the page is no value', () => {
    const { project } = rendered([{ name: 'harbour', pages: harbour }]);
    const targets = project.layouts[0]!.items.flatMap(item => (item.kind === 'address' ? [item.target] : []));
    expect(targets).toEqual(['site.css', 'index.html', 'tides.html']);
  });

  test('the marked entry of a menu is one value', () => {
    const entries = ['Tides', 'Boats', 'Ferries'];
    const nav = (own: string) =>
      `<ol>${entries.map(entry => `<li${entry === own ? ' class="active"' : ''}><a href="/${entry}">${entry}</a></li>`).join('')}</ol>`;
    const pages = [...entries, 'Welcome'].map(name => page(`${name}.html`, name, { note: nav(name) }));
    const { project, texts } = rendered([{ name: 'harbour', pages }]);
    for (const { path, text } of pages) expect(texts.get(path)).toBe(text);
    expect(project.pages.map(({ values }) => values.get('current'))).toEqual(['boats', 'ferries', 'tides', undefined]);
    const layout = eleventy('nunjucks').write(project, new Map(), []).get('_includes/layouts/harbour.njk');
    expect(layout).toContain('<li{% if current == "boats" %} class="active"{% endif %}>');
  });

  test('what some pages have is shown by a value', () => {
    const note = '<aside class="note"><p>The ferry does not run on public holidays.</p></aside>';
    const pages = [
      ...harbour,
      page('a.html', 'Anchors', { note }),
      page('b.html', 'Boats', { note }),
      page('c.html', 'Cargo', { note }),
    ];
    const { project, texts } = rendered([{ name: 'harbour', pages }]);
    expect(texts.get('b.html')).toBe(pages[4]!.text);
    const option = project.layouts[0]!.items.find(item => item.kind === 'option');
    expect(option).toMatchObject({
      kind: 'option',
      items: expect.arrayContaining([{ kind: 'text', text: '<aside class="note">' }]),
    });
  });

  test('what several layouts have stands once, in a part', () => {
    const other = ['x.html', 'y.html'].map(path => {
      const text = page(path, path).text.replace('<main>', '<div class="wide"><main>').replace('</main>', '</main></div>');
      return labelled(path, text);
    });
    const { project, texts } = rendered([
      { name: 'harbour', pages: harbour },
      { name: 'wide', pages: other },
    ]);
    expect(texts.get('y.html')).toBe(other[1]!.text);
    const all = JSON.stringify([project.layouts, ...project.parts.values(), project.pages.map(({ values }) => [...values])]);
    expect(all.split('Home of the harbour')).toHaveLength(2);
  });

  test('200 pages of one title are 200 pages', () => {
    const pages = Array.from({ length: 200 }, (_, at) =>
      page(`${at}.html`, 'News', { body: `<p>Item ${at * 37} of the day.</p>` }),
    );
    const { project, texts } = rendered([{ name: 'news', pages }]);
    expect(texts.size).toBe(200);
    expect(project.layouts).toHaveLength(1);
    for (const { path, text } of pages) expect(texts.get(path)).toBe(text);
    const files = eleventy('nunjucks').write(project, new Map(), []);
    expect([...files.keys()].filter(path => /^pages\/\d+\.html$/.test(path))).toHaveLength(200);
  });

  test('units are the text of the page, in order', () => {
    fc.assert(
      fc.property(anyPage, text => {
        const units = cutPage({ path: 'a.html', text, tree: parseHtml(text), labels: [] }, new KeyTable());
        expect(unitsText(units, 0, units.size)).toBe(text);
      }),
    );
  });

  test('any pages are made exactly', () => {
    fc.assert(
      fc.property(fc.array(anyPage, { minLength: 1, maxLength: 4 }), texts => {
        const pages = texts.map((text, at) => ({ path: `${at}/p.html`, text, tree: parseHtml(text), labels: [] }));
        const { project, texts: made } = rendered([{ name: 'any', pages }]);
        expect(project.fallbacks.size).toBe(0);
        for (const { path, text } of pages) expect(made.get(path)).toBe(text);
      }),
    );
  });
});

describe('eleventy', () => {
  test('code of template languages in the pages is written as text', () => {
    const code = '<p>{{ user }} {% if x %}{# note #}<%= y %></p>';
    const pages = ['a.html', 'b.html'].map(path => labelled(path, page(path, path).text.replace('<footer>', `<footer>${code}`)));
    const files = eleventy('nunjucks').write(convertSite([{ name: 'harbour', pages }]), new Map(), []);
    const layout = files.get('_includes/layouts/harbour.njk')!;
    expect(layout).toContain('{{ "{" }}{ user }} {{ "{" }}% if x %}{{ "{" }}# note #}<%= y %>');
  });

  test('a page with another extension keeps its name', () => {
    const files = eleventy('nunjucks').write(
      convertSite([{ name: 'harbour', pages: [page('a.htm', 'A'), page('a.html', 'B')] }]),
      new Map(),
      [],
    );
    expect(files.get('pages/a.htm.page.html')).toContain('\nsource: a.htm\n');
    expect(files.get('pages/a.html')).not.toContain('source:');
  });
});
