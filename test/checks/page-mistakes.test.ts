// Mistakes that a page has whatever other pages have: code that servers do not run, forms in forms, links to nowhere.
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import { pairSite, swap } from './support/pair-site.ts';

/** The findings of page 7 with a markup at the end of its content. */
function findingsOf(markup: string, change: (text: string) => string = text => text): readonly Finding[] {
  const site = pairSite(12, (text, index) => (index === 7 ? change(swap(text, '</main>', `${markup}\n</main>`)) : text));
  return site.findings('page-7.html');
}

const messagesOf = (...page: Parameters<typeof findingsOf>): string[] => findingsOf(...page).map(({ message }) => message);

describe('PHP', () => {
  test.each(["<?php include 'menu.php'; ?>", '<?= $title ?>'])('%s is not run in an HTML file', code => {
    const messages = messagesOf(`<p>Menu</p>${code}`);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('is PHP, which servers do not run in files with this ending');
  });

  test.each([
    ['a comment', "<!-- <?php include 'menu.php'; ?> -->"],
    ['a text field', '<textarea><?php echo 1 ?></textarea>'],
    ['a script', '<script>const code = "<?php echo 1 ?>";</script>'],
    ['a template of another language', "{% if a %}<?php include 'menu.php'; ?>{% endif %}"],
  ])('is no mistake in %s', (_, markup) => {
    expect(messagesOf(markup).filter(message => message.includes('PHP'))).toEqual([]);
  });
});

describe('a form in another form', () => {
  test.each([
    ['both are closed', '<form action="/a"><form action="/b"><input name="q"></form></form>'],
    ['one is closed', '<form action="/a"><input name="p"><form action="/b"><input name="q"></form>'],
  ])('is ignored by browsers: %s', (_, markup) => {
    expect(messagesOf(markup)).toContainEqual(
      expect.stringContaining('“<form action="/b">” is ignored, since it stands in another form'),
    );
  });

  test('is not a form after the end of another', () => {
    expect(messagesOf('<form action="/a"><input name="p"></form><form action="/b"><input name="q"></form>')).toEqual([]);
  });
});

describe('a misspelt href', () => {
  test.each(['herf', 'hef', 'HREFF', 'hrwf'])('%s', written => {
    const [finding, ...others] = findingsOf(`<p><a ${written}="contact.html">Contact</a></p>`);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: 'template/wrong-target',
      message: `“${written}” is no attribute, so there is no address: href is meant.`,
      repair: { repairs: [{ text: 'href' }] },
      risk: expect.any(String),
    });
  });

  test.each([
    ['a link with an address', '<a hre="1" href="contact.html">Contact</a>'],
    ['an attribute of a framework', '<a ref="menu">Menu</a>'],
    ['a place', '<a name="top"></a>'],
    ['no link', '<i herf="a">Text</i>'],
  ])('not in %s', (_, markup) => expect(messagesOf(`<p>${markup}</p>`)).toEqual([]));
});

describe('a link to # with the name of a page', () => {
  const named = (attributes = '', label = 'Contact'): string => `<p><a href="#"${attributes}>${label}</a></p>`;

  test('is reported, and can be corrected', () => {
    const [finding, ...others] = findingsOf(named());
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: 'template/wrong-target',
      message: '“<a href="#">” shows Contact, but leads nowhere; the site has contact.html.',
      repair: { repairs: [{ text: '<a href="contact.html">' }] },
    });
  });

  test.each([
    ['the site has no such page', named('', 'Events')],
    ['a script handles it', named(' onclick="show()"')],
    ['it has an id', named(' id="contact-link"')],
    [
      'its class is named in a script',
      `${named(' class="opener"')}<script>document.querySelector(".opener").onclick = show;</script>`,
    ],
    ['it opens a menu', '<ul><li><a href="#">Contact</a><ul><li><a href="about.html">Us</a></li></ul></li></ul>'],
  ])('is no mistake if %s', (_, markup) => {
    expect(messagesOf(markup).filter(message => message.includes('nowhere'))).toEqual([]);
  });

  test('is no mistake on that page, nor where a base address changes what # leads to', () => {
    const own = pairSite(12, (text, index) => (index === 4 ? swap(text, '</main>', `${named()}\n</main>`) : text));
    expect(own.findings('contact.html')).toEqual([]);
    const based = messagesOf(named(), text => swap(text, '<title>', '<base href="/other/"><title>'));
    expect(based.filter(message => message.includes('nowhere'))).toEqual([]);
  });

  test('depends on the page: a new one makes it a mistake', () => {
    const site = pairSite(12, (text, index) => (index === 7 ? swap(text, '</main>', `${named('', 'Events')}\n</main>`) : text));
    expect(site.findings('page-7.html')).toEqual([]);
    site.put('events.html', site.texts.get('page-8.html')!);
    site.settle();
    expect(site.findings('page-7.html').map(({ code }) => code)).toEqual(['template/wrong-target']);
  });
});

