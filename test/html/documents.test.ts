import { describe, expect, test } from 'vitest';
import { outline } from './outline.ts';

/** By group: name, source, and the nodes as `outline` has them. */
const documents: Record<string, [name: string, source: string, expected: string[]][]> = {
  'whole documents': [
    ['empty', '', ['(html)', '  (head)', '  (body)']],
    ['only white space', '   \n ', ['(html)', '  (head)', '  (body)']],
    ['a byte-order mark is no text', '\ufeffx', ['(html)', '  (head)', '  (body)', '    #text x']],
    [
      'a byte-order mark before the doctype',
      '\ufeff<!doctype html>\n<p>a<table>',
      ['#doctype <!doctype html>', '(html)', '  (head)', '  (body)', '    p <p>a', '      #text a', '    table <table>'],
    ],
    ['only text', 'x', ['(html)', '  (head)', '  (body)', '    #text x']],
    [
      'nothing implied',
      '<html lang=en><head><title>t</title></head><body class=a>x</body></html>',
      [
        'html <html lang=en><head><title>t</title></head><body class=a>x</body></html>',
        '  head <head><title>t</title></head>',
        '    title <title>t</title>',
        '      #text t',
        '  body <body class=a>x</body>',
        '    #text x',
      ],
    ],
    [
      'usual line breaks',
      '<!doctype html>\n<html>\n<head>\n<title>t</title>\n</head>\n<body>\n<p>x</p>\n</body>\n</html>\n',
      [
        '#doctype <!doctype html>',
        'html <html>\\n<head>\\n<title>t</title>\\n</head>\\n<body>\\n<p>x</p>\\n</body>\\n</html>',
        '  head <head>\\n<title>t</title>\\n</head>',
        '    title <title>t</title>',
        '      #text t',
        '  body <body>\\n<p>x</p>\\n</body>',
        '    p <p>x</p>',
        '      #text x',
      ],
    ],
    [
      'everything implied',
      '<title>t</title>x',
      ['(html)', '  (head)', '    title <title>t</title>', '      #text t', '  (body)', '    #text x'],
    ],
    [
      'head closed by a block',
      '<head><p>x</head>y',
      ['(html)', '  head <head>', '  (body)', '    p <p>x</head>y', '      #text x', '      #text y'],
    ],
    [
      'title after the head',
      '<head></head> <title>t</title> x',
      [
        '(html)',
        '  head <head></head> <title>t</title> ',
        '    title <title>t</title>',
        '      #text t',
        '  (body)',
        '    #text x',
      ],
    ],
    [
      'title in the body',
      '<p>x<title>t</title>',
      [
        '(html)',
        '  (head)',
        '  (body)',
        '    p <p>x<title>t</title>',
        '      #text x',
        '      title <title>t</title>',
        '        #text t',
      ],
    ],
    ['unclosed title', '<title>a<b>', ['(html)', '  (head)', '    title <title>a<b>', '      #text a<b>', '  (body)']],
    [
      'noscript in the head',
      '<head><noscript><link></noscript><script></script>',
      [
        '(html)',
        '  head <head><noscript><link></noscript><script></script>',
        '    noscript <noscript><link></noscript> [opaque]',
        '      #text <link> [opaque]',
        '    script <script></script> [opaque,verbatim]',
        '  (body)',
      ],
    ],
    [
      'template in the head',
      '<head><template><p>x</template></head>y',
      [
        '(html)',
        '  head <head><template><p>x</template></head>',
        '    template <template><p>x</template> [opaque]',
        '      p <p>x [opaque]',
        '        #text x [opaque]',
        '  (body)',
        '    #text y',
      ],
    ],
    ['second html tag', '<html a><html b>x', ['html <html a><html b>x', '  (head)', '  (body)', '    #text x']],
    ['end tags before anything', '</head></body></html></br>x', ['(html)', '  (head)', '  (body)', '    #text x']],
    [
      'content after the end tags',
      '<html><body>a</body>b</html>c',
      [
        'html <html><body>a</body>b</html>c',
        '  (head)',
        '  body <body>a</body>b</html>c',
        '    #text a',
        '    #text b',
        '    #text c',
      ],
    ],
    [
      'a paragraph open at the end tags',
      '<p>a</body><p>b</html><p>c',
      [
        '(html)',
        '  (head)',
        '  (body)',
        '    p <p>a</body>',
        '      #text a',
        '    p <p>b</html>',
        '      #text b',
        '    p <p>c',
        '      #text c',
      ],
    ],
    [
      'comments everywhere',
      '<!-- a --><!doctype html><!-- b --><html><!-- c --><head><!-- d --></head><!-- e --><body>x</body><!-- f --></html><!-- g -->',
      [
        '#comment <!-- a --> [opaque]',
        '#doctype <!doctype html>',
        '#comment <!-- b --> [opaque]',
        'html <html><!-- c --><head><!-- d --></head><!-- e --><body>x</body><!-- f --></html>',
        '  #comment <!-- c --> [opaque]',
        '  head <head><!-- d --></head>',
        '    #comment <!-- d --> [opaque]',
        '  #comment <!-- e --> [opaque]',
        '  body <body>x</body>',
        '    #text x',
        '  #comment <!-- f --> [opaque]',
        '#comment <!-- g --> [opaque]',
      ],
    ],
    [
      'a comment after all',
      '<p>x</body></html>\n<!-- c -->\n',
      ['(html)', '  (head)', '  (body)', '    p <p>x', '      #text x', '#comment <!-- c --> [opaque]'],
    ],
    [
      'a comment and text after all',
      '<body>x</body><!-- c --></html>y',
      [
        '(html)',
        '  (head)',
        '  body <body>x</body><!-- c --></html>y',
        '    #text x',
        '    #comment <!-- c --> [opaque]',
        '    #text y',
      ],
    ],
    [
      'a frameset after tags that show nothing',
      '<b id=x><p><frameset rows=1>b<frame>',
      ['(html)', '  (head)', '  frameset <frameset rows=1>b<frame>', '    frame <frame>'],
    ],
    [
      'noscript in a head that goes on',
      '<head></head><link><noscript></noscript>',
      ['(html)', '  head <head></head><link>', '    link <link>', '  (body)', '    noscript <noscript></noscript> [opaque]'],
    ],
    [
      'a comment before the head goes on',
      '</head><!-- c --><title>t</title>x',
      [
        '(html)',
        '  (head)',
        '    #comment <!-- c --> [opaque]',
        '    title <title>t</title>',
        '      #text t',
        '  (body)',
        '    #text x',
      ],
    ],
    [
      'frameset',
      '<html><frameset cols="1,2"><frame src=a><noframes>x</noframes></frameset></html>',
      [
        'html <html><frameset cols="1,2"><frame src=a><noframes>x</noframes></frameset></html>',
        '  (head)',
        '  frameset <frameset cols="1,2"><frame src=a><noframes>x</noframes></frameset>',
        '    frame <frame src=a>',
        '    noframes <noframes>x</noframes>',
        '      #text x',
      ],
    ],
    [
      'frameset in frameset',
      '<frameset><frame src=a><frameset><frame src=b></frameset></frameset>',
      [
        '(html)',
        '  (head)',
        '  frameset <frameset><frame src=a><frameset><frame src=b></frameset></frameset>',
        '    frame <frame src=a>',
        '    frameset <frameset><frame src=b></frameset>',
        '      frame <frame src=b>',
      ],
    ],
    [
      'xhtml',
      '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head/><body><br/></body></html>',
      [
        '#comment <?xml version="1.0"?> [opaque]',
        '#doctype <!DOCTYPE html>',
        'html <html xmlns="http://www.w3.org/1999/xhtml"><head/><body><br/></body></html>',
        '  head <head/>',
        '  body <body><br/></body>',
        '    br <br/>',
      ],
    ],
  ],
  doctypes: [
    [
      'a table ends a paragraph in standards mode',
      '<!doctype html><p>a<table>',
      ['#doctype <!doctype html>', '(html)', '  (head)', '  (body)', '    p <p>a', '      #text a', '    table <table>'],
    ],
    [
      'not without a doctype',
      '<p>a<table>',
      ['(html)', '  (head)', '  (body)', '    p <p>a<table>', '      #text a', '      table <table>'],
    ],
    [
      'not with an unknown one',
      '<!doctype foo><p>a<table>',
      ['#doctype <!doctype foo>', '(html)', '  (head)', '  (body)', '    p <p>a<table>', '      #text a', '      table <table>'],
    ],
    [
      'not with an old transitional one',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><p>a<table>',
      [
        '#doctype <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
        '(html)',
        '  (head)',
        '  (body)',
        '    p <p>a<table>',
        '      #text a',
        '      table <table>',
      ],
    ],
    [
      'but with its system identifier',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><p>a<table>',
      [
        '#doctype <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
        '(html)',
        '  (head)',
        '  (body)',
        '    p <p>a',
        '      #text a',
        '    table <table>',
      ],
    ],
    [
      'and with the legacy one',
      "<!DOCTYPE html SYSTEM 'about:legacy-compat'><p>a<table>",
      [
        "#doctype <!DOCTYPE html SYSTEM 'about:legacy-compat'>",
        '(html)',
        '  (head)',
        '  (body)',
        '    p <p>a',
        '      #text a',
        '    table <table>',
      ],
    ],
    [
      'only the first counts',
      '<!doctype html><!doctype foo><p>a<table>',
      ['#doctype <!doctype html>', '(html)', '  (head)', '  (body)', '    p <p>a', '      #text a', '    table <table>'],
    ],
  ],
};

describe.each(Object.entries(documents))('%s', (_, cases) => {
  test.each(cases)('%s: %j', (_, source, expected) => {
    expect(outline(source)).toEqual(expected);
  });
});
