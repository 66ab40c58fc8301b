// An edit of one page changes the findings of another, which is not edited: it must be checked again.
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { framedSite, textOf } from '../support/framed-site.ts';

/** So many that one edit changes few labels. */
const count = 60;
const framed = framedSite(count).map(page => [page.path, textOf(page)] as const);
const footer = / {2}<footer>[\s\S]*<\/footer>\n/;
/** The side box and the footer, which are one part. */
const tail = / {2}<aside>[\s\S]*<\/footer>\n/;
/** A main part that no other page has, so that the page is alone in its layout. */
const odd = (text: string): string =>
  text.replace(
    /<main>[\s\S]*<\/main>/,
    '<main><form><fieldset><legend>Ask</legend><table><thead><tr><th>a</th></tr></thead><tbody><tr><td><label>x<input></label>' +
      '</td></tr></tbody></table><ol><li><select><option>1</option></select></li></ol><dl><dt>q</dt><dd><pre>z</pre><blockquote>' +
      '<section><article><h3>t</h3></article></section></blockquote></dd></dl><textarea></textarea><button>go</button>' +
      '</fieldset></form></main>',
  );
const path = (index: number): string => framed[index]![0];

function siteOf(change: (text: string, index: number) => string): CheckedSite {
  return new CheckedSite(
    framed.map(([path, text], index): [string, string] => [path, change(text, index)]),
    {},
    () => true,
  );
}

/** Edits pages; the findings of `page` before and after, which must be named among those to check, as must all others that changed. */
function afterEdits(site: CheckedSite, page: string, edits: Record<string, (text: string) => string>): [Finding[], Finding[]] {
  const before = site.all();
  for (const [edited, edit] of Object.entries(edits)) site.put(edited, edit(site.texts.get(edited) ?? ''));
  const named = site.settle();
  const fresh = new CheckedSite(site.texts, {}, () => true).all();
  for (const other of site.texts.keys()) {
    const isSame = JSON.stringify(before.get(other)) === JSON.stringify(fresh.get(other));
    if (!isSame) expect(named).toContain(other);
    if (named.includes(other)) expect(site.findings(other)).toEqual(fresh.get(other) ?? []);
  }
  expect(Object.keys(edits)).not.toContain(page);
  expect(named).toContain(page);
  return [before.get(page) ?? [], fresh.get(page) ?? []];
}

