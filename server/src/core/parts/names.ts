import { attributeValue, nodeName, nodeText } from '../page/access.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree, TEXT } from '../page/tree.ts';
import type { Run } from './instances.ts';

/** A page with its text. */
export interface PageText {
  readonly tree: PageTree;
  readonly source: string;
}

/** What a part is called before it is told apart from others of that name. */
export interface PartKind {
  /** Such as `footer`, `menu`, `head: styles`. */
  readonly name: string;
  /** A heading in it, or its first words; empty without text. */
  readonly words: string;
  readonly links: number;
  /** A name that many parts have needs the words beside it. */
  readonly wantsWords: boolean;
}

/** Words in tag names, roles, ids and classes, and what they say. The first match counts. */
const vocabulary: readonly [pattern: RegExp, name: string][] = [
  [/\b(?:breadcrumbs?|navpath|crumbs?)\b/, 'breadcrumbs'],
  [/\b(?:pagination|pager|page-nav|post-nav|prev-?next|paginator)\b/, 'pager'],
  [/\b(?:lang(?:uage)?s?-(?:switch(?:er)?|menu|list|select(?:or)?|nav)|nav-lang|switch-lang)\b/, 'language switch'],
  [/\b(?:search|searchbox|search-form)\b/, 'search'],
  [/\b(?:cookie|cookies|consent|gdpr)\b/, 'cookie notice'],
  [/\b(?:comments?|disqus|respond)\b/, 'comments'],
  [/\b(?:share|sharing|addthis)\b/, 'share links'],
  [/\b(?:toc|table-of-contents|tableofcontents)\b/, 'table of contents'],
  [/\b(?:footer|colophon|contentinfo|foot|bottom|siteinfo)\b/, 'footer'],
  [/\b(?:sidebar|aside|complementary|widget|side|side-box|sidenav)\b/, 'side box'],
  [/\b(?:nav|menu|navigation|navbar|mainmenu|topnav|main-nav|navbox|menubar)\b/, 'menu'],
  [/\b(?:header|banner|masthead|topbar|top|page-header|site-header)\b/, 'header'],
  [/\b(?:copyright|license|licence|legal)\b/, 'copyright'],
  [/\b(?:skip|skip-link)\b/, 'skip link'],
  [/\b(?:modal|dialog|popup)\b/, 'dialog'],
];

/** Depth below the part's roots at which words still name the whole of it. */
const NAMING_DEPTH = 1;
const MOST_WORDS = 30;

/** What a person would call the part that stands at a run of a page. */
export function partKind(page: PageText, run: Run): PartKind {
  const { tree } = page;
  const end = tree.subtreeEnd[run.last]!;
  const counts = new Map<string, number>();
  let links = 0;
  let linkTexts = 0;
  let texts = 0;
  for (let node = run.first; node < end; node++) {
    if (tree.kind[node] === ELEMENT) {
      const name = headKind(page, node);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (name === 'a') links++;
    } else if (tree.kind[node] === TEXT && !(tree.flags[node]! & (BLANK | OPAQUE))) {
      texts++;
      if (insideLink(tree, node, run.first)) linkTexts++;
    }
  }
  const words = firstWords(page, run);
  const kind = (name: string, wantsWords = false): PartKind => ({ name, words, links, wantsWords });
  if (isInHead(tree, run.parent)) return kind(`head: ${mostOf(counts, ['styles', 'scripts', 'links', 'metadata'])}`);
  if (texts === 0 && (counts.get('scripts') ?? 0) > 0) return kind('scripts');
  const named = vocabularyName(page, run);
  if (named) return kind(named, named === 'side box');
  if (/©|copyright/i.test(words)) return kind('copyright');
  if (links >= 3 && linkTexts >= 0.6 * texts) return kind('menu');
  return kind(words === '' ? mostOf(counts, ['scripts', 'styles', 'images', 'block']) : `“${words}”`);
}

/** Unique names, in the order of the parts: the words told beside the kind where several parts are of one kind, then a number. */
export function uniqueNames(kinds: readonly (PartKind & { readonly pages: number })[]): string[] {
  const menus = kinds.map((kind, at) => ({ ...kind, at })).filter(({ name, links }) => name === 'menu' && links >= 3);
  // A long menu on nearly all pages is the main one, not the three links above it on all.
  menus.sort((a, b) => b.pages * b.links - a.pages * a.links || a.at - b.at);
  const main = menus[0]?.at;
  const first = kinds.map(({ name }, at) => (at === main ? 'main menu' : name));
  const times = new Map<string, number>();
  for (const name of first) times.set(name, (times.get(name) ?? 0) + 1);
  const seen = new Set<string>();
  const named = first.map((name, at) => {
    const { words, wantsWords } = kinds[at]!;
    const bare = times.get(name) === 1 && !wantsWords;
    return bare || words === '' || name.startsWith('“') ? name : `${name} “${words}”`;
  });
  return named.map(name => {
    let unique = name;
    for (let number = 2; seen.has(unique); number++) unique = `${name} ${number}`;
    seen.add(unique);
    return unique;
  });
}

