import { nodeName, nodeText } from '../../html/access.ts';
import { hi, lo, number53 } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { elementText } from './element-text.ts';
import { essentialNode, TITLE } from './essentials.ts';
import { parts } from './own-links.ts';
import type { Statements } from './statements.ts';

const TITLE_SALT = 51;
/** The title has a word of the file's name, or the name one of the title. */
const OF_FILE = 1;
/** Nothing on the page has a word of the title. */
export const OF_NOTHING = 2;
/** Only a heading or the folder has a word of the title, or the page is the first of its folder. */
const OF_HEADING = 3;
/** Shorter words, in characters, say nothing. */
const SHORTEST_WORD = 3;
/** A title on more pages is not copied by mistake. */
const MOST_PAGES = 4;
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
  return title.split(SEPARATOR).flatMap((section, at) => {
    const words = wordsOf(section);
    if (words.length === 0) return [];
    hashNormalForm(`${at} ${title}`, TITLE_SALT, page.context.key);
    return [{ key: number53(lo, hi), subject: subjectOf(page, section, words), node }];
  });
}

/** By section of the title, what on the page has a word of it. */
export function titleStatements(page: ComparedPage): Statements {
  return Float64Array.from(titleSections(page).flatMap(({ key, subject, node }) => [key, subject, node]));
}

/** True if a title is that of the page, or pages, with its words in the file's name, and others have copied it. */
export function isCopiedTitle(value: number, pages: number, of: number): boolean {
  return value === OF_FILE && of <= MOST_PAGES && pages * 2 >= of;
}

function subjectOf(page: ComparedPage, title: string, words: readonly string[]): number {
  const { tree, context } = page;
  const [folder, stem] = parts(context.path.toLowerCase());
  const isIn = (text: string): boolean => wordsOf(text).some(word => title.includes(word));
  if (isIn(stem) || words.some(word => stem.includes(word))) return OF_FILE;
  if (/^(?:index|default|home)$/.test(stem) || isIn(folder)) return OF_HEADING;
  for (let at = 0; at < tree.size; at++)
    if (isHeading(page, at) && isIn(nodeText(tree, page.source, at).toLowerCase())) return OF_HEADING;
  return OF_NOTHING;
}

/** True for a short text of the page that is no link: whatever element it stands in, it may be a heading. */
function isHeading({ tree }: ComparedPage, text: number): boolean {
  if (tree.kind[text] !== TEXT || tree.textLength[text]! === 0 || tree.textLength[text]! > LONGEST_HEADING) return false;
  for (let at = tree.parent[text]!; at >= 0; at = tree.parent[at]!) if (outsideHeadings.has(nodeName(tree, at))) return false;
  return true;
}

function wordsOf(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).filter(({ length }) => length >= SHORTEST_WORD);
}
