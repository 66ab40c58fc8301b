// What messages say where a plainer one would mislead, or say the same again.
import { expect, test } from 'vitest';
import { CheckedSite } from '../support/checked-site.ts';
import { pageOf, pairSite, pathOf, say, swap } from './support/pair-site.ts';

type Change = (text: string, index: number, path: string) => string;

const PAGES = 20;
/** A page in the site's root; the pages it is compared with may lie in a folder. */
const ODD = 10;
const beforeFooter =
  (markup: (up: string) => string): Change =>
  (text, _, path) =>
    swap(text, '<footer>', `${markup(path.includes('/') ? '../' : '')}\n<footer>`);

/** Messages on a page where it alone differs from the template. */
function messages(template: Change, mistake: (text: string) => string, at = ODD): string[] {
  const site = pairSite(PAGES, (text, index, path) => {
    const whole = template(text, index, path);
    return index === at ? mistake(whole) : whole;
  });
  return site.findings(pathOf(at)).map(({ message }) => message);
}

test('what is missing three times is named once', () => {
  const bars = '<button class="toggle"><i class="bar"></i><i class="bar"></i><i class="bar"></i></button>';
  expect(
    messages(
      beforeFooter(() => bars),
      text => swap(text, /(<i class="bar"><\/i>)+/, ''),
    ),
  ).toEqual([expect.stringContaining(': lacks <i class="bar"> (3 times). ')]);
});

test('a link that runs a script is named by what it passes to the script', () => {
  const button = beforeFooter(up => `<ul><li><a href="#" data-toggle="panel"><img src="${up}img/panel.png"></a></li></ul>`);
  expect(messages(button, text => swap(text, /<ul><li><a href="#".*\n/, '<ul></ul>\n'))).toEqual([
    expect.stringContaining('data-toggle="panel"'),
  ]);
});

test('an address outside of the site is shown as it is written', () => {
  const help = beforeFooter(() => '<p><a href="https://help.example/new/">Help from our partners</a></p>');
  expect(messages(help, text => swap(text, 'help.example/new/', 'help.example/old/'))).toEqual([
    `\u201cHelp from our partners\u201d leads to \u201chttps://help.example/old/\u201d here; to \u201chttps://help.example/new/\u201d on 19 of 20 pages.`,
  ]);
});

test('the address of what is missing is not shown as a page in another folder writes it', () => {
  const nested = Array.from({ length: 10 }, (_, at) => 6 + at * 3);
  const entry = '<li><a href="../prices.html"><img src="../img/prices.png"></a></li>';
  const pages = nested.map((index): [string, string] => [
    pathOf(index),
    swap(pageOf(index), /<li><a href="..\/prices.*<\/li>/, entry),
  ]);
  const odd: [string, string] = [pathOf(ODD), swap(pageOf(ODD), /<li><a href="prices.*<\/li>\n/, '')];
  expect(new CheckedSite([...pages, odd]).findings(pathOf(ODD)).map(({ message }) => message)).toEqual([
    '<li> with <a href="prices.html"> is missing here; 10 of 11 pages have it.',
  ]);
});

test('what stands in the place of what is missing is named', () => {
  const author = beforeFooter(
    () => '<p class="by">Kept by <a href="https://ann.example/">Ann</a> <a href="mailto:ann@new.example">ann@new.example</a></p>',
  );
  const older = (text: string) => swap(swap(text, 'mailto:ann@new', 'mailto:ann@old'), '>ann@new', '>ann@old');
  expect(messages(author, older)).toEqual([
    '<a href="mailto:ann@new.example"> \u201cann@new.example\u201d is missing here, where <a href="mailto:ann@old.example"> \u201cann@old.example\u201d stands; 19 of 20 pages have it.',
  ]);
});

test('a heading that is missing with its section is called so', () => {
  const section = (text: string, index: number) =>
    swap(text, '<footer>', `<aside><p>By us all</p><h2>Tags</h2><p>${say(index, 3)}</p></aside>\n<footer>`);
  expect(messages(section, text => swap(text, /<h2>Tags<\/h2><p>.*<\/p>/, ''))).toEqual([
    '<h2> \u201cTags\u201d and the section below it are missing here; 19 of 20 pages have them.',
  ]);
});

test('a text that stands in another element is quoted once', () => {
  const note = beforeFooter(() => '<div class="note"><b>Closed on Sundays</b> <i>and at Christmas</i></div>');
  expect(messages(note, text => swap(text, '<b>Closed on Sundays</b>', '<em>Closed on Sundays</em>'))).toEqual([
    '\u201cClosed on Sundays\u201d stands in <em> here; 19 of 20 pages have it in <b>.',
  ]);
});

test('a link that leads out of the folder of the site is shown once', () => {
  const terms = beforeFooter(up => `<p><a href="${up}terms.html">Terms and conditions</a></p>`);
  const [message] = messages(terms, text => swap(text, 'href="terms.html"', 'href="../terms.html"'));
  expect(message!.match(/\.\.\/terms/g)).toHaveLength(1);
});
