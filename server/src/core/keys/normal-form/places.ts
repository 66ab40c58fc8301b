import { attributeIndex, attributeValue } from '../../../html/access.ts';
import { nameId } from '../../../html/names.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, type PageTree, TEXT, VERBATIM } from '../../../html/tree.ts';
import type { PageContext } from './context.ts';
import { tokenName } from './secret-tokens.ts';

/** Text, or the value of a `meta`, `link` or field, of this page alone: N9, N10, N13. That there is one counts. */
export const SLOT = 1;
/**
 * Inside a breadcrumb, the first heading or a sample of code, or a table of contents of the page or inside one (N9, N11): whatever stands there
 * does not count.
 */
export const FREE = 2;
/** `html` or `body`. */
export const ROOT = 4;
export const IN_SCRIPT = 8;
export const IN_STYLE = 16;
/** White space is kept. */
export const KEEPS_SPACE = 32;

const n = {
  a: nameId('a'),
  body: nameId('body'),
  h1: nameId('h1'),
  html: nameId('html'),
  img: nameId('img'),
  input: nameId('input'),
  link: nameId('link'),
  meta: nameId('meta'),
  ol: nameId('ol'),
  script: nameId('script'),
  style: nameId('style'),
  title: nameId('title'),
  ul: nameId('ul'),
} as const;

/** What holds samples; outside of links, whose words may be names in code. */
const samples = new Set(['code', 'kbd', 'pre', 'samp'].map(nameId));

/** What the place of each node says about its normal form, as bits. In time linear in the page. */
export function nodePlaces(tree: PageTree, source: string, context: PageContext): Uint8Array {
  const places = new Uint8Array(tree.size);
  const { off } = context;
  const mayBeFree = !off.has('N11');
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]!;
    if (parent >= 0) places[node]! |= places[parent]! & FREE;
    if (tree.kind[node] === TEXT) places[node]! |= textPlace(tree, node, parent, places);
    else if (tree.kind[node] === ELEMENT) {
      places[node]! |= elementPlace(tree, source, node, off);
      if (mayBeFree && !(places[node]! & FREE)) freeParts(tree, source, node, places);
      if (samples.has(tree.name[node]!) && !(places[node]! & FREE) && !isInLink(tree, node)) freeInside(tree, node, places);
    }
  }
  if (!off.has('N9')) freeHeading(tree, places);
  if (!off.has('N11')) freeContents(tree, source, places);
  return places;
}

function textPlace(tree: PageTree, node: number, parent: number, places: Uint8Array): number {
  const name = parent < 0 ? -1 : tree.name[parent]!;
  const bits = parent < 0 ? 0 : places[parent]! & SLOT;
  if (name === n.script) return bits | IN_SCRIPT;
  if (name === n.style) return bits | IN_STYLE;
  return bits | (tree.flags[node]! & VERBATIM ? KEEPS_SPACE : 0);
}

function elementPlace(tree: PageTree, source: string, node: number, off: PageContext['off']): number {
  const name = tree.name[node]!;
  if (name === n.html || name === n.body) return ROOT;
  if (name === n.title) return off.has('N10') ? 0 : SLOT;
  if (name === n.meta) return isMetaSlot(tree, source, node, off) ? SLOT : 0;
  if (name === n.link) return !off.has('N10') && isLinkSlot(attributeValue(tree, source, node, 'rel') ?? '') ? SLOT : 0;
  if (name === n.input) return !off.has('N13') && tokenName.test(attributeValue(tree, source, node, 'name') ?? '') ? SLOT : 0;
  if (name === n.script) {
    return !off.has('N10') && /\bld\+json\b/i.test(attributeValue(tree, source, node, 'type') ?? '') ? SLOT : 0;
  }
  return 0;
}

/** N10: relations of `link` whose target is the page's own. */
const slotLinks =
  /(?:^|\s)(?:canonical|alternate|prev|previous|next|up|first|last|shortlink|amphtml|bookmark|edit|edituri)(?:\s|$)/i;
function isLinkSlot(relations: string): boolean {
  // An alternate style sheet is another of the site's.
  return slotLinks.test(relations) && !/stylesheet/i.test(relations);
}

/** N10: names of `meta` whose content is the page's own. */
const slotMetas =
  /^(?:description|keywords|author|date|robots|news_keywords|subject|abstract|revised|last-modified|pagename|page-topic|thumbnail|(?:og|twitter|article|book|profile|dc|dcterms|citation|sailthru|parsely|itemprop)[:._-].*)$/i;

