import { attributeIndex, attributeValue } from '../../../html/access.ts';
import { nameId } from '../../../html/names.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, type PageTree, TEXT, VERBATIM } from '../../../html/tree.ts';
import type { PageContext } from './context.ts';
import { tokenName } from './secret-tokens.ts';

/** The text, or the value of a `meta`, `link` or field, is the page's own (N9, N10, N13): only the presence of the node is compared. */
export const SLOT = 1;
/** The node is not compared: it is inside a breadcrumb, the first heading or a code sample, or is or is inside a table of contents (N9, N11). */
export const UNCOMPARED = 2;
/** The node is `html` or `body`. */
export const ROOT = 4;
/** The node is a text of a script. */
export const IN_SCRIPT = 8;
/** The node is a text of a style sheet. */
export const IN_STYLE = 16;
/** The node is a text whose white space is significant. */
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

/** Elements of code samples. Inside a link they are a name, and compared. */
const samples = new Set(['code', 'kbd', 'pre', 'samp'].map(nameId));

/** Returns by node the traits that decide its normal form, as the bits `SLOT` to `KEEPS_SPACE`. Takes linear time. */
export function nodeTraits(tree: PageTree, source: string, context: PageContext): Uint8Array {
  const traits = new Uint8Array(tree.size);
  const { off } = context;
  const mayBeFree = !off.has('N11');
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]!;
    if (parent >= 0) traits[node]! |= traits[parent]! & UNCOMPARED;
    if (tree.kind[node] === TEXT) traits[node]! |= textTraits(tree, node, parent, traits);
    else if (tree.kind[node] === ELEMENT) {
      traits[node]! |= elementTraits(tree, source, node, off);
      if (mayBeFree && !(traits[node]! & UNCOMPARED)) freeParts(tree, source, node, traits);
      if (samples.has(tree.name[node]!) && !(traits[node]! & UNCOMPARED) && !isInLink(tree, node)) freeInside(tree, node, traits);
    }
  }
  if (!off.has('N9')) freeHeading(tree, traits);
  if (!off.has('N11')) freeContents(tree, source, traits);
  return traits;
}

function textTraits(tree: PageTree, node: number, parent: number, traits: Uint8Array): number {
  const name = parent < 0 ? -1 : tree.name[parent]!;
  const bits = parent < 0 ? 0 : traits[parent]! & SLOT;
  if (name === n.script) return bits | IN_SCRIPT;
  if (name === n.style) return bits | IN_STYLE;
  return bits | (tree.flags[node]! & VERBATIM ? KEEPS_SPACE : 0);
}

function elementTraits(tree: PageTree, source: string, node: number, off: PageContext['off']): number {
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

/** N10: relations of a `link` whose target differs by page. */
const slotLinks =
  /(?:^|\s)(?:canonical|alternate|prev|previous|next|up|first|last|shortlink|amphtml|bookmark|edit|edituri)(?:\s|$)/i;
function isLinkSlot(relations: string): boolean {
  // `alternate stylesheet` is a style sheet of the site.
  return slotLinks.test(relations) && !/stylesheet/i.test(relations);
}

/** N10: names of a `meta` whose content differs by page. */
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

/** Attributes, by the end of their names, that name the purpose of an element. */
const naming = /(?:class|id|aria-label|itemtype|role)$/i;
/** N11: words in these attributes that identify breadcrumbs and tables of contents. */
const breadcrumb = /bread-?_?crumb|\bcrumbs?\b|\bpathway\b|\bnavpath\b/i;
const contents = /\b(?:doc-)?toc\b|table-?of-?contents|on-this-page/i;
const notContainers = new Set(['a', 'body', 'html', 'img', 'input', 'link', 'meta', 'script'].map(nameId));

/** N11: marks the content of a breadcrumb, and a table of contents with its content, as `UNCOMPARED`: a page may lack the latter. */
function freeParts(tree: PageTree, source: string, node: number, traits: Uint8Array): void {
  if (tree.attrFirst[node] === tree.attrFirst[node + 1] || notContainers.has(tree.name[node]!)) return;
  const tag = source.slice(tree.start[node]!, tree.tagEnd[node]!);
  // A fast filter on the whole tag comes first.
  if (!breadcrumb.test(tag) || !isCalled(tree, source, node, breadcrumb)) {
    if (!contents.test(tag) || !isCalled(tree, source, node, contents)) return;
    traits[node]! |= UNCOMPARED;
  }
  freeInside(tree, node, traits);
}

/** True if an attribute that names the element's purpose contains the word. */
function isCalled(tree: PageTree, source: string, node: number, word: RegExp): boolean {
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
    const value = source.slice(tree.attrValueStart[at]!, tree.attrValueEnd[at]!);
    if (word.test(value) && naming.test(source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!))) return true;
  }
  return false;
}

function freeInside(tree: PageTree, node: number, traits: Uint8Array): void {
  for (let inside = node + 1; inside < tree.subtreeEnd[node]!; inside++) traits[inside]! |= UNCOMPARED;
}

/** N9: marks the page's heading: the first `h1` without a link or picture, and not in a link; an `h1` with these has the site's name. */
function freeHeading(tree: PageTree, traits: Uint8Array): void {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.name[node] !== n.h1) continue;
    let linked = isInLink(tree, node);
    step(tree.subtreeEnd[node]! - node);
    for (let inside = node + 1; inside < tree.subtreeEnd[node]!; inside++) {
      linked ||= tree.kind[inside] === ELEMENT && (tree.name[inside] === n.a || tree.name[inside] === n.img);
    }
    if (linked) continue;
    traits[node]! |= SLOT;
    freeInside(tree, node, traits);
    return;
  }
}

function isInLink(tree: PageTree, node: number): boolean {
  for (let at = tree.parent[node]!; at >= 0; at = tree.parent[at]!) if (tree.name[at] === n.a) return true;
  return false;
}

/** N11: marks lists of at least three links that all refer to fragments of the page. */
function freeContents(tree: PageTree, source: string, traits: Uint8Array): void {
  const links = new Uint32Array(tree.size);
  const inside = new Uint32Array(tree.size);
  for (let node = tree.size - 1; node >= 0; node--) {
    if (tree.kind[node] === ELEMENT && tree.name[node] === n.a) {
      const href = hrefStart(tree, source, node);
      if (href >= 0) links[node] = 1;
      // `#` alone refers to no fragment.
      if (href >= 0 && source.charCodeAt(href) === HASH && /[^\s"'>]/.test(source[href + 1] ?? '')) inside[node] = 1;
    }
    const parent = tree.parent[node]!;
    if (parent < 0 || links[node] === 0) continue;
    links[parent]! += links[node]!;
    inside[parent]! += inside[node]!;
  }
  for (let node = 0; node < tree.size; node++) {
    if (inside[node]! < 3 || inside[node] !== links[node] || (tree.name[node] !== n.ul && tree.name[node] !== n.ol)) continue;
    traits[node]! |= UNCOMPARED;
    freeInside(tree, node, traits);
    node = tree.subtreeEnd[node]! - 1;
  }
}

const HASH = 35;

/** Offset of the value of an element's `href`, or -1. */
function hrefStart(tree: PageTree, source: string, node: number): number {
  const at = attributeIndex(tree, source, node, 'href');
  return at < 0 ? -1 : tree.attrValueStart[at]!;
}
