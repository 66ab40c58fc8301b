// Small pages as sites have them: a few layouts with shared menus, articles of their own, edits of words and of structure, some broken.
import fc from 'fast-check';

const words = fc.constantFrom(
  'fox',
  'dog',
  'cat',
  'owl',
  'red',
  'blue',
  'the',
  '&amp;',
  'größe',
  '\u{1f600}',
  '\ud83d',
  'fo x',
  '{{ x }}',
);
const sentence = fc.array(words, { minLength: 1, maxLength: 3 }).map(parts => parts.join(' '));
const block = fc.oneof(
  { weight: 6, arbitrary: sentence.map(text => `<p>${text}</p>`) },
  { weight: 2, arbitrary: sentence.map(text => `<h2>${text}</h2>`) },
  {
    weight: 2,
    arbitrary: fc
      .array(sentence, { minLength: 1, maxLength: 3 })
      .map(items => `<ul>${items.map(item => `<li>${item}`).join('')}</ul>`),
  },
  { weight: 1, arbitrary: sentence.map(text => `<p class="note x">${text} <a href="#">${text}</a></p>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<img src="a.png" alt="A fox">',
      '<table><tr><td>cell</table>',
      '<hr>',
      '<script>f()</script>',
      '<!-- note -->',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<div>',
      '</div>',
      '</p>',
      '<b>',
      '<p',
      '</body>',
      '<td>',
      '&#x',
      '\ude00',
      '<!doctype x>',
      '<svg><g/></svg>',
    ),
  },
  { weight: 1, arbitrary: sentence.map(text => `<div data-templens="template"><p>${text}</p></div>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<p data-templens="content">fox <b data-templens=ignore>dog</b></p>',
      '<i data-templens>red</i>',
      '<!-- #BeginLibraryItem "/Library/owl.lbi" --><p>owl</p><!-- #EndLibraryItem -->',
      '<!-- InstanceBeginEditable name="lost" -->',
      '<!-- InstanceEndEditable -->',
      '<!-- #EndLibraryItem -->',
      '<!-- templens-ignore template/extra-node: a fox -->',
      '<!-- templens-ignore -->',
    ),
  },
);

interface Page {
  layout: number;
  active: number;
  title: string;
  blocks: string[];
  sidebar: boolean;
  footer: number;
  /** An instance of a Dreamweaver template. */
  marked: boolean;
}

const menus = [
  ['Home', 'Products', 'About'],
  ['Index', 'Next', 'Previous', 'Contents'],
];

function render({ marked, ...page }: Page): string {
  if (!marked) return plainPage(page);
  const main = `<!-- InstanceBeginEditable name="main" -->${page.blocks.join('')}<!-- InstanceEndEditable -->`;
  return `<!-- InstanceBegin template="/Templates/${page.layout}.dwt" -->${plainPage({ ...page, blocks: [main] })}<!-- InstanceEnd -->`;
}

function plainPage({ layout, active, title, blocks, sidebar, footer }: Omit<Page, 'marked'>): string {
  if (layout === 3) return blocks.join('');
  const menu = menus[layout % 2]!.map(
    (item, index) => `<li${index === active ? ' class="active"' : ''}><a href="${item}.html">${item}</a>`,
  ).join('');
  const side = sidebar ? '<aside><h3>News</h3><ul><li>One<li>Two</ul></aside>' : '';
  const foot = ['', '<footer>Copyright 2026</footer>', '<footer>Copyright <b>2026</b></footer>'][footer];
  const head = `<!doctype html><title>${title} - Site</title>`;
  if (layout === 0)
    return `${head}<body><nav><ul>${menu}</ul></nav>${side}<main><h1>${title}</h1>${blocks.join('')}</main>${foot}`;
  if (layout === 1) return `${head}<body class="doc"><table><tr><td><ul>${menu}</ul><td>${blocks.join('\n')}</table><hr>${foot}`;
  return `${head}<div id=top><center><ul>${menu}</ul></center></div><div class=c>${blocks.join('')}${side}</div>${foot}`;
}

/** The text of a page; the first layouts are the usual ones, so that groups of some size arise. */
export const pageText: fc.Arbitrary<string> = fc
  .record({
    layout: fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      { weight: 4, arbitrary: fc.constantFrom(1, 2) },
      { weight: 1, arbitrary: fc.constant(3) },
    ),
    active: fc.integer({ min: -1, max: 2 }),
    title: sentence,
    blocks: fc.array(block, { maxLength: 4 }),
    sidebar: fc.boolean(),
    footer: fc.nat(2),
    marked: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  })
  .map(render);

/** A change of a site. `page` is the number of a name; a page that is not there is added by an edit and not removed. */
export type Step =
  | { kind: 'put'; page: number; text: string }
  | { kind: 'remove'; page: number }
  | { kind: 'rename'; page: number; to: number }
  | { kind: 'settle' };

/** Sequences of changes over `names` pages. */
export function steps(names: number, maxLength: number): fc.Arbitrary<Step[]> {
  const page = fc.nat(names - 1);
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), page, text: pageText }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), page }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), page, to: page }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'settle' as const }) },
  );
  const start = fc
    .array(pageText, { maxLength: names })
    .map(texts => texts.map((text, index): Step => ({ kind: 'put', page: index, text })));
  return fc
    .tuple(start, fc.array(step, { maxLength }))
    .map(([first, rest]) => [...first, { kind: 'settle' }, ...rest, { kind: 'settle' }]);
}