describe('a page is checked again', () => {
  test('that lacks a part, when fewer pages have it', () => {
    const site = siteOf((text, index) => (index === 5 ? text.replace(footer, '') : text));
    const [before, after] = afterEdits(site, path(5), {
      [path(9)]: text => text.replace('Printed by the Example Press.', 'Printed by nobody at all.'),
    });
    expect(before[0]!.support).toEqual({ pages: count - 1, of: count });
    expect(after).not.toEqual(before);
  });

  test('when its example moves its lines', () => {
    const site = siteOf((text, index) => (index === 5 ? text.replace('>Archive<', '>Archvie<') : text));
    const [example] = site.findings(path(5))[0]!.related;
    const [before, after] = afterEdits(site, path(5), {
      [example!.page]: text => text.replace('<header>', '<!-- moved -->\n  <header>'),
    });
    expect(after[0]!.related[0]!.start).toBe(before[0]!.related[0]!.start + '<!-- moved -->\n  '.length);
  });

  test('when its example has other labels', () => {
    const site = siteOf((text, index) => (index === 5 ? text.replace('>Archive<', '>Archvie<') : text));
    const [example] = site.findings(path(5))[0]!.related;
    const nothing = site.model.settle();
    expect(site.checks.settle(nothing, [])).toEqual([]);
    expect(site.checks.settle({ ...nothing, relabel: [example!.page] }, [])).toEqual([path(5)]);
  });

  test('when the example of a year moves its lines', () => {
    const year = (text: string, value: number) => text.replace('Example Press.', `Example Press, ${value}.`);
    const site = siteOf((text, index) => year(text, index === 5 ? 2019 : 2025));
    const [finding] = site.findings(path(5));
    expect(finding!.code).toBe('template/stale-year');
    const [before, after] = afterEdits(site, path(5), {
      [finding!.related[0]!.page]: text => text.replace('<header>', '<!-- moved -->\n  <header>'),
    });
    expect(after[0]!.related[0]!.start).toBe(before[0]!.related[0]!.start + '<!-- moved -->\n  '.length);
  });

  test('when another page is the better example', () => {
    const withTypo = (text: string) => text.replace('>People<', '>Peolpe<');
    const drifted = (text: string, index: number) => (index === 5 ? text.replace('>Archive<', '>Archvie<') : text);
    const exampleOf = (site: CheckedSite) => site.findings(path(5))[0]!.related[0]!.page;
    const best = exampleOf(siteOf(drifted));
    const site = siteOf((text, index) => (path(index) === best ? withTypo(text) : drifted(text, index)));
    const second = exampleOf(site);
    const other = framed.map(([path]) => path).find(page => ![best, second, path(5)].includes(page))!;
    // As many pages as before have the typo; the second best is as it was.
    const [, after] = afterEdits(site, path(5), { [best]: text => text.replace('Peolpe', 'People'), [other]: withTypo });
    expect(second).not.toBe(best);
    expect(after[0]!.related[0]!.page).toBe(best);
  });

  test('that is alone in its layout, when enough of the pages with its parts have one more', () => {
    const site = siteOf((text, index) => {
      if (index === 5) return odd(text).replace(tail, '');
      return index > 5 && index <= 11 ? text.replace(tail, '') : text;
    });
    const [before, after] = afterEdits(site, path(5), { [path(8)]: () => framed[8]![1] });
    expect(before).toEqual([]);
    expect(after.map(({ code }) => code)).toEqual(['template/missing-part']);
  });

  test('that lacks a part, when the pages that have it agree less', () => {
    const site = siteOf((text, index) => (index === 5 ? odd(text).replace(tail, '') : text));
    const examples = new Set(site.findings(path(5)).flatMap(({ related }) => related.map(({ page }) => page)));
    const edited = framed.map(([page]) => page).find((page, index) => index !== 5 && !examples.has(page))!;
    const [before, after] = afterEdits(site, path(5), { [edited]: text => text.replace('by the Example', 'at the Example') });
    expect(before.map(({ code }) => code)).toEqual(['template/missing-part']);
    expect(after).not.toEqual(before);
  });

  test('that no longer has a part of most pages, because there are more pages without the one that it has', () => {
    const site = siteOf((text, index) => {
      if (index === 5)
        return odd(text)
          .replace(/ {2}<header>[\s\S]*<\/nav>\n/, '')
          .replace('menu.js', 'old.js');
      return index >= count / 2 ? text.replace(tail, '') : text;
    });
    const words = Array.from({ length: 40 }, (_, at) => `<p>It has nothing in common with the others, number ${at}.</p>`);
    const alone = `<html><body><center><h4>Another page</h4>${words.join('')}</center></body></html>`;
    const [before, after] = afterEdits(site, path(5), { 'alone.html': () => alone });
    const isScript = ({ code }: Finding): boolean => code === 'template/missing-node';
    expect(before.filter(isScript)).toHaveLength(1);
    expect(after.filter(isScript)).toEqual([]);
  });

  test('that differs in a text, when one page more does', () => {
    const misspelt = (text: string): string => text.replace('>Archive<', '>Archvie<');
    const site = siteOf((text, index) => (index === 5 ? misspelt(text) : text));
    const [before, after] = afterEdits(site, path(5), { [path(9)]: misspelt });
    expect(before[0]!.support).toEqual({ pages: count - 1, of: count });
    expect(after[0]!.support).toEqual({ pages: count - 2, of: count });
  });

  test('that has no template, when enough other pages show that the site has one', () => {
    const checks = { 'page/no-template': 'warning' } as const;
    const alone =
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Alone</title></head><body><center><h4>Another page</h4><p>It has nothing in common.</p><p>At all.</p><hr></center></body></html>';
    const others = framed.filter(([page]) => !page.includes('/')).slice(0, 5);
    const [last, ...first] = others;
    const site = new CheckedSite([...first, ['alone.html', alone]], { checks }, () => true);
    expect(site.all().get('alone.html') ?? []).toEqual([]);
    site.put(...last!);
    expect(site.settle()).toContain('alone.html');
    expect(site.findings('alone.html').map(({ code }) => code)).toEqual(['page/no-template']);
  });
});

test('a page that no longer differs is not checked again when its former example changes', () => {
  const site = siteOf((text, index) => (index === 5 ? text.replace('>Archive<', '>Archvie<') : text));
  const [finding] = site.findings(path(5));
  const example = finding!.related[0]!.page;
  site.put(path(5), framed[5]![1]);
  site.settle();
  expect(site.findings(path(5))).toEqual([]);
  site.put(example, site.texts.get(example)!.replace('<header>', '<!-- moved -->\n  <header>'));
  expect(site.settle()).not.toContain(path(5));
});
