// Pages that declare their template, as those of Dreamweaver do.
import { expect, test } from 'vitest';
import { pageOf, pairSite, pathOf, reportsOf } from './support/pair-site.ts';

/** The text of a page of a declared template; those of `plain` have no advertisement in the footer. */
function textOf(index: number, template: 'main' | 'plain'): string {
  const advertisement = template === 'plain' ? '' : '<p class="ad">Buy our fine stones</p>';
  return pageOf(index)
    .replace('</footer>', `${advertisement}</footer>`)
    .replace('<head>', `<!-- InstanceBegin template="/Templates/${template}.dwt" --><head>`)
    .replace('<main id="main">', '<!-- InstanceBeginEditable name="text" --><main id="main">')
    .replace('</main>', '</main><!-- InstanceEndEditable -->')
    .replace('</html>', '<!-- InstanceEnd --></html>');
}

test('what all pages of a declared template lack is missing on none of them', () => {
  const plain = [20, 21];
  const site = pairSite(40, (_, index) => textOf(index, plain.includes(index) ? 'plain' : 'main'));
  const put = (index: number, text: string): string[] => {
    site.put(pathOf(index), text);
    site.settle();
    return reportsOf(site);
  };
  expect(reportsOf(site)).toEqual([]);
  // One of the two declares the other template, so the other is the only one without.
  const isOfMain = textOf(20, 'plain').replace('plain.dwt', 'main.dwt');
  const lacking = (index: number, code: string): string =>
    `${pathOf(index)}: ${code} <p class="address">1 Main Street, Springfield</p>`;
  expect(put(20, isOfMain)).toEqual([
    lacking(21, 'template/missing-node'),
    lacking(20, 'dreamweaver/locked-region').replace(/<.*?>/g, ''),
  ]);
  expect(put(20, textOf(20, 'plain'))).toEqual([]);
});
