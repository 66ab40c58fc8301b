import { attributeValue, nodeName, nodeText } from '../../html/access.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';
import type { Run } from './instances.ts';
import { thresholds } from './thresholds.ts';
import type { PartKind } from './unique-names.ts';

/** A page with its text. */
export interface PageText {
  readonly tree: PageTree;
  readonly source: string;
}

/** What a part is named by, beside its page. */
export interface NamedRun {
  readonly run: Run;
  /** Does the part's own text on most pages stand here, and not what is this page's alone? */
  readonly isShared: (node: number) => boolean;
  /** Does it stand before, or after, all text of the page's own? */
  readonly side: 'top' | 'bottom' | 'inside';
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

const { namingDepth, nameLength, phraseLength, vocabularyLength, menuLinks, footMenuLinks, menuLinkedTexts } = thresholds;
/** A name out of an id or a class has two or three words. */
const phrase = /^[a-z]{2,}(?: [a-z]{2,}){1,2}$/;

/** What stands in a run, counted. */
interface RunCounts {
  readonly elements: ReadonlyMap<string, number>;
  readonly links: number;
  /** Texts with a letter or a digit, and those of them in links. */
  readonly texts: number;
  readonly linkTexts: number;
}

/** What a person would call the part that stands at a run of a page. */
export function partKind(page: PageText, named: NamedRun): PartKind {
  const { tree } = page;
  const { run, side } = named;
  const { elements, links, texts, linkTexts } = countsOf(page, run);
  const words = firstWords(page, named);
  const kind = (name: string, more: Partial<PartKind> = {}): PartKind => ({ name, words, links, wantsWords: false, ...more });
  const isWithin = (names: RegExp): boolean => {
    for (let node = run.parent; node >= 0; node = tree.parent[node]!) if (names.test(nodeName(tree, node))) return true;
    return false;
  };
  if (isWithin(/^head$/)) {
    const most = mostOf(elements, ['styles', 'scripts', 'links', 'metadata']);
    return kind(`head: ${most}`, { words: firstFile(page, named, most) });
  }
  if (texts === 0 && elements.has('scripts')) return kind('scripts', { words: firstFile(page, named, 'scripts') });
  const own = vocabularyName(page, run);
  if (own)
    return kind(own.name, { wantsWords: own.name === 'side box', ...(own.phrase !== undefined && { phrase: own.phrase }) });
  const isLink = texts > 0 && ((links === 1 && linkTexts === texts) || isWithin(/^a$/));
  const around = nameAround(page, run);
  if (around)
    return kind(isLink ? `${around.replace(/s links$/, '')} link` : around, { wantsWords: isLink || around === 'side box' });
  if (/©|copyright/i.test(words)) return kind('copyright');
  const isMenu = links >= (side === 'bottom' ? footMenuLinks : menuLinks) && linkTexts >= menuLinkedTexts * texts;
  if (isMenu) return kind('menu');
  if (texts === 0) return wordless(page, run, elements, kind);
  if (isLink) return kind('link', { wantsWords: true });
  if (isWithin(/^h[1-6]$/)) return kind('heading', { wantsWords: true });
  const isRich = texts + links + (elements.get('images') ?? 0) > 1;
  if (side !== 'inside' && isRich && !isInContent(page, run)) return kind(side === 'top' ? 'header' : 'footer');
  return kind(structureName(page, run, elements), { wantsWords: true });
}

/** Does a run stand in what its page calls its content? */
function isInContent({ tree, source }: PageText, { parent }: Run): boolean {
  for (let node = parent; node >= 0; node = tree.parent[node]!) {
    const text = ['id', 'class', 'role'].map(name => spelled(attributeValue(tree, source, node, name) ?? ''));
    if (/\b(?:main|article|content|post|entry)\b/.test([nodeName(tree, node), ...text].join(' '))) return true;
  }
  return false;
}

function countsOf(page: PageText, run: Run): RunCounts {
  const { tree, source } = page;
  const end = tree.subtreeEnd[run.last]!;
  const elements = new Map<string, number>();
  let links = 0;
  let linkTexts = 0;
  let texts = 0;
  for (let node = run.first; node < end; node++) {
    if (tree.kind[node] === ELEMENT) {
      const name = headKind(page, node);
      elements.set(name, (elements.get(name) ?? 0) + 1);
      if (name === 'a') links++;
    } else if (isText(tree, node) && hasWords(nodeText(tree, source, node))) {
      texts++;
      if (isInLink(tree, node, run.first)) linkTexts++;
    }
  }
  return { elements, links, texts, linkTexts };
}

/** A part without words: by its pictures, else by what its first element is called. */
function wordless(
  { tree, source }: PageText,
  { first, last }: Run,
  elements: ReadonlyMap<string, number>,
  kind: (name: string, more: Partial<PartKind>) => PartKind,
): PartKind {
  if (elements.has('styles')) return kind('styles', {});
  const end = tree.subtreeEnd[last]!;
  const value = (node: number, names: readonly string[]): string =>
    names.map(name => (attributeValue(tree, source, node, name) ?? '').trim()).find(text => text !== '') ?? '';
  if (elements.has('images')) {
    let words = '';
    for (let node = first; node < end && words === ''; node++)
      if (nodeName(tree, node) === 'img') words = cut(value(node, ['alt'])) || fileName(value(node, ['src']));
    return kind(elements.get('images') === 1 ? 'image' : 'images', { words, wantsWords: true });
  }
  if (elements.has('form') || elements.has('input')) return kind('form', {});
  let words = '';
  for (let node = first; node < end && words === ''; node++)
    if (tree.kind[node] === ELEMENT) words = cut(value(node, ['id', 'class', 'name', 'title']));
  return kind('block', { words, wantsWords: true });
}

/** A part by its structure alone. */
function structureName({ tree }: PageText, { first, last }: Run, elements: ReadonlyMap<string, number>): string {
  if (elements.has('form')) return 'form';
  const only = first === last || tree.subtreeEnd[first]! > last ? nodeName(tree, first) : '';
  if (/^h[1-6]$/.test(only)) return 'heading';
  if (only === 'table') return 'table';
  if (/^(?:[uod]l|menu)$/.test(only)) return 'list';
  return [...elements.keys()].some(name => /^h[1-6]$/.test(name)) ? 'section' : 'text';
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

function isInLink(tree: PageTree, node: number, first: number): boolean {
  for (let at = node; at >= first; at = tree.parent[at]!) if (nodeName(tree, at) === 'a') return true;
  return false;
}

function isText(tree: PageTree, node: number): boolean {
  return tree.kind[node] === TEXT && !(tree.flags[node]! & (BLANK | OPAQUE));
}

interface Found {
  name: string;
  phrase?: string;
}

/** The name that the run's own elements have words for. */
function vocabularyName(page: PageText, run: Run): Found | undefined {
  const { tree } = page;
  const end = tree.subtreeEnd[run.last]!;
  let level: number[] = [];
  for (let node = run.first; node < end; node = tree.subtreeEnd[node]!) level.push(node);
  for (let depth = 0; depth <= namingDepth; depth++) {
    const found = nameOfAll(page, level);
    if (found) return found;
    // A single element is a wrapper of what it holds.
    level = level.length === 1 ? childElements(tree, level[0]!) : [];
  }
  return undefined;
}

/** The name that the elements around a run have words for, from the inside out. */
function nameAround(page: PageText, run: Run): string | undefined {
  const { tree } = page;
  for (let node = run.parent; node >= 0 && nodeName(tree, node) !== 'body'; node = tree.parent[node]!) {
    const found = nameOfAll(page, [node]);
    if (found) return found.name;
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
function nameOfAll({ tree, source }: PageText, nodes: readonly number[]): Found | undefined {
  let best: Found | undefined;
  let size = 0;
  for (const node of nodes) {
    const nodeSize = tree.subtreeEnd[node]! - node;
    if (tree.kind[node] !== ELEMENT || nodeSize <= size) continue;
    const tokens = ['id', 'class'].flatMap(name => spelled(attributeValue(tree, source, node, name) ?? '').split(/\s+/));
    const text = [nodeName(tree, node), spelled(attributeValue(tree, source, node, 'role') ?? ''), ...tokens].join(' ');
    const match = vocabulary.find(([pattern]) => pattern.test(text));
    if (!match) continue;
    const [pattern, name] = match;
    const token = tokens.map(word => word.replaceAll('-', ' ')).find(word => phrase.test(word) && pattern.test(word));
    best = { name, ...(token !== undefined && token.length <= phraseLength && { phrase: token }) };
    size = nodeSize;
  }
  return best;
}

/** `mainMenu` and `main_menu` as `main-menu`. */
function spelled(text: string): string {
  return text
    .slice(0, vocabularyLength)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_/g, '-')
    .toLowerCase();
}

/** Text of the first heading, else the first text; those that most pages have first. Without punctuation around it, cut at a word. */
function firstWords({ tree, source }: PageText, { run, isShared }: NamedRun): string {
  const end = tree.subtreeEnd[run.last]!;
  let best = '';
  let bestRank = 0;
  for (let node = run.first; node < end; node++) {
    if (!isText(tree, node)) continue;
    const text = nodeText(tree, source, node);
    if (!hasWords(text)) continue;
    const isHeading = /^h[1-6]$/.test(nodeName(tree, tree.parent[node]!));
    const rank = (isShared(node) ? 4 : 0) + (isHeading ? 2 : 0) + (/\p{L}{2}/u.test(text) ? 1 : 0) + 1;
    if (rank > bestRank) {
      best = text;
      bestRank = rank;
    }
  }
  return cut(best);
}

/** File of the first style sheet, script or link, or name of the first metadata; of those that most pages have. */
function firstFile(page: PageText, { run, isShared }: NamedRun, kind: string): string {
  const { tree, source } = page;
  const end = tree.subtreeEnd[run.last]!;
  for (let node = run.first; node < end; node++) {
    if (tree.kind[node] !== ELEMENT || !isShared(node) || headKind(page, node) !== kind) continue;
    const value = (name: string): string => attributeValue(tree, source, node, name) ?? '';
    const found =
      kind === 'metadata'
        ? cut(value('property') || value('name') || value('http-equiv'))
        : fileName(value('src') || value('href'));
    if (found !== '') return found;
  }
  return '';
}

function fileName(address: string): string {
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  const file = path.endsWith('/') ? path.slice(0, -1) : path;
  return cut(file.slice(file.lastIndexOf('/') + 1));
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** What stands around words and belongs to none. */
const aroundWords = new Set(' ,.;:|•·–—>»-<«');

function cut(text: string): string {
  const spaced = text.replace(/\s+/g, ' ');
  let from = 0;
  let to = spaced.length;
  while (from < to && aroundWords.has(spaced[from]!)) from++;
  while (to > from && spaced[to - 1] !== '.' && spaced[to - 1] !== '-' && aroundWords.has(spaced[to - 1]!)) to--;
  const trimmed = spaced.slice(from, to);
  if (trimmed.length <= nameLength) return trimmed;
  const space = trimmed.lastIndexOf(' ', nameLength);
  return `${trimmed.slice(0, space > nameLength / 2 ? space : nameLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
