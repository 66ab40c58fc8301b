import { attributeValue } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { COMMENT, ELEMENT, FOREIGN, IMPLIED, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { isOpen } from './closings.ts';
import { generatorOf } from './generators.ts';

/**
 * Names of the numbers, each in [0,1], that tell pages written by people from pages written by a program. A program writes every page alike;
 * people leave comments, mix indentation and quotes, and forget end tags.
 */
export const styleNames = [
  'generator',
  'editor',
  'generatedNote',
  'hashedFiles',
  'longestLine',
  'lineLength',
  'blankLines',
  'trailingSpace',
  'carriageReturns',
  'mixedLineEnds',
  'tabs',
  'mixedIndentation',
  'oddIndentation',
  'comments',
  'commentedMarkup',
  'upperCase',
  'singleQuotes',
  'noQuotes',
  'styleAttributes',
  'presentation',
  'dataAttributes',
  'ariaAttributes',
  'unclosed',
  'selfClosed',
  'rootAddresses',
  'indexFile',
  'capitalPath',
  'words',
  'canonical',
  'metaElements',
  'tableLayout',
  'idsWithDigits',
  'classes',
] as const;

const presentation = new Set(['font', 'center', 'u', 'big', 'strike', 'tt'].map(nameId));
const [meta, link, table] = ['meta', 'link', 'table'].map(nameId);
/** Lines of a page that are looked at, and UTF-16 code units of a comment, an address, and the beginning of a page. */
const MOST_LINES = 4000;
const LONGEST_COMMENT = 2000;
const LONGEST_ADDRESS = 300;
const LONGEST_HEAD = 3000;

/** Maps a count to [0,1); `half` is mapped to 0.5. */
function saturated(count: number, half: number): number {
  return count / (count + half);
}

/** Returns the numbers of `styleNames` for a page, in time linear in its length. */
export function writingStyle(page: ComparedPage): Float32Array {
  const found: Record<(typeof styleNames)[number], number> = {
    ...layoutOf(page.source),
    ...markupOf(page),
    indexFile: /(?:^|\/)index\.\w+$/i.test(page.name) ? 1 : 0,
    capitalPath: /[A-Z ]/.test(page.name) ? 1 : 0,
  };
  return Float32Array.from(styleNames, name => found[name]);
}

const [TAB, SPACE, RETURN] = [9, 32, 13];

/** The numbers about line ends and indentation. */
function layoutOf(source: string) {
  const lines = source.split('\n', MOST_LINES);
  let longest = 0;
  let blank = 0;
  let trailing = 0;
  let returns = 0;
  let tabbed = 0;
  let spaced = 0;
  let mixed = 0;
  let odd = 0;
  for (const line of lines) {
    longest = Math.max(longest, line.length);
    let end = line.length;
    if (line.charCodeAt(end - 1) === RETURN) {
      returns++;
      end--;
    }
    let start = 0;
    let tabs = 0;
    for (; start < end; start++) {
      const code = line.charCodeAt(start);
      if (code === TAB) tabs++;
      else if (code !== SPACE) break;
    }
    if (start === end) {
      blank++;
      continue;
    }
    const last = line.charCodeAt(end - 1);
    if (last === SPACE || last === TAB) trailing++;
    if (start === 0) continue;
    if (tabs === start) tabbed++;
    else if (tabs > 0) mixed++;
    else {
      spaced++;
      if (start % 2 === 1) odd++;
    }
  }
  const all = lines.length;
  const written = Math.max(1, all - blank);
  const returnShare = returns / Math.max(1, all - 1);
  const indented = Math.max(1, tabbed + spaced + mixed);
  return {
    longestLine: saturated(longest, 1000),
    lineLength: saturated(source.length / all, 60),
    blankLines: blank / all,
    trailingSpace: trailing / written,
    carriageReturns: Math.min(1, returnShare),
    mixedLineEnds: returns > 0 && returns < all - 1 ? 1 : 0,
    tabs: tabbed / indented,
    mixedIndentation: Math.min(1, (2 * Math.min(tabbed + mixed, spaced + mixed)) / indented),
    oddIndentation: odd / Math.max(1, spaced),
  };
}

/** True for at least eight hexadecimal digits with a decimal digit and a letter. */
function isHash(text: string): boolean {
  return /^[\da-f]{8,64}$/i.test(text) && /\d/.test(text) && /[a-f]/i.test(text);
}

/** The numbers about elements, attributes and comments. */
function markupOf(page: ComparedPage) {
  const { tree, source } = page;
  const count = {
    elements: 0,
    attributes: 0,
    comments: 0,
    commented: 0,
    upper: 0,
    single: 0,
    bare: 0,
    style: 0,
    data: 0,
    aria: 0,
    presentation: 0,
    unclosed: 0,
    selfClosed: 0,
    root: 0,
    addresses: 0,
    meta: 0,
    table: 0,
    ids: 0,
    digits: 0,
    classes: 0,
    words: 0,
  };
  let canonical = 0;
  let hasHashedFile = false;
  let generator = 0;
  let editor = 0;
  let note = 0;
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.kind[node];
    if (kind === TEXT) count.words += tree.textLength[node]!;
    if (kind === COMMENT) {
      const text = source.slice(tree.start[node]!, Math.min(tree.end[node]!, tree.start[node]! + LONGEST_COMMENT));
      count.comments++;
      if (/<[a-z][^<>]*>/i.test(text.slice(4))) count.commented++;
      const made = generatorOf(text);
      if (made === 'editor') editor = 1;
      if (made === 'generator') note = 1;
    }
    if (kind !== ELEMENT || tree.flags[node]! & (IMPLIED | FOREIGN)) continue;
    count.elements++;
    const name = tree.name[node]!;
    if (presentation.has(name)) count.presentation++;
    if (name === table) count.table++;
    if (isOpen(tree, node)) count.unclosed++;
    if (/[A-Z]/.test(source[tree.start[node]! + 1] ?? '')) count.upper++;
    if (source[tree.tagEnd[node]! - 2] === '/') count.selfClosed++;
    if (name === meta) {
      count.meta++;
      if (attributeValue(tree, source, node, 'name')?.toLowerCase() === 'generator') {
        const made = generatorOf(attributeValue(tree, source, node, 'content') ?? '');
        if (made === 'editor') editor = 1;
        else generator = 1;
      }
    }
    if (name === link && attributeValue(tree, source, node, 'rel')?.toLowerCase() === 'canonical') canonical = 1;
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      count.attributes++;
      const attribute = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
      const [from, to] = [tree.attrValueStart[at]!, tree.attrValueEnd[at]!];
      const quote = source[from - 1];
      if (to > from) {
        if (quote === "'") count.single++;
        else if (quote !== '"') count.bare++;
      }
      if (attribute === 'style') count.style++;
      else if (attribute.startsWith('data-')) count.data++;
      else if (attribute.startsWith('aria-') || attribute === 'role') count.aria++;
      else if (attribute === 'class') count.classes++;
      else if (attribute === 'id') {
        count.ids++;
        if (/\d/.test(source.slice(from, to))) count.digits++;
      } else if (attribute === 'href' || attribute === 'src') {
        count.addresses++;
        if (source[from] === '/' && source[from + 1] !== '/') count.root++;
        hasHashedFile ||= source
          .slice(from, Math.min(to, from + LONGEST_ADDRESS))
          .split(/[./?=-]/)
          .some(isHash);
      }
    }
  }
  const head = source.slice(0, LONGEST_HEAD);
  if (editor === 0 && generatorOf(head) === 'editor') editor = 1;
  const elements = Math.max(1, count.elements);
  const attributes = Math.max(1, count.attributes);
  return {
    generator,
    editor,
    generatedNote: note,
    hashedFiles: hasHashedFile ? 1 : 0,
    comments: saturated((100 * count.comments) / elements, 3),
    commentedMarkup: saturated(count.commented, 1),
    upperCase: count.upper / elements,
    singleQuotes: count.single / attributes,
    noQuotes: count.bare / attributes,
    styleAttributes: saturated((100 * count.style) / elements, 5),
    presentation: saturated((100 * count.presentation) / elements, 3),
    dataAttributes: saturated((100 * count.data) / elements, 5),
    ariaAttributes: saturated((100 * count.aria) / elements, 5),
    unclosed: saturated(count.unclosed, 1),
    selfClosed: saturated((100 * count.selfClosed) / elements, 3),
    rootAddresses: count.root / Math.max(1, count.addresses),
    canonical,
    metaElements: saturated(count.meta, 5),
    tableLayout: saturated((100 * count.table) / elements, 1),
    idsWithDigits: count.digits / Math.max(1, count.ids),
    classes: count.classes / elements,
    words: saturated(count.words, 3000),
  };
}
