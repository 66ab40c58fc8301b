// Who judges a page, and which pages are not judged.
import { describe, expect, test } from 'vitest';
import { Cohort } from '../../server/src/core/counts/cohort.ts';
import { KeyList } from '../../server/src/core/counts/key-list.ts';
import { ScopeCohorts } from '../../server/src/core/findings/agreement/scope-cohorts.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { framedSite, textOf } from '../support/framed-site.ts';

const listOf = (ids: readonly number[]): KeyList => new KeyList(Int32Array.from(ids));

/** A page votes in a scope for these ids of keys, and holds no others. */
function vote(
  scope: ScopeCohorts,
  id: number,
  { language = 'en', structure = [1], wording }: { language?: string; structure?: number[]; wording: number[] },
): void {
  scope.put({ id, hash: id, language, layout: undefined, structure: listOf(structure), wording: listOf(wording) });
}

const framed = framedSite(14).map(page => [page.path, textOf(page)] as const);

describe('what stands in no part', () => {
  const wide = (text: string) => text.replace('<main>', '<main class="wide">');
  /** The first page is in the site's root. */
  const codes = (path: string): string[] => {
    const pages = framed.map(([page, text], at): [string, string] => (at === 0 ? [path, text] : [page, wide(text)]));
    return new CheckedSite(pages, {}, () => true).findings(path).map(({ code }) => code);
  };

  test('is not compared on a page that lacks much of what the others have there', () => {
    const styled = (text: string): string =>
      ['html', 'head', 'body', 'main'].reduce(
        (changed, name) => changed.replace(`<${name}`, `<${name} class="a" dir="ltr" title="b"`),
        text,
      );
    const plain = styled(framed[0]![1]).replace('<main class="a" dir="ltr" title="b"', '<main');
    const codesOf = (first: string): string[] =>
      new CheckedSite(
        framed.map(([page, text], at): [string, string] => [page, at === 0 ? first : styled(text)]),
        {},
        () => true,
      )
        .findings(framed[0]![0])
        .map(({ code }) => code);
    expect(codesOf(plain)).toEqual(['template/changed-attribute']);
    expect(codesOf(framed[0]![1])).toEqual([]);
  });

  test('is compared among the pages of a layout', () => {
    expect(codes('apples.html')).toEqual(['template/changed-attribute']);
  });

  test.each(['index.html', 'default.htm', 'home.html'])('is not compared on the home page %s', path => {
    expect(codes(path)).toEqual([]);
  });
});

describe('a page that lacks a part', () => {
  /** As many pages as asked for; all but `without` of them hold the key 7. */
  const cohorts = (pages: number, without: number): ScopeCohorts => {
    const scope = new ScopeCohorts(0.9);
    for (let id = 0; id < pages; id++) {
      vote(scope, id, { structure: id < without ? [3] : [3, 7], wording: [5] });
    }
    scope.settle();
    return scope;
  };
  const lacking = (scope: ScopeCohorts): number[] => {
    const none = listOf([]);
    return scope.juriesOfGuest('en', { structure: none, wording: none }).structure.flatMap(jury => [...jury.lacking]);
  };

  test('counts as one of the pages that judge it', () => {
    expect(lacking(cohorts(10, 0))).toEqual([3, 7]);
    // 8 of 9 pages agree; of 10 with the page that lacks the part they are too few.
    expect(lacking(cohorts(9, 1))).toEqual([3]);
    expect(lacking(cohorts(10, 1))).toEqual([3, 7]);
  });

  test('is judged by what the pages have after an edit', () => {
    const scope = cohorts(10, 0);
    expect(lacking(scope)).toEqual([3, 7]);
    for (const id of [0, 1, 2]) vote(scope, id, { structure: [3], wording: [5] });
    scope.settle();
    expect(lacking(scope)).toEqual([3]);
  });
});

test('a page that lacks a key is affected when another number of pages has it', () => {
  const cohort = new Cohort(0.9);
  const put = (page: number, keys: number[]): void => cohort.put(page, { keys: listOf(keys), elsewhere: undefined });
  for (let page = 0; page < 30; page++) put(page, page === 0 ? [3] : [3, 7]);
  cohort.settle();
  put(1, [3]);
  expect([...cohort.settle().affected].sort()).toEqual([0, 1]);
  expect(cohort.isTemplate(7)).toBe(true);
  put(2, [3, 7, 9]);
  expect([...cohort.settle().affected]).toEqual([2]);
});

test('what differs in a small part is found in the part, not in what stands around it', () => {
  const linked = (text: string, label: string): string =>
    text.replace('  </main>', `    <a href="https://example.org/top">${label}</a>\n  </main>`);
  const pages = framed.map(([page, text], at): [string, string] => [page, linked(text, at === 3 ? '' : 'Back to the top')]);
  const [finding, ...others] = new CheckedSite(pages, {}, () => true).findings(framed[3]![0]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ code: 'template/missing-node', part: 'link' });
});

test('a page is affected when too few pages are left of its variant', () => {
  const put = (scope: ScopeCohorts, id: number, keys: number[]): void => vote(scope, id, { wording: keys });
  const [first, second] = [
    [2, 10, 11, 12, 13],
    [2, 20, 21, 22, 23],
  ] as const;
  const lacking = (scope: ScopeCohorts): number[] => scope.juriesOf(3).wording.flatMap(jury => [...jury.lacking]);
  const scope = new ScopeCohorts(0.9);
  // Page 3 lacks a word of its variant, which has as many pages as a variant needs.
  for (let id = 0; id < 30; id++) put(scope, id, id === 3 ? [2, 10, 11, 12] : id < 10 ? [...first] : [...second]);
  scope.settle();
  expect(lacking(scope)).toEqual([13]);
  put(scope, 9, [...second]);
  expect([...scope.settle().affected]).toContain(3);
  expect(lacking(scope)).toEqual([]);
});

test('the pages of a language are affected when enough of them judge it', () => {
  const untranslated = 9;
  const scope = new ScopeCohorts(0.9);
  const put = (id: number, language: string, keys: number[]): void => vote(scope, id, { language, wording: keys });
  const english = [2, 3, 4, 5];
  for (let id = 0; id < 60; id++) put(id, 'en', id === 7 ? english : [...english, untranslated]);
  for (const [at, language] of ['de', 'es', 'it', 'fr', 'fr', 'fr'].entries()) put(60 + at, language, [untranslated, 20 + at]);
  put(66, 'fr', [30]);
  scope.settle();
  const lacking = (): number[] => scope.juriesOf(66).wording.flatMap(jury => [...jury.lacking]);
  expect(lacking()).toEqual([untranslated]);
  // A page says that it is French; its words stay.
  put(7, 'fr', english);
  expect([...scope.settle().affected].sort((a, b) => a - b)).toEqual([7, 60, 61, 62, 63, 64, 65, 66]);
  expect(lacking()).toEqual([]);
});
