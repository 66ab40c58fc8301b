import '../../server/src/lab/index.ts';
import type { GivenOptions } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { allFeatures } from '../support/all-features.ts';
import { findNode, type Page, page } from './find-node.ts';

const menu = '<div class="nav"><a>H</a><a>C</a></div>';
const pages: Record<string, Page> = {
  p1: page(`<body>${menu}<div class="main"><p>x</p></div></body>`),
  p2: page(`<body>${menu}<div class="main"><p>y</p></div></body>`),
  p3: page(`<body>${menu}<div class="main"><p>x</p></div></body>`),
  p4: page('<body><div class="nav"><a>H</a></div><div class="main"><p>z</p></div></body>'),
};

function put(model: SiteModel, name: string): void {
  const { source, tree } = pages[name]!;
  model.upsert(name, tree, allFeatures(tree, source, name));
}

function siteOf(names: string[], options: GivenOptions = {}): SiteModel {
  const model = new SiteModel({
    extractor: 'rbm-td',
    groupThreshold: 1,
    candidates: 'all',
    extractorOptions: options,
  });
  for (const name of names) put(model, name);
  model.settle();
  return model;
}

/** Template nodes of a page from `body` on. */
function templateOf(model: SiteModel, name: string): string[] {
  const { source, tree } = pages[name]!;
  const { label } = model.labels(name);
  return [...label.keys()]
    .slice(findNode(pages[name]!, 'body'))
    .filter(node => label[node] === 1)
    .map(node => source.slice(tree.start[node], tree.tagEnd[node]));
}

describe('section 4: RBM-TD', () => {
  test('the worked example: the menu of three pages', () => {
    const model = siteOf(['p1', 'p2', 'p3']);
    for (const name of ['p1', 'p2', 'p3']) expect(templateOf(model, name)).toEqual(['<div class="nav">', '<a>', 'H', '<a>', 'C']);
  });

  test('the worked example: a page with a smaller menu takes from the template of all', () => {
    const model = siteOf(['p1', 'p2', 'p3']);
    put(model, 'p4');
    expect(model.settle().relabel).toEqual(['p1', 'p2', 'p3', 'p4']);
    for (const name of ['p1', 'p2', 'p3', 'p4']) expect(templateOf(model, name)).toEqual(['<a>', 'H']);
  });

  test('the worked example: of two pages that are the same all nodes are template', () => {
    const model = siteOf(['p1', 'p2', 'p3', 'p4']);
    model.remove('p4');
    model.remove('p2');
    expect(model.settle().relabel).toEqual(['p1', 'p3']);
    expect(templateOf(model, 'p1')).toHaveLength(9);
    expect(templateOf(model, 'p3')).toHaveLength(9);
  });

  test('a smaller share forgives pages that lack a subtree', () => {
    expect(templateOf(siteOf(['p1', 'p2', 'p3', 'p4'], { 'rbm-td.share': 0.75 }), 'p1')).toEqual([
      '<div class="nav">',
      '<a>',
      'H',
      '<a>',
      'C',
    ]);
  });

  test('a page alone has no template, and the score says that nothing is known', () => {
    const model = siteOf(['p1']);
    expect(templateOf(model, 'p1')).toEqual([]);
    expect(new Set(model.labels('p1').score)).toEqual(new Set([0.5]));
  });

  test('the same subtree at another place is not the same', () => {
    pages.moved = page(`<body><div class="box">${menu}</div><div class="main"><p>x</p></div></body>`);
    expect(templateOf(siteOf(['p1', 'moved']), 'p1')).toEqual(['<div class="main">', '<p>', 'x']);
  });

  test('a place may go by the numbers of nodes among their siblings', () => {
    pages.styled = page(`<body class="other">${menu}<hr><div class="main"><p>x</p></div></body>`);
    expect(templateOf(siteOf(['p1', 'styled']), 'p1')).toEqual([]);
    // The body has another class, and what stands behind the rule has another number.
    expect(templateOf(siteOf(['p1', 'styled'], { 'rbm-td.path': 'indices' }), 'p1')).toEqual([
      '<div class="nav">',
      '<a>',
      'H',
      '<a>',
      'C',
    ]);
  });
});
