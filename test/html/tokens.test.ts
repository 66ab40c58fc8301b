import { describe, expect, test } from 'vitest';
import { bodyOutline } from './outline.ts';

/** By group: name, source of the body, and the nodes as `outline` has them. */
const bodies: Record<string, [name: string, source: string, expected: string[]][]> = {
  'raw text': [
    [
      'script',
      "<script>if (a</b/.test(x)) '</div>'</script>x",
      [
        "script <script>if (a</b/.test(x)) '</div>'</script> [opaque,verbatim]",
        "  #text if (a</b/.test(x)) '</div>' [opaque,verbatim]",
        '#text x',
      ],
    ],
    [
      'a script with a script in a comment',
      '<script><!-- <script a></script> --></script>y',
      [
        'script <script><!-- <script a></script> --></script> [opaque,verbatim]',
        '  #text <!-- <script a></script> --> [opaque,verbatim]',
        '#text y',
      ],
    ],
    [
      'a script with a comment that is closed at once',
      '<script><!--><script></script>y',
      ['script <script><!--><script></script> [opaque,verbatim]', '  #text <!--><script> [opaque,verbatim]', '#text y'],
    ],
    [
      'two scripts in a comment of a script that is never closed',
      '<script><!-- <SCRIPT/></script ><script ></script/></script b="{{ c }}">{{ y }}',
      [
        'script <script><!-- <SCRIPT/></script ><script ></script/></script b="{{ c }}"> [opaque,verbatim]',
        '  #text <!-- <SCRIPT/></script ><script ></script/> [opaque,verbatim]',
        '#text {{ y }} [island]',
      ],
    ],
    [
      'a script with a comment in SVG',
      '<svg><script><!-- <script></script> --></script></svg>y',
      [
        'svg <svg><script><!-- <script></script> --></script></svg> [foreign]',
        '  script <script><!-- <script></script> --></script> [foreign,opaque,verbatim]',
        '    #comment <!-- <script></script> --> [foreign,opaque,verbatim]',
        '#text y',
      ],
    ],
    ['script to the end', '<script>a', ['script <script>a [opaque,verbatim]', '  #text a [opaque,verbatim]']],
    [
      'style',
      '<style>p > a {}</style>x',
      ['style <style>p > a {}</style> [opaque,verbatim]', '  #text p > a {} [opaque,verbatim]', '#text x'],
    ],
    [
      'textarea',
      '<textarea>\n<b>x</textarea>y',
      ['textarea <textarea>\\n<b>x</textarea> [verbatim]', '  #text \\n<b>x [verbatim]', '#text y'],
    ],
    ['half an end tag', '<textarea>a</textarea', ['textarea <textarea>a</textarea [verbatim]', '  #text a</textarea [verbatim]']],
    ['iframe', '<iframe><p>x</iframe>y', ['iframe <iframe><p>x</iframe> [opaque]', '  #text <p>x [opaque]', '#text y']],
    [
      'noscript',
      '<noscript><p>x</noscript>y',
      ['noscript <noscript><p>x</noscript> [opaque]', '  #text <p>x [opaque]', '#text y'],
    ],
    [
      'a tag in noscript that is never finished',
      '<noscript><a</noscript><b>y',
      ['noscript <noscript><a</noscript> [opaque]', '  #text <a [opaque]', 'b <b>y', '  #text y'],
    ],
    [
      'template code in noscript',
      '<noscript>{{ "</noscript>" }}</noscript>y',
      ['noscript <noscript>{{ "</noscript>" }}</noscript> [opaque]', '  #text {{ "</noscript>" }} [island,opaque]', '#text y'],
    ],
    [
      'noscript in a script',
      '<script>"<noscript>"</script>y',
      ['script <script>"<noscript>"</script> [opaque,verbatim]', '  #text "<noscript>" [opaque,verbatim]', '#text y'],
    ],
    ['noframes', '<noframes><p>x</noframes>y', ['noframes <noframes><p>x</noframes>', '  #text <p>x', '#text y']],
    ['noembed', '<noembed><p>x</noembed>y', ['noembed <noembed><p>x</noembed>', '  #text <p>x', '#text y']],
    ['xmp', '<xmp><p>x</xmp>y', ['xmp <xmp><p>x</xmp> [verbatim]', '  #text <p>x [verbatim]', '#text y']],
    [
      'plaintext',
      '<plaintext><p>x</plaintext>y',
      ['plaintext <plaintext><p>x</plaintext>y [verbatim]', '  #text <p>x</plaintext>y [verbatim]'],
    ],
    [
      'template is parsed',
      '<template><p>x</template>y',
      ['template <template><p>x</template> [opaque]', '  p <p>x [opaque]', '    #text x [opaque]', '#text y'],
    ],
    [
      'template of table parts',
      '<template><tr><td>x</td></tr></template>y',
      [
        'template <template><tr><td>x</td></tr></template> [opaque]',
        '  tr <tr><td>x</td></tr> [opaque]',
        '    td <td>x</td> [opaque]',
        '      #text x [opaque]',
        '#text y',
      ],
    ],
    [
      'pre keeps its white space',
      '<pre>\na\n <b> b</b></pre>',
      [
        'pre <pre>\\na\\n <b> b</b></pre> [verbatim]',
        '  #text \\na\\n  [verbatim]',
        '  b <b> b</b> [verbatim]',
        '    #text  b [verbatim]',
      ],
    ],
  ],
  comments: [
    ['comment', '<!-- a -->x', ['#comment <!-- a --> [opaque]', '#text x']],
    ['double hyphen inside', '<!-- a -- b -->x', ['#comment <!-- a -- b --> [opaque]', '#text x']],
    ['shortest', '<!-->x', ['#comment <!--> [opaque]', '#text x']],
    ['three hyphens', '<!--->x', ['#comment <!---> [opaque]', '#text x']],
    ['exclamation mark at the end', '<!-- a --!>x', ['#comment <!-- a --!> [opaque]', '#text x']],
    ['unclosed', 'x<!-- a', ['#text x', '#comment <!-- a [opaque]']],
    ['unclosed, with hyphens', 'x<!--a--', ['#text x', '#comment <!--a-- [opaque]']],
    ['declaration', '<!x>y', ['#comment <!x> [opaque]', '#text y']],
    ['element declaration', '<!ELEMENT a>x', ['#comment <!ELEMENT a> [opaque]', '#text x']],
    ['end tag without a name', '</ x>y', ['#comment </ x> [opaque]', '#text y']],
    ['empty end tag', '</>y', ['#text y']],
    ['processing instruction', "<?xml version='1.0'?>y", ["#comment <?xml version='1.0'?> [opaque]", '#text y']],
    ['nothing', '<!>y', ['#comment <!> [opaque]', '#text y']],
    [
      'Dreamweaver region',
      '<!-- InstanceBeginEditable name="main" -->x<!-- InstanceEndEditable -->',
      [
        '#comment <!-- InstanceBeginEditable name="main" --> [opaque,marker]',
        '#text x',
        '#comment <!-- InstanceEndEditable --> [opaque,marker]',
      ],
    ],
    [
      'server-side include',
      '<!--#include virtual="/nav.html" -->',
      ['#comment <!--#include virtual="/nav.html" --> [opaque,marker]'],
    ],
    [
      'conditional',
      '<!--[if lt IE 9]><p>x</p><![endif]-->y',
      ['#comment <!--[if lt IE 9]><p>x</p><![endif]--> [opaque,marker]', '#text y'],
    ],
    [
      'revealed conditional',
      '<![if !IE]><p>x</p><![endif]>',
      ['#comment <![if !IE]> [opaque,marker]', 'p <p>x</p>', '  #text x', '#comment <![endif]> [opaque,marker]'],
    ],
  ],
  tags: [
    ['custom element', '<x-y a>t</x-y>', ['x-y <x-y a>t</x-y>', '  #text t']],
    ['upper case', '<P CLASS=a>x</P>', ['p <P CLASS=a>x</P>', '  #text x']],
    ['image is img', '<image src=x>', ['img <image src=x>']],
    ['attributes of all kinds', `<p a = "1" b=2/ c d='>' a=3>x`, [`p <p a = "1" b=2/ c d='>' a=3>x`, '  #text x']],
    ['no space between attributes', "<p a='1'b='2'>x", ["p <p a='1'b='2'>x", '  #text x']],
    ['odd attribute names', '<p =a "b" <c>x', ['p <p =a "b" <c>x', '  #text x']],
    ['half a tag', 'x<p title="a', ['#text x']],
    ['half a name', 'x<p', ['#text x']],
    ['half an end tag', '<p>x</p', ['p <p>x</p', '  #text x']],
    ['no tags at all', 'a < b <3 c > d<', ['#text a < b <3 c > d<']],
  ],
};

describe.each(Object.entries(bodies))('%s', (_, cases) => {
  test.each(cases)('%s: %j', (_, source, expected) => {
    expect(bodyOutline(`<!doctype html><body>${source}`)).toEqual(expected);
  });
});
