import { describe, expect, test } from 'vitest';
import { parsePage } from '../../../server/src/core/directives/parse-page.ts';
import { pageLinks } from '../../../server/src/core/keys/page-links.ts';
import { LinkGraph } from '../../../server/src/lab/links/link-graph.ts';

function targetsOf(source: string, path: string): readonly string[] {
  return pageLinks(parsePage(source), source, path).targets;
}

describe('5.2 the links of a page', () => {
  test.each([
    ['b.html', 'docs/b.html'],
    ['../b.html', 'b.html'],
    ['../../../b.html', 'b.html'],
    ['/b.html#top', 'b.html'],
    ['b.html?x=1&amp;y=2#top', 'docs/b.html?x=1&y=2'],
    ['sub/', 'docs/sub/'],
    ['a%20b.html', 'docs/a b.html'],
    ['%zz.html', 'docs/%zz.html'],
    [' b.html\n', 'docs/b.html'],
  ])('%s leads to %s', (href, target) => {
    expect(targetsOf(`<a href="${href}">x</a>`, 'docs/a.html')).toEqual([target]);
  });

  test.each([
    'https://example.org/b.html',
    '//example.org/b.html',
    'mailto:a@example.org',
    'javascript:f()',
    'http://[',
    'data:,x',
  ])('%s is none', href => {
    expect(targetsOf(`<a href="${href}">x</a>`, 'docs/a.html')).toEqual([]);
  });

  test('are those of `a` elements with an address, each once, where it comes first', () => {
    const source =
      '<link href=x.css><a name=x>x</a><area href=c.html><a href=b.html>1</a><a href=c.html>2</a><a href=b.html#x>3</a>';
    const { targets, nodes } = pageLinks(parsePage(source), source, 'a.html');
    expect(targets).toEqual(['b.html', 'c.html']);
    expect([...nodes].map(node => source.slice(parsePage(source).start[node]))).toEqual([
      expect.stringMatching(/^<a href=b.html>1/),
      expect.stringMatching(/^<a href=c.html>2/),
    ]);
  });

  test('go by the base element; the host of an absolute one is the own', () => {
    expect(targetsOf('<base href="/x/"><a href="b.html">x</a>', 'docs/a.html')).toEqual(['x/b.html']);
    expect(targetsOf('<base href="http://own.org/x/"><a href="b.html">x</a><a href="http://own.org/">x</a>', 'a.html')).toEqual([
      'x/b.html',
      '',
    ]);
  });

  test('may name the own host, where most do', () => {
    const menu = '<a href="https://own.org/">1</a><a href="https://own.org/b/">2</a><a href="https://other.org/">3</a>';
    expect(targetsOf(menu, 'a.html')).toEqual(['', 'b/']);
    expect(targetsOf(`${menu}<a href="c.html">4</a><a href="/d.html">5</a>`, 'a.html')).toEqual(['c.html', 'd.html']);
  });

  test('of a page whose path has characters that addresses escape', () => {
    expect(targetsOf('<a href="d.html">x</a>', 'a b#c/%41?.html')).toEqual(['a b#c/d.html']);
  });
});

describe('5.2 the pages that links lead to', () => {
  const graph = new LinkGraph();
  const put = (id: number, name: string, source = '') => {
    const tree = parsePage(source);
    return graph.put(id, { name, tree, links: pageLinks(tree, source, name) });
  };
  const links = ['b.html?x', 'c', 'sub/', 'sub/index.html', 'gone.html', 'a.html', '.'].map(href => `<a href="${href}">x</a>`);

  test('are those that there are, each once; not the page itself', () => {
    put(0, 'a.html', links.join(''));
    put(1, 'b.html');
    put(2, 'sub/index.html');
    put(3, 'c.html');
    expect(graph.links(0).map(({ page }) => page)).toEqual(['b.html', 'c.html', 'sub/index.html']);
    expect(graph.linkedPages(0)).toEqual(new Set([1, 3, 2]));
  });

  test('are others when a page comes or goes, and the pages that link there are named', () => {
    expect(put(4, 'c/index.html')).toContain(0);
    expect(graph.links(0).map(({ page }) => page)).toEqual(['b.html', 'c.html', 'sub/index.html']);
    expect(graph.delete(3)).toContain(0);
    expect(graph.links(0).map(({ page }) => page)).toEqual(['b.html', 'c/index.html', 'sub/index.html']);
    expect(put(5, 'gone.html')).toContain(0);
    expect(put(6, 'other.html')).not.toContain(0);
    expect(put(7, 'index.html')).toContain(0);
    expect(graph.linkedPages(0)).toEqual(new Set([1, 4, 2, 5, 7]));
  });

  test('are found below the folder that the site is served from', () => {
    const served = ['/site/x/b.html', '/site/x/', '/site/x/?q', '/site/x/sub', '/other/'].map(href => `<a href="${href}">x</a>`);
    put(8, 'served.html', served.join(''));
    expect(graph.links(8).map(({ page }) => page)).toEqual(['b.html', 'index.html', 'sub/index.html']);
    expect(graph.delete(1)).toContain(8);
    expect(graph.links(8).map(({ page }) => page)).toEqual(['index.html', 'sub/index.html']);
    expect(put(1, 'b.html')).toContain(8);
  });

  test('stay when only the text of a page changes', () => {
    expect(put(1, 'b.html', '<p>other</p>')).toEqual(new Set());
    expect(put(1, 'b.html', '<a href="a.html">x</a>')).toEqual(new Set([1]));
  });
});
