import '../../server/src/lab/index.ts';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { findNode, type Page, page } from './find-node.ts';

const pageWith = (greeting: string, own: string): Page =>
  page(`<body><div class="nav"><a>Home</a><b>Contact us</b><i>${greeting}</i></div><div class="main">${own}</div>`);
/** Pages 1 to 5. */
const pages = new Map([1, 2, 3, 4, 5].map(index => [String(index), pageWith(`Hi p${index}`, `Text ${index} of its own`)]));
const six = pageWith('Hello p6', 'Something else entirely');

function siteOf(names: string[]): SiteModel {
  const model = new SiteModel({ extractor: 'iwptd', groupThreshold: 1 });
  for (const name of names) model.upsert(name, pages.get(name)!.tree);
  model.settle();
  return model;
}

function navOf(model: SiteModel, name: string, of = pages.get(name)!): { template: boolean; score: number } {
  const node = findNode(of, 'div.nav');
  const { label, score } = model.labels(name);
  return { template: label[node] === 1, score: score[node]! };
}

/** Pages whose labels are not what they were. */
function relabelled(model: SiteModel, change: () => void): string[] {
  const names = [...pages.keys(), '6'].filter(name => model.has(name));
  const before = new Map(names.map(name => [name, [...model.labels(name).label].join('')]));
  change();
  const { relabel } = model.settle();
  const changed = [...pages.keys(), '6'].filter(
    name => model.has(name) && [...model.labels(name).label].join('') !== before.get(name),
  );
  expect(relabel).toEqual(expect.arrayContaining(changed));
  return changed;
}

describe('3 IWPTD: worked example', () => {
  test('with 4 pages nothing is template', () => {
    const model = siteOf(['1', '2', '3', '4']);
    expect(navOf(model, '1')).toEqual({ template: false, score: 0 });
    expect([...model.labels('1').label.slice(findNode(pages.get('1')!, 'body'))]).not.toContain(1);
  });

  test('page 5 makes the menus of pages 1 to 5 template: 14 of 19 characters', () => {
    const model = siteOf(['1', '2', '3', '4']);
    expect(relabelled(model, () => model.upsert('5', pages.get('5')!.tree))).toEqual(['1', '2', '3', '4', '5']);
    expect(navOf(model, '2')).toEqual({ template: true, score: 14 / 19 });
    expect(14 / 19).toBeCloseTo(0.736842, 6);
    const { label } = model.labels('2');
    expect(label[findNode(pages.get('2')!, 'i')]).toBe(1);
    expect(label[findNode(pages.get('2')!, 'div.main')]).toBe(0);
  });

  test('page 6 with a longer greeting is not template, 14 of 22 characters, and touches no other page', () => {
    const model = siteOf(['1', '2', '3', '4', '5']);
    model.upsert('6', six.tree);
    expect(model.settle().relabel).toEqual(['6']);
    const node = findNode(six, 'div.nav');
    expect(model.labels('6').label[node]).toBe(0);
    // At most one half: it is content.
    expect(model.labels('6').score[node]).toBeLessThanOrEqual(0.5);
    model.remove('6');
    expect(model.settle().relabel).toEqual([]);
  });

  test('without page 2 the menus of pages 1, 3, 4 and 5 are content again', () => {
    const model = siteOf(['1', '2', '3', '4', '5']);
    expect(relabelled(model, () => model.remove('2'))).toEqual(['1', '3', '4', '5']);
    expect(navOf(model, '5')).toEqual({ template: false, score: 0 });
  });
});

describe('3 IWPTD: definitions', () => {
  const labelOf = (sources: string[], selector: string): number => {
    const model = new SiteModel({ extractor: 'iwptd', groupThreshold: 1 });
    for (const [index, source] of sources.entries()) model.upsert(String(index), parsePage(source));
    model.settle();
    return model.labels('0').label[findNode(page(sources[0]!), selector)]!;
  };
  const five = (source: (index: number) => string) => Array.from({ length: 5 }, (_, index) => source(index));

  test('a segment counts once a page, however often the page has it', () => {
    expect(labelOf(['<div><p>x</p><p>x</p></div>', ...Array(3).fill('<div><p>x</p></div>')], 'div')).toBe(0);
    expect(labelOf(Array(5).fill('<div><p>x</p><p>x</p></div>'), 'div')).toBe(1);
  });

  test('the same text at another label path is another segment', () => {
    expect(labelOf(['<div><p>x</p></div>', ...Array(4).fill('<div><h2>x</h2></div>')], 'div')).toBe(0);
  });

  test('another position among siblings of one name is the same segment', () => {
    expect(labelOf(['<div><p>x</p></div>', ...Array(4).fill('<div><p></p><p>x</p></div>')], 'div')).toBe(1);
  });

  test('exactly 0.7 is not more than 0.7', () => {
    expect(
      labelOf(
        five(index => `<div><b>1234567</b><i>${index}00</i></div>`),
        'div',
      ),
    ).toBe(0);
    expect(
      labelOf(
        five(index => `<div><b>12345678</b><i>${index}00</i></div>`),
        'div',
      ),
    ).toBe(1);
  });

  test('lengths are code points, white space collapsed', () => {
    expect(
      labelOf(
        five(index => `<div><b>😀😀😀😀😀😀😀</b><i>${index}00</i></div>`),
        'div',
      ),
    ).toBe(0);
    expect(
      labelOf(
        five(index => `<div><b> 1234567 \n </b><i>${index}00</i></div>`),
        'div',
      ),
    ).toBe(0);
  });

  test('a subtree without text is not template, nor is one whose root is no segment tag', () => {
    expect(labelOf(Array(5).fill('<div><img src="x"></div>'), 'div')).toBe(0);
    expect(labelOf(Array(5).fill('<p>The same text</p>'), 'p')).toBe(0);
  });

  test('what is inside a template subtree is template, text of the page alone too', () => {
    expect(
      labelOf(
        five(index => `<nav>The same long text of all<ul><li>${index}</li></ul></nav>`),
        'ul',
      ),
    ).toBe(1);
  });
});
