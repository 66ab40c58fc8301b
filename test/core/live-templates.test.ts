import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { partList } from '../support/part-list.ts';
import { inputs } from '../support/random-inputs.ts';

const template = 'Templates/main.dwt';

/** What the template and its pages have in common: a header, a menu, an editable region between, and a footer. */
function skeleton(region: (name: string, inside: string) => string, { menu = 'News', foot = 'By the sea' } = {}) {
  return (own: string): string =>
    `<head>${region('doctitle', `<title>${own}</title>`)}<link rel="stylesheet" href="/site.css"></head>
<body><div id="top"><p>Harbour</p><ul><li><a href="/index.html">Home</a></li><li><a href="/news.html">${menu}</a></li></ul></div>
<div id="content">${region('content', `<h1>${own}</h1><p>All about ${own}</p>`)}</div><div id="foot"><p>${foot}</p></div></body></html>`;
}

type Words = Parameters<typeof skeleton>[1];

const templateText = (words?: Words): string =>
  `<html>${skeleton((name, inside) => `<!-- TemplateBeginEditable name="${name}" -->${inside}<!-- TemplateEndEditable -->`, words)('Untitled')}`;

const pageOf = (own: string, words?: Words): string =>
  `<html><!-- InstanceBegin template="/Templates/main.dwt" -->${skeleton(
    (name, inside) => `<!-- InstanceBeginEditable name="${name}" -->${inside}<!-- InstanceEndEditable -->`,
    words,
  )(own).replace('</html>', '<!-- InstanceEnd --></html>')}`;

class Site {
  readonly model = new SiteModel({ extractor: 'default', groupThreshold: null });
  readonly texts = new Map<string, string>();

  put(name: string, text: string): this {
    this.texts.set(name, text);
    const digest = digestText(text, 'default', { path: name });
    if (name.endsWith('.dwt')) this.model.putTemplate(name, digest, text);
    else this.model.upsert(name, digest);
    return this;
  }

  remove(name: string): this {
    this.texts.delete(name);
    if (name.endsWith('.dwt')) this.model.putTemplate(name, undefined);
    else this.model.remove(name);
    return this;
  }

  parts() {
    this.model.settle();
    return partList(this.model, page => this.texts.get(page)!);
  }

  /** The part around a text, with its versions. */
  partWith(text: string) {
    const { parts, onPage, versions } = this.parts();
    for (const [page, source] of this.texts) {
      if (page.endsWith('.dwt')) continue;
      const at = source.indexOf(text);
      const found = at < 0 ? undefined : onPage(page).find(({ start, end }) => start <= at && at < end);
      if (found) return { ...parts.find(({ id }) => id === found.id)!, versions: versions(found.id) };
    }
    throw new Error(`no part has ${text}`);
  }
}

const siteWith = (pages: Record<string, string>): Site => {
  const site = new Site();
  for (const [name, text] of Object.entries(pages)) site.put(name, text);
  return site;
};

