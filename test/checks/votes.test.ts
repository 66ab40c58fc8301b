import { describe, expect, test } from 'vitest';
import { isComparable } from '../../server/src/core/digest/comparable.ts';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { pageLanguage } from '../../server/src/html/page-language.ts';
import { pageOf, swap } from './support/pair-site.ts';

const page = pageOf(3);
const doesVote = (source: string, path = 'page.html') => isComparable(parsePage(source), source, path);

const retitled = (title: string): string => page.replace(/<title>.*?<\/title>/, `<title>${title}</title>`);

describe('pages that take part in comparisons (N22)', () => {
  test.each([
    ['a page', page, 'page.html'],
    ['a page about errors', page, 'docs/errors.html'],
    ['a page about printing', page, 'commands/print.html'],
    ['a page with a number in its title', retitled('500 recipes'), 'page.html'],
    ['a page about number 404', page, 'rooms/404a.html'],
    ['a page that loads itself again', swap(page, '</head>', '<meta http-equiv="refresh" content="60"></head>'), 'page.html'],
    [
      'a page that compares its address',
      swap(page, '</head>', "<script>location.href == 'a' || go()</script></head>"),
      'page.html',
    ],
    ['a page without html, head and body tags', page.replace(/<\/?(?:html|head|body)[^>]*>/g, ''), 'page.html'],
  ])('%s does', (_, source, path) => {
    expect(doesVote(source, path)).toBe(true);
  });

  test.each([
    ['an error page', page, '404.html'],
    ['an error page in a folder', page, 'de/not-found.html'],
    ['a page of a server error', page, 'errors/500.htm'],
    ['an error page by its title', retitled('404 Not Found'), 'service.html'],
    ['an error page by a longer title', retitled('Error 404 (Not Found)!!1'), 'api/index.html'],
    ['a redirect', swap(page, '</head>', '<meta http-equiv="Refresh" content="0;URL=other.html"></head>'), 'page.html'],
    [
      'a redirect without "url="',
      swap(page, '</head>', '<meta http-equiv="refresh" content="0;index.html"></head>'),
      'page.html',
    ],
    ['a redirect by script', swap(page, '</head>', "<script>window.location.replace('index.html')</script></head>"), 'page.html'],
    ['a print version', page.replace(/<(header|footer)>[\s\S]*<\/\1>/g, ''), 'page-print.html'],
    ['a frameset', '<html><frameset cols="1,2"><frame src="a.html"></frameset></html>', 'index.html'],
    ['a fragment', '<div><h2>News</h2><ul><li>a</li><li>b</li><li>c</li><li>d</li></ul></div>', 'include/news.html'],
    [
      'a page with next to nothing',
      '<!doctype html><html><head><title>t</title></head><body><p>Hello</p></body></html>',
      'page.html',
    ],
    ['nothing', '', 'page.html'],
  ])('%s does not', (_, source, path) => {
    expect(doesVote(source, path)).toBe(false);
  });
});

describe('the language of a page (N20)', () => {
  test.each([
    ['<html lang="de-AT">', 'page.html', 'de'],
    ['<html xml:lang="pt_BR">', 'page.html', 'pt'],
    ['<html lang="">', 'fr/page.html', 'fr'],
    ['<html>', 'docs/ja/page.html', 'ja'],
    ['<html>', 'page.es.html', 'es'],
    ['<html lang="en">', 'fr/page.html', 'en'],
    ['<html>', 'js/page.html', ''],
    ['<html>', 'page.html', ''],
  ])('%s in %s is %j', (tag, path, language) => {
    const source = `<!doctype html>${tag}<body>`;
    expect(pageLanguage(parsePage(source), source, path)).toBe(language);
  });
});