function isMetaSlot(tree: PageTree, source: string, node: number, off: PageContext['off']): boolean {
  const name =
    attributeValue(tree, source, node, 'name') ??
    attributeValue(tree, source, node, 'property') ??
    attributeValue(tree, source, node, 'itemprop') ??
    attributeValue(tree, source, node, 'http-equiv') ??
    '';
  return (!off.has('N10') && slotMetas.test(name)) || (!off.has('N13') && tokenName.test(name));
}

/** Attributes, by the end of their names, that say what an element is. */
const naming = /(?:class|id|aria-label|itemtype|role)$/i;
/** N11: how breadcrumbs and tables of contents are called. */
const breadcrumb = /bread-?_?crumb|\bcrumbs?\b|\bpathway\b|\bnavpath\b/i;
const contents = /\b(?:doc-)?toc\b|table-?of-?contents|on-this-page/i;
const notContainers = new Set(['a', 'body', 'html', 'img', 'input', 'link', 'meta', 'script'].map(nameId));

/** N11: a breadcrumb is there on every page, but for its own parts; a table of contents, where a page has something to list. */
function freeParts(tree: PageTree, source: string, node: number, places: Uint8Array): void {
  if (tree.attrFirst[node] === tree.attrFirst[node + 1] || notContainers.has(tree.name[node]!)) return;
  const tag = source.slice(tree.start[node]!, tree.tagEnd[node]!);
  // Few tags have one of the words anywhere.
  if (!breadcrumb.test(tag) || !isCalled(tree, source, node, breadcrumb)) {
    if (!contents.test(tag) || !isCalled(tree, source, node, contents)) return;
    places[node]! |= FREE;
  }
  freeInside(tree, node, places);
}

function isCalled(tree: PageTree, source: string, node: number, word: RegExp): boolean {
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
    const value = source.slice(tree.attrValueStart[at]!, tree.attrValueEnd[at]!);
    if (word.test(value) && naming.test(source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!))) return true;
  }
  return false;
}

function freeInside(tree: PageTree, node: number, places: Uint8Array): void {
  for (let inside = node + 1; inside < tree.subtreeEnd[node]!; inside++) places[inside]! |= FREE;
}

/** N9: the page's own heading: the first `h1` without a link or a picture, and not in a link; those hold the site's name. */
function freeHeading(tree: PageTree, places: Uint8Array): void {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.name[node] !== n.h1) continue;
    let linked = isInLink(tree, node);
    step(tree.subtreeEnd[node]! - node);
    for (let inside = node + 1; inside < tree.subtreeEnd[node]!; inside++) {
      linked ||= tree.kind[inside] === ELEMENT && (tree.name[inside] === n.a || tree.name[inside] === n.img);
    }
    if (linked) continue;
    places[node]! |= SLOT;
    freeInside(tree, node, places);
    return;
  }
}

function isInLink(tree: PageTree, node: number): boolean {
  for (let at = tree.parent[node]!; at >= 0; at = tree.parent[at]!) if (tree.name[at] === n.a) return true;
  return false;
}

/** N11: a list of three or more links, all of them to places of the page. */
function freeContents(tree: PageTree, source: string, places: Uint8Array): void {
  const links = new Uint32Array(tree.size);
  const inside = new Uint32Array(tree.size);
  for (let node = tree.size - 1; node >= 0; node--) {
    if (tree.kind[node] === ELEMENT && tree.name[node] === n.a) {
      const href = hrefStart(tree, source, node);
      if (href >= 0) links[node] = 1;
      // `#` alone leads to no place of the page.
      if (href >= 0 && source.charCodeAt(href) === HASH && /[^\s"'>]/.test(source[href + 1] ?? '')) inside[node] = 1;
    }
    const parent = tree.parent[node]!;
    if (parent < 0 || links[node] === 0) continue;
    links[parent]! += links[node]!;
    inside[parent]! += inside[node]!;
  }
  for (let node = 0; node < tree.size; node++) {
    if (inside[node]! < 3 || inside[node] !== links[node] || (tree.name[node] !== n.ul && tree.name[node] !== n.ol)) continue;
    places[node]! |= FREE;
    freeInside(tree, node, places);
    node = tree.subtreeEnd[node]! - 1;
  }
}

const HASH = 35;

/** Where the value of an element's `href` starts, or -1. */
function hrefStart(tree: PageTree, source: string, node: number): number {
  const at = attributeIndex(tree, source, node, 'href');
  return at < 0 ? -1 : tree.attrValueStart[at]!;
}
