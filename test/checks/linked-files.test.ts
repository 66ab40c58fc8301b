import { expect, test } from 'vitest';
import { loadingRules } from '../../server/src/core/statements/style-addresses.ts';
import { pairSite, pathOf, reportsOf } from './support/pair-site.ts';

/** The messages of all findings with a code. */
const messages = (site: ReturnType<typeof pairSite>, code: string): string[] =>
  [...site.all().values()].flatMap(findings => findings.filter(finding => finding.code === code).map(({ message }) => message));

test('a page is unlinked until another page leads to it', () => {
  const site = pairSite(6);
  const old = site.texts.get(pathOf(1))!;
  const linked = (text: string, to: string): string => text.replace('</main>', `<a href="${to}">More</a></main>`);
  const unlinked = () => {
    site.settle();
    return reportsOf(site).flatMap(line => /^(.*): page\/unlinked/.exec(line)?.[1] ?? []);
  };
  site.put('old.html', linked(old, 'older.html'));
  site.put('older.html', linked(old, 'older.html'));
  expect(unlinked()).toEqual(['old.html']);
  site.put(pathOf(1), linked(old, 'old.html'));
  expect(unlinked()).toEqual([]);
  site.put(pathOf(1), old);
  expect(unlinked()).toEqual(['old.html']);
  // Pages that lead to each other are a part of the site that people enter in another way, such as one for those who sign in.
  site.put('older.html', linked(old, 'old.html'));
  expect(unlinked()).toEqual([]);
});

const sheet = `/* url(in-a-comment.png) */
@import "fonts.css";
@font-face { src: url(a.eot?#iefix) format("embedded-opentype"), url(a.woff2) }
@font-face { src: url(b.eot), url(b.woff2) }
main { background: url('img/main.png') }
.unused { background: url(img/unused.png) }
.strings { content: "}"; background: url(img/never.png) }
@media print { a:hover::before { content: url(data:image/gif;base64,AAAA); background: url(img/there.png) } }
`;

test('files that a style sheet refers to', () => {
  const site = pairSite(8);
  for (const path of ['js/analytics.js', 'img/logo.png', 'css/img/there.png', 'css/a.woff2']) site.files.set(path, '');
  site.files.set('css/site.css', sheet);
  expect(messages(site, 'template/broken-link')).toEqual([
    'The style sheet css/site.css refers to css/fonts.css, css/b.eot, css/img/main.png, which do not exist; 8 pages load it.',
  ]);
  // Where most files are missing, the folder holds only some of the site.
  for (const path of ['js/analytics.js', 'img/logo.png']) site.files.delete(path);
  expect(messages(site, 'template/broken-link').filter(message => message.includes('style sheet'))).toEqual([]);
});

test('a font that a page does not use is not loaded', () => {
  const face = '@font-face { font-family: "Icons"; src: url(icons.woff2) }';
  const use = '.icon, [class^="icon-"]:before { color: red; font: 400 1em/1 Icons; }';
  const inSheet = (css: string, markup = ''): string[] => {
    const site = pairSite(8, text => text.replace('</main>', `${markup}</main>`));
    for (const path of ['js/analytics.js', 'img/logo.png', 'img/icons.woff']) site.files.set(path, '');
    site.files.set('css/site.css', css);
    return messages(site, 'template/broken-link').filter(message => message.includes('icons.woff2'));
  };
  expect(inSheet(face + use)).toEqual([]);
  expect(inSheet(use + face, '<i class="icon-home"></i>')).toHaveLength(1);
  // Another style sheet may use it.
  expect(inSheet(face)).toHaveLength(1);
  // What cannot be tried may use it, and so may the whole page.
  expect(inSheet(`${face}:root { font-family: Icons !important }`)).toHaveLength(1);
  expect(inSheet(`${face}${use}html, :host { font-family: serif, "Icons" }`)).toHaveLength(1);
  // A family is not the end of another.
  expect(inSheet(`${face}.none { font-family: "Icons Extended" }`)).toHaveLength(1);
});

