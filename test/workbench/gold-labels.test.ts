import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadGoldSite, readGoldPage } from '../../server/src/lab/workbench/gold.ts';
import type { GoldRule } from '../../server/src/lab/workbench/gold-file.ts';
import { goldNodes } from '../../server/src/lab/workbench/gold-labels.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

/** `label name-or-text` of every gold node. */
function labels(html: string, rules: GoldRule[]): string[] {
  return goldNodes(html, rules).map(({ kind, start, end, label }) => {
    const source = html.slice(start, end);
    return `${label} ${kind === 'text' ? source.trim() : /^<[a-z0-9]+/.exec(source)![0]}`;
  });
}

describe('gold labels', () => {
  test('without rules all is template; elements without a start tag and blank texts are no nodes', () => {
    expect(labels('<p>One</p> <!-- two -->', [])).toEqual(['template <p', 'template One']);
  });

  test('the deepest matching ancestor or the node itself decides; on one element the last rule', () => {
    const rules: GoldRule[] = [
      { css: '.menu', label: 'template' },
      { css: 'main', label: 'content' },
      { css: 'b', label: 'template' },
      { css: 'b', label: 'content' },
    ];
    expect(labels('<main>Text<div class="menu">Menu<b>Here</b></div></main><p>End', rules)).toEqual([
      'content <main',
      'content Text',
      'template <div',
      'template Menu',
      'content <b',
      'content Here',
      'template <p',
      'template End',
    ]);
  });

  test('::text means the texts directly inside, not the element, nor what is deeper', () => {
    const rules: GoldRule[] = [{ css: 'p::text', label: 'content' }];
    expect(labels('<p>A<i>B</i>C</p>', rules)).toEqual(['template <p', 'content A', 'template <i', 'template B', 'content C']);
  });

  test('what an HTML5 parser moves has the label of the place it is moved to', () => {
    const rules: GoldRule[] = [{ css: 'table', label: 'content' }];
    expect(labels('<table>Moved<tr><td>Cell</table>', rules)).toContain('template Moved');
  });
});

describe.runIf(corpusAvailable)('the gold labels of the corpus are those of the independent reading in test/support', () => {
  test.each(corpusSites().map(site => [site.name, site] as const))('%s', (_, site) => {
    const own = loadGoldSite(dirname(site.pagesFolder));
    expect([...own.pages.keys()]).toEqual([...site.pages.keys()]);
    for (const [page, { rules, key }] of own.pages) {
      expect(key).toBe(site.pages.get(page)!.key);
      if (key) expect(goldNodes(readGoldPage(own, page), rules)).toEqual(site.nodes(page));
    }
  });
});