function headKind({ tree, source }: PageText, node: number): string {
  const name = nodeName(tree, node);
  if (name === 'script') return 'scripts';
  if (name === 'style') return 'styles';
  if (name === 'link') return /\bstylesheet\b/i.test(attributeValue(tree, source, node, 'rel') ?? '') ? 'styles' : 'links';
  if (name === 'meta') return 'metadata';
  return name === 'img' || name === 'svg' ? 'images' : name;
}

/** The first of the names with the highest count; the last where none is counted. */
function mostOf(counts: ReadonlyMap<string, number>, names: readonly string[]): string {
  let most = 0;
  let best = names.at(-1)!;
  for (const name of names) {
    const count = counts.get(name) ?? 0;
    if (count > most) {
      most = count;
      best = name;
    }
  }
  return best;
}

function isInHead(tree: PageTree, parent: number): boolean {
  for (let node = parent; node >= 0; node = tree.parent[node]!) if (nodeName(tree, node) === 'head') return true;
  return false;
}

function insideLink(tree: PageTree, node: number, first: number): boolean {
  for (let at = node; at >= first; at = tree.parent[at]!) if (nodeName(tree, at) === 'a') return true;
  return false;
}

/** The name that the run's own elements have words for, else those around it, from the inside out. */
function vocabularyName(page: PageText, run: Run): string | undefined {
  const { tree } = page;
  const end = tree.subtreeEnd[run.last]!;
  let level: number[] = [];
  for (let node = run.first; node < end; node = tree.subtreeEnd[node]!) level.push(node);
  for (let depth = 0; depth <= NAMING_DEPTH; depth++) {
    const found = nameOfAll(page, level);
    if (found) return found;
    // A single element is a wrapper of what it holds.
    level = level.length === 1 ? childElements(tree, level[0]!) : [];
  }
  for (let node = run.parent; node >= 0 && nodeName(tree, node) !== 'body'; node = tree.parent[node]!) {
    const found = nameOfAll(page, [node]);
    if (found) return found;
  }
  return undefined;
}

function childElements(tree: PageTree, parent: number): number[] {
  const children: number[] = [];
  for (let child = parent + 1; child < tree.subtreeEnd[parent]!; child = tree.subtreeEnd[child]!)
    if (tree.kind[child] === ELEMENT) children.push(child);
  return children;
}

/** The vocabulary's name for several siblings: that of the largest that has one. */
function nameOfAll({ tree, source }: PageText, nodes: readonly number[]): string | undefined {
  let best: string | undefined;
  let size = 0;
  for (const node of nodes) {
    if (tree.kind[node] !== ELEMENT) continue;
    const text = [
      nodeName(tree, node),
      ...['role', 'id', 'class'].map(name => attributeValue(tree, source, node, name) ?? ''),
    ].join(' ');
    const spelled = text
      .slice(0, 300)
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .replace(/_/g, '-')
      .toLowerCase();
    const found = vocabulary.find(([pattern]) => pattern.test(spelled))?.[1];
    const nodeSize = tree.subtreeEnd[node]! - node;
    if (found && nodeSize > size) {
      best = found;
      size = nodeSize;
    }
  }
  return best;
}

/** Text of the first heading, else the first text; cut at a word. */
function firstWords({ tree, source }: PageText, run: Run): string {
  const end = tree.subtreeEnd[run.last]!;
  let first = '';
  for (let node = run.first; node < end; node++) {
    if (tree.kind[node] !== TEXT || tree.flags[node]! & (BLANK | OPAQUE)) continue;
    const text = cut(nodeText(tree, source, node));
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    if (first === '') first = text;
    if (/^h[1-6]$/.test(nodeName(tree, tree.parent[node]!))) return text;
  }
  return first;
}

function cut(text: string): string {
  if (text.length <= MOST_WORDS) return text;
  const space = text.lastIndexOf(' ', MOST_WORDS);
  return `${text.slice(0, space > MOST_WORDS / 2 ? space : MOST_WORDS).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
