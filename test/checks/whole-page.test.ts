// What a page says of itself as a whole: its title, and that it ends.
import { describe, expect, test } from 'vitest';
import { CheckedSite } from '../support/checked-site.ts';
import { pageOf, pairSite, pathOf } from './support/pair-site.ts';

const titled = (title: string, heading: string): string =>
  pageOf(30)
    .replaceAll('"../', '"')
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace(/<h1>.*<\/h1>/, `<h1>${heading}</h1>`);

describe('page/copied-title', () => {
  /** The pages with a copied title on a site with these pages beside others; each is a path, a title and a heading. */
  const copied = (...pages: readonly (readonly [path: string, title: string, heading: string])[]): string[] => {
    const site = pairSite(8);
    for (const [path, title, heading] of pages) site.put(path, titled(title, heading));
    site.settle();
    const found = [...site.all()].filter(([, findings]) => findings.some(({ code }) => code === 'page/copied-title'));
    return found.map(([page]) => page);
  };

  test('is that of the page whose file the title names', () => {
    expect(copied(['courses.html', 'Courses - Acme', 'Courses'], ['legal.html', 'Courses - Acme', 'Legal'])).toEqual([
      'legal.html',
    ]);
    expect(copied(['terms of use.html', 'Terms', 'Terms'], ['refund.html', 'Terms', 'Refund'])).toEqual(['refund.html']);
  });

  test('names nothing on the page: no heading, folder or file, and is not that of an index', () => {
    const own = ['courses.html', 'Courses - Acme', 'Courses'] as const;
    expect(copied(own, ['legal.html', 'Courses - Acme', 'All courses'])).toEqual([]);
    expect(copied(own, ['courses/legal.html', 'Courses - Acme', 'Legal'])).toEqual([]);
    expect(copied(own, ['course-2.html', 'Courses - Acme', 'Legal'])).toEqual([]);
    expect(copied(own, ['index.html', 'Courses - Acme', 'Legal'])).toEqual([]);
  });

  test('may be that of any number of pages, but of none that no file is named after', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map(name => [`${name}.html`, 'Courses - Acme', name] as const);
    const paths = many.map(([path]) => path);
    expect(copied(['courses.html', 'Courses - Acme', 'Courses'], ...many)).toEqual(paths);
    expect(copied(['one.html', 'Prices - Acme', 'One'], ['two.html', 'Prices - Acme', 'Two'])).toEqual([]);
  });

  test('is taken back when the page gets its own', () => {
    const site = new CheckedSite(Array.from({ length: 8 }, (_, index) => [pathOf(index), pageOf(index)] as const));
    site.put('courses.html', titled('Courses', 'Courses'));
    site.put('legal.html', titled('Courses', 'Legal'));
    site.settle();
    expect(site.findings('legal.html').map(({ message }) => message)).toEqual([
      'The title \u201cCourses\u201d is that of courses.html; nothing else on this page has a word of it.',
    ]);
    site.put('courses.html', titled('All we teach', 'Courses'));
    expect(site.settle()).toContain('legal.html');
    expect(site.findings('legal.html')).toEqual([]);
  });
});

describe('the end of a page', () => {
  const messages = (change: (text: string) => string): string[] =>
    pairSite(20, (text, index) => (index === 7 ? change(text) : text))
      .findings(pathOf(7))
      .map(({ message }) => message);
  const ending = 'The page ends here without </body> and </html>; 19 of 20 pages have them.';

  test('is missing where nearly all other pages have one', () => {
    expect(messages(text => text.replace(/<\/body>\s*<\/html>\s*$/, ''))).toEqual([ending]);
  });

  test('is hidden by a comment that is never closed', () => {
    const site = pairSite(20, (text, index) => (index === 7 ? text.replace('<footer>', '<!-- old <footer>') : text));
    const finding = site.findings(pathOf(7)).find(({ absent }) => absent === '</body>')!;
    expect(finding.message).toBe('This comment is never closed, so nothing after it is shown.');
    expect(site.texts.get(pathOf(7))!.slice(finding.start, finding.end)).toBe('<!--');
  });

  test('is there with one of both end tags, and where others have none', () => {
    expect(messages(text => text.replace('</body>', ''))).toEqual([]);
    expect(messages(text => text.replace('</html>', ''))).toEqual([]);
    expect(messages(text => `${text}<!-- made by hand -->\n<script>start()</script>\n`)).toEqual([]);
    const site = pairSite(20, (text, index) => (index % 4 === 0 ? text.replace(/<\/body>\s*<\/html>\s*$/, '') : text));
    expect(site.all()).toEqual(new Map());
  });
});
