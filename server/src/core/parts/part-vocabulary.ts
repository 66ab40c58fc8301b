import { attributeValue, nodeName } from '../../html/access.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { Run } from './instances.ts';
import { thresholds } from './thresholds.ts';

/** A page or template file with its source. */
export interface PageText {
  readonly tree: PageTree;
  readonly source: string;
}

/** Words in tag names, roles, ids and classes, and the kind of part that they indicate. The first match counts. */
const vocabulary: readonly [pattern: RegExp, name: string][] = [
  [/\b(?:(?:back|go|scroll|return)-?(?:to-?)?top|to-?top)\b/, 'back to top'],
  [/\bside-?bar-toggle[rd]?\b/, 'sidebar toggle'],
  [/\b(?:(?:menu|nav|navbar)-toggle[rd]?|hamburger|burger)\b/, 'menu button'],
  [/\b(?:breadcrumbs?|navpath|crumbs?)\b/, 'breadcrumbs'],
  [/\b(?:pagination|pager|page-nav|post-nav|prev-?next|paginator)\b/, 'pager'],
  [/\b(?:lang(?:uage)?s?-(?:switch(?:er)?|menu|list|select(?:or)?|nav)|nav-lang|switch-lang)\b/, 'language switch'],
  [/\b(?:search|searchbox|search-form)\b/, 'search'],
  [/\b(?:cookie|cookies|consent|gdpr)\b/, 'cookie notice'],
  [/\b(?:comments?|disqus|respond)\b/, 'comments'],
  [/\b(?:share|sharing|addthis)\b/, 'share links'],
  [/\b(?:toc|table-of-contents|tableofcontents)\b/, 'table of contents'],
  [/\b(?:footer|colophon|contentinfo|foot|bottom|siteinfo)\b/, 'footer'],
  [/\b(?:sidebar|aside|complementary|side-box|sidenav|widget-area)\b|(?<![\w-])(?:widgets?|side)(?![\w-])/, 'sidebar'],
  [/\b(?:nav|menu|navigation|navbar|mainmenu|topnav|main-nav|navbox|menubar)\b/, 'menu'],
  [/\b(?:header|banner|masthead|topbar|top|page-header|site-header)\b/, 'header'],
  [/\b(?:copyright|license|licence|legal)\b/, 'copyright'],
  [/\b(?:skip|skip-link)\b/, 'skip link'],
  [/\b(?:logo|brand|navbar-brand|site-logo)\b/, 'logo'],
  [/\b(?:modal|dialog|popup)\b/, 'dialog'],
];

/** Ids, classes and tag names of the whole article; unlike the vocabulary, they do not name pieces of it. */
const article = /(?<![\w-])(?:article|h-?entry|blog-?post|post|entry)(?![\w-])/;
/** Classes that describe a state (`has-sidebar`, `sidebar-left-open`), not what an element is. */
const state =
  /^(?:has|with|without|no|is|hide|show)-|-(?:position|layout|open|opened|closed|collapsed|expanded|visible|hidden|enabled|disabled)(?:-|$)/;
/** Classes of styles that every element may have, such as `col-md-8` and `text-center`. */
const utility =
  /^(?:cols?|row|container|wrap|wrapper|inner|outer|grid|flex|[a-z][trblxy]?|clearfix|text|bg|margin|padding|border|align|rounded|sticky|fixed|animated|fade)(?:-|$)/;

/** Classes that place or space an element: in `margin-top` and `sticky-top`, `top` does not mean a header. */
const atEdge =
  /^(?:margin|padding|border|align|rounded|[mp][tb]?)-|^-?(?:top|bottom)-(?:\d|auto|full|px)|^(?:navbar-)?(?:fixed|sticky)-(?:top|bottom)$/;

const { namingDepth, phraseLength, sidebarBlocks, vocabularyLength } = thresholds;
/** A phrase from an id or a class: two or three words. */
const phrase = /^[a-z]{2,}(?: [a-z]{2,}){1,2}$/;

/** A name from the vocabulary, and the phrase of the id or class that it was found in. */
interface Found {
  name: string;
  phrase?: string;
}

/** Finds a name in the ids, classes, roles and tag names of a run's elements. */
export function vocabularyName(page: PageText, run: Run): Found | undefined {
  const { tree } = page;
  const end = tree.subtreeEnd[run.last]!;
  let level: number[] = [];
  for (let node = run.first; node < end; node = tree.subtreeEnd[node]!) level.push(node);
  for (let depth = 0; depth <= namingDepth; depth++) {
    const found = nameOfAll(page, level);
    if (found) return found;
    // A single element may be a wrapper: its children are searched, too.
    level = level.length === 1 ? childElements(tree, level[0]!) : [];
  }
  return isArticle(page, run) ? { name: 'article' } : undefined;
}

/** Finds a name in the ancestors of a run below `body` that do not hold the content of the page, the nearest first. */
export function nameAround(page: PageText, run: Run): string | undefined {
  const { tree } = page;
  const contents = new Contents(page, run.first);
  for (let node = run.parent; node >= 0 && nodeName(tree, node) !== 'body'; node = tree.parent[node]!) {
    contents.include(node);
    if (contents.hasMain) return undefined;
    const found = nameOfAll(page, [node], contents);
    if (found) return found.name;
  }
  return undefined;
}

/** The readable id or class of the first element of a run that has one, as words; undefined without one. */
export function ownLabel({ tree, source }: PageText, { first, last }: Run): string | undefined {
  for (let node = first; node < tree.subtreeEnd[last]!; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    const readable = tokensOf({ tree, source }, node).filter(token => /^[a-z]{3,}(?:-[a-z]{2,}){0,2}$/.test(token));
    const label = readable.find(token => token.length <= phraseLength && !utility.test(token) && !state.test(token));
    if (label !== undefined) return label.replaceAll('-', ' ');
  }
  return undefined;
}

