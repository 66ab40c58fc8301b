import { describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { subtreeHashes } from '../../server/src/html/subtree-hashes.ts';
import { TEXT } from '../../server/src/html/tree.ts';

/** Hash of the whole page: equal iff the pages are the same but for what N1 to N4 ignore. */
function pageHash(source: string): string {
  const page = parsePage(source);
  const hashes = subtreeHashes(page, source);
  return `${hashes[page.root * 2]} ${hashes[page.root * 2 + 1]}`;
}

type Pairs = [what: string, one: string, other: string][];

const same: Record<string, Pairs> = {
  'N1 white space': [
    ['runs', '<p>a  b\n\t c</p>', '<p>a b c</p>'],
    ['at the edges of blocks', '<div>\n <p> a </p>\n </div>', '<div><p>a</p></div>'],
    ['between blocks', '<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['between inline elements, any of it', '<b>a</b> <i>b</i>', '<b>a</b>\n\t<i>b</i>'],
    ['inside or outside an inline edge', '<p>a <b>b</b></p>', '<p>a\n  <b>b</b></p>'],
    ['line ends of Windows', '<p>a\r\nb</p>\r\n<p>c</p>', '<p>a\nb</p>\n<p>c</p>'],
    ['line ends of Windows in pre', '<pre>a\r\nb</pre>', '<pre>a\nb</pre>'],
    ['line ends of Windows in a script', '<script>a;\r\nb;</script>', '<script>a;\nb;</script>'],
    ['line ends of Windows in a value', '<p title="a\r\nb">', '<p title="a\nb">'],
    ['the line break after pre', '<pre>\na</pre>', '<pre>a</pre>'],
  ],
  'N2 characters': [
    ['entity or character', '<p>&eacute; &amp; &lt;</p>', '<p>\u00e9 & &#60;</p>'],
    ['decimal or hexadecimal', '<p>&#233;</p>', '<p>&#xE9;</p>'],
    ['entity without a semicolon', '<p>&copy 2026</p>', '<p>\u00a9 2026</p>'],
    ['composed or not', '<p>e\u0301</p>', '<p>\u00e9</p>'],
    ['composed by an entity', '<p>e&#x301;</p>', '<p>\u00e9</p>'],
    ['no-break space at an edge', '<p>&nbsp;a&nbsp;</p>', '<p>a</p>'],
    ['in a value', '<p title="&eacute;&quot;">', "<p title='e\u0301\"'>"],
  ],
  'N3 attributes': [
    ['order', '<a href=x title=y>', '<a title=y href=x>'],
    ['quotes', '<a href="x">', "<a href='x'>"],
    ['no quotes', '<a href="x">', '<a href=x>'],
    ['letter case of names', '<A HREF="x">t</A>', '<a href="x">t</a>'],
    ['boolean spelling', '<input checked>', '<input checked="checked">'],
    ['empty boolean', '<input checked>', '<input checked="">'],
    ['space in the tag', '<a  href = "x"\n>', '<a href="x">'],
    ['class is a set', '<p class="a b">', '<p class=" b  a b ">'],
    ['style is declarations', '<p style="color:red; margin : 0">', '<p style="margin:0;color: red;">'],
    ['of a style the last counts', '<p style="color:blue;color:red">', '<p style="color:red">'],
    ['of duplicates the first wins', '<p id=a id=b>', '<p id=a>'],
    ['closed or not', '<br>', '<br />'],
  ],
  'N4 trees': [
    ['end tags of items', '<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['end tags of paragraphs', '<p>a<p>b', '<p>a</p><p>b</p>'],
    ['tbody', '<table><tr><td>a</table>', '<table><tbody><tr><td>a</td></tr></tbody></table>'],
    ['html, head and body', '<title>t</title><p>a', '<html><head><title>t</title></head><body><p>a</p></body></html>'],
    ['comment', '<div><!-- note --><p>a</p><!-- end --></div>', '<div><p>a</p></div>'],
    ['comment in a text', '<p>a <!-- note -->b</p>', '<p>a <!-- other -->b</p>'],
    ['comment after all', '<body><p>a</p></body></html><!-- generated -->', '<body><p>a</p></body></html>'],
    ['stray end tag', '<div>a</span></div>', '<div>a</div>'],
    ['second doctype', '<body><!doctype html><p>a', '<body><p>a'],
  ],
};

const different: Record<string, Pairs> = {
  'N1 white space': [
    ['in pre', '<pre>a  b</pre>', '<pre>a b</pre>'],
    ['in a textarea', '<textarea>a \n</textarea>', '<textarea>a</textarea>'],
    ['between words', '<p>ab</p>', '<p>a b</p>'],
    ['between inline elements', '<b>a</b><i>b</i>', '<b>a</b> <i>b</i>'],
    ['before an inline element', '<p>a<b>b</b></p>', '<p>a <b>b</b></p>'],
    ['no-break space between words', '<p>a&nbsp;b</p>', '<p>a b</p>'],
  ],
  'N2 characters': [
    ['letter case', '<p>Home</p>', '<p>home</p>'],
    ['another word', '<p>Home</p>', '<p>Hone</p>'],
    ['an escaped entity', '<p>&amp;eacute;</p>', '<p>&eacute;</p>'],
    ['order of words', '<p>a b</p>', '<p>b a</p>'],
    ['entities of a script are its own', '<script>"&amp;"</script>', '<script>"&"</script>'],
  ],
  'N3 attributes': [
    ['another class', '<p class="a b">', '<p class="a b c">'],
    ['letter case of a value', '<p id="a">', '<p id="A">'],
    ['a value more', '<a href="x">', '<a href="x" title="">'],
    ['another value', '<a href="x">', '<a href="y">'],
    ['values exchanged', '<p id=a title=b>', '<p id=b title=a>'],
    ['another declaration', '<p style="color:red">', '<p style="color:blue">'],
    ['a class that is parted', '<p class="ab">', '<p class="a b">'],
    ['class and id', '<p class=a>', '<p id=a>'],
  ],
  'N4 trees': [
    ['another element', '<h1>a</h1>', '<h2>a</h2>'],
    ['order of elements', '<p>a</p><p>b</p>', '<p>b</p><p>a</p>'],
    ['an element more', '<div><p>a</p></div>', '<div><p>a</p><p></p></div>'],
    ['a wrapper', '<div><p>a</p></div>', '<div><div><p>a</p></div></div>'],
    ['inside or after', '<div><p>a</p>b</div>', '<div><p>a</p></div>b'],
    ['Dreamweaver region', '<body><!-- InstanceBeginEditable name="a" --><p>x', '<body><p>x'],
    [
      'another Dreamweaver region',
      '<body><!-- InstanceBeginEditable name="a" -->x',
      '<body><!-- InstanceBeginEditable name="b" -->x',
    ],
    ['server-side include', '<body><!--#include virtual="/a.html" --><p>x', '<body><p>x'],
    ['conditional comment', '<body><!--[if IE]><link><![endif]--><p>x', '<body><p>x'],
  ],
};

describe.each(Object.entries(same))('the same by %s', (_, pairs) => {
  test.each(pairs)('%s: %j and %j', (_, one, other) => {
    expect(pageHash(one)).toBe(pageHash(other));
  });
});

describe.each(Object.entries(different))('not the same by %s', (_, pairs) => {
  test.each(pairs)('%s: %j and %j', (_, one, other) => {
    expect(pageHash(one)).not.toBe(pageHash(other));
  });
});

test.each([
  ['a  b ', 3],
  ['&eacute;\u{1f600}', 2],
  ['&nbsp;', 0],
  ['e\u0301', 1],
  ['\ud83d', 1],
])('length of %j in code points: %d', (text, length) => {
  const tree = parsePage(`<p>${text}</p>`);
  expect(tree.textLength[tree.kind.indexOf(TEXT)]).toBe(length);
});

describe('places', () => {
  const placesOf = (text: string): string => digestText(text).placeKeys.join();
  const page = (body: string, main = '<main class="wide">') => `<body${body}>${main}<p class="lead">A</p></main></body>`;

  test('do not depend on the classes of the body, which may be each page’s own (N9)', () => {
    expect(placesOf(page(' class="home page-12"'))).toBe(placesOf(page('')));
    expect(placesOf(page(' bgcolor="#fff" class="home"'))).toBe(placesOf(page(' bgcolor="#fff"')));
  });

  test('depend on its other display attributes, and on the classes of all other elements', () => {
    expect(placesOf(page(' bgcolor="#fff"'))).not.toBe(placesOf(page('')));
    expect(placesOf(page('', '<main class="narrow">'))).not.toBe(placesOf(page('')));
  });
});
