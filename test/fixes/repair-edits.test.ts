import { describe, expect, test } from 'vitest';
import type { Repair } from '../../server/src/core/edits/repair.ts';
import { repairEdits } from '../../server/src/core/edits/repair-edits.ts';
import { applyEdits } from '../../server/src/core/edits/text-edit.ts';
import { findNode } from '../core/find-node.ts';
import { pageSource, type Source } from './page-source.ts';

function repaired(target: Source, from: Source, repair: Repair): string | undefined {
  const edits = repairEdits(repair, target, () => from);
  return edits && applyEdits(target.source, edits);
}

describe('a node that is missing', () => {
  const from = pageSource(
    'index.html',
    '<body>\n  <ul>\n    <li><a href="a.html">A</a></li>\n    <li>\n      <a href="b.html">B</a>\n    </li>\n  </ul>\n</body>',
  );
  const insert = (target: Source, parent: number, after: number, node: number) =>
    repaired(target, from, { kind: 'insert', parent, after, from: { page: from.page, node } });

  test('is written as on the other page, with addresses, indentation and line ends of this one', () => {
    const target = pageSource('docs/x.html', '<body>\r\n<ul>\r\n\t<li><a href="../a.html">A</a></li>\r\n</ul>\r\n</body>');
    expect(insert(target, findNode(target, 'ul'), findNode(target, 'li'), findNode(from, 'li', 1))).toBe(
      '<body>\r\n<ul>\r\n\t<li><a href="../a.html">A</a></li>\r\n\t<li>\r\n\t  <a href="../b.html">B</a>\r\n\t</li>\r\n</ul>\r\n</body>',
    );
  });

  test('comes first where it follows nothing', () => {
    const target = pageSource('x.html', '<body>\n  <ul>\n    <li><a href="b.html">B</a></li>\n  </ul>\n</body>');
    expect(insert(target, findNode(target, 'ul'), -1, findNode(from, 'li'))).toBe(
      '<body>\n  <ul>\n    <li><a href="a.html">A</a></li>\n    <li><a href="b.html">B</a></li>\n  </ul>\n</body>',
    );
  });

  test('is indented by as much as on the other page where it has no neighbour', () => {
    const target = pageSource('x.html', '<body>\n<div>\n<ul></ul></div>\n</body>');
    expect(insert(target, findNode(target, 'ul'), -1, findNode(from, 'li'))).toBe(
      '<body>\n<div>\n<ul>\n  <li><a href="a.html">A</a></li></ul></div>\n</body>',
    );
  });

  test('comes behind others that are missing at the same place', () => {
    const target = pageSource('x.html', '<body>\n  <ul>\n  </ul>\n</body>');
    const repairs = [0, 1].map(
      (nth): Repair => ({
        kind: 'insert',
        parent: findNode(target, 'ul'),
        after: -1,
        from: { page: from.page, node: findNode(from, 'li', nth) },
      }),
    );
    expect(repaired(target, from, { kind: 'all', repairs })).toBe(from.source);
  });

  test('stays on the line where it stands on one', () => {
    const line = pageSource('index.html', '<p><a href="a.html">A</a> <a href="b.html">B</a></p>');
    const target = pageSource('x.html', '<p><a href="a.html">A</a></p>');
    const repair: Repair = {
      kind: 'insert',
      parent: findNode(target, 'p'),
      after: findNode(target, 'a'),
      from: { page: 'index.html', node: findNode(line, 'a', 1) },
    };
    expect(repaired(target, line, repair)).toBe(line.source);
  });

  test('keeps the white space of preformatted text', () => {
    const pre = pageSource('index.html', '<div>\n  <section>\n    <pre>\n    a\n      b</pre>\n  </section>\n</div>');
    const target = pageSource('x.html', '<div>\n<p>x</p>\n</div>');
    const repair: Repair = {
      kind: 'insert',
      parent: findNode(target, 'div'),
      after: findNode(target, 'p'),
      from: { page: 'index.html', node: findNode(pre, 'section') },
    };
    expect(repaired(target, pre, repair)).toBe('<div>\n<p>x</p>\n<section>\n  <pre>\n    a\n      b</pre>\n</section>\n</div>');
  });

  test('does not swallow what follows an element without an end tag', () => {
    const open = pageSource('index.html', '<ul>\n  <li>A\n  <li>B\n</ul>');
    const target = pageSource('x.html', '<ul>\n  <li>A\n</ul>\n<p>x');
    const repair: Repair = {
      kind: 'insert',
      parent: findNode(target, 'ul'),
      after: findNode(target, 'li'),
      from: { page: 'index.html', node: findNode(open, 'li', 1) },
    };
    expect(repaired(target, open, repair)).toBe('<ul>\n  <li>A\n  <li>B\n</ul>\n<p>x');
  });

  test('takes every kind of address with it', () => {
    const rich = pageSource(
      'index.html',
      '<div style="background: url(\'img/b.png\')"><img src="img/a.png" srcset="img/a.png 1x, img/a2.png 2x"><a href="/x">x</a></div>',
    );
    const target = pageSource('docs/api/x.html', '<p>x</p>');
    const repair: Repair = {
      kind: 'insert',
      parent: findNode(target, 'body'),
      after: findNode(target, 'p'),
      from: { page: 'index.html', node: findNode(rich, 'div') },
    };
    expect(repaired(target, rich, repair)).toBe(
      '<p>x</p>\n<div style="background: url(\'../../img/b.png\')"><img src="../../img/a.png" srcset="../../img/a.png 1x, ../../img/a2.png 2x"><a href="/x">x</a></div>',
    );
  });

  test('cannot be copied out of a page whose <base> leads elsewhere', () => {
    const based = pageSource('index.html', '<head><base href="https://example.org/"></head><body><a href="a.html">A</a></body>');
    const target = pageSource('x.html', '<p>x</p>');
    const repair: Repair = {
      kind: 'insert',
      parent: findNode(target, 'body'),
      after: -1,
      from: { page: 'index.html', node: findNode(based, 'a') },
    };
    expect(repaired(target, based, repair)).toBeUndefined();
  });
});

