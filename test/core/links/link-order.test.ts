import { describe, expect, test } from 'vitest';
import { parsePage } from '../../../server/src/core/directives/parse-page.ts';
import { pageLinks } from '../../../server/src/core/keys/page-links.ts';
import { domDistance, type Link, orderLinks } from '../../../server/src/lab/links/link-order.ts';

/** The links of a page whose addresses are paths of pages from the root. */
function linksOf(source: string): { tree: ReturnType<typeof parsePage>; links: Link[] } {
  const tree = parsePage(source);
  const { targets, nodes } = pageLinks(tree, source, 'key.html');
  return { tree, links: targets.map((page, index) => ({ page, node: nodes[index]! })) };
}

describe('the order of links', () => {
  // 5.9: child-index paths a = [0,1,0,0], b = [0,1,0,2], c = [0,3,1].
  const { tree, links } = linksOf(
    '<html><head></head><body><div><p></p><ul><li><a href="/a.html">a</a><b></b><a href="/b.html">b</a></li></ul><i></i><p><b></b><a href="/c.html">c</a></p></div>',
  );
  const node = (name: string) => links.find(({ page }) => page === `${name}.html`)!.node;

  test('5.9 DOM distance: the tree distance of the anchors', () => {
    expect(domDistance(tree, node('a'), node('b'))).toBe(2);
    expect(domDistance(tree, node('a'), node('c'))).toBe(5);
    expect(domDistance(tree, node('b'), node('c'))).toBe(5);
  });

  test('5.9 farthest first: a, c, b', () => {
    expect([...orderLinks('key.html', tree, links)].map(({ page }) => page)).toEqual(['a.html', 'c.html', 'b.html']);
  });

  test('5.9 groups by folders, for the key page /news/tech/index.html', () => {
    const targets = [
      '/e.html',
      '/news/c.html',
      '/news/tech/a.html',
      '/news/world/d.html',
      '/news/tech/sub/b.html',
      '/x/y/z.html',
    ];
    const page = linksOf(targets.map(href => `<a href="${href}">x</a>`).join(''));
    expect([...orderLinks('news/tech/index.html', page.tree, page.links)].map(({ page }) => page)).toEqual([
      'news/tech/a.html',
      'news/tech/sub/b.html',
      // All are equally far from one another, so document order decides within the group.
      'news/c.html',
      'news/world/d.html',
      'e.html',
      'x/y/z.html',
    ]);
  });

  test('one link of each menu comes before the second of any', () => {
    const menu = (...names: string[]) => `<ul>${names.map(name => `<li><a href="/${name}">x</a></li>`).join('')}</ul>`;
    const page = linksOf(`<nav>${menu('n1', 'n2', 'n3')}</nav><div><div>${menu('d1', 'd2')}</div></div>`);
    const order = [...orderLinks('key.html', page.tree, page.links)].map(({ page }) => page);
    expect(order.slice(0, 2)).toEqual(['n1', 'd1']);
    expect(order.toSorted()).toEqual(['d1', 'd2', 'n1', 'n2', 'n3']);
  });
});
