import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { type Extra, withoutRearranged } from '../../server/src/core/findings/candidates/rearranged.ts';
import { Likeness } from '../../server/src/core/findings/facts/likeness.ts';
import { comparedPage } from '../../server/src/core/keys/compared-page.ts';
import { nodeName } from '../../server/src/html/access.ts';

const compared = (path: string, body: string) => {
  const source = `<!DOCTYPE html><html><head><title>${path}</title></head><body>${body}</body></html>`;
  const page = comparedPage(parsePage(source, { path }), source, { path, settings: { normalisers: {} }, key: { k0: 1, k1: 2 } });
  const find = (name: string): number => page.tree.name.findIndex((_, node) => nodeName(page.tree, node) === name);
  return { page, find };
};

test('what stands in a block without a partner on the other page is not in addition', () => {
  const here = compared('a.html', '<footer><b>Address:</b><p>Mail</p></footer>');
  const there = compared('b.html', '<footer><div><b>Address:</b>Main Street</div><p>Mail</p></footer>');
  const extra: Extra = {
    kind: 'extra',
    node: here.find('b'),
    example: there.find('p'),
    verdict: { pages: 19, of: 20 } as Extra['verdict'],
  };
  const kept = (leftOverThere: number[]) =>
    withoutRearranged(
      {
        page: here.page,
        example: there.page,
        likeness: new Likeness(here.page, there.page),
        template: undefined!,
        leftOver: new Set(),
        leftOverThere: new Set(leftOverThere),
        isExempt: is => is,
      },
      [],
      [extra],
    );
  expect(kept([])).toEqual([extra]);
  expect(kept([there.find('div')])).toEqual([]);
});
