import { describe, expect, test } from 'vitest';
import { ignoreEdit } from '../../server/src/core/edits/ignore-edit.ts';
import { pushRepairs } from '../../server/src/core/edits/push-repairs.ts';
import type { Repair } from '../../server/src/core/edits/repair.ts';
import { repairEdits } from '../../server/src/core/edits/repair-edits.ts';
import { applyEdits } from '../../server/src/core/edits/text-edit.ts';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import { findNode } from '../core/find-node.ts';
import { pageSource, type Source } from './page-source.ts';

describe('a finding is ignored', () => {
  const ignored = (target: Source, node: number) =>
    applyEdits(target.source, [ignoreEdit({ node, code: 'template/changed-text' }, target, 'agreed')]);

  test('by a comment on a line of its own before the element', () => {
    const target = pageSource('a.html', '<ul>\r\n\t<li>A</li>\r\n</ul>');
    expect(ignored(target, findNode(target, '#text'))).toBe(
      '<ul>\r\n\t<!-- templens-ignore template/changed-text: agreed -->\r\n\t<li>A</li>\r\n</ul>',
    );
  });

  test('by a comment on the line where the element does not begin one', () => {
    const target = pageSource('a.html', '<p>x <b>y</b></p>');
    expect(ignored(target, findNode(target, 'b'))).toBe(
      '<p>x <!-- templens-ignore template/changed-text: agreed --><b>y</b></p>',
    );
  });

  test('for the page where it is about the frame of it', () => {
    const target = pageSource('a.html', '<!doctype html>\n<html><body><p>x</p></body></html>');
    expect(ignored(target, findNode(target, 'body'))).toBe(
      '<!doctype html>\n<!-- templens-ignore-page template/changed-text: agreed -->\n<html><body><p>x</p></body></html>',
    );
  });
});

describe("this page's version goes to the others", () => {
  /** Pages by name; nodes are counterparts where their start tags or texts are the same. */
  function pushed(
    pages: Record<string, string>,
    of: string,
    repair: (pages: Record<string, Source>) => Repair,
  ): Record<string, string> {
    const sources = Object.fromEntries(Object.entries(pages).map(([page, text]) => [page, pageSource(page, text)]));
    const key = ({ tree, source }: Source, node: number) => source.slice(tree.start[node], tree.tagEnd[node]);
    const repairs = pushRepairs(
      { repair: repair(sources) } as Finding,
      of,
      sources[of]!.tree,
      ({ page, node }) =>
        Object.values(sources).flatMap(other => {
          for (let candidate = 0; candidate < other.tree.size; candidate++) {
            if (other.page !== page && key(other, candidate) === key(sources[page]!, node))
              return [{ page: other.page, node: candidate }];
          }
          return [];
        }),
      page => sources[page]!.tree,
    );
    return Object.fromEntries(
      repairs.map(({ page, repair }) => {
        const edits = repairEdits(repair, sources[page]!, other => sources[other])!;
        return [page, applyEdits(sources[page]!.source, edits)];
      }),
    );
  }
  const others = { 'a.html': '<p>old</p>\n<h1>a</h1>', 'b.html': '<p>old</p>\n<h1>b</h1>' };

  test('a text that differs', () => {
    const text = (page: Source) => findNode(page, '#text');
    expect(
      pushed({ ...others, 'x.html': '<p>new</p>\n<h1>x</h1>' }, 'x.html', pages => ({
        kind: 'replace',
        part: 'node',
        node: text(pages['x.html']!),
        from: { page: 'a.html', node: text(pages['a.html']!) },
      })),
    ).toEqual({ 'a.html': '<p>new</p>\n<h1>a</h1>', 'b.html': '<p>new</p>\n<h1>b</h1>' });
  });

  test('a node that the others have is taken from them', () => {
    expect(
      pushed({ ...others, 'x.html': '<h1>x</h1>' }, 'x.html', pages => ({
        kind: 'insert',
        parent: findNode(pages['x.html']!, 'body'),
        after: -1,
        from: { page: 'a.html', node: findNode(pages['a.html']!, 'p') },
      })),
    ).toEqual({ 'a.html': '<h1>a</h1>', 'b.html': '<h1>b</h1>' });
  });

  test('a node that the others lack is given to them', () => {
    expect(
      pushed({ ...others, 'x.html': '<p>old</p>\n<p class="n">more</p>\n<h1>x</h1>' }, 'x.html', pages => ({
        kind: 'remove',
        node: findNode(pages['x.html']!, 'p.n'),
      })),
    ).toEqual({
      'a.html': '<p>old</p>\n<p class="n">more</p>\n<h1>a</h1>',
      'b.html': '<p>old</p>\n<p class="n">more</p>\n<h1>b</h1>',
    });
  });
});
