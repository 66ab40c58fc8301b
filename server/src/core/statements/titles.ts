import { nodeName, nodeText } from '../../html/access.ts';
import { hi, lo } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { BLANK, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
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

/** What a page says about its title, by the title: what else on the page it is about. */
export function titleStatements(page: ComparedPage): Statements {
  const node = essentialNode(page, TITLE);
  const title = node < 0 ? '' : titleText(page, node).toLowerCase();
  const words = wordsOf(title);
  if (words.length === 0) return new Float64Array(0);
  hashNormalForm(title, TITLE_SALT, page.context.key);
  return Float64Array.of(thingKey(lo, hi), subjectOf(page, title, words), node);
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
    if (/^h[1-6]$/.test(nodeName(tree, at)) && isIn(titleText(page, at).toLowerCase())) return OF_HEADING;
  return OF_NOTHING;
}

function wordsOf(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).filter(({ length }) => length >= SHORTEST_WORD);
}

/** The text in a title, or in another element, with single spaces. */
export function titleText({ tree, source }: ComparedPage, node: number): string {
  const texts: string[] = [];
  for (let at = node; at < tree.subtreeEnd[node]!; at++)
    if (tree.kind[at] === TEXT && !(tree.flags[at]! & BLANK)) texts.push(nodeText(tree, source, at));
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}
