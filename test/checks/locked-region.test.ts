import { describe, expect, test } from 'vitest';
import { repairEdits } from '../../server/src/core/edits/repair-edits.ts';
import { pageOf, pairSite, pathOf, reportsOf, swap } from './support/pair-site.ts';

const instance = (text: string) =>
  swap(
    swap(text, '<head>', '<!-- InstanceBegin template="/Templates/main.dwt" -->\n<head>'),
    '</html>',
    '<!-- InstanceEnd --></html>',
  )
    .replace(
      /<title>[\s\S]*?<meta name="description".*>/,
      '<!-- InstanceBeginEditable name="head" -->$&<!-- InstanceEndEditable -->',
    )
    .replace(
      /(<main id="main">)([\s\S]*)(<\/main>)/,
      '$1<!-- InstanceBeginEditable name="text" -->$2<!-- InstanceEndEditable -->$3',
    );

describe('an edited locked part is fixed where one node is concerned', () => {
  test.each<[string, (text: string) => string]>([
    ['a text', text => swap(text, '>Prices<', '>Fees<')],
    ['a start tag', text => swap(text, '"../prices.html"', '"prices.html"')],
    ['an item that is missing', text => swap(text, /<li>.*Prices.*<\/li>\n/, '')],
    ['the first item missing', text => swap(text, /<li>.*Home.*<\/li>\n/, '')],
    ['the last item missing', text => swap(text, /<li>.*Contact.*<\/li>\n/, '')],
    ['an item too many', text => swap(text, /<li>.*Prices.*<\/li>\n/, '$&<li><a href="new.html">New</a></li>\n')],
    ['an item twice', text => swap(text, /<li>.*Prices.*<\/li>\n/, '$&$&')],
    ['another block', text => swap(text, /<p class="address">.*<\/p>/, '<div class="map"><img src="map.png"></div>')],
    ['a block that is missing', text => swap(text, /<p class="address">.*<\/p>\n/, '')],
  ])('%s', (_, change) => {
    const site = pairSite(20, (text, index) => (index === 6 ? change(instance(text)) : instance(text)));
    const path = pathOf(6);
    const [finding, ...others] = site.findings(path);
    expect(others).toEqual([]);
    expect(finding!.code).toBe('dreamweaver/locked-region');
    const sourceOf = (name: string) => ({ page: name, tree: site.model.tree(name), source: site.texts.get(name)! });
    let text = site.texts.get(path)!;
    for (const edit of repairEdits(finding!.repair!, sourceOf(path), sourceOf)!.toReversed()) {
      text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
    }
    site.put(path, text);
    site.settle();
    expect(reportsOf(site)).toEqual([]);
    expect(text.replace(/\s+/g, ' ')).toBe(instance(pageOf(6)).replace(/\s+/g, ' '));
  });

  test.each<[string, (text: string) => string]>([
    ['two texts', text => swap(swap(text, '>Prices<', '>Fees<'), '>Home<', '>Start<')],
    ['an element around a text', text => swap(text, '>Prices<', '><b>Prices</b><')],
  ])('and only marked where more is: %s', (_, change) => {
    const site = pairSite(20, (text, index) => (index === 6 ? change(instance(text)) : instance(text)));
    const [finding] = site.findings(pathOf(6));
    expect(finding!.code).toBe('dreamweaver/locked-region');
    expect(finding!.repair).toBeUndefined();
  });
});