describe('a link with an empty address', () => {
  test('leads to the page itself', () => {
    expect(findingsOf('<p><a href="">Our guests</a></p>')).toMatchObject([
      {
        code: 'template/wrong-target',
        message: '“Our guests” leads to this page itself, since its address is empty.',
        isLone: true,
      },
    ]);
  });

  test('is corrected if the site has a page with the name of its label', () => {
    const [finding] = findingsOf('<p><a href="">Contact</a></p>');
    expect(finding).toMatchObject({ repair: { repairs: [{ text: '<a href="contact.html">' }] } });
  });

  test.each([
    ['a script handles it', '<p><a href="" onclick="show()">Our guests</a></p>'],
    ['it has no words', '<p><a href="">+</a></p>'],
    ['its label has the name of the page', '<p><a href="">Page-7</a></p>'],
  ])('is no mistake if %s', (_, markup) => expect(messagesOf(markup)).toEqual([]));

  test('is no mistake if its label stands in the title', () => {
    const titled = (text: string): string => text.replace(/<title>.*?<\/title>/, '<title>Our guests - Acme</title>');
    const messages = messagesOf('<p><a href="">Our guests</a></p>', titled);
    expect(messages.filter(message => message.includes('empty'))).toEqual([]);
  });
});

test.each(['true', 'undefined', '$', '[object Object]'])('a link has no address if it is %s', address => {
  const [finding] = findingsOf(`<p><a href="${address}">Our guests</a></p>`);
  expect(finding).toMatchObject({ code: 'template/wrong-target' });
  expect(finding!.message).toContain(`“<a href="${address}">” has no address, so browsers look for a file of this name`);
});

test.each(['<link rel="stylesheet" href="">', '<script src=" "></script>'])('what a page loads has no address: %s', markup => {
  expect(messagesOf(markup)).toEqual([expect.stringContaining('loads nothing, since its address is empty')]);
});

test.each(['<link rel="next" href="">', '<script>const none = "";</script>'])('needs no address: %s', markup =>
  expect(messagesOf(markup)).toEqual([]),
);

test('an attribute that is written twice is reported, unless the second value is empty', () => {
  const twice = (second: string): string[] => messagesOf(`<p id="note" id="${second}">One</p>`);
  expect(twice('other')).toEqual([expect.stringContaining('stands twice in this tag')]);
  expect(twice('')).toEqual([]);
});

test.each([
  ['reported beside other characters', '<a href=""about.html"">Our guests</a>', [expect.stringContaining('a quote is missing')]],
  ['not reported alone', '<a href="about.html"">Our guests</a>', []],
  ['not reported in an empty value that a slash parts from its name', '<p><input required/=""></p>', []],
])('a quote in the name of an attribute is %s', (_, markup, expected) => expect(messagesOf(markup)).toEqual(expected));

test('end tags in the wrong order are put right', () => {
  const [finding] = findingsOf('<h2><span>Our guests</h2></span>');
  expect(finding!.message).toContain('\u201c</h2></span>\u201d closes two elements in the wrong order');
  expect(finding).toMatchObject({ repair: { repairs: [{ text: '</span></h2>' }] } });
  expect(messagesOf('<div><span>Our guests</div> and others</span>').join()).not.toContain('wrong order');
});

test('an end tag that closes nothing is found beside an element whose end tag may be left out', () => {
  expect(messagesOf('<ul><li>One</li></li><li>Two</ul>')).toEqual([expect.stringContaining('</li>\u201d closes nothing')]);
});

test.each([
  ['another number', '<a href="tel:+49301234888">(030) 1234-777</a>', ['shows another number, (030) 1234-777']],
  ['the same number with its country code', '<a href="tel:+49301234777">(030) 1234-777</a>', []],
  ['words', '<a href="tel:+49301234777">Call us</a>', []],
])('a link to a phone number that shows %s', (_, markup, expected) => {
  expect(messagesOf(`<p>${markup}</p>`)).toEqual(expected.map(text => expect.stringContaining(text)));
});

test('the order of end tags inside a line of text is no mistake', () => {
  expect(messagesOf('<p><a href="about.html"><small>Our guests</a></small></p>').join()).not.toContain('wrong order');
});

describe('a picture without an address', () => {
  const message = expect.stringContaining('shows nothing, since it has no address');

  test.each(['<img class="logo">', '<p><img src="" alt="A"></p><p><img src=" " alt="B"></p>'])('is reported: %s', markup => {
    expect(messagesOf(markup)).toEqual([message]);
  });

  test.each([
    '<img srcset="a.png 2x">',
    '<img id="preview">',
    '<img data-src="a.png">',
    '<img :src="address">',
    // The picture that a script enlarges.
    '<div class="lightbox"><img src="" alt=""></div>',
  ])('may get one from a script or has other sources: %s', markup => {
    expect(messagesOf(markup).filter(found => found.includes('shows nothing'))).toEqual([]);
  });
});

test('a link to # with the name of a page is none of a list in which hardly any link names a page', () => {
  const list = (...labels: string[]): string => `<p>${labels.map(label => `<a href="#">${label}</a>`).join(' ')}</p>`;
  expect(messagesOf(list('Contact', 'Moon', 'Stars', 'Sun', 'Comets', 'Planets'))).toEqual([]);
  expect(messagesOf(list('Contact', 'Moon', 'Stars'))).toHaveLength(1);
});

test('what an iframe has for old browsers is no broken tag', () => {
  expect(messagesOf('<iframe src="about.html"><p>Not shown</p></iframe>')).toEqual([]);
});
