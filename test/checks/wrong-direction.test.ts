// Where the other pages have what is left to change, and the page in question is right.
import { expect, test } from 'vitest';
import { CheckedSite } from '../support/checked-site.ts';
import { pageOf, pairSite, pathOf, reportsOf, swap } from './support/pair-site.ts';

const phone = (number: string) => (text: string) => swap(text, '</footer>', `<p>Phone <b>${number}</b></p>\n</footer>`);

test.each(['+1 234 567 890', '012-345-6789', 'name@example.com'])('is no change of the placeholder %s', placeholder => {
  const site = pairSite(20, (text, at) => phone(at === 7 ? '(030) 2149-7360' : placeholder)(text));
  expect(reportsOf(site)).toEqual([]);
});

test('another number than that of the other pages is reported', () => {
  const site = pairSite(20, (text, at) => phone(at === 7 ? '(030) 2149-7360' : '(030) 2149-7366')(text));
  expect(reportsOf(site)).toEqual([expect.stringContaining('page-7.html: template/changed-text')]);
});

test('what the other pages load is missing only if it exists', () => {
  const icon = (file: string) => (text: string) => swap(text, '</head>', `<link rel="icon" href="${file}">\n</head>`);
  const missing = (exists: (path: string) => boolean): string[] => {
    const texts = Array.from({ length: 20 }, (_, at): [string, string] => [
      pathOf(at),
      at === 7 ? icon('img/own.png')(pageOf(at)) : icon(pathOf(at).includes('/') ? '../favicon.ico' : 'favicon.ico')(pageOf(at)),
    ]);
    const site = new CheckedSite(texts, {}, exists);
    return reportsOf(site).filter(line => line.startsWith(pathOf(7)));
  };
  expect(missing(() => true)).toEqual([expect.stringContaining('template/')]);
  expect(missing(path => path !== 'favicon.ico')).toEqual([]);
});

test('a link that leads to the number that it shows is right', () => {
  const link = (number: string) => (text: string) =>
    swap(text, '</footer>', `<p><a href="tel:${number}">+91 9711749392</a></p>\n</footer>`);
  const site = pairSite(20, (text, at) => link(at === 7 ? '9711749392' : '8826712631')(text));
  expect(reportsOf(site)).toEqual([expect.stringMatching(/^about\.html: template\/wrong-target <a href="tel:8826712631">/)]);
});

test('scripts may stand in another order', () => {
  const [one, two] = ['<script src="js/one.js"></script>', '<script src="js/two.js"></script>'];
  const site = pairSite(20, (text, at) => swap(text, '</body>', `${at === 7 ? two + one : one + two}\n</body>`));
  expect(reportsOf(site).filter(line => line.includes('moved-node'))).toEqual([]);
});

test('a picture that exists is right where the other pages have one that does not', () => {
  const logo = (file: string) => (text: string, path: string) =>
    swap(text, 'img/logo.png', `img/${file}`).replace('css/site.css', path.includes('/') ? '../css/lost.css' : 'css/lost.css');
  const reports = (exists: (path: string) => boolean): string[] => {
    const texts = Array.from({ length: 20 }, (_, at): [string, string] => {
      const path = pathOf(at);
      return [path, logo(at === 7 ? 'own.png' : 'old.png')(pageOf(at), path)];
    });
    return reportsOf(new CheckedSite(texts, {}, exists)).filter(line => line.startsWith(pathOf(7)));
  };
  expect(reports(() => true)).toEqual([expect.stringContaining('template/changed-attribute')]);
  expect(reports(path => path === 'img/own.png' || path.endsWith('.html'))).toEqual([]);
});

test('a text that is no link here says what the others say', () => {
  const entry = (isLink: boolean) => (text: string) =>
    swap(text, '</ul>', `<li>${isLink ? '<a href="#main">Text</a>' : 'Text'}&nbsp;|&nbsp;</li></ul>`);
  const messages = pairSite(20, (text, at) => entry(at !== 7)(text))
    .findings(pathOf(7))
    .map(({ message }) => message);
  expect(messages.filter(message => message.includes('|'))).toEqual([]);
});

test('a text that lacks a space is another text', () => {
  const site = pairSite(20, (text, at) => (at === 7 ? swap(text, '1 Main Street', '1 MainStreet') : text));
  expect(reportsOf(site)).toEqual([expect.stringContaining('page-7.html: template/changed-text')]);
});

test('a link to a program of the site is right where the others lead to a missing page', () => {
  const link = (file: string) => (text: string) => swap(text, '</footer>', `<p><a href="${file}">Sign in</a></p>\n</footer>`);
  const reports = (file: string): string[] => {
    const site = pairSite(20, (text, at, path) =>
      link(at === 7 ? file : path.includes('/') ? '../login.html' : 'login.html')(text),
    );
    site.files.set('login.php', '');
    return site.findings('page-7.html').map(({ code }) => code);
  };
  expect(reports('login.php')).toEqual([]);
  expect(reports('signin.php')).toEqual(['template/wrong-target']);
});

test('a home page has a design of its own, and the words of the others', () => {
  const confidenceOn = (at: number, change: (text: string) => string): number => {
    const site = pairSite(20, (text, index) => (index === at ? change(text) : text));
    const [finding] = site.findings(pathOf(at));
    return site.checks.judge.judge(pathOf(at), finding!).confidence;
  };
  const otherLogo = (text: string): string => swap(text, 'img/logo.png', 'img/new-logo.png');
  const otherStreet = (text: string): string => swap(text, '1 Main Street', '9 High Road');
  expect(pathOf(0)).toBe('index.html');
  expect(confidenceOn(0, otherLogo)).toBeLessThan(confidenceOn(1, otherLogo) - 0.2);
  expect(confidenceOn(0, otherStreet)).toBe(confidenceOn(1, otherStreet));
});
