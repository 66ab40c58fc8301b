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
    const isOfFew = /^[234] pages have the title/;
    const found = [...site.all()].filter(([, findings]) =>
      findings.some(({ code, message }) => code === 'page/copied-title' && !isOfFew.test(message)),
    );
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

  test('is reported on each of a few pages, on the first of several, and not where no file is named after it', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map(name => [`${name}.html`, 'Courses - Acme', name] as const);
    const own = ['courses.html', 'Courses - Acme', 'Courses'] as const;
    expect(copied(own, ...many.slice(0, 3))).toEqual(['a.html', 'b.html', 'c.html']);
    expect(copied(own, ...many)).toEqual(['a.html']);
    const data = ['all-data', 'use', 'rights'].map(name => [`${name}.html`, 'Acme Data Repository', name] as const);
    expect(copied(...data)).toEqual([]);
    expect(copied(['one.html', 'Prices - Acme', 'One'], ['two.html', 'Prices - Acme', 'Two'])).toEqual([]);
  });

  test('is that of a file with several of its words, where another page has only words that the site has everywhere', () => {
    const title = 'Acme Board Water Rights Management';
    const own = ['water-rights-management.html', title, 'Acme Water: Rights Management'] as const;
    const others = [
      ['fees-schedule.html', title, 'Acme Water: Fees'],
      ['water-will-serve-letter.html', title, 'Acme Water: A letter'],
    ] as const;
    expect(copied(own, ...others)).toEqual(others.map(([path]) => path));
    expect(copied(own, ['water-rights.html', title, 'Our rights'])).toEqual([]);
    expect(copied(own, ['board.html', title, 'Water and rights'])).toEqual([]);
    const quality = ['water-quality.html', 'Acme Water Quality Information', 'Quality'] as const;
    expect(copied(quality, ['acme-news.html', quality[1], 'Acme Water News'])).toEqual(['acme-news.html']);
  });

  test('is that of a folder whose pages all have it, on a page that names its own folder', () => {
    const fox = ['badges', 'cost', 'plan', 'camps', 'stones'].map(
      name => [`fox/${name}.html`, 'Fox - Acme Scouts', name] as const,
    );
    const [plan, wolf] = ['Wolf plan', 'Wolf - Acme Scouts'];
    expect(copied(...fox, ['wolf/plan.html', wolf, plan], ['wolf/wolfcost.html', 'Fox - Acme Scouts', 'The cost'])).toEqual([
      'fox/badges.html',
      'wolf/wolfcost.html',
    ]);
    // That the pages of the folder share it is reported as well.
    const shared = 'fox/badges.html';
    expect(copied(...fox, ['wolf/plan.html', 'Fox - Acme Scouts', plan])).toEqual([shared, 'wolf/plan.html']);
    expect(copied(...fox, ['wolf/plan.html', 'Fox - Acme Scouts', 'Visit of the fox'])).toEqual([shared]);
    // Nothing says what the page is about, or the pages of the other folder are too few.
    expect(copied(...fox, ['wolf/cost.html', 'Fox - Acme Scouts', 'The cost'])).toEqual([shared]);
    expect(copied(...fox.slice(2), ['wolf/plan.html', 'Fox - Acme Scouts', plan])).toEqual([]);
  });

  test('of a folder is taken back when one page less has it', () => {
    const site = pairSite(8);
    const fox = ['badges', 'cost', 'plan', 'camps', 'stones'].map(name => `fox/${name}.html`);
    for (const path of fox) site.put(path, titled('Fox - Acme Scouts', path.slice(4, -5)));
    site.put('wolf/plan.html', titled('Fox - Acme Scouts', 'Wolf plan'));
    site.settle();
    const codes = (): string[] => site.findings('wolf/plan.html').map(({ code }) => code);
    expect(codes()).toContain('page/copied-title');
    site.put(fox[1]!, titled('Cost - Acme Scouts', 'Cost'));
    expect(site.settle()).toContain('wolf/plan.html');
    expect(codes()).not.toContain('page/copied-title');
  });

  test('is no heading where text before the doctype puts it into the body', () => {
    const site = pairSite(8);
    site.put('courses.html', titled('Courses - Acme', 'Courses'));
    site.put('legal.html', `// A note.\n${titled('Courses - Acme', 'Legal')}`);
    site.settle();
    const codes = site
      .reported()
      .get('legal.html')!
      .map(({ code }) => code);
    expect(codes).toContain('page/copied-title');
  });

  test('is taken back when the page gets its own', () => {
    const site = new CheckedSite(Array.from({ length: 8 }, (_, index) => [pathOf(index), pageOf(index)] as const));
    site.put('courses.html', titled('Courses', 'Courses'));
    site.put('legal.html', titled('Courses', 'Legal'));
    site.settle();
    expect(site.findings('legal.html').map(({ message }) => message)).toEqual([
      'The title \u201cCourses\u201d is that of courses.html; neither the file name nor a heading of this page fits it.',
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