describe('a start tag that differs', () => {
  test('one attribute is taken over with its quotes, everything else stays', () => {
    const from = pageSource('index.html', "<a class=x href='a.html'>A</a>");
    const target = pageSource('docs/x.html', '<a class=x  href="b.html" title="t">A</a>');
    const repair = (name: string): Repair => ({
      kind: 'attribute',
      node: findNode(target, 'a'),
      name,
      from: { page: 'index.html', node: findNode(from, 'a') },
    });
    expect(repaired(target, from, repair('href'))).toBe('<a class=x  href=\'../a.html\' title="t">A</a>');
    expect(repaired(target, from, repair('title'))).toBe('<a class=x  href="b.html">A</a>');
  });

  test('an attribute that is not there comes last', () => {
    const from = pageSource('index.html', '<img src="a.png" alt="Logo"/>');
    const target = pageSource('x.html', '<img src="a.png" />');
    const repair: Repair = {
      kind: 'attribute',
      node: findNode(target, 'img'),
      name: 'alt',
      from: { page: 'index.html', node: findNode(from, 'img') },
    };
    expect(repaired(target, from, repair)).toBe('<img src="a.png" alt="Logo" />');
  });

  test('another name changes the end tag, too', () => {
    const from = pageSource('index.html', '<h1 class="title">A</h1>');
    const target = pageSource('x.html', '<div>B</div>');
    const repair: Repair = {
      kind: 'replace',
      part: 'tag',
      node: findNode(target, 'div'),
      from: { page: 'index.html', node: findNode(from, 'h1') },
    };
    expect(repaired(target, from, repair)).toBe('<h1 class="title">B</h1>');
  });
});

describe('other repairs', () => {
  const page = pageSource('x.html', '<ul>\n  <li>A</li>\n  <li>B</li>\n  <li>C</li>\n</ul>');
  const li = (index: number) => findNode(page, 'li', index);

  test('a node that is removed takes its line with it', () => {
    expect(repaired(page, page, { kind: 'remove', node: li(1) })).toBe('<ul>\n  <li>A</li>\n  <li>C</li>\n</ul>');
  });

  test('a node is moved', () => {
    const repair: Repair = { kind: 'move', node: li(2), parent: findNode(page, 'ul'), after: li(0) };
    expect(repaired(page, page, repair)).toBe('<ul>\n  <li>A</li>\n  <li>C</li>\n  <li>B</li>\n</ul>');
  });

  test('a node is replaced', () => {
    const from = pageSource('index.html', '<footer>\n  <p>new</p>\n</footer>');
    const target = pageSource('x.html', '<div>\n  <footer>old</footer>\n</div>');
    const repair: Repair = {
      kind: 'replace',
      part: 'node',
      node: findNode(target, 'footer'),
      from: { page: 'index.html', node: findNode(from, 'footer') },
    };
    expect(repaired(target, from, repair)).toBe('<div>\n  <footer>\n    <p>new</p>\n  </footer>\n</div>');
  });

  test('a text is put in the place of another', () => {
    const start = page.source.indexOf('B');
    expect(repaired(page, page, { kind: 'text', start, end: start + 1, text: 'Z' })).toContain('<li>Z</li>');
  });
});
