import { attributeValue, nodeName } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { detached } from '../../html/strings.ts';
import { BLANK, COMMENT, ELEMENT, FOREIGN, IMPLIED, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { isOpen } from './closings.ts';
import { generatorOf, isGeneratorNote } from './generators.ts';

/**
 * Names of the numbers, each in [0,1], that tell pages written by people from pages written by a program. A program writes every page alike;
 * people leave comments, mix indentation and quotes, and forget end tags.
 */
export const styleNames = [
  'generator',
  'editor',
  'generatedNote',
  'longestLine',
  'carriageReturns',
  'mixedLineEnds',
  'tabs',
  'comments',
  'commentedMarkup',
  'styleAttributes',
  'presentation',
  'dataAttributes',
  'ariaAttributes',
  'unclosed',
  'selfClosed',
  'indexFile',
  'canonical',
  'tableLayout',
  'classes',
  'headingIds',
  'numericReferences',
  'bareAmpersands',
] as const;

const presentation = new Set(['font', 'center', 'u', 'big', 'strike', 'tt'].map(nameId));
const [meta, link, table] = ['meta', 'link', 'table'].map(nameId);
const code = new Set(['script', 'style'].map(nameId));
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(nameId));
const [TAB, RETURN, SPACE] = [9, 13, 32] as const;
/** Lines of a page that are looked at. */
const MOST_LINES = 4000;
/** UTF-16 code units of a comment, of a text with a note, and of the beginning of a page, that are looked at. */
const LONGEST_COMMENT = 2000;
const LONGEST_NOTE = 400;
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
  };
  return Float32Array.from(styleNames, name => found[name]);
}

/** The numbers about line ends and indentation. */
function layoutOf(source: string) {
  let all = 0;
  let longest = 0;
  let returns = 0;
  let tabbed = 0;
  let spaced = 0;
  for (let start = 0, end = 0; end >= 0 && all < MOST_LINES; start = end + 1) {
    end = source.indexOf('\n', start);
    const last = end < 0 ? source.length : end;
    all++;
    longest = Math.max(longest, last - start);
    if (last > start && source.charCodeAt(last - 1) === RETURN) returns++;
    const first = last > start ? source.charCodeAt(start) : -1;
    if (first === TAB) tabbed++;
    else if (first === SPACE) spaced++;
  }
  return {
    longestLine: saturated(longest, 1000),
    carriageReturns: Math.min(1, returns / Math.max(1, all - 1)),
    mixedLineEnds: returns > 0 && returns < all - 1 ? 1 : 0,
    tabs: tabbed / Math.max(1, tabbed + spaced),
  };
}

