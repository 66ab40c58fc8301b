import { nodeName } from '../../html/access.ts';
import { hi, lo } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { elementText } from './element-text.ts';
import { essentialNode, TITLE } from './essentials.ts';
import { parts } from './own-links.ts';
import type { Statements } from './statements.ts';
import { thingKey } from './thing-key.ts';

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

/** The title of a page, as pages with the same title share it. */
interface PageTitle {
  /** Of its text in lower case. */
  readonly key: number;
  /** What has a word of it: `OF_FILE`, `OF_HEADING` or `OF_NOTHING`. */
  readonly subject: number;
  readonly node: number;
}

/** Undefined for a page without a title, or with one that has no words. */
export function pageTitle(page: ComparedPage): PageTitle | undefined {
  const node = essentialNode(page, TITLE);
  const title = node < 0 ? '' : elementText(page, node).toLowerCase();
  const words = wordsOf(title);
  if (words.length === 0) return undefined;
  hashNormalForm(title, TITLE_SALT, page.context.key);
  return { key: thingKey(lo, hi), subject: subjectOf(page, title, words), node };
}

/** By title, what on the page has a word of it. */
export function titleStatements(page: ComparedPage): Statements {
  const title = pageTitle(page);
  return title ? Float64Array.of(title.key, title.subject, title.node) : new Float64Array(0);
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
    if (/^h[1-6]$/.test(nodeName(tree, at)) && isIn(elementText(page, at).toLowerCase())) return OF_HEADING;
  return OF_NOTHING;
}

function wordsOf(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).filter(({ length }) => length >= SHORTEST_WORD);
}
