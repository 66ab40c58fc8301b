import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/page/parse.ts';
import { COMMENT, DOCTYPE, ELEMENT, type PageTree, TEXT } from '../../server/src/core/page/tree.ts';
import { randomSeed } from '../support/random-seed.ts';

const fragments = [
  ...[
    '<!doctype html>',
    '<html>',
    '<head>',
    '<title>',
    '</title>',
    '<body class="a b">',
    '</body>',
    '</html>',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
  ],
  ...[
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '<a href="x">',
    '</a>',
    '<ul>',
    '<li>',
    '</ul>',
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<tbody>',
    '<col>',
  ],
  ...[
    '<select>',
    '<option>',
    '</select>',
    '<form>',
    '</form>',
    '<svg>',
    '<circle/>',
    '</svg>',
    '<math>',
    '<mi>',
    '</math>',
    '<foreignObject>',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<textarea>',
    '</textarea>',
    '<template>',
    '</template>',
    '<noscript>',
    '</noscript>',
  ],
  ...[
    '<br>',
    '<img src=a>',
    '<input disabled>',
    '<',
    '>',
    '</',
    '<!',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?xml ?>',
    '<?php',
    '?>',
    '<%',
    '%>',
  ],
  ...[
    '{{',
    '}}',
    '{%',
    '%}',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '&amp;',
    '&',
    '&#x0;',
    '&notin',
    ' x="',
    " y='",
    '\0',
    '\ufeff',
    '\u00a0',
  ],
  ...[
    'word',
    'é',
    '漢字',
    '😀',
    '\ud83d',
    '\ude00',
    '<p title="{{ a > b }}">',
    '<a\u{1f600} b=\u{1f600}>',
    '<h1>',
    '</h2>',
    '<frameset>',
    '</frameset>',
    '<frame>',
    '<noframes>',
    '</head>',
    '<annotation-xml encoding=text/html>',
    '<desc>',
    '<x-y>',
  ],
];
const markup = fc.array(
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...fragments) }, fc.string({ unit: 'binary', maxLength: 6 })),
  { maxLength: 60 },
);
/** Tags whose end tags often come out of order. */
const misnested = fc.array(
  fc
    .tuple(
      fc.constantFrom('<', '</'),
      fc.constantFrom(...'a b i p div li form table tr td object svg desc template select frameset head noscript'.split(' ')),
    )
    .map(([open, name]) => `${open}${name}>x`),
  { maxLength: 30 },
);
const page = fc.oneof(
  { weight: 4, arbitrary: markup.map(parts => parts.join('')) },
  { weight: 4, arbitrary: misnested.map(parts => parts.join('')) },
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const runs = { numRuns: 2000, seed: randomSeed() };

/** Asserts what every tree promises about its offsets and its shape. */
function checkTree(tree: PageTree, text: string): void {
  expect(tree.sourceLength).toBe(text.length);
  const lastEnd = new Map<number, number>();
  for (let i = 0; i < tree.size; i++) {
    const [start, tagEnd, closeStart, end] = [tree.start[i]!, tree.tagEnd[i]!, tree.closeStart[i]!, tree.end[i]!];
    if (!(start <= tagEnd && tagEnd <= closeStart && closeStart <= end && end <= text.length)) {
      throw new Error(`node ${i}: ${start} <= ${tagEnd} <= ${closeStart} <= ${end} <= ${text.length} does not hold`);
    }
    expect([ELEMENT, TEXT, COMMENT, DOCTYPE]).toContain(tree.kind[i]);
    const offsets = [start, tagEnd, closeStart, end];
    for (let a = tree.attrFirst[i]!; a < tree.attrFirst[i + 1]!; a++) {
      const [nameStart, nameEnd, valueStart, valueEnd] = [
        tree.attrNameStart[a]!,
        tree.attrNameEnd[a]!,
        tree.attrValueStart[a]!,
        tree.attrValueEnd[a]!,
      ];
      if (!(start < nameStart && nameStart <= nameEnd && nameEnd <= valueStart && valueStart <= valueEnd && valueEnd <= tagEnd)) {
        throw new Error(`attribute ${a} of node ${i} leaves its start tag`);
      }
      offsets.push(nameStart, nameEnd, valueStart, valueEnd);
    }
    for (const offset of offsets)
      if (cutsPair(text, offset)) throw new Error(`offset ${offset} of node ${i} cuts a surrogate pair`);
    const parent = tree.parent[i]!;
    if (!(parent < i && tree.subtreeEnd[i]! > i && tree.subtreeEnd[i]! <= tree.size))
      throw new Error(`node ${i} is not in preorder`);
    if (parent >= 0) {
      if (!(i < tree.subtreeEnd[parent]! && tree.subtreeEnd[i]! <= tree.subtreeEnd[parent]!))
        throw new Error(`node ${i} leaves its parent's subtree`);
      if (!(tree.start[parent]! <= start && end <= tree.end[parent]!))
        throw new Error(`node ${i} leaves its parent ${parent} in the text`);
    }
    if ((lastEnd.get(parent) ?? 0) > start) throw new Error(`node ${i} overlaps the sibling before it`);
    lastEnd.set(parent, end);
  }
}

function cutsPair(text: string, offset: number): boolean {
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

test('no text makes the parser throw, and every offset lies where it should', () => {
  fc.assert(
    fc.property(page, text => checkTree(parsePage(text), text)),
    runs,
  );
});

test('elements deeper than the limit hang on the deepest allowed one, and the tree says so', () => {
  const text = '<div>'.repeat(20_000);
  const tree = parsePage(text, { maxDepth: 100 });
  checkTree(tree, text);
  expect(tree.depthExceeded).toBe(true);
  const depth = new Int32Array(tree.size);
  for (let i = 0; i < tree.size; i++) depth[i] = tree.parent[i]! < 0 ? 1 : depth[tree.parent[i]!]! + 1;
  expect(Math.max(...depth)).toBe(101);
});

test('markup that piles up open elements has every offset where it should', () => {
  const repeated = ['<b><p><div></b>', '<b><i><p></b></p>', '<p><b></p>x<b><b><b></b></b></b>', '<a><div>'];
  const distinct = (i: number) => `<p><font size=${i}>x`;
  for (const text of [...repeated.map(part => part.repeat(1000)), Array.from({ length: 1000 }, (_, i) => distinct(i)).join('')]) {
    checkTree(parsePage(text), text);
  }
});
