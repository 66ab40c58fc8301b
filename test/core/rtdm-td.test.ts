import '../../server/src/lab/index.ts';
import { describe, expect, test } from 'vitest';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { allFeatures } from '../support/all-features.ts';
import { findNode, type Page, page } from './find-node.ts';

const pages: Record<string, Page> = Object.fromEntries(
  Object.entries({
    t1: '<div><h1>A</h1><p>x</p><ul><li>1</li><li>2</li></ul></div>',
    t2: '<div><h1>A</h1><p>y</p><ul><li>1</li></ul></div>',
    t3: '<div><h1>A</h1><ul><li>1</li><li>9</li></ul></div>',
  }).map(([name, source]) => [name, page(source)]),
);

function put(model: SiteModel, name: string, { source, tree }: Page): void {
  model.upsert(name, tree, allFeatures(tree, source, name));
}

function siteOf(names: string[], sample = 25): SiteModel {
  const model = new SiteModel({
    extractor: 'rtdm-td',
    groupThreshold: 1,
    candidates: 'all',
    extractorOptions: { 'rtdm-td.sample': sample },
  });
  for (const name of names) put(model, name, pages[name]!);
  model.settle();
  return model;
}

/** Template nodes of a page from its `div` on. */
function templateOf(model: SiteModel, name: string): string[] {
  const { source, tree } = pages[name]!;
  const { label } = model.labels(name);
  return [...label.keys()]
    .slice(findNode(pages[name]!, 'div'))
    .filter(node => label[node] === 1)
    .map(node => source.slice(tree.start[node], tree.tagEnd[node]));
}

describe('section 2: RTDM-TD', () => {
  test('two pages of the worked example: seven nodes of each', () => {
    const model = siteOf(['t1', 't2']);
    expect(templateOf(model, 't1')).toEqual(['<div>', '<h1>', 'A', '<p>', '<ul>', '<li>', '1']);
    expect(templateOf(model, 't2')).toEqual(['<div>', '<h1>', 'A', '<p>', '<ul>', '<li>', '1']);
  });

  test('three pages of the worked example: six nodes of each', () => {
    const model = siteOf(['t1', 't2', 't3']);
    for (const name of ['t1', 't2', 't3']) expect(templateOf(model, name)).toEqual(['<div>', '<h1>', 'A', '<ul>', '<li>', '1']);
  });

  test('a page outside the sample is labelled by the template that is there, and changes no others', () => {
    const names = Array.from({ length: 12 }, (_, index) => `page${index}.html`);
    const source = (index: number) => `<div><h1>A</h1><p>${index}</p></div>`;
    for (const [index, name] of names.entries()) pages[name] = page(source(index));
    const model = siteOf(names, 3);
    const sampled = names.filter(name => {
      put(model, name, page('<div><h2>B</h2></div>'));
      const isSampled = model.settle().relabel.length > 1;
      put(model, name, pages[name]!);
      model.settle();
      return isSampled;
    });
    expect(sampled).toHaveLength(3);
    const outside = names.find(name => !sampled.includes(name))!;
    expect(templateOf(model, outside)).toEqual(['<div>', '<h1>', 'A', '<p>']);
  });

  test('an edit of content in the sample changes no others', () => {
    const model = siteOf(['t1', 't2', 't3']);
    put(model, 't1', page('<div><h1>A</h1><p>z</p><ul><li>1</li><li>2</li></ul></div>'));
    expect(model.settle().relabel).toEqual(['t1']);
  });

  test('a page alone has no template, and the score says that nothing is known', () => {
    const model = siteOf(['t1']);
    expect(templateOf(model, 't1')).toEqual([]);
    expect(model.labels('t1').score[findNode(pages.t1!, 'ul')]).toBe(0.5);
  });
});
