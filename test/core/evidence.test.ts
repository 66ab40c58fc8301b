import '../../server/src/lab/index.ts';
import type { ExtractorName } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { evidenceReason } from '../../server/src/core/labels/evidence-reason.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { nodeAt } from '../../server/src/html/access.ts';

/** Asks for the reason of the innermost node where a text begins, on the site's first page. */
function reasons(sources: readonly string[], extractor: ExtractorName = 'default') {
  const model = new SiteModel({ extractor, groupThreshold: null });
  for (const [index, source] of sources.entries()) model.upsert(`${index}.html`, parsePage(source));
  model.settle();
  return (text: string) => model.evidence('0.html', nodeAt(model.tree('0.html'), sources[0]!.indexOf(text)));
}

const page = (name: string, photo: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${name}</title><script src="a.js"></script><style>b{}</style></head>
<body><div class="spacer"></div><ul><li><a href="/">Home page</a><li><a href="/about">About us</a></ul><img src="logo.png"><img class="photo" src="${photo}">
<main><h1>${name}</h1><p>All about ${name}, and ${name} alone.</p></main><p>Made by hand</p></body></html>`;
const site = ['red', 'green', 'blue', 'black'].map(name => page(name, `${name}.jpg`));
/** Alone in its layout, it has the menu and the script of the others. */
const odd = `<html><head><script src="a.js"></script></head><body><ul><li><a href="/">Home page</a><li><a href="/about">About us</a></ul>
<table><tr><td><dl><dt>One<dd>Two<dt>Three<dd>Four</dl><form><fieldset><legend>Ask</legend><input name=q></fieldset></form></table></body></html>`;

describe('the importance in the style tree', () => {
  const importances = (model: SiteModel) => {
    const { size } = model.tree('0.html');
    return Array.from({ length: size }, (_, node) => model.evidence('0.html', node, true).importance);
  };
  const model = (sources: readonly string[]) => {
    const model = new SiteModel({ extractor: 'default', groupThreshold: null });
    for (const [index, source] of sources.entries()) model.upsert(`${index}.html`, parsePage(source));
    model.settle();
    return model;
  };

  test('is said with the details only', () => {
    expect(reasons(site)('<main').importance).toBeUndefined();
    expect(importances(model(site)).some(importance => importance !== undefined)).toBe(true);
  });

  test('follows what changes after it was asked for, as of a fresh model', () => {
    const changed = model([...site, page('white', 'white.jpg')]);
    const before = importances(changed);
    const edited = site[1]!.replace('<h1>', '<p>News</p><h1>');
    changed.upsert('1.html', parsePage(edited));
    changed.remove('4.html');
    changed.settle();
    const after = importances(changed);
    expect(after).toEqual(importances(model([site[0]!, edited, ...site.slice(2)])));
    expect(after).not.toEqual(before);
  });
});

describe('the reason of a label', () => {
  const reason = (text: string) => reasons(site)(text).reason;

  test.each([
    ['Home page', 'All 4 pages of its layout have this text here.'],
    ['red, and', 'No other of the 4 pages of its layout has this text here; all have the element around it.'],
    ['<ul', 'All 4 pages of its layout have one like it here; the others have all of its text.'],
    ['<h1', 'All 4 pages of its layout have one like it here; the others have none of its text.'],
    ['<body', 'All 4 pages of its layout have one like it here; of its text the others have 48 % on average.'],
    ['<div class="spacer"', 'All 4 pages of its layout have one like it here.'],
    ['<img src="logo', 'All 4 pages of its layout have one like it here.'],
    [
      '<img class="photo"',
      'No other of the 4 pages of its layout has one with the same attributes here; all have one of its kind.',
    ],
    ['<head', 'All 4 pages of its layout have one like it here; of what is in it the others have 83 % on average.'],
    ['<script', 'All 4 pages of its layout have one like it here.'],
    ['<style', 'All 4 pages of its layout have one like it here; the others have all of its text.'],
  ])('%s: %s', (text, expected) => {
    const full = text === 'red, and' ? 'All about red' : text;
    const said = reason(full);
    expect(said.replace(/; yet what it is and where it stands speaks for (template|content)/, '')).toBe(expected);
  });

  test('says so where the counts speak for the other label', () => {
    const counts = { kind: 'text' as const, group: 4, site: 9, same: 4, sameInSite: 4, place: 4, inside: undefined };
    const judged = { label: 'content' as const, holdsTemplate: false, inContent: false, copies: [], extractor: 'default' };
    expect(evidenceReason(counts, judged)).toBe(
      'All 4 pages of its layout have this text here; yet what it is and where it stands speaks for content.',
    );
    expect(evidenceReason(counts, { ...judged, copies: ['index.html'] })).toBe(
      'All 4 pages of its layout have this text here; index.html repeats this page and does not count.',
    );
    const few = { ...counts, kind: 'element' as const, same: 1, sameInSite: 1, inside: { of: 'text' as const, share: 0.004 } };
    expect(evidenceReason(few, { ...judged, label: 'template', holdsTemplate: true })).toBe(
      'No other of the 4 pages of its layout has one with the same attributes here; of its text the others have 1 % on average; all have one of its kind; it holds template.',
    );
    // Texts on fewer than five pages are content there.
    expect(reasons(site, 'iwptd')('Home page')).toMatchObject({
      label: 'content',
      reason: 'All 4 pages of its layout have this text here; yet iwptd calls it content.',
    });
  });

  test('of two pages says what pages of other layouts have', () => {
    const two = [page('red', 'red.jpg'), page('green', 'green.jpg'), odd];
    expect(reasons(two)('Home page').reason).toBe(
      'Both pages of its layout have this text here; 1 page of another layout has it as well.',
    );
    expect(reasons(two)('All about red').reason).toBe(
      'The other page of its layout does not have this text here; both have the element around it.',
    );
  });

  test('of a page alone in its layout claims no support by a group, and says what the site shares', () => {
    const alone = reasons([odd, ...site]);
    const said = alone('Home page');
    expect(said).toMatchObject({ support: { pages: 1, of: 1 }, site: { pages: 5, of: 5 } });
    expect(said.example?.page).toBe('1.html');
    expect(said.reason).toMatch(/^All 4 other pages of the site have this text here[.;]/);
    expect(alone('<ul').reason).toMatch(
      /^All 4 other pages of the site have one like it here; the others have all of its text[.;]/,
    );
    expect(alone('Three').reason).toMatch(/^None of the 4 other pages of the site has this text here[.;]/);
    expect(alone('<input').reason).toMatch(/^None of the 4 other pages of the site has one like it here[.;]/);
    for (const text of ['<html', '<script', '<table', '<dl', 'Ask']) expect(alone(text).reason).not.toContain('group');
  });

  test('of the only page of a site says that there is nothing to compare', () => {
    expect(reasons([site[0]!])('Home page').reason).toMatch(
      /^The site has no other page to compare it with; what it is and where it stands speaks for (template|content)\.$/,
    );
  });
});