/** True if the only element of the run, or its only child, is an article. */
function isArticle(page: PageText, { first, last }: Run): boolean {
  const { tree } = page;
  if (tree.subtreeEnd[first]! <= last) return false;
  const names = (node: number): string => [nodeName(tree, node), ...tokensOf(page, node)].join(' ');
  const children = childElements(tree, first);
  return article.test(names(first)) || (children.length === 1 && article.test(names(children[0]!)));
}

/** What an element holds. Elements that hold each other can be included one by one, from the inside out: each node is visited once. */
class Contents {
  readonly #page: PageText;
  /** Bounds of the nodes visited. */
  #from: number;
  #to: number;
  /** The outermost element around the first node that is a text or an item. */
  #text = Number.POSITIVE_INFINITY;
  links = 0;
  /** Number of headings, lists, paragraphs and other elements that start on a line of their own; wrappers do not count. */
  blocks = 0;
  /** True if it holds the content of the page. */
  hasMain = false;
  hasHeading = false;

  /** @param node a node in the first element */
  constructor(page: PageText, node: number) {
    this.#page = page;
    this.#from = node;
    this.#to = node;
    for (let at = page.tree.parent[node]!; at >= 0; at = page.tree.parent[at]!)
      if (/^(?:article|p|blockquote|h[1-6]|li)$/.test(nodeName(page.tree, at))) this.#text = at;
  }

  /** True if an element that is included, or was, is in a text or an item. */
  isInText(element: number): boolean {
    return this.#text < element;
  }

  include(element: number): void {
    const end = this.#page.tree.subtreeEnd[element]!;
    for (let node = element + 1; node < this.#from; node++) this.#visit(node);
    for (let node = Math.max(this.#to, element + 1); node < end; node++) this.#visit(node);
    this.#from = element + 1;
    this.#to = end;
  }

  #visit(node: number): void {
    const { tree, source } = this.#page;
    if (tree.kind[node] !== ELEMENT) return;
    const name = nodeName(tree, node);
    const value = (attribute: string): string => attributeValue(tree, source, node, attribute) ?? '';
    if (name === 'a') this.links++;
    if (name === 'h1') this.hasHeading = true;
    if (/^(?:h[1-6]|p|[uod]l|form|table|nav|section|figure|details|hr)$/.test(name)) this.blocks++;
    if (name === 'main' || value('role') === 'main' || /^(?:main|content|main-content)$/.test(value('id'))) this.hasMain = true;
  }
}

function contentsOf(page: PageText, element: number): Contents {
  const contents = new Contents(page, element + 1);
  contents.include(element);
  return contents;
}

/** True for an element beside the content: it has several links or blocks, and is neither in a text nor around the content. */
function isBeside(element: number, contents: Contents): boolean {
  if (Math.max(contents.links, contents.blocks) < sidebarBlocks) return false;
  return !contents.hasMain && !contents.hasHeading && !contents.isInText(element);
}

function childElements(tree: PageTree, parent: number): number[] {
  const children: number[] = [];
  for (let child = parent + 1; child < tree.subtreeEnd[parent]!; child = tree.subtreeEnd[child]!)
    if (tree.kind[child] === ELEMENT) children.push(child);
  return children;
}

/** Finds the vocabulary's name of the largest sibling that has one. @param contents what the only node holds, if known */
function nameOfAll(page: PageText, nodes: readonly number[], contents?: Contents): Found | undefined {
  const { tree, source } = page;
  let best: Found | undefined;
  let size = 0;
  for (const node of nodes) {
    const nodeSize = tree.subtreeEnd[node]! - node;
    if (tree.kind[node] !== ELEMENT || nodeSize <= size) continue;
    const tokens = tokensOf(page, node).filter(token => !state.test(token) && !atEdge.test(token));
    const text = [nodeName(tree, node), normalised(attributeValue(tree, source, node, 'role') ?? ''), ...tokens].join(' ');
    const match = vocabulary.find(
      ([pattern, name]) => pattern.test(text) && (name !== 'sidebar' || isBeside(node, contents ?? contentsOf(page, node))),
    );
    if (!match) continue;
    const [pattern, name] = match;
    const token = tokens.map(word => word.replaceAll('-', ' ')).find(word => phrase.test(word) && pattern.test(word));
    best = {
      name,
      ...(token !== undefined && token.length <= phraseLength && { phrase: token }),
    };
    size = nodeSize;
  }
  return best;
}

/** Words of the id and the classes of an element. */
function tokensOf({ tree, source }: PageText, node: number): string[] {
  return ['id', 'class'].flatMap(name => normalised(attributeValue(tree, source, node, name) ?? '').split(/\s+/));
}

/** Normalises the spelling of ids and classes: `mainMenu` and `main_menu` become `main-menu`. */
function normalised(text: string): string {
  return text
    .slice(0, vocabularyLength)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_/g, '-')
    .toLowerCase();
}

/** True if an ancestor of the run is named as content, such as `main` or `class="post"`. */
export function isInContent({ tree, source }: PageText, { parent }: Run): boolean {
  for (let node = parent; node >= 0; node = tree.parent[node]!) {
    const text = ['id', 'class', 'role'].map(name => normalised(attributeValue(tree, source, node, name) ?? ''));
    if (/\b(?:main|article|content|post|entry)\b/.test([nodeName(tree, node), ...text].join(' '))) return true;
  }
  return false;
}
