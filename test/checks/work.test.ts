import { expect, test } from 'vitest';
import { countSteps } from '../../server/src/html/steps.ts';
import { matchesGlobs } from '../../server/src/site/page-filter.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { generatedPage, generatedPath } from '../support/generated-site.ts';
import { pageOf, pairSite, pathOf, swap } from './support/pair-site.ts';

const shape = { pages: 120, layouts: 2, seed: 5 };
const footer = /<footer[\s\S]*<\/footer>/;

function site(change: (text: string, index: number) => string = text => text): CheckedSite {
  return new CheckedSite(
    Array.from({ length: shape.pages }, (_, index) => [generatedPath(shape, index), change(generatedPage(shape, index), index)]),
  );
}

test('an edit of content, and a page that drifts, check that page alone', () => {
  const checked = site();
  expect([...checked.all().keys()]).toEqual([]);
  const page = generatedPath(shape, 7);
  const compared = checked.checks.comparisons;
  checked.put(page, generatedPage(shape, 7).replace('</article>', '<p>A paragraph of its own.</p></article>'));
  expect(checked.settle()).toEqual([page]);
  expect(checked.findings(page)).toEqual([]);
  expect(checked.checks.comparisons).toBeLessThanOrEqual(compared + 1);
  // Of a page that drifts no other is checked.
  checked.put(page, generatedPage(shape, 7).replace(footer, ''));
  expect(checked.settle()).toEqual([page]);
  expect(checked.findings(page).map(({ code }) => code)).toEqual(['template/missing-part']);
});

test('an edit that makes or unmakes a majority checks the pages that lack what it is about', () => {
  // 54 of the 60 pages of a layout have the note: with one less it is not template.
  const lacking = (index: number) => index % 2 === 0 && index < 12;
  const checked = site((text, index) =>
    lacking(index) ? text : text.replace(footer, whole => `<p class="note">Mind the gap</p>${whole}`),
  );
  const page = generatedPath(shape, 100);
  const before = checked.texts.get(page)!;
  const reports = checked.findings(generatedPath(shape, 0)).length;
  checked.put(page, before.replace('Mind the gap', 'Mind the step'));
  const affected = checked.settle();
  const lackers = Array.from({ length: shape.pages }, (_, index) => index).filter(lacking);
  expect(affected).toEqual([page, ...lackers.map(index => generatedPath(shape, index))].sort());
  checked.put(page, before);
  expect(checked.settle()).toEqual(affected);
  expect(checked.findings(generatedPath(shape, 0)).length).toBe(reports);
});

/** Steps taken, and pages checked, compared and read, after each of some edits of one page, one after another. */
function workOfEdits(pages: number): { steps: number; checked: number; compared: number; read: number }[] {
  const site = pairSite(pages);
  site.all();
  const page = pathOf(7);
  const text = pageOf(7);
  const edits = [
    swap(text, '</main>', '<p>A paragraph of its own.</p></main>'),
    swap(text, '>Prices<', '>Prcies<'),
    swap(text, /<footer>[\s\S]*<\/footer>/, ''),
    swap(swap(text, '>Prices<', '>Fees<'), 'img/logo.png', 'img/old.png'),
    swap(text, '<header>', '<header><p>New</p>'),
    text,
  ];
  return edits.map(edited => {
    site.put(page, edited);
    const before = site.checks.comparisons;
    const read = new Set<string>();
    const world = {
      source: (name: string) => {
        read.add(name);
        return site.texts.get(name);
      },
      exists: (path: string) => site.texts.has(path),
      read: () => undefined,
      matches: matchesGlobs,
    };
    let checked: string[] = [];
    const steps = countSteps(() => {
      checked = site.settle();
      for (const name of checked) site.checks.check(name, world);
    });
    return { steps, checked: checked.length, compared: site.checks.comparisons - before, read: read.size };
  });
}

test('the work of an edit does not grow with the site', () => {
  const few = workOfEdits(100);
  expect(few.some(({ compared }) => compared > 0)).toBe(true);
  workOfEdits(1000).forEach((many, at) => {
    expect(many.steps).toBeLessThanOrEqual(few[at]!.steps * 1.1);
    expect(many.checked).toBeLessThanOrEqual(few[at]!.checked);
    expect(many.compared).toBeLessThanOrEqual(few[at]!.compared);
    expect(many.read).toBeLessThanOrEqual(few[at]!.read);
  });
});
