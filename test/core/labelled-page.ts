// Pages whose labels stand in their own source: `data-t` makes an element and what is in it template, `data-c` content,
// `data-c-text` only the texts right in it.
import fc from 'fast-check';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { attributeValue } from '../../server/src/html/access.ts';
import { ELEMENT, type PageTree } from '../../server/src/html/tree.ts';

export interface LabelledPage {
  source: string;
  tree: PageTree;
  label: Uint8Array;
}

export function labelledPage(source: string): LabelledPage {
  const { tree } = digestText(source);
  const label = new Uint8Array(tree.size).fill(1);
  const has = (node: number, name: string): boolean =>
    tree.kind[node] === ELEMENT && attributeValue(tree, source, node, name) !== undefined;
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]!;
    if (parent >= 0) label[node] = tree.kind[node] !== ELEMENT && has(parent, 'data-c-text') ? 0 : label[parent]!;
    if (has(node, 'data-t')) label[node] = 1;
    if (has(node, 'data-c')) label[node] = 0;
  }
  return { source, tree, label };
}

const tokens = [
  ...[
    'html',
    'head',
    'body',
    'div',
    'p',
    'b',
    'a',
    'table',
    'tr',
    'td',
    'ul',
    'li',
    'pre',
    'svg',
    'select',
    'option',
    'form',
  ].flatMap(name => [`<${name}>`, `</${name}>`]),
  ...[
    '<div id="main" class="x y">',
    '<br>',
    '<img src=x>',
    '<p/>',
    '<!-- note -->',
    '<!doctype html>',
    '<',
    '<a href="',
    '&amp;',
    '&#x',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>a{}</style>',
    '<title>',
    '</title>',
    '<textarea>',
    '</textarea>',
    '<![CDATA[x]]>',
    '</',
    '\0',
  ],
  ...['text', ' ', '\n', 'größe 😀', '{{ x }}', '<?php echo "<p>" ?>', '--', '<h2>A heading</h2>', '</body></html>'],
];

/** Any text, mostly broken HTML, with any labels. */
export const anyLabelledPage: fc.Arbitrary<LabelledPage> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...tokens) }, fc.string()), { maxLength: 60 }),
    fc.infiniteStream(fc.nat(1)),
  )
  .map(([pieces, bits]) => {
    const source = pieces.join('');
    const { tree } = digestText(source);
    return { source, tree, label: Uint8Array.from({ length: tree.size }, () => bits.next().value ?? 0) };
  });
