import { describe, expect, test } from 'vitest';
import { bodyOutline } from './outline.ts';

/** By group: name, source of the body, and the nodes as `outline` has them. */
const bodies: Record<string, [name: string, source: string, expected: string[]][]> = {
  'foreign content': [
    [
      'svg',
      '<svg viewBox="0 0 1 1"><g><path d=x /></g></svg>a',
      [
        'svg <svg viewBox="0 0 1 1"><g><path d=x /></g></svg> [foreign]',
        '  g <g><path d=x /></g> [foreign]',
        '    path <path d=x /> [foreign]',
        '#text a',
      ],
    ],
    ['empty svg', '<svg/>a', ['svg <svg/> [foreign]', '#text a']],
    [
      'unclosed element in svg',
      '<svg><circle></svg>x',
      ['svg <svg><circle></svg> [foreign]', '  circle <circle> [foreign]', '#text x'],
    ],
    [
      'html in foreignObject',
      '<svg><foreignObject><p>x<p>y</foreignObject></svg>',
      [
        'svg <svg><foreignObject><p>x<p>y</foreignObject></svg> [foreign]',
        '  foreignobject <foreignObject><p>x<p>y</foreignObject></svg> [foreign]',
        '    p <p>x',
        '      #text x',
        '    p <p>y</foreignObject></svg>',
        '      #text y',
      ],
    ],
    [
      'title and desc',
      '<svg><title><b>x</b></title><desc>d</desc></svg>',
      [
        'svg <svg><title><b>x</b></title><desc>d</desc></svg> [foreign]',
        '  title <title><b>x</b></title> [foreign]',
        '    b <b>x</b>',
        '      #text x',
        '  desc <desc>d</desc> [foreign]',
        '    #text d [foreign]',
      ],
    ],
    [
      'a link and a text of svg',
      '<svg><a href=x><text>t</text></a></svg>',
      [
        'svg <svg><a href=x><text>t</text></a></svg> [foreign]',
        '  a <a href=x><text>t</text></a> [foreign]',
        '    text <text>t</text> [foreign]',
        '      #text t [foreign]',
      ],
    ],
    ['a block leaves svg', '<svg><p>x</svg>', ['svg <svg> [foreign]', 'p <p>x</svg>', '  #text x']],
    [
      'font leaves svg by its colour alone',
      '<svg><font>x</font></svg><svg><font color=red>y</font></svg>',
      [
        'svg <svg><font>x</font></svg> [foreign]',
        '  font <font>x</font> [foreign]',
        '    #text x [foreign]',
        'svg <svg> [foreign]',
        'font <font color=red>y</font>',
        '  #text y',
      ],
    ],
    ['the end of a p leaves svg', '<svg></p>x</svg>', ['svg <svg> [foreign]', '#text x']],
    [
      'style and script of svg',
      '<svg><style>a{b:c}</style><script>f()</script></svg>',
      [
        'svg <svg><style>a{b:c}</style><script>f()</script></svg> [foreign]',
        '  style <style>a{b:c}</style> [foreign,opaque,verbatim]',
        '    #text a{b:c} [foreign,opaque,verbatim]',
        '  script <script>f()</script> [foreign,opaque,verbatim]',
        '    #text f() [foreign,opaque,verbatim]',
      ],
    ],
    [
      'the end of svg in its title',
      '<svg><title>a</svg>b',
      ['svg <svg><title>a</svg> [foreign]', '  title <title>a [foreign]', '    #text a [foreign]', '#text b'],
    ],
    [
      'math',
      '<math><mi>x</mi><mo>=</mo></math>',
      [
        'math <math><mi>x</mi><mo>=</mo></math> [foreign]',
        '  mi <mi>x</mi> [foreign]',
        '    #text x [foreign]',
        '  mo <mo>=</mo> [foreign]',
        '    #text = [foreign]',
      ],
    ],
    [
      'html in math',
      '<math><mtext><p>x</mtext></math>',
      [
        'math <math><mtext><p>x</mtext></math> [foreign]',
        '  mtext <mtext><p>x</mtext></math> [foreign]',
        '    p <p>x</mtext></math>',
        '      #text x',
      ],
    ],
    [
      'annotation',
      '<math><annotation-xml encoding="text/html"><p>x</p></annotation-xml></math>',
      [
        'math <math><annotation-xml encoding="text/html"><p>x</p></annotation-xml></math> [foreign]',
        '  annotation-xml <annotation-xml encoding="text/html"><p>x</p></annotation-xml> [foreign]',
        '    p <p>x</p>',
        '      #text x',
      ],
    ],
    [
      'CDATA in svg',
      '<svg><![CDATA[a<b>]]></svg>',
      ['svg <svg><![CDATA[a<b>]]></svg> [foreign]', '  #text <![CDATA[a<b>]]> [foreign]'],
    ],
    ['CDATA in html is a comment', '<![CDATA[a]]>b', ['#comment <![CDATA[a]]> [opaque]', '#text b']],
    ['CDATA in html ends at the first bracket', '<![CDATA[ <b>x</b>y', ['#comment <![CDATA[ <b> [opaque]', '#text x', '#text y']],
    [
      'a cell in desc of MathML',
      '<math><desc><td>',
      ['math <math><desc><td> [foreign]', '  desc <desc><td> [foreign]', '    td <td> [foreign]'],
    ],
  ],
};

describe.each(Object.entries(bodies))('%s', (_, cases) => {
  test.each(cases)('%s: %j', (_, source, expected) => {
    expect(bodyOutline(`<!doctype html><body>${source}`)).toEqual(expected);
  });
});
