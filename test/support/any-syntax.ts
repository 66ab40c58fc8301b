// Pieces of markup in any order, whole and broken, to be read by two tokenizers.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';

const marks = [
  '<',
  '>',
  '/',
  '!',
  '?',
  '-',
  '--',
  '-->',
  '--!>',
  '<!--',
  '<!',
  '</',
  '</ ',
  '</>',
  '=',
  '"',
  "'",
  ' ',
  '\n',
  '\t',
  '\0',
];
const texts = ['a', 'b', 'x', 'text', '&amp;', '&', 'é', '𝒳', 'script', 'div'];
const names = [
  'p',
  'a',
  'b',
  'li',
  'br',
  'image',
  'table',
  'tr',
  'td',
  'select',
  'template',
  'html',
  'head',
  'body',
  'frameset',
  'svg',
  'math',
  'desc',
  'foreignObject',
];
const textual = ['script', 'style', 'title', 'textarea', 'noscript', 'iframe', 'xmp', 'noembed', 'noframes', 'plaintext'];
const tags = [
  '<p a=b>',
  '<p a="x y">',
  "<p b='>'>",
  '<a =x>',
  '<a b = c>',
  '<a b c=>',
  '<br / >',
  '<i / x>',
  '<title/>',
  '<noscript ',
  '</xmp ',
  '</style',
];
const others = ['<![CDATA[', ']]>', '<![if]>', '<!doctype', '<!DOCTYPE html>', '<?x>', '{{', '}}'];

const pieces = [
  ...[...names, ...textual].flatMap(name => [`<${name}>`, `</${name}>`, `</${name.toUpperCase()} >`]),
  ...marks,
  ...texts,
  ...tags,
  ...others,
];

/** A text of such pieces. */
export function syntax(maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength }).map(parts => parts.join(''));
}

/** Does the scanner lead to another tree, or to other hashes, than htmlparser2's tokenizer alone? */
export function scansDifferently(text: string): boolean {
  return !isDeepStrictEqual(parsePage(text), parsePage(text, { scans: false }));
}
