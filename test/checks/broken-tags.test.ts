// Tags that are written wrongly, elements that swallow what follows, and pages that end early: each is one finding, at the mistake.
import { describe, expect, test } from 'vitest';
import type { CheckedSite } from '../support/checked-site.ts';
import { pageOf, pairSite, pathOf, reportsOf, swap } from './support/pair-site.ts';

const edited = (change: (text: string) => string): CheckedSite =>
  pairSite(20, (text, index) => (index === 7 ? change(boxed(text)) : boxed(text)));

/** A page with blocks in blocks before its footer. */
function boxed(text: string): string {
  const boxes = ['Monday', 'Tuesday', 'Sunday'].map(
    day => `  <div class="${day.toLowerCase()}">\n<div class="day">${day}</div>\n<div class="hours">8 to 12</div>\n  </div>`,
  );
  return swap(text, '<footer>', `<div class="week">\n${boxes.join('\n')}\n</div>\n<footer>`);
}

/** What the only finding marks, and its message. */
function only(site: CheckedSite): [marked: string, message: string] {
  expect([...site.all().keys()]).toEqual([pathOf(7)]);
  const [finding, ...others] = site.findings(pathOf(7));
  expect(others.map(({ message }) => message)).toEqual([]);
  return [site.texts.get(pathOf(7))!.slice(finding!.start, finding!.end), finding!.message];
}

describe('an element without end tag', () => {
  test.each([
    ['<div class="week">', '  </div>\n</div>\n<footer>', '  </div>\n<footer>'],
    ['<div class="sunday">', /(Sunday<\/div>\n.*<\/div>)\n {2}<\/div>/, '$1'],
    ['<div class="tuesday">', /(Tuesday<\/div>\n.*<\/div>)\n {2}<\/div>/, '$1'],
    ['<div class="day">', 'Tuesday</div>', 'Tuesday'],
    ['<div class="hours">', /(Sunday<\/div>\n.*12)<\/div>/, '$1'],
  ])('%s is marked', (tag, before, after) => {
    const [marked, message] = only(edited(text => swap(text, before, after)));
    expect(marked).toBe(tag);
    expect(message).toMatch(/^The end tag <\/div> of <div class="[^"]*"> is missing/);
  });
});

describe('a broken tag', () => {
  test.each([
    ['<divclass="tuesday">', '<div class="tuesday">', '<divclass="tuesday">'],
    ['divclass="tuesday">', '<div class="tuesday">', 'divclass="tuesday">'],
    ['<div class="tuesday"\n', '<div class="tuesday">', '<div class="tuesday"'],
    ['<div class="', '<div class="tuesday">', '<div class="tuesday>'],
    ['/div>', 'Tuesday</div>', 'Tuesday/div>'],
    ['</di v>', 'Tuesday</div>', 'Tuesday</di v>'],
    ['</ div>', 'Tuesday</div>', 'Tuesday</ div>'],
    ['<', '<div class="tuesday">', '<<div class="tuesday">'],
    ['< div class="tuesday">', '<div class="tuesday">', '< div class="tuesday">'],
    ['>', '<div class="tuesday">', '<div class="tuesday">>'],
  ])('%s is one finding', (tag, before, after) => {
    const [marked, message] = only(edited(text => swap(text, before, after)));
    expect(marked).toBe(tag);
    expect(message).toMatch(/ is a broken tag.*; 19 of 20 pages have no broken tags\.$/);
  });

  test('a conflict that Git left on the page is one finding', () => {
    const conflict = '<<<<<<< Updated upstream\n<p>A</p>\n=======\n<p>B</p>\n>>>>>>> Stashed changes\n';
    const [marked, message] = only(edited(text => swap(text, '</main>', `${conflict}</main>`)));
    expect(marked).toBe('<<<<<<< Updated upstream');
    expect(message).toMatch(/ is a conflict marker of Git, which browsers show as text; /);
  });

  test.each([
    [
      'in code',
      '<pre>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD\n<<<<<<< HEAD</pre><pre>if (a &lt; b) &lt;p> divclass="x"></pre><p><code>/p></code></p>',
    ],
    ['in prose', '<p>1 < 2 and 3 > 2; a/b > c; <a href="about.html">Back</a> > Here</p>'],
    ['of an unknown kind', '<x-menu></x-menu><o:p></o:p><blink>!</blink>'],
    ['of a template', '<p {{ attributes }}>{% if a > b %}</p>'],
    ['with a surplus quote', '<p class="a"">Text</p>'],
  ])('is none %s', (_, markup) => {
    expect([...edited(text => swap(text, '</main>', `${markup}\n</main>`)).all()]).toEqual([]);
  });

  test('is none where a tenth of the pages have one', () => {
    const site = pairSite(20, (text, index) => (index % 5 === 0 ? swap(text, '</main>', '<p>One/p>\n</main>') : text));
    const codes = [...site.all().values()].flatMap(findings => findings.map(({ code }) => code));
    expect(codes).toEqual(Array(4).fill('page/invalid-markup'));
  });
});

test.each([
  ['in a text', (text: string) => text.slice(0, text.indexOf('Tuesday') + 4), 'inside <div class="day">'],
  ['in a tag', (text: string) => text.slice(0, text.indexOf('<div class="tuesday"') + 9), 'inside <div class="week">'],
  ['before the footer', (text: string) => text.slice(0, text.indexOf('<footer>')), ''],
])('a page that ends early %s is one finding', (_, change, where) => {
  const [, message] = only(edited(change));
  const lines = change(boxed(pageOf(7)))
    .trimEnd()
    .split('\n').length;
  expect(message).toMatch(
    new RegExp(`^The page ends early ?${where}, in line ${lines}; 19 of 20 pages go on to </body> and </html>\\.$`),
  );
});

describe('an element around a block', () => {
  const around = '<div class="scroll"><div class="week">';
  const wrapped = (text: string): string =>
    swap(swap(text, '<div class="week">', around), '</div>\n<footer>', '</div></div>\n<footer>');

  test('that only one page has, or lacks, is no finding, and the block is not missing', () => {
    expect([...edited(wrapped).all()]).toEqual([]);
    expect([...pairSite(20, (text, index) => (index === 7 ? boxed(text) : wrapped(boxed(text)))).all()]).toEqual([]);
  });

  test('is no obstacle to other findings in the block', () => {
    const changed = pairSite(20, (text, index) => (index === 7 ? wrapped(boxed(text).replace('Monday', 'Mondey')) : boxed(text)));
    expect(reportsOf(changed)).toEqual([expect.stringContaining('page-7.html: template/changed-text')]);
  });
});
