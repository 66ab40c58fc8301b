import type { LabelRule } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { nodeAt } from '../../server/src/html/access.ts';
import { digestWithRules } from '../support/digest-with-rules.ts';

const frame = (main: string) =>
  `<html><head><title>Site</title></head><body><nav><a href="/">Home</a></nav><main>${main}</main><p class="by">by me</p></body></html>`;
const article = (name: string, more = '') =>
  frame(`<h1>${name}</h1><ul class="toc"><li>First of ${name}</ul><p>The text of <b>${name}</b> ends</p>${more}`);
const odd = (name: string) => `<html><body><center><table><tr><td class="toc">${name}</table></center></body></html>`;
const usual = {
  'a.html': article('Apples'),
  'b.html': article('Bananas'),
  'c.html': article('Cherries'),
  'odd.html': odd('Old'),
};

const matches = (page: string, globs: readonly string[]) => globs.includes(page);

function modelOf(pages: Record<string, string>, labelRules: LabelRule[]): SiteModel {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null, labelRules });
  for (const [name, text] of Object.entries(pages)) model.upsert(name, digestWithRules(name, text, labelRules, matches));
  model.settle();
  return model;
}

/** Label of the innermost node where `text` begins, and why. */
function judged(model: SiteModel, pages: Record<string, string>, page: string, text: string): [string, string] {
  const { label, reason } = model.evidence(page, nodeAt(model.tree(page), pages[page]!.indexOf(text)));
  return [label, reason];
}

describe('rules of the setting labels', () => {
  const label = (rules: LabelRule[], page: string, text: string, pages: Record<string, string> = usual) =>
    judged(modelOf(pages, rules), pages, page, text)[0];

  test('decide the label of what they match and of all in it, on every page', () => {
    expect(label([], 'a.html', 'First of')).toBe('content');
    const model = modelOf(usual, [{ select: '.toc', label: 'template' }]);
    for (const [page, text] of [
      ['a.html', '<ul'],
      ['a.html', 'First of'],
      ['c.html', 'First of'],
      ['odd.html', 'Old'],
    ] as const)
      expect(judged(model, usual, page, text)).toEqual([
        'template',
        'The entry “.toc” of "labels" in the configuration decides.',
      ]);
    expect(judged(model, usual, 'a.html', 'Apples</b>')[0]).toBe('content');
  });

  test('are about a layout, by its name, its id, or the path of one of its pages', () => {
    const model = modelOf(usual, []);
    const { template, layout } = model.group('a.html');
    for (const name of [template, layout, 'b.html']) {
      const rules: LabelRule[] = [{ select: '.toc', layout: name, label: 'template' }];
      expect(label(rules, 'a.html', 'First of')).toBe('template');
      expect(label(rules, 'odd.html', 'Old')).toBe(label([], 'odd.html', 'Old'));
    }
  });

  test('are about pages', () => {
    const rules: LabelRule[] = [{ select: '.toc', pages: ['a.html'], label: 'template' }];
    expect(label(rules, 'a.html', 'First of')).toBe('template');
    expect(label(rules, 'b.html', 'First of')).toBe('content');
  });

  test('with ::text decide the texts directly in what they match alone', () => {
    const rules: LabelRule[] = [{ select: 'main > p::text', label: 'template' }];
    expect(label(rules, 'a.html', 'The text')).toBe('template');
    expect(label(rules, 'a.html', ' ends')).toBe('template');
    expect(label(rules, 'a.html', 'Apples</b>')).toBe('content');
  });

  test('with ::text give way to a later rule about the element, and to an attribute of the page', () => {
    const texts: LabelRule = { select: 'i::text', label: 'template' };
    const plain = { ...usual, 'a.html': article('Apples', '<i>own</i>') };
    const marked = { ...usual, 'a.html': article('Apples', '<i data-templens="content">own</i>') };
    expect(label([texts], 'a.html', 'own', plain)).toBe('template');
    expect(label([texts, { select: 'i', label: 'content' }], 'a.html', 'own', plain)).toBe('content');
    expect(label([{ select: 'i', label: 'content' }, texts], 'a.html', 'own', plain)).toBe('template');
    expect(label([texts], 'a.html', 'own', marked)).toBe('content');
  });

  test('give way to a rule about something nearer, to a later one, and to an attribute of the page', () => {
    const around: LabelRule = { select: 'main', label: 'template' };
    expect(label([{ select: '.toc', label: 'content' }, around], 'a.html', 'First of')).toBe('content');
    expect(label([around, { select: 'main', label: 'content' }], 'a.html', 'First of')).toBe('content');
    const pages = { ...usual, 'a.html': article('Apples', '<i data-templens="content">own</i>') };
    expect(label([around], 'a.html', 'own', pages)).toBe('content');
    expect(label([{ select: 'i', label: 'template' }], 'a.html', 'own', pages)).toBe('content');
  });

  test('win over markers of page templates', () => {
    const marked = '<!-- #BeginLibraryItem "/q.lbi" --><q>Wise</q><!-- #EndLibraryItem -->';
    const pages = { ...usual, 'a.html': article('Apples', marked) };
    expect(label([], 'a.html', 'Wise', pages)).toBe('template');
    expect(label([{ select: 'q', label: 'content' }], 'a.html', 'Wise', pages)).toBe('content');
  });

  test('that match nothing on any page that they are about are named', () => {
    const rules: LabelRule[] = [
      { select: '.toc', label: 'content' },
      { select: '.gone', label: 'content' },
      { select: '.toc', layout: 'no such', label: 'content' },
      { select: '.toc', pages: ['no.html'], label: 'content' },
      { select: 'center', layout: 'a.html', label: 'content' },
    ];
    const model = modelOf(usual, rules);
    expect(model.unusedLabelRules()).toEqual([1, 2, 3, 4]);
    model.upsert('a.html', digestWithRules('a.html', frame('<p class="gone">x</p>'), rules, matches));
    model.settle();
    expect(model.unusedLabelRules()).toEqual([2, 3, 4]);
  });

  test('follow a page into another layout', () => {
    const rules: LabelRule[] = [{ select: '.toc', layout: 'a.html', label: 'template' }];
    const model = modelOf(usual, rules);
    model.upsert('a.html', digestWithRules('a.html', odd('Apples'), rules, matches));
    const { relabel } = model.settle();
    expect(relabel).toEqual(expect.arrayContaining(['b.html', 'c.html', 'odd.html']));
    expect(judged(model, usual, 'odd.html', 'Old')[0]).toBe('template');
    expect(judged(model, usual, 'b.html', 'First of')[0]).toBe('content');
  });
});
