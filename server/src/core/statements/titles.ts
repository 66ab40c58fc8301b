import { nodeName, nodeText, titleElement } from '../../html/access.ts';
import { hi, lo, number53 } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { isHomePage } from '../../html/page-address.ts';
import { ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { OPEN } from './agreement-table.ts';
import { elementText } from './element-text.ts';
import { essentialNode, TITLE } from './essentials.ts';
import { parts } from './own-links.ts';
import type { Statements } from './statements.ts';

const TITLE_SALT = 51;
/** The title has a word of the file's name, or the name one of the title. */
export const OF_FILE = 1;
/** Nothing on the page has a word of the title. */
export const OF_NOTHING = 2;
/** Only a heading or the folder has a word of the title, or the page is the first of its folder. */
const OF_HEADING = 3;
/** Shorter words, in characters, say nothing. */
const SHORTEST_WORD = 3;
/** Pages. A title that fits more pages by file name or heading belongs to none of them, so no page copied it. */
const MOST_PAGES = 4;
/** Characters. A longer title names no page, and comparing its words with those of the page would take long. */
const LONGEST_TITLE = 1000;
/** Characters. A longer text is no heading. */
const LONGEST_HEADING = 80;
const outsideHeadings = new Set(['a', 'head', 'script', 'style', 'button', 'option']);
/** What separates the name of a page from that of its site. */
const SEPARATOR = /\s[-\u2013\u2014|:\u00b7\u2022\u00bb/]+\s|[|\u00b7\u2022\u00bb]|:\s/;

/** A section of the title of a page, as pages with the same title share it. */
interface TitleSection {
  /** Of the section and the title, in lower case. */
  readonly key: number;
  /** What has a word of it: `OF_FILE`, `OF_HEADING` or `OF_NOTHING`. */
  readonly subject: number;
  /** The title element. */
  readonly node: number;
}

/** The sections of the title of a page that have words. */
export function titleSections(page: ComparedPage): TitleSection[] {
  const node = essentialNode(page, TITLE);
  const title = node < 0 ? '' : elementText(page, node).toLowerCase();
  if (title.length > LONGEST_TITLE) return [];
  /** The words of possible headings, known when a section asks for them. */
  let ofHeadings: ReadonlySet<string> | undefined;
  const headingWords = (): ReadonlySet<string> => {
    ofHeadings ??= wordsOfHeadings(page);
    return ofHeadings;
  };
  return title.split(SEPARATOR).flatMap((section, at) => {
    const words = wordsOf(section);
    if (words.length === 0) return [];
    hashNormalForm(`${at} ${title}`, TITLE_SALT, page.context.key);
    return [{ key: number53(lo, hi), subject: subjectOf(page.context.path, section, words, headingWords), node }];
  });
}

/** The thing that pages agree on if their titles begin with the same section, such as the name of the site, or end with it. */
export const TITLE_EDGES = [8, 9] as const;

/** The title element of a page, -1 for none, and the first and the last section of the title; no texts if it has only one section. */
export function titleEdges(page: ComparedPage): { readonly node: number; readonly texts: readonly string[] } {
  const node = essentialNode(page, TITLE);
  const title = node < 0 ? '' : elementText(page, node);
  const sections = title.length > LONGEST_TITLE ? [] : title.split(SEPARATOR).map(section => section.trim());
  return { node, texts: sections.length < 2 ? [] : [sections[0]!, sections.at(-1)!] };
}

/** The title as a whole. */
export const WHOLE_TITLE = 11;

/** What the title of a page says, and what it begins and ends with; 0 for nothing. That of a home page may say more or less. */
export function titleTextStatements(page: ComparedPage): number[] {
  const hashOf = (text: string): number => {
    hashNormalForm(text.toLowerCase(), TITLE_SALT, page.context.key);
    return number53(lo, hi);
  };
  const title = titleElement(page.tree);
  const text = title < 0 ? '' : elementText(page, title);
  const { node, texts } = titleEdges(page);
  return [
    ...(text === '' ? [] : [WHOLE_TITLE, hashOf(text), title]),
    ...(node < 0 || isHomePage(page.name)
      ? []
      : TITLE_EDGES.flatMap((key, edge) => [key, texts[edge] ? hashOf(texts[edge]) : 0, node])),
  ];
}

/** By section of the title, what on the page has a word of it; a page without any has no vote, however many such pages there are. */
export function titleStatements(page: ComparedPage): Statements {
  const sections = titleSections(page);
  return Float64Array.from(sections.flatMap(({ key, subject, node }) => [key, subject === OF_NOTHING ? OPEN : subject, node]));
}

/** True if a title is that of the page, or pages, with its words in the file's name, and others have copied it. */
export function isCopiedTitle(value: number, pages: number, of: number): boolean {
  return value === OF_FILE && of <= MOST_PAGES && pages * 2 >= of;
}

function subjectOf(path: string, section: string, words: readonly string[], headingWords: () => ReadonlySet<string>): number {
  const [folder, stem] = parts(path.toLowerCase());
  const isIn = (others: Iterable<string>): boolean => {
    for (const word of others) if (section.includes(word)) return true;
    return false;
  };
  if (isIn(wordsOf(stem)) || words.some(word => stem.includes(word))) return OF_FILE;
  const isOfHeading = /^(?:index|default|home)$/.test(stem) || isIn(wordsOf(folder)) || isIn(headingWords());
  return isOfHeading ? OF_HEADING : OF_NOTHING;
}

/** The words of the short texts of a page that are not links: whatever elements they stand in, they may be headings. */
function wordsOfHeadings({ tree, source }: ComparedPage): ReadonlySet<string> {
  const words = new Set<string>();
  for (let node = 0; node < tree.size; ) {
    if (tree.kind[node] === ELEMENT && outsideHeadings.has(nodeName(tree, node))) {
      node = tree.subtreeEnd[node]!;
      continue;
    }
    const isShort = tree.kind[node] === TEXT && tree.textLength[node]! > 0 && tree.textLength[node]! <= LONGEST_HEADING;
    if (isShort) for (const word of wordsOf(nodeText(tree, source, node).toLowerCase())) words.add(word);
    node++;
  }
  return words;
}

function wordsOf(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).filter(({ length }) => length >= SHORTEST_WORD);
}
