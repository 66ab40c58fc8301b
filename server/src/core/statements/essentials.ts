import { attributeValue, isPageTitle, nodeAt, nodeName, titleElement } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { COMMENT, DOCTYPE, ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { firstBrokenTag, type PlaceInPage, tagsIn } from './broken-tags.ts';
import { elementText } from './element-text.ts';
import { parts } from './file-name.ts';
import type { Statements } from './statements.ts';
import { isPlaceholder } from './title-sections.ts';

/** What a page has or lacks, whatever its layout: how a browser is to show and to name it. */
export const VIEWPORT = 1;
export const DOCTYPE_DECLARATION = 2;
export const TITLE = 3;
/** The end tag of `body` or `html`: a page without both was cut off, or its end was lost. */
export const ENDING = 4;
/** No broken tags. */
export const WHOLE_TAGS = 5;
/** An encoding in the head. */
export const CHARSET = 6;
/** A language of the root element. The code `zxx` (ISO 639-2) means no language. */
export const LANGUAGE = 7;
/** No placeholder as title. A page without a title has it, too. */
export const OWN_TITLE = 12;
/** An icon of its own: browsers find the file of the usual name by themselves. */
export const ICON = 13;
/** A direction of the root element, if its language is written from right to left. */
export const DIRECTION = 15;
/** Nothing to see after the end tag of `body` or `html`. */
export const ENCLOSED = 16;
export const PRESENT = 1;
export const ABSENT = 2;

const [meta, title, link, head] = ['meta', 'title', 'link', 'head'].map(nameId);
/** Elements whose texts are not shown, and those that are shown without a text. */
const unseen = new Set(['noscript', 'script', 'style', 'template', 'title']);
const shown = new Set(['audio', 'canvas', 'embed', 'iframe', 'img', 'input', 'object', 'svg', 'textarea', 'video']);
/** Languages that are written from right to left. */
const rightToLeft = /^(?:ar|dv|fa|he|iw|ku-arab|ps|sd|ug|ur|yi)(?:-|$)/;

/** The value of an attribute, as names are compared; empty if the node lacks it. */
function lowerCase({ tree, source }: ComparedPage, node: number, attribute: string): string {
  return attributeValue(tree, source, node, attribute)?.trim().toLowerCase() ?? '';
}

function isMeta({ tree }: ComparedPage, node: number): boolean {
  return tree.name[node] === meta && tree.kind[node] === ELEMENT;
}

/** What a page has at one of its nodes, by whether a node is it. */
const isEssential: Readonly<Record<number, (page: ComparedPage, node: number) => boolean>> = {
  [VIEWPORT]: (page, node) => isMeta(page, node) && lowerCase(page, node, 'name') === 'viewport',
  [DOCTYPE_DECLARATION]: ({ tree }, node) => tree.kind[node] === DOCTYPE,
  [TITLE]: (page, node) => page.tree.name[node] === title && isPageTitle(page.tree, node) && elementText(page, node) !== '',
  [CHARSET]: (page, node) =>
    isMeta(page, node) && (lowerCase(page, node, 'charset') !== '' || lowerCase(page, node, 'http-equiv') === 'content-type'),
  [ICON]: (page, node) =>
    page.tree.name[node] === link &&
    page.tree.kind[node] === ELEMENT &&
    lowerCase(page, node, 'rel').split(/\s+/).includes('icon') &&
    lowerCase(page, node, 'href') !== '/favicon.ico',
};

/** What a page has as a whole, which is said of its root. */
const isEssentialOfRoot: Readonly<Record<number, (page: ComparedPage, root: number) => boolean>> = {
  // The tree does not say: what follows an end tag of these is put into the body.
  [ENDING]: page => /<\/(?:body|html)\s*>/i.test(shownSource(page)),
  [WHOLE_TAGS]: page => firstBrokenTag(page) === undefined,
  // Browsers add the attributes of a later `<html>` tag to the root, even if text precedes it.
  [LANGUAGE]: (page, root) =>
    ['lang', 'xml:lang'].some(name => !/^(?:zxx)?$/.test(lowerCase(page, root, name))) ||
    /\slang\s*=(?!["'\s]*zxx\b)/i.test(lateRootTag(page)),
  [DIRECTION]: (page, root) => lowerCase(page, root, 'dir') !== '' || !isRightToLeft(page),
  [ENCLOSED]: page => earlyEndTag(page) === undefined,
  [OWN_TITLE]: page => !hasPlaceholder(page),
};

/** All of them, ascending. */
const essentials = [isEssential, isEssentialOfRoot].flatMap(of => Object.keys(of).map(Number)).sort((a, b) => a - b);

/** The first start tag `<html>` outside of comments. Where other text precedes it, it is not in the tree. */
function lateRootTag({ tree, source }: ComparedPage): string {
  const tags = source.matchAll(/<html\b[^<>]*>/gi);
  for (const { 0: tag, index } of tags) if (tree.kind[nodeAt(tree, index)] !== COMMENT) return tag;
  return '';
}

function isRightToLeft(page: ComparedPage): boolean {
  return rightToLeft.test(lowerCase(page, page.tree.root, 'lang'));
}

function hasPlaceholder(page: ComparedPage): boolean {
  const node = titleElement(page.tree);
  return node >= 0 && isPlaceholder(elementText(page, node), parts(page.context.path)[1]);
}

/** The comment that is never closed and hides all that follows; -1 for none. */
export function unclosedComment({ tree, source }: ComparedPage): number {
  for (let node = tree.size - 1; node >= 0; node--)
    if (tree.kind[node] === COMMENT && tree.end[node] === source.length) return source.endsWith('-->') ? -1 : node;
  return -1;
}

function shownSource(page: ComparedPage): string {
  const comment = unclosedComment(page);
  return comment < 0 ? page.source : page.source.slice(0, page.tree.start[comment]);
}

/** The node by which a page has it, the first one after `after`; -1 where it lacks it. */
export function essentialNode(page: ComparedPage, essential: number, after = -1): number {
  const { root } = page.tree;
  const isOfRoot = isEssentialOfRoot[essential];
  if (isOfRoot) return after < root && isOfRoot(page, root) ? root : -1;
  const isWanted = isEssential[essential]!;
  for (let node = after + 1; node < page.tree.size; node++) if (isWanted(page, node)) return node;
  return -1;
}

/** The head of a page; without one, its root. */
export function headOf({ tree }: ComparedPage): number {
  return Math.max(tree.root, tree.name.indexOf(head!));
}

/** The second start tag of a body: the tree has one body, whatever the page says. */
export function secondBody(page: ComparedPage): PlaceInPage | undefined {
  const [, second] = tagsIn(page, /<body(?=[\s>])[^<>]{0,1000}>/gi);
  return second;
}

/** The first end tag of `body` or `html`, with the first node after it that shows something; undefined if nothing is shown after an end tag. */
export function earlyEndTag(page: ComparedPage): PlaceInPage | undefined {
  const { tree } = page;
  // A second body is another mistake.
  const [tag] = secondBody(page) ? [] : tagsIn(page, /<\/(?:body|html)\s*>/gi);
  const isAfter = (node: number): boolean => tag !== undefined && tree.start[node]! >= tag.end;
  for (let node = tree.root + 1; tag && node < tree.size; node++) {
    if (isAfter(node) && unseen.has(nodeName(tree, node))) node = tree.subtreeEnd[node]! - 1;
    else if ((isAfter(node) && shown.has(nodeName(tree, node))) || isTextAfter(page, node, tag.end)) {
      while (isAfter(tree.parent[node]!)) node = tree.parent[node]!;
      return { ...tag, node };
    }
  }
  return undefined;
}

function isTextAfter({ tree, source }: ComparedPage, node: number, start: number): boolean {
  if (tree.kind[node] !== TEXT || tree.end[node]! <= start) return false;
  const text = source.slice(Math.max(tree.start[node]!, start), tree.end[node]);
  return text.replace(/<\/[^<>]*>/g, '').trim() !== '';
}

/** Which of these a page has. */
export function essentialStatements(page: ComparedPage): Statements {
  return Float64Array.from(
    essentials.flatMap(essential => {
      if (essential === DIRECTION && !isRightToLeft(page)) return [];
      const node = essentialNode(page, essential);
      return [essential, node < 0 ? ABSENT : PRESENT, Math.max(node, 0)];
    }),
  );
}
