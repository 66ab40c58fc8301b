// Tags in any order, to be nested by two parsers. What they do otherwise is in decision 1; these alphabets leave it out.
import fc from 'fast-check';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { missingTags, movedTags, movedTexts, parse5View, treeView } from './compare-parsers.ts';

/** Names of elements that are mixed in one page. */
export const alphabets: readonly string[] = [
  'p div ul li dl dt dd h1 h2 section blockquote pre hr br img address article button object',
  'p div template li title script style textarea',
  'script b',
  'svg g desc foreignObject path title p div math mi mtext annotation-xml',
  'svg desc math annotation-xml td table tr p b a g title foreignObject mglyph',
  'ruby rt rp rtc rb p div',
  'ul li dd p svg desc math mi annotation-xml',
  'table tbody tr td th caption col colgroup',
  'form p div section ul li',
  'a b i nobr span p div ul li br h1 button',
  'a b i font code p div object marquee',
  'a b i table tbody tr td th caption col p div form object hr',
  'a b font svg desc foreignObject title path p div td',
  'a b template p div ul li textarea script ruby rt',
  'template p div form b table svg a',
  'select option optgroup hr input',
  'frameset frame noframes body html head p b li input div meta',
  'noscript p title style head body link meta b div',
  'ruby rt form button marquee nobr font a b plaintext xmp iframe listing',
  'a b i font nobr p div ul li h1 table tr td th caption col svg desc foreignObject title math mi annotation-xml form button object script style noscript head body html br input pre',
];

const withAttributes = ['<annotation-xml encoding="Text/HTML">', '<font size=1>', '<input type=hidden>'];
const comments = ['<!-- ', '-->', '<![CDATA[', ']]>', '<![CDATA[x]]>', '<?x>', '<!doctype html>', '<!x', '>'];

/** A page of tags with these names, texts and comments. */
export function tagsOf(names: string, maxLength = 16): fc.Arbitrary<string> {
  const known = names.split(' ');
  const name = fc.constantFrom(...known);
  const piece = fc.oneof(
    { weight: 8, arbitrary: name.map(of => `<${of}>`) },
    { weight: 8, arbitrary: name.map(of => `</${of}>`) },
    { weight: 2, arbitrary: name.map(of => `<${of} a=b/>`) },
    { weight: 1, arbitrary: fc.constantFrom('x', ...withAttributes.filter(tag => known.includes(/[\w-]+/.exec(tag)![0]))) },
    { weight: 4, arbitrary: fc.constantFrom('x', ' ', 'y z', '<!-- c -->', '\n', 'x&amp;') },
    { weight: 1, arbitrary: fc.constantFrom(...comments) },
  );
  return fc
    .tuple(fc.constantFrom('<!doctype html>', ''), fc.array(piece, { maxLength }))
    .map(([doctype, parts]) => doctype + parts.join(''));
}

/** Where the tree of a text differs from that of parse5, a line each. */
export function differencesFromParse5(text: string): string[] {
  const ours = treeView(parsePage(text));
  const theirs = parse5View(text);
  return [
    ...missingTags(theirs.elements, ours.elements),
    ...missingTags(ours.elements, theirs.elements).map(line => `beside parse5: ${line}`),
    ...movedTags(theirs.elements, ours.elements),
    ...movedTexts(theirs, ours),
  ];
}
