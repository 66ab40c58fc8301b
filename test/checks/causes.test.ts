import { expect, test } from 'vitest';
import { causeOf } from '../../server/src/core/findings/finding.ts';
import { pageOf, pairSite, pathOf } from './support/pair-site.ts';

test('the same change of several elements is one mistake', () => {
  const icons = (path: string): string =>
    ['one', 'two', 'three']
      .map((name, at) => `<a class="icon${path === pathOf(5 + at) ? '' : ' large'}" href="https://${name}.example/a">${name}</a>`)
      .join('');
  const site = pairSite(20, (text, _, path) => text.replace('</footer>', `<p>${icons(path)}</p></footer>`));
  const found = [5, 6, 7].flatMap(at => site.findings(pathOf(at)));
  expect(found.map(({ brief }) => brief)).toEqual(
    Array(3).fill('has class=\u201cicon\u201d instead of class=\u201cicon large\u201d'),
  );
  expect(new Set(found.map(causeOf)).size).toBe(1);
  expect(new Set(found.map(({ identity }) => identity)).size).toBe(3);
});

test('several links of a page that lead nowhere are one finding', () => {
  const entries = (isDone: boolean): string =>
    ['about', 'contact', 'news'].map(name => `<li><a href="${isDone ? `${name}.html` : '#'}">The ${name} page</a></li>`).join('');
  const site = pairSite(8, (text, at) => text.replace('</footer>', `<ul>${entries(at < 6)}</ul></footer>`));
  for (const name of ['about', 'contact', 'news']) site.put(`${name}.html`, pageOf(3));
  site.settle();
  const found = site.findings(pathOf(7)).filter(({ code }) => code === 'template/wrong-target');
  expect(found.map(({ message, details }) => [message, details?.length])).toEqual([
    ['3 links lead nowhere here, and to files of the site on other pages.', 3],
  ]);
});

test('an error page that was saved in the place of a page is reported, one for errors is not', () => {
  const title = '<title>404 Not Found</title>';
  const error = `<html><head>${title}</head><body><h1>Not Found</h1><p>The resource was not found on this server.</p></body></html>`;
  const site = pairSite(8);
  for (const path of ['service.html', '404-2.html', 'unauthorized.html']) site.put(path, error);
  site.put('missing.html', pageOf(3).replace(/<title>.*?<\/title>/, title));
  site.settle();
  const [finding, ...others] = site.findings('service.html');
  expect(others).toEqual([]);
  expect(finding!.message).toBe(
    'This page has the title \u201c404 Not Found\u201d of an error page: the answer of a server was saved in the place of the page.',
  );
  expect(['404-2.html', 'unauthorized.html', 'missing.html'].flatMap(path => site.findings(path))).toEqual([]);
});

test.each([
  ['News', 'news.html', undefined, 7],
  ['Refund', 'news.html', 'The label does not name the page that it would lead to.', 7],
  ['About us', 'index.html', 'The label does not name the page that it would lead to.', 7],
  ['News', 'news.html', 'The home page is often the first to get a new version.', 0],
])('a link to nowhere is led to the page that others lead to, safely if its label names it: %s', (label, wanted, risk, odd) => {
  const link = (path: string, isDone: boolean): string => {
    const up = path.includes('/') ? '../' : '';
    return `<ul><li><a href="${isDone ? up + wanted : '#'}">${label}</a></li></ul>`;
  };
  const site = pairSite(8, (text, at, path) => text.replace('</footer>', `${link(path, at !== odd)}</footer>`));
  site.put('news.html', pageOf(3));
  site.settle();
  const [finding] = site.findings(pathOf(odd)).filter(({ message }) => message.includes('leads nowhere here'));
  expect(finding!.repair).toBeDefined();
  expect(finding!.risk).toBe(risk);
});