test('a script that names a page leads to it', () => {
  const site = pairSite(6, text => text.replace('</head>', '<script src="/menu.js"></script></head>'));
  const old = site.texts.get(pathOf(1))!;
  site.put('old.html', old);
  site.settle();
  site.files.set('menu.js', 'var entries = ["about.html"];');
  expect(messages(site, 'page/unlinked')).toHaveLength(1);
  site.files.set('menu.js', 'var entries = ["about.html", "OLD.html"];');
  expect(messages(site, 'page/unlinked')).toEqual([]);
});

test('no page is unlinked where forms are sent to a program of the site, which may lead to it', () => {
  const form = '<form action="login.php"><input name="user"></form></main>';
  const site = pairSite(6, (text, index) => (index === 0 ? text.replace('</main>', form) : text));
  site.put('old.html', site.texts.get(pathOf(1))!);
  site.settle();
  expect(messages(site, 'page/unlinked')).toHaveLength(1);
  site.files.set('login.php', "<?php header('location:old.html') ?>");
  expect(messages(site, 'page/unlinked')).toEqual([]);
});

test('a style sheet that nobody wrote by hand is read in a time that grows with its length', () => {
  const before = process.cpuUsage().user;
  expect(loadingRules(`a{${'url(b.png);'.repeat(50_000)}`)).toHaveLength(1);
  expect(loadingRules('url(data:'.repeat(50_000))).toEqual([]);
  expect(loadingRules('{'.repeat(200_000))).toEqual([]);
  expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
});

test('absolute addresses lead to files of the site where pages give their own address', () => {
  const root = 'https://acme.example/shop';
  const change = (text: string, path: string): string =>
    text.replace(
      '</head>',
      `<link rel="canonical" href="${root}/${path.replace(/(?:index)?.html$/, '')}"><link rel="icon" href="${root}/img/icon.png"></head>`,
    );
  const site = pairSite(8, (text, _, path) => change(text, path));
  for (const path of ['js/analytics.js', 'img', 'img/logo.png', 'css/site.css']) site.files.set(path, '');
  const missing = 'The file img/icon.png does not exist; 8 pages have it.';
  expect(messages(site, 'template/broken-link')).toEqual([missing]);
  site.files.set('img/icon.png', '');
  expect(messages(site, 'template/broken-link')).toEqual([]);
  // The address of another page says nothing of where the site lies.
  const copied = pairSite(8, text => change(text, 'blog/copied.html'));
  for (const path of ['js/analytics.js', 'img', 'img/logo.png', 'css/site.css']) copied.files.set(path, '');
  expect(messages(copied, 'template/broken-link')).toEqual([]);
});

test('links in the content to folders of the site that do not exist', () => {
  const root = 'https://acme.example';
  const withLinks = (...links: string[]) => {
    const site = pairSite(8, (text, index, path) => {
      const known = ['news', 'team', 'shop'].map(name => `<a href="${root}/${name}/">${name}</a>`);
      const own = index === 2 ? links.map(link => `<a href="${link}">More</a>`) : [];
      return text
        .replace('</head>', `<link rel="canonical" href="${root}/${path}"></head>`)
        .replace('</nav>', `${known.join(' ')}</nav>`)
        .replace('</main>', `${own.join(' ')}</main>`);
    });
    for (const path of ['js/analytics.js', 'img/logo.png', 'css/site.css', 'news', 'team', 'shop']) site.files.set(path, '');
    return messages(site, 'template/broken-link');
  };
  expect(withLinks()).toEqual([]);
  expect(withLinks(`${root}/news/old/`)).toEqual(['This link leads to news/old, which does not exist.']);
  // Another site on the same host.
  expect(withLinks(`${root}/wiki/`, `${root}/wiki/start/`, `${root}/wiki/start.html`)).toEqual([]);
});
