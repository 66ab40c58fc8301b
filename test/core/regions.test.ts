import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageLabels, templateShare } from '../../server/src/core/labels/page-labels.ts';
import { pageRegions } from '../../server/src/core/labels/regions.ts';
import { isLabelled } from '../../server/src/html/access.ts';
import { anyLabelledPage, labelledPage } from './labelled-page.ts';

/** The regions as text: `T|<main>`, `C|<p>text</p>`. */
function regionsOf(html: string): string[] {
  const { source, tree, label } = labelledPage(html);
  return pageRegions(tree, label).map(({ kind, start, end }) => `${kind === 'template' ? 'T' : 'C'}|${source.slice(start, end)}`);
}

describe('pageRegions', () => {
  test("a template wrapper's tags are template, what it holds is content", () => {
    expect(regionsOf('<html><body><main><p data-c>text</p></main></body></html>')).toEqual([
      'T|<html><body><main>',
      'C|<p data-c>text</p>',
      'T|</main></body></html>',
    ]);
  });

  test('white space and comments join equal neighbours, and stand outside of unequal ones', () => {
    expect(regionsOf('<body>\n<p data-c>a</p> <!-- x -->\n<p data-c>b</p>\n<footer>f</footer>\n</body>')).toEqual([
      'T|<body>',
      'C|<p data-c>a</p> <!-- x -->\n<p data-c>b</p>',
      'T|<footer>f</footer>\n</body>',
    ]);
  });

  test('a text alone can be content', () => {
    expect(regionsOf('<html><head><title data-c-text>Home</title></head><body></body></html>')).toEqual([
      'T|<html><head><title data-c-text>',
      'C|Home',
      'T|</title></head><body></body></html>',
    ]);
  });

  test('template inside of content is a region of its own', () => {
    expect(regionsOf('<div data-c>a <a data-t>b</a> c</div>')).toEqual(['C|<div data-c>a ', 'T|<a data-t>b</a>', 'C| c</div>']);
  });

  test('elements that the source does not open have no part', () => {
    expect(regionsOf('<p data-c>a<p>b')).toEqual(['C|<p data-c>a', 'T|<p>b']);
    expect(regionsOf('')).toEqual([]);
    expect(regionsOf('<!-- nothing -->')).toEqual([]);
  });

  test('regions of any page are sorted, disjoint, of alternating kinds, and cover every start tag and text', () => {
    fc.assert(
      fc.property(anyLabelledPage, ({ source, tree, label }) => {
        const regions = pageRegions(tree, label);
        let done = 0;
        regions.forEach((region, i) => {
          expect(region.start).toBeGreaterThanOrEqual(done);
          expect(region.end).toBeGreaterThan(region.start);
          if (i > 0) expect(region.kind).not.toBe(regions[i - 1]!.kind);
          done = region.end;
        });
        expect(done).toBeLessThanOrEqual(source.length);
        for (let node = 0; node < tree.size; node++) {
          if (!isLabelled(tree, node)) continue;
          const at = tree.start[node]!;
          const region = regions.find(({ start, end }) => start <= at && at < end);
          expect(region?.kind).toBe(label[node] === 1 ? 'template' : 'content');
        }
      }),
    );
  });
});

describe('pageLabels', () => {
  const html = '<html><body>\n<p data-c>a</p>\n</body></html>';

  test('names every element with a start tag and every text that is not blank, in document order', () => {
    const { source, tree, label } = labelledPage(html);
    const score = Float64Array.from(label, value => value * 0.123456);
    const line = pageLabels('a/b.html', { template: 'g1', layout: 'a/*', pages: 2 }, tree, { label, score });
    expect(line).toMatchObject({ page: 'a/b.html', template: 'g1', pages: 2 });
    expect(line.nodes.map(node => [node.kind, source.slice(node.start, node.end), node.label, node.score])).toEqual([
      ['element', html, 'template', 0.1235],
      ['element', '<body>\n<p data-c>a</p>\n</body>', 'template', 0.1235],
      ['element', '<p data-c>a</p>', 'content', 0],
      ['text', 'a', 'content', 0],
    ]);
  });

  test('the share of template counts the labelled nodes', () => {
    const { tree, label } = labelledPage(html);
    expect(templateShare(tree, label)).toBe(0.5);
    const empty = labelledPage('');
    expect(templateShare(empty.tree, empty.label)).toBe(0);
  });
});