/** Number of matches of a global regular expression. */
function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The numbers about elements, attributes, texts and comments. */
function markupOf(page: ComparedPage) {
  const { tree, source } = page;
  const count = {
    elements: 0,
    comments: 0,
    commented: 0,
    style: 0,
    data: 0,
    aria: 0,
    presentation: 0,
    unclosed: 0,
    selfClosed: 0,
    table: 0,
    classes: 0,
    other: 0,
    headings: 0,
    headingIds: 0,
    numeric: 0,
    ampersands: 0,
  };
  const found = { canonical: 0, generator: 0, editor: 0, generatedNote: 0 };
  const note = (text: string, name: 'generator' | 'generatedNote'): void => {
    const made = generatorOf(text);
    if (made === 'editor') found.editor = 1;
    else if (made === 'generator' || name === 'generator') found[name] = 1;
  };
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.kind[node];
    const [start, end] = [tree.start[node]!, tree.end[node]!];
    if (kind === TEXT && !(tree.flags[node]! & BLANK) && !isCode(page, node)) {
      const text = source.slice(start, end);
      if (text.includes('&')) {
        count.numeric += occurrences(text, /&#\d+;/g);
        count.ampersands += occurrences(text, /&(?!#?\w+;)/g);
      }
      if (text.length < LONGEST_NOTE && isGeneratorNote(text)) found.generatedNote = 1;
    }
    if (kind === COMMENT) {
      const text = source.slice(start, Math.min(end, start + LONGEST_COMMENT));
      count.comments++;
      if (/<[a-z][^<>]*>/i.test(text.slice(4))) count.commented++;
      note(text, 'generatedNote');
    }
    if (kind !== ELEMENT || tree.flags[node]! & (IMPLIED | FOREIGN)) continue;
    count.elements++;
    const name = tree.name[node]!;
    if (presentation.has(name)) count.presentation++;
    if (name === table) count.table++;
    if (isOpen(tree, node)) count.unclosed++;
    if (source[tree.tagEnd[node]! - 2] === '/') count.selfClosed++;
    if (name === meta && lowerCaseValue(page, node, 'name') === 'generator')
      note(lowerCaseValue(page, node, 'content'), 'generator');
    if (name === link && lowerCaseValue(page, node, 'rel') === 'canonical') found.canonical = 1;
    if (headings.has(name)) {
      count.headings++;
      if (hasAnchor(page, node)) count.headingIds++;
    }
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      count[attributeKind(source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!))]++;
    }
  }
  if (generatorOf(source.slice(0, LONGEST_HEAD)) === 'editor') found.editor = 1;
  const elements = Math.max(1, count.elements);
  return {
    ...found,
    comments: saturated((100 * count.comments) / elements, 3),
    commentedMarkup: saturated(count.commented, 1),
    styleAttributes: saturated((100 * count.style) / elements, 5),
    presentation: saturated((100 * count.presentation) / elements, 3),
    dataAttributes: saturated((100 * count.data) / elements, 5),
    ariaAttributes: saturated((100 * count.aria) / elements, 5),
    unclosed: saturated(count.unclosed, 1),
    selfClosed: saturated((100 * count.selfClosed) / elements, 3),
    tableLayout: saturated((100 * count.table) / elements, 1),
    classes: count.classes / elements,
    headingIds: count.headingIds / Math.max(1, count.headings),
    numericReferences: saturated(count.numeric, 2),
    bareAmpersands: saturated(count.ampersands, 1),
  };
}

type AttributeKind = 'style' | 'data' | 'aria' | 'classes' | 'other';
/** The kinds of the attributes that were seen, by how their names are written: there are few. */
const attributeKinds = new Map<string, AttributeKind>();
const MOST_NAMES = 1000;

function attributeKind(written: string): AttributeKind {
  const known = attributeKinds.get(written);
  if (known) return known;
  const name = written.toLowerCase();
  const isAria = name.startsWith('aria-') || name === 'role';
  const other = name === 'style' ? 'style' : name === 'class' ? 'classes' : 'other';
  const kind = name.startsWith('data-') ? 'data' : isAria ? 'aria' : other;
  if (attributeKinds.size < MOST_NAMES) attributeKinds.set(detached(written), kind);
  return kind;
}

/** True if a text node is the source of a script or style sheet, which readers do not see. */
function isCode({ tree }: ComparedPage, text: number): boolean {
  const parent = tree.parent[text]!;
  return parent >= 0 && code.has(tree.name[parent]!);
}

/** The value of an attribute in lower case; empty without one. */
function lowerCaseValue({ tree, source }: ComparedPage, node: number, name: string): string {
  return attributeValue(tree, source, node, name)?.toLowerCase() ?? '';
}

/** True if a link can lead to the heading: it, its parent, or an anchor inside has a name. */
function hasAnchor(page: ComparedPage, heading: number): boolean {
  const { tree } = page;
  if (lowerCaseValue(page, heading, 'id') !== '' || lowerCaseValue(page, tree.parent[heading]!, 'id') !== '') return true;
  for (let node = heading + 1; node < tree.subtreeEnd[heading]!; node++)
    if (
      tree.kind[node] === ELEMENT &&
      nodeName(tree, node) === 'a' &&
      lowerCaseValue(page, node, 'id') + lowerCaseValue(page, node, 'name') !== ''
    )
      return true;
  return false;
}
