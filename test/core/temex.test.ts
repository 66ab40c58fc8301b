import '../../server/src/lab/index.ts';
import { resolveOptions } from 'templens-shared/extractor-options';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { SiteModel, type SiteModelOptions } from '../../server/src/core/model/site-model.ts';
import { allFeatures } from '../support/all-features.ts';
import { findNode, type Page, page } from './find-node.ts';

function siteOf(pages: Record<string, string>, options: Omit<SiteModelOptions, 'extractor' | 'groupThreshold'>): SiteModel {
  const model = new SiteModel({ extractor: 'temex', groupThreshold: 1, ...options });
  for (const [name, source] of Object.entries(pages)) {
    const tree = parsePage(source);
    model.upsert(name, tree, allFeatures(tree, source, name));
  }
  model.settle();
  return model;
}

/** Start tags and texts of the template of a page, below `body`. */
function templateOf(model: SiteModel, name: string, { source, tree }: Page): string[] {
  const { label } = model.labels(name);
  const body = findNode({ source, tree }, 'body');
  return [...label.keys()]
    .filter(node => node >= body && label[node] === 1)
    .map(node => source.slice(tree.start[node], tree.tagEnd[node]));
}

const body = (articleClass: string, paragraphs: number, foot: string) =>
  `<body><div id="nav"><a>Home</a><a>News</a></div><div class="${articleClass}">${'<p>x</p>'.repeat(paragraphs)}</div>${foot}</body>`;

describe('5.7 votes', () => {
  const key = page(body('art', 3, '<footer>c</footer>'));
  const pages = {
    key: key.source,
    c1: body('art', 1, '<footer>c</footer>'),
    c2: body('list', 6, '<footer>d</footer>'),
    c3: body('art', 3, ''),
  };
  const options = { candidates: 'all', extractorOptions: { 'temex.preset': 'add-on', 'temex.votes': 2 } };

  test('5.9 two of three candidates make the template: body, the menu, the footer and its text', () => {
    const model = siteOf(pages, options);
    expect(templateOf(model, 'key', key)).toEqual(['<body>', '<div id="nav">', '<a>', 'Home', '<a>', 'News', '<footer>', 'c']);
  });

  test('5.9 how many candidates each part has', () => {
    const { score } = siteOf(pages, options).labels('key');
    expect(score[findNode(key, 'div', 0)]).toBe(1);
    expect(score[findNode(key, 'footer')]).toBeCloseTo(2 / 3, 9);
    expect(score[findNode(key, 'div', 1)]).toBeCloseTo(1 / 3, 9);
  });

  test('a copy of the page asks for one more vote', () => {
    const copied = siteOf({ ...pages, c2: key.source, c1: body('list', 6, '') }, options);
    // The footer has the vote of the copy; the copy and c3 vote for the article, but three votes are needed now.
    expect(templateOf(copied, 'key', key)).toEqual(['<body>', '<div id="nav">', '<a>', 'Home', '<a>', 'News']);
  });

  test('with nothing to compare with, nothing is template and the score says that nothing is known', () => {
    const model = siteOf({ key: key.source }, options);
    expect(templateOf(model, 'key', key)).toEqual([]);
    expect(model.labels('key').score[findNode(key, 'footer')]).toBe(0.5);
  });
});

describe('options', () => {
  test('a preset sets them together, what is given beside it wins', () => {
    expect(resolveOptions('temex', { 'temex.preset': '2014', 'temex.votes': 1 })).toEqual({
      preset: '2014',
      candidates: 4,
      votes: 1,
      similarity: '2014',
      threshold: 0.9,
      textMustMatch: true,
      root: 'html',
    });
    expect(resolveOptions('temex')).toMatchObject({ candidates: 3, votes: 2, textMustMatch: true, root: 'head-body' });
  });

  const page1 = '<html class="a"><head><title>x</title></head><body class="p q"><p>x</p></body></html>';
  const page2 = '<html class="b"><head><title>x</title></head><body class="r"><p>x</p><p>x</p><p>x</p></body></html>';
  test.each([
    ['head-body', ['<html class="a">', '<head>', '<title>', 'x', '<body class="p q">', '<p>', 'x']],
    ['body', ['<html class="a">', '<body class="p q">', '<p>', 'x']],
    ['html', ['<html class="a">', '<head>', '<title>', 'x']],
  ])('mappings that begin with %s', (root, expected) => {
    const model = siteOf({ page1, page2 }, { candidates: 'all', extractorOptions: { 'temex.root': root } });
    const { source, tree } = page(page1);
    const { label } = model.labels('page1');
    const template = [...label.keys()]
      .filter(node => label[node] === 1)
      .map(node => source.slice(tree.start[node], tree.tagEnd[node]));
    expect(template).toEqual(expected);
  });
});

describe('5.4 candidates by links', () => {
  const menu =
    '<ul class="menu"><li><a href="/a.html">A</a></li><li><a href="/b.html">B</a></li><li><a href="/c.html">C</a></li></ul>';
  const site = (text: string) => `<body>${menu}<div class="text"><p>${text}</p></div></body>`;
  const pages: Record<string, string> = {
    'key.html': site('key'),
    'a.html': site('one'),
    'b.html': site('two'),
    'c.html': site('three'),
    'other.html': '<body><table><tr><td>something else</table></body>',
  };
  const key = page(pages['key.html']!);

  test('are the pages of the menu: what they share is template', () => {
    const template = templateOf(siteOf(pages, {}), 'key.html', key);
    expect(template).toContain('<ul class="menu">');
    expect(template).toContain('C');
    expect(template).not.toContain('key');
  });

  test('a change of a page makes those be labelled again that are compared with it, and no others', () => {
    const model = siteOf(pages, {});
    for (const name of Object.keys(pages)) model.labels(name);
    const put = (name: string, source: string) => {
      const tree = parsePage(source);
      model.upsert(name, tree, allFeatures(tree, source, name));
      return model.settle().relabel;
    };
    expect(put('a.html', site('uno'))).toEqual(['a.html', 'b.html', 'c.html', 'key.html']);
    expect(put('other.html', '<body><table><tr><td>x</table></body>')).toEqual(['other.html']);
    // Nobody is compared with a page that no menu names.
    for (const name of Object.keys(pages)) model.labels(name);
    expect(put('new.html', site('new'))).toEqual(['new.html']);
  });

  test('are fewer where fewer are asked for', () => {
    const one = siteOf(pages, { extractorOptions: { 'temex.candidates': 1 } });
    expect(one.labels('key.html').score[findNode(key, 'ul')]).toBe(1);
    expect(templateOf(one, 'key.html', key)).toContain('<ul class="menu">');
  });
});