describe('a template file in the site', () => {
  test('is no page, and makes its locked regions parts of the pages made from it, of a single one, too', () => {
    const alone = siteWith({ 'a.html': pageOf('Apples') });
    expect(alone.parts().parts).toEqual([]);
    const site = alone.put(template, templateText());
    expect(site.partWith('Harbour')).toMatchObject({ pages: 1, versions: [{ pages: ['a.html'], templates: [template] }] });
    expect(site.partWith('By the sea')).toMatchObject({ pages: 1, place: 'body' });
    expect(site.model.pageCount).toBe(1);
    expect(site.model.template('a.html')).toBe(template);
    expect(() => site.partWith('All about Apples')).toThrow('no part');
    expect(() => site.partWith('<title>')).toThrow('no part');
  });

  test('has the right version, although most pages have another', () => {
    const old = { menu: 'Olds' };
    const site = siteWith({
      'a.html': pageOf('Apples', old),
      'b.html': pageOf('Boats', old),
      'c.html': pageOf('Cranes', old),
      'd.html': pageOf('Docks'),
    });
    const before = site.partWith('Harbour').versions.map(({ pages, difference }) => [pages.length, difference.length]);
    expect(before[0]).toEqual([3, 0]);
    const { versions } = site.put(template, templateText()).partWith('Harbour');
    expect(versions.map(({ pages, templates }) => [pages, templates])).toEqual([
      [['a.html', 'b.html', 'c.html'], undefined],
      [['d.html'], [template]],
    ]);
    expect(versions[0]!.difference.map(({ kind, what, page }) => [kind, what, page])).toEqual([
      ['missing', 'News', 'd.html'],
      ['extra', 'Olds', expect.stringMatching(/^[abc]\.html$/)],
    ]);
    expect(versions[1]!.difference).toEqual([]);
  });

  test('that no page follows yet shows what every page lacks, in the template itself', () => {
    const site = siteWith({ 'a.html': pageOf('Apples'), 'b.html': pageOf('Boats') });
    const { versions } = site.put(template, templateText({ foot: 'By the lake' })).partWith('By the sea');
    expect(versions).toHaveLength(1);
    expect(versions[0]!.templates).toBeUndefined();
    expect(versions[0]!.difference.map(({ kind, what, page }) => [kind, what, page])).toEqual([
      ['missing', 'By the lake', template],
      ['extra', 'By the sea', expect.stringMatching(/^[ab]\.html$/)],
    ]);
    expect(templateText({ foot: 'By the lake' }).slice(versions[0]!.difference[0]!.start)).toMatch(/^By the lake/);
  });

  test('leaves alone what pages put into editable regions, and what its conditions and expressions choose', () => {
    const text = templateText().replace(
      '<p>Harbour</p>',
      '<p>Harbour</p><!-- TemplateBeginIf cond="sale" --><p>Sale</p><!-- TemplateEndIf --><p class="@@(kind)@@">Kind</p>',
    );
    const page = (own: string, more: string): string => pageOf(own).replace('<p>Harbour</p>', `<p>Harbour</p>${more}`);
    const site = siteWith({
      [template]: text,
      'a.html': page('Apples', '<p>Sale</p><p class="red">Kind</p>'),
      'b.html': page('Boats', '<p class="blue">Kind</p>'),
    });
    expect(site.partWith('Harbour').versions.map(({ pages, templates }) => [pages, templates])).toEqual([
      [['a.html', 'b.html'], [template]],
    ]);
  });

  test('is found in the nearest folder above the page', () => {
    const site = siteWith({ 'docs/en/a.html': pageOf('Apples'), 'docs/Templates/main.dwt': templateText() });
    site.model.settle();
    expect(site.model.template('docs/en/a.html')).toBe('docs/Templates/main.dwt');
    site.put('docs/en/Templates/main.dwt', templateText()).model.settle();
    expect(site.model.template('docs/en/a.html')).toBe('docs/en/Templates/main.dwt');
    site.remove('docs/en/Templates/main.dwt').remove('docs/Templates/main.dwt').model.settle();
    expect(site.model.template('docs/en/a.html')).toBeUndefined();
  });

  test('after any changes, says what a fresh model says, and leaves nothing behind', () => {
    const names = ['a.html', 'b.html', 'sub/c.html', 'plain.html', template, 'sub/Templates/main.dwt'];
    const words = fc.record({ menu: fc.constantFrom('News', 'Olds'), foot: fc.constantFrom('By the sea', 'By the lake') });
    const step = fc.record({ name: fc.constantFrom(...names), words: fc.option(words), settle: fc.boolean() });
    const said = (site: Site): unknown => {
      const { parts, onPage, versions } = site.parts();
      const pages = [...site.texts.keys()].filter(name => !name.endsWith('.dwt')).sort();
      return { parts, versions: parts.map(({ id }) => versions(id)), onPage: pages.map(onPage) };
    };
    const textOf = (name: string, chosen: Words): string => {
      if (name.endsWith('.dwt')) return templateText(chosen);
      return name === 'plain.html' ? pageOf(name, chosen).replace(/<!--.*?-->/g, '') : pageOf(name, chosen);
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), steps => {
        const site = new Site();
        for (const { name, words: chosen, settle } of steps) {
          if (chosen) site.put(name, textOf(name, chosen));
          else site.remove(name);
          if (settle) site.model.settle();
        }
        expect(said(site)).toEqual(said(siteWith(Object.fromEntries([...site.texts].reverse()))));
        for (const name of [...site.texts.keys()]) site.remove(name);
        site.model.settle();
        expect(site.model.sizes.parts).toBe(0);
      }),
      { numRuns: inputs(30) },
    );
  });
});
