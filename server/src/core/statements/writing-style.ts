import { attributeValue } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { COMMENT, ELEMENT, FOREIGN, IMPLIED, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { isOpen } from './closings.ts';
import { generatorOf } from './generators.ts';

/**
 * What the source of a page shows of who wrote it, a person or a program, each number in [0,1]: the columns of `writingStyle`. A program
 * writes every page alike; people leave comments, mix indentation and quotes, and forget end tags.
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
const MOST_LINES = 4000;

/** A count as a number in [0,1]: half of it at `half`. */
function saturated(count: number, half: number): number {
  return count / (count + half);
}

/** What the source of a page shows of who wrote it, by `styleNames`. In time linear in the page. */
export function writingStyle(page: ComparedPage): Float32Array {
  const found: Record<(typeof styleNames)[number], number> = {
    ...layoutOf(page.source),
    ...markupOf(page),
    indexFile: /(?:^|\/)index\.\w+$/i.test(page.name) ? 1 : 0,
    capitalPath: /[A-Z ]/.test(page.name) ? 1 : 0,
  };
  return Float32Array.from(styleNames, name => found[name]);
}

/** Of its lines. */
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
    const hasReturn = line.endsWith('\r');
    if (hasReturn) returns++;
    const text = hasReturn ? line.slice(0, -1) : line;
    const start = text.search(/[^ \t]/);
    if (start < 0) {
      blank++;
      continue;
    }
    if (/[ \t]$/.test(text)) trailing++;
    if (start === 0) continue;
    const indentation = text.slice(0, start);
    const hasTab = indentation.includes('\t');
    const hasSpace = indentation.includes(' ');
    if (hasTab && hasSpace) mixed++;
    else if (hasTab) tabbed++;
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

/** Eight or more hexadecimal digits, of both kinds. */
function isHash(text: string): boolean {
  return /^[\da-f]{8,64}$/i.test(text) && /\d/.test(text) && /[a-f]/i.test(text);
}

/** Of its elements, attributes and comments. */
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
  };
  const more = {
    presentation: 0,
    unclosed: 0,
    selfClosed: 0,
    root: 0,
    addresses: 0,
    hashed: 0,
    canonical: 0,
    meta: 0,
    table: 0,
    ids: 0,
    digits: 0,
    classes: 0,
    words: 0,
  };
  let generator = 0;
  let editor = 0;
  let note = 0;
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.kind[node];
    if (kind === TEXT) more.words += tree.textLength[node]!;
    if (kind === COMMENT) {
      const text = source.slice(tree.start[node]!, Math.min(tree.end[node]!, tree.start[node]! + 2000));
      count.comments++;
      if (/<[a-z][^<>]*>/i.test(text.slice(4))) count.commented++;
      const made = generatorOf(text);
      if (made === 'editor') editor = 1;
      if (made === 'generator') note = 1;
    }
    if (kind !== ELEMENT || tree.flags[node]! & (IMPLIED | FOREIGN)) continue;
    count.elements++;
    const name = tree.name[node]!;
    if (presentation.has(name)) more.presentation++;
    if (name === table) more.table++;
    if (isOpen(tree, node)) more.unclosed++;
    if (/[A-Z]/.test(source[tree.start[node]! + 1] ?? '')) count.upper++;
    if (source[tree.tagEnd[node]! - 2] === '/') more.selfClosed++;
    if (name === meta) {
      more.meta++;
      if (attributeValue(tree, source, node, 'name')?.toLowerCase() === 'generator') {
        const made = generatorOf(attributeValue(tree, source, node, 'content') ?? '');
        if (made === 'editor') editor = 1;
        else generator = 1;
      }
    }
    if (name === link && attributeValue(tree, source, node, 'rel')?.toLowerCase() === 'canonical') more.canonical = 1;
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
      else if (attribute === 'class') more.classes++;
      else if (attribute === 'id') {
        more.ids++;
        if (/\d/.test(source.slice(from, to))) more.digits++;
      } else if (attribute === 'href' || attribute === 'src') {
        more.addresses++;
        if (source[from] === '/' && source[from + 1] !== '/') more.root++;
        if (
          source
            .slice(from, Math.min(to, from + 300))
            .split(/[./?=-]/)
            .some(isHash)
        )
          more.hashed++;
      }
    }
  }
  const head = source.slice(0, 3000);
  if (editor === 0 && generatorOf(head) === 'editor') editor = 1;
  const elements = Math.max(1, count.elements);
  const attributes = Math.max(1, count.attributes);
  return {
    generator,
    editor,
    generatedNote: note,
    hashedFiles: more.hashed > 0 ? 1 : 0,
    comments: saturated((100 * count.comments) / elements, 3),
    commentedMarkup: saturated(count.commented, 1),
    upperCase: count.upper / elements,
    singleQuotes: count.single / attributes,
    noQuotes: count.bare / attributes,
    styleAttributes: saturated((100 * count.style) / elements, 5),
    presentation: saturated((100 * more.presentation) / elements, 3),
    dataAttributes: saturated((100 * count.data) / elements, 5),
    ariaAttributes: saturated((100 * count.aria) / elements, 5),
    unclosed: saturated(more.unclosed, 1),
    selfClosed: saturated((100 * more.selfClosed) / elements, 3),
    rootAddresses: more.root / Math.max(1, more.addresses),
    canonical: more.canonical,
    metaElements: saturated(more.meta, 5),
    tableLayout: saturated((100 * more.table) / elements, 1),
    idsWithDigits: more.digits / Math.max(1, more.ids),
    classes: more.classes / elements,
    words: saturated(more.words, 3000),
  };
}
