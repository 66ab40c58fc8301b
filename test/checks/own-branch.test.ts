// What follows from the page: classes of the menu's entry above its own, whatever they are called, and a heading that is its title.
import { expect, test } from 'vitest';
import { pairSite, swap } from './support/pair-site.ts';

/** A menu with a section that leads to page 8, in the folder of a page. */
function section(text: string, classes: string): string {
  const up = text.includes('href="../index.html"') ? '../' : '';
  const entry = `<li><a class="${classes}" href="#">Stories</a><ul><li><a href="${up}page-8.html">Harbour</a></li></ul></li>`;
  return swap(text, '</ul>', `${entry}\n</ul>`);
}

/** The codes of the findings on a page that alone has other classes at the entry of the section. */
function codesOn(page: number): string[] {
  const site = pairSite(20, (text, index) => section(text, index === page ? 'entry' : 'entry closed'));
  return site.findings(`page-${page}.html`).map(({ code }) => code);
}

test('the entry above that of the page may have other classes', () => {
  expect(codesOn(8)).toEqual([]);
});

test('on a page that it does not lead to, other classes are a difference', () => {
  expect(codesOn(7)).toEqual(['template/changed-attribute']);
});

test('a heading that is the title of its page differs by page, however many pages have the same', () => {
  const headed = (text: string, title: string, heading: string): string =>
    swap(text.replace(/<title>.*?<\/title>/, `<title>${title} - Acme</title>`), '</header>', `<h2>${heading}</h2>\n</header>`);
  const messages = (heading: string): string[] => {
    const site = pairSite(20, (text, index) =>
      index === 8 ? headed(text, 'Harbour', heading) : headed(text, 'Archive', 'Archive'),
    );
    return site
      .findings('page-8.html')
      .map(({ message }) => message)
      .filter(message => message.startsWith(`“${heading}”`));
  };
  expect(messages('Harbour')).toEqual([]);
  expect(messages('Harbor')).toEqual([expect.stringContaining('“Archive” on 19 of 20 pages')]);
});

test('an attribute that no other page has was added on purpose, and a value that others have otherwise was not', () => {
  const marked = (style: string, others = ''): string[] => {
    const tag = '<p class="address"';
    const site = pairSite(12, (text, index) => text.replace(tag, `${tag}${index === 8 ? style : others}`));
    return site.findings('page-8.html').map(({ code }) => code);
  };
  expect(marked(' style="color: red"')).toEqual([]);
  expect(marked(' style="color: red"', ' style="color: blue"')).toEqual(['template/changed-attribute']);
  expect(marked('', ' style="color: blue"')).toEqual(['template/changed-attribute']);
});
