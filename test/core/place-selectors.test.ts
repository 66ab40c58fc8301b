import { describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { bestSelector, differentPages, selectorPage } from '../../server/src/core/labels/rule-selectors.ts';
import { selectorCandidates } from '../../server/src/core/labels/selector-candidates.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { nodeAt } from '../../server/src/html/access.ts';
import { compileSelector } from '../../server/src/html/select.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

const source = `<html><body id="page"><nav class="menu active"><ul><li><a>One</a><li><a>Two</a></ul></nav>
<main><div class="note"><p>First</p><p>Second</p></div><p id="p48213">Third</p></main></body></html>`;

function pagesOf(texts: Record<string, string>) {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null });
  for (const [name, text] of Object.entries(texts)) model.upsert(name, digestText(text, 'default', { path: name }));
  model.settle();
  return Object.entries(texts).map(([name, text]) => selectorPage(name, model.tree(name), text, model.places(name)));
}

const [page] = pagesOf({ 'a.html': source });
const at = (text: string) => nodeAt(page!.tree, source.indexOf(text));
const one = (text: string) => bestSelector(page!, at(text), 'one', []);

describe('the selectors of a place', () => {
  test('are the plainest that name it alone', () => {
    expect(one('<nav')).toBe('.menu');
    expect(one('<ul')).toBe('ul');
    expect(one('<div')).toBe('.note');
    expect(one('<p>Second')).toMatch(/^\.note > p:nth-of-type\(2\)$/);
  });

  test('use no ids that a program numbers, and no classes that say where a visitor is', () => {
    for (const text of ['<p id', '<nav']) {
      const selectors = selectorCandidates(page!.tree, source, at(text));
      expect(selectors.length).toBeGreaterThan(0);
      expect(selectors.filter(select => /48213|active/.test(select))).toEqual([]);
    }
  });

  test('that mean all that are alike match nothing else', () => {
    const select = bestSelector(page!, at('<li><a>Two'), 'alike', [])!;
    expect(page!.matches(select)).toEqual([at('<li><a>One'), at('<li><a>Two')]);
    expect(bestSelector(page!, at('<div'), 'alike', [])).toBeUndefined();
  });

  test('name one element on the other pages, too, where that can be had', () => {
    const noted = '<main><div class="note">x</div><div class="note">y</div></main>';
    const pages = pagesOf({ 'a.html': source, 'b.html': `<html><body><nav class="menu"></nav>${noted}</body></html>` });
    const div = at('<div');
    expect(bestSelector(pages[0]!, div, 'one', [pages[1]!])).not.toBe('.note');
    expect(bestSelector(pages[0]!, at('<nav'), 'one', [pages[1]!])).toBe('.menu');
  });

  test('escape what CSS cannot hold', () => {
    const odd = '<html><body><p class="md:w-1/2 2col" id="a.b">x</p></body></html>';
    const [only] = pagesOf({ 'a.html': odd });
    const node = nodeAt(only!.tree, odd.indexOf('<p'));
    for (const select of selectorCandidates(only!.tree, odd, node))
      expect(compileSelector(select).all(only!.tree, odd)).toContain(node);
  });

  test.runIf(corpusAvailable)('match their element, on pages of real sites', () => {
    for (const site of corpusSites()) {
      const [name] = site.pages.keys();
      const text = site.read(name!);
      const [real] = pagesOf({ [name!]: text });
      for (let node = 3; node < real!.tree.size; node += 37) {
        if (real!.tree.kind[node] !== 1) continue;
        for (const select of selectorCandidates(real!.tree, text, node))
          expect(real!.matches(select), `${site.name} ${select}`).toContain(node);
      }
    }
  });
});

test('the pages to look at first are those with the most different matches', () => {
  const with_ = (inside: string) => `<html><body><main>${inside}</main></body></html>`;
  const pages = pagesOf({
    'a.html': with_('<div class="x"><p>1</p></div>'),
    'same.html': with_('<div class="x"><p>2</p></div>'),
    'large.html': with_(`<div class="x">${'<p>2</p>'.repeat(40)}</div>`),
    'elsewhere.html': with_('<section><div class="x"><p>2</p></div></section>'),
    'none.html': with_('<p>3</p>'),
  });
  const [first, ...others] = pages;
  expect(differentPages('.x', first!, others, 3)).toEqual(['elsewhere.html', 'large.html', 'same.html']);
  expect(differentPages('.x', first!, others, 1)).toEqual(['elsewhere.html']);
});
