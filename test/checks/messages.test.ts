// What messages say where a plainer one would mislead, or say the same again.
import { expect, test } from 'vitest';
import { CheckedSite } from '../support/checked-site.ts';
import { pageOf, pairSite, pathOf, swap } from './support/pair-site.ts';

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
