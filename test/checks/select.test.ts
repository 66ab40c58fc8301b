import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { compileSelector } from '../../server/src/html/select.ts';
import { countSteps, TooManySteps, withStepLimit } from '../../server/src/html/steps.ts';

const source = `<!doctype html><html><head><title>T</title></head><body>
<nav id="top" class="menu wide"><ul><li class="first"><a href="/a">A</a></li><li><a href="/b" title='x "y"'>B</a></li></ul></nav>
<main><h1>One</h1><p>two <b>three</b></p><p></p></main><svg viewBox="0 0 1 1"><g/></svg></body></html>`;

const select = (selector: string): string[] => {
  const tree = parsePage(source);
  return compileSelector(selector)
    .all(tree, source)
    .map(node => source.slice(tree.start[node]!, tree.tagEnd[node]!));
};

describe('elements of a page by CSS selectors', () => {
  test.each([
    ['li', ['<li class="first">', '<li>']],
    ['.menu li + li a', [`<a href="/b" title='x "y"'>`]],
    ['nav.wide > ul > .first', ['<li class="first">']],
    ['#top a[href^="/a"]', ['<a href="/a">']],
    ['a[title=\'x "y"\']', [`<a href="/b" title='x "y"'>`]],
    ['li:nth-child(2)', ['<li>']],
    ['main :is(h1, b)', ['<h1>', '<b>']],
    ['p:has(b)', ['<p>']],
    ['p:not(:empty)', ['<p>']],
    ['ul ~ p', []],
    ['H1', ['<h1>']],
    ['svg[viewBox] g', ['<g/>']],
    ['html', ['<html>']],
    ['body > main, head > title', ['<title>', '<main>']],
    ['.none', []],
  ])('%s', (selector, elements) => {
    expect(select(selector)).toEqual(elements);
  });

  test('is asked of page after page', () => {
    const selector = compileSelector('main h1');
    const other = '<main><h2>x</h2></main>';
    expect(selector.any(parsePage(source), source)).toBe(true);
    expect(selector.any(parsePage(other), other)).toBe(false);
    expect(selector.any(parsePage(source), source)).toBe(true);
  });

  test('has the root element above all others, with and without a doctype', () => {
    for (const text of ['<html class=a><body><p>x', '<!doctype html><html class=a><body><p>x'])
      expect(compileSelector('html.a > body p').any(parsePage(text), text)).toBe(true);
  });

  test.each([
    ['ways up to an element', `${'* '.repeat(12)}i`, '<div>'],
    ['ways past siblings', `${'* ~ '.repeat(8)}i`, '<p></p>'],
    ['ways down', `${':has('.repeat(4)}i${')'.repeat(4)}`, '<div>'],
    ['siblings that are counted', 'p:nth-child(2n+1):nth-last-child(2n+1) ~ i', '<p></p>'],
    ['texts that are put together', ':contains("xy")', '<div>x'],
  ])('stops where %s are too many', (_, css, piece) => {
    const search = (count: number) => {
      const text = `<!doctype html><body>${piece.repeat(count)}`;
      const tree = parsePage(text);
      return countSteps(() => {
        try {
          withStepLimit(text.length, () => compileSelector(css).all(tree, text));
        } catch (error) {
          if (!(error instanceof TooManySteps)) throw error;
        }
      });
    };
    const most = (count: number) => 2_000_000 + 256 * (21 + piece.length * count) + 100_000;
    for (const count of [1000, 10_000]) expect(search(count)).toBeLessThan(most(count));
    expect(search(10)).toBeLessThan(most(10) / 10);
  });

  test('says what is no selector', () => {
    expect(() => compileSelector('li >> a[')).toThrow(/^"li >> a\[" is no CSS selector: /);
    expect(() => compileSelector('a:unknown')).toThrow(/^"a:unknown" is no CSS selector: /);
  });
});
