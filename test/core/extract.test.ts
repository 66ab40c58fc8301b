import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractContent } from '../../server/src/core/labels/extract/content.ts';
import { extractTemplate, templateParts } from '../../server/src/core/labels/extract/template-parts.ts';
import { isLabelled } from '../../server/src/html/access.ts';
import { BLANK, ELEMENT } from '../../server/src/html/tree.ts';
import { anyLabelledPage, labelledPage } from './labelled-page.ts';

function templateOf(html: string): string {
  const { source, tree, label } = labelledPage(html);
  return extractTemplate(tree, source, label);
}

function contentOf(html: string, format: 'html' | 'text' | 'json'): string {
  const { source, tree, label } = labelledPage(html);
  return extractContent(tree, source, label, format);
}

describe('extractTemplate', () => {
  test('keeps the template byte for byte and names a hole after the element that it fills', () => {
    expect(
      templateOf(
        "<!DOCTYPE html>\r\n<HTML ><title data-c-text>Home</title>\n<body><!-- banner --><div  id='main'>\n<p data-c>a</p> <p data-c>b</p></div></body>\n",
      ),
    ).toBe(
      "<!DOCTYPE html>\r\n<HTML ><title data-c-text><!-- templens:hole title --></title>\n<body><!-- banner --><div  id='main'>\n<!-- templens:hole main --></div></body>\n",
    );
  });

  test.each([
    ['its first element has an id', '<nav>n</nav><div data-c id="Intro Text">a</div>', 'intro'],
    ['its first element has a class', '<nav>n</nav><div data-c class="lead big">a</div>', 'lead'],
    ['its first element is named well', '<nav>n</nav><article data-c>a</article>', 'article'],
    ['it has a heading', '<nav>n</nav><div data-c><h2>Über <i>uns</i> &amp; mehr</h2></div>', 'über-uns-mehr'],
    ['it has nothing of that', '<nav>n</nav><p data-c>a</p>', 'p'],
    ['it is a text between tags', '<nav>n</nav><p data-c-text>a<br>b</p>', 'p'],
    ['it describes the page', '<head><meta charset=utf-8><meta data-c name="description" content="x"></head>', 'description'],
    ['its id would end the comment', '<nav>n</nav><div data-c id="--><script>">a</div>', 'script'],
  ])('names a hole when %s', (_, html, name) => {
    expect(templateOf(html)).toContain(`<!-- templens:hole ${name} -->`);
  });

  test('names are unique', () => {
    const html =
      '<ul><li><hr><p data-c class=a-2>1</p><hr><p data-c class=a>1</p><hr><p data-c class=a>2</p><hr><p data-c class=a>3</p></ul>';
    expect([...templateOf(html).matchAll(/templens:hole (\S+)/g)].map(match => match[1])).toEqual(['a-2', 'a', 'a-3', 'a-4']);
  });

  test('names of holes that the page has already are not given again', () => {
    const html = '<nav><!-- templens:hole main --></nav><main><p data-c>a</p></main>';
    expect(templateOf(html)).toBe('<nav><!-- templens:hole main --></nav><main><!-- templens:hole main-2 --></main>');
  });

  test('with every hole filled by its content, any template is the page again', () => {
    fc.assert(
      fc.property(anyLabelledPage, ({ source, tree, label }) => {
        const parts = templateParts(tree, source, label);
        expect(parts.map(part => ('text' in part ? part.text : source.slice(part.start, part.end))).join('')).toBe(source);
        const names = parts.flatMap(part => ('hole' in part ? [part.hole] : []));
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(/^[\p{L}\p{M}\p{N}_-]+$/u);
        // No start tag and no text of the template is in a hole, none of the content outside.
        for (let node = 0; node < tree.size; node++) {
          if (!isLabelled(tree, node)) continue;
          const at = tree.start[node]!;
          const inHole = parts.some(part => 'hole' in part && part.start <= at && at < part.end);
          expect(inHole).toBe(label[node] !== 1);
        }
      }),
    );
  });
});

describe('extractContent', () => {
  const html =
    '<html><head><title data-c-text>The caf&eacute;</title></head><body><nav>Home</nav><main data-c><h1>Hot\n  drinks</h1>' +
    '<p>Tea <b>and</b>\n<i>coffee</i><br>and <a data-t>more</a> milk.</p><pre>a\n  b</pre><script>x()</script>' +
    '<table><tr><td>Tea</td><td>2 €</td></tr></table></main></body></html>';

  test('as text: a line a block, entities read, nothing of scripts and template', () => {
    expect(contentOf(html, 'text')).toBe('The café\nHot drinks\nTea and coffee\nand more milk.\na\n  b\nTea\t2 €\n');
  });

  test('as HTML: the raw regions', () => {
    expect(contentOf('<body><p data-c>a&amp;b</p><hr><p data-c>c</p>\n</body>', 'html')).toBe(
      '<p data-c>a&amp;b</p>\n<p data-c>c</p>\n',
    );
  });

  test('as JSON: the holes of the template with their place, source and text', () => {
    const source = '<body><h1 data-c-text>A &lt; B</h1><hr><div data-c id=x><p>c</p><p>d</p></div></body>';
    expect(JSON.parse(contentOf(source, 'json'))).toEqual([
      { name: 'h1', start: source.indexOf('A &lt;'), end: source.indexOf('</h1>'), html: 'A &lt; B', text: 'A < B' },
      {
        name: 'x',
        start: source.indexOf('<div'),
        end: source.indexOf('</body>'),
        html: '<div data-c id=x><p>c</p><p>d</p></div>',
        text: 'c\nd',
      },
    ]);
  });

  test('a page without content has none, a page without template only that', () => {
    expect(contentOf('<body><p>a</p></body>', 'html')).toBe('');
    expect(contentOf('<body><p>a</p></body>', 'text')).toBe('');
    expect(contentOf('<body><p>a</p></body>', 'json')).toBe('[]\n');
    expect(contentOf('<body data-c><p>a</p></body>', 'html')).toBe('<body data-c><p>a</p></body>\n');
  });

  test('any page can be read', () => {
    fc.assert(
      fc.property(anyLabelledPage, ({ source, tree, label }) => {
        const regions = JSON.parse(extractContent(tree, source, label, 'json')) as { html: string; text: string }[];
        const rawSize = regions.reduce((sum, { html }) => sum + html.length, 0);
        expect(rawSize).toBeLessThanOrEqual(source.length);
        expect(extractContent(tree, source, label, 'text')).toBeTypeOf('string');
        const readable = [...tree.kind].some(
          (kind, i) => kind !== ELEMENT && label[i] !== 1 && !(tree.flags[i]! & BLANK) && isLabelled(tree, i),
        );
        if (!readable) for (const { text } of regions) expect(text).toBe('');
      }),
    );
  });
});
