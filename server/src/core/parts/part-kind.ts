import { attributeValue, isStyleSheetLink, nodeName, nodeText } from '../../html/access.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';
import type { Run } from './instances.ts';
import { thresholds } from './thresholds.ts';
import type { PartKind } from './unique-names.ts';

/** A page or template file with its source. */
export interface PageText {
  readonly tree: PageTree;
  readonly source: string;
}

/** A run that represents a part on a page. */
export interface NamedRun {
  readonly run: Run;
  /** True for nodes that enough pages share; words of shared nodes are preferred in names. */
  readonly isShared: (node: number) => boolean;
  /** Side of the page's own text on which the run is, see `Run.side`. */
  readonly side: 'top' | 'bottom' | 'inside';
}

/** Words in tag names, roles, ids and classes, and the kind of part that they indicate. The first match counts. */
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
  [/\b(?:sidebar|aside|complementary|widget|side|side-box|sidenav)\b/, 'sidebar'],
  [/\b(?:nav|menu|navigation|navbar|mainmenu|topnav|main-nav|navbox|menubar)\b/, 'menu'],
  [/\b(?:header|banner|masthead|topbar|top|page-header|site-header)\b/, 'header'],
  [/\b(?:copyright|license|licence|legal)\b/, 'copyright'],
  [/\b(?:skip|skip-link)\b/, 'skip link'],
  [/\b(?:logo|brand|navbar-brand|site-logo)\b/, 'logo'],
  [/\b(?:modal|dialog|popup)\b/, 'dialog'],
];

const { namingDepth, nameLength, phraseLength, vocabularyLength, menuLinks, footMenuLinks, menuLinkedTexts } = thresholds;
/** A phrase from an id or a class: two or three words. */
const phrase = /^[a-z]{2,}(?: [a-z]{2,}){1,2}$/;

/** Counts of the contents of a run. */
interface RunCounts {
  /** Number of elements by name, or by kind for those of the head and images, see `headKind`. */
  readonly elements: ReadonlyMap<string, number>;
  readonly links: number;
  /** Number of texts with a letter or a digit, and of those in links. */
  readonly texts: number;
  readonly linkTexts: number;
}

/** Kinds that say too little without words: there are often several. */
const general = new Set(['sidebar', 'heading', 'link', 'image', 'images', 'list', 'table', 'section', 'text', 'block']);

/** Derives from a run of a part what a person would call the part; names are not unique yet, see `uniqueNames`. */
export function partKind(page: PageText, named: NamedRun): PartKind {
  const { tree } = page;
  const { run, side } = named;
  const { elements, links, texts, linkTexts } = countsOf(page, run);
  const words = firstWords(page, named);
  const kind = (name: string, more: Partial<PartKind> = {}): PartKind => ({
    name,
    words,
    links,
    wantsWords: general.has(name),
    ...more,
  });
  const isWithin = (names: RegExp): boolean => {
    for (let node = run.parent; node >= 0; node = tree.parent[node]!) if (names.test(nodeName(tree, node))) return true;
    return false;
  };
  if (isWithin(/^head$/)) {
    const most = mostOf(elements, ['styles', 'scripts', 'links', 'metadata']);
    return kind(`head ${most}`, { words: firstFile(page, named, most) });
  }
  if (texts === 0 && elements.has('scripts')) return kind('scripts', { words: firstFile(page, named, 'scripts') });
  const own = vocabularyName(page, run);
  if (own) return kind(own.name, own.phrase === undefined ? {} : { phrase: own.phrase });
  if (/^(?:skip|jump) (?:to|over)\b/i.test(words)) return kind('skip link');
  const isLink = texts > 0 && ((links === 1 && linkTexts === texts) || isWithin(/^a$/));
  const around = nameAround(page, run);
  if (around)
    return kind(isLink ? `${around.replace(/s links$/, '')} link` : around, { wantsWords: isLink || general.has(around) });
  if (/©|copyright/i.test(words)) return kind('copyright');
  const isMenu = links >= (side === 'bottom' ? footMenuLinks : menuLinks) && linkTexts >= menuLinkedTexts * texts;
  if (isMenu) return kind('menu');
  if (texts === 0) return wordless(page, run, elements, kind);
  if (isLink) return kind('link');
  if (isWithin(/^h[1-6]$/)) return kind('heading');
  const isRich = texts + links + (elements.get('images') ?? 0) > 1;
  const structure = structureName(page, run, elements);
  if (side !== 'inside' && isRich && !isInContent(page, run)) return kind(side === 'top' ? 'header' : 'footer', { structure });
  return kind(structure);
}

/** True if an ancestor of the run is named as content, such as `main` or `class="post"`. */
function isInContent({ tree, source }: PageText, { parent }: Run): boolean {
  for (let node = parent; node >= 0; node = tree.parent[node]!) {
    const text = ['id', 'class', 'role'].map(name => normalised(attributeValue(tree, source, node, name) ?? ''));
    if (/\b(?:main|article|content|post|entry)\b/.test([nodeName(tree, node), ...text].join(' '))) return true;
  }
  return false;
}

/** Counts the contents of a run. */
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

/** Names a part without words: by its images or form, else by the id or class of its first element. */
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
    return kind(elements.get('images') === 1 ? 'image' : 'images', { words });
  }
  if (elements.has('form') || elements.has('input')) return kind('form', {});
  let words = '';
  for (let node = first; node < end && words === ''; node++)
    if (tree.kind[node] === ELEMENT) words = cut(value(node, ['id', 'class', 'name', 'title']));
  return kind('block', { words });
}

/** Names a part by its structure alone. */
function structureName({ tree }: PageText, { first, last }: Run, elements: ReadonlyMap<string, number>): string {
  if (elements.has('form')) return 'form';
  const only = first === last || tree.subtreeEnd[first]! > last ? nodeName(tree, first) : '';
  if (/^h[1-6]$/.test(only)) return 'heading';
  if (only === 'table') return 'table';
  if (/^(?:[uod]l|menu)$/.test(only)) return 'list';
  return [...elements.keys()].some(name => /^h[1-6]$/.test(name)) ? 'section' : 'text';
}

/** Kind of an element of the head or of an image; else the element's name. */
function headKind({ tree, source }: PageText, node: number): string {
  const name = nodeName(tree, node);
  if (name === 'script') return 'scripts';
  if (name === 'style') return 'styles';
  if (name === 'link') return isStyleSheetLink(tree, source, node) ? 'styles' : 'links';
  if (name === 'meta') return 'metadata';
  return name === 'img' || name === 'svg' ? 'images' : name;
}

/** Returns the name with the highest count, the first of several; the last name if all counts are 0. */
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

/** True if the node, or an ancestor from node `first` on, is a link. */
function isInLink(tree: PageTree, node: number, first: number): boolean {
  for (let at = node; at >= first; at = tree.parent[at]!) if (nodeName(tree, at) === 'a') return true;
  return false;
}

/** True for texts that people read: not blank, not in scripts or styles. */
function isText(tree: PageTree, node: number): boolean {
  return tree.kind[node] === TEXT && !(tree.flags[node]! & (BLANK | OPAQUE));
}

/** A name from the vocabulary, and the phrase of the id or class that it was found in. */
interface Found {
  name: string;
  phrase?: string;
}

/** Finds a name in the ids, classes, roles and tag names of a run's elements. */
function vocabularyName(page: PageText, run: Run): Found | undefined {
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
  return undefined;
}

/** Finds a name in the ancestors of a run below `body`, the nearest first. */
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

/** Finds the vocabulary's name of the largest sibling that has one. */
function nameOfAll({ tree, source }: PageText, nodes: readonly number[]): Found | undefined {
  let best: Found | undefined;
  let size = 0;
  for (const node of nodes) {
    const nodeSize = tree.subtreeEnd[node]! - node;
    if (tree.kind[node] !== ELEMENT || nodeSize <= size) continue;
    const tokens = ['id', 'class'].flatMap(name => normalised(attributeValue(tree, source, node, name) ?? '').split(/\s+/));
    const text = [nodeName(tree, node), normalised(attributeValue(tree, source, node, 'role') ?? ''), ...tokens].join(' ');
    const match = vocabulary.find(([pattern]) => pattern.test(text));
    if (!match) continue;
    const [pattern, name] = match;
    const token = tokens.map(word => word.replaceAll('-', ' ')).find(word => phrase.test(word) && pattern.test(word));
    best = { name, ...(token !== undefined && token.length <= phraseLength && { phrase: token }) };
    size = nodeSize;
  }
  return best;
}

/** Normalises the spelling of ids and classes: `mainMenu` and `main_menu` become `main-menu`. */
function normalised(text: string): string {
  return text
    .slice(0, vocabularyLength)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_/g, '-')
    .toLowerCase();
}

/** Text of the first heading, else the first text, cut to the length of a name. Shared nodes are preferred. */
function firstWords({ tree, source }: PageText, { run, isShared }: NamedRun): string {
  const end = tree.subtreeEnd[run.last]!;
  let best = '';
  let bestRank = 0;
  for (let node = run.first; node < end; node++) {
    if (!isText(tree, node)) continue;
    const text = nodeText(tree, source, node);
    if (!hasWords(text)) continue;
    const isHeading = /^h[1-6]$/.test(nodeName(tree, tree.parent[node]!));
    const rank =
      (isShared(node) ? 8 : 0) +
      (isHeading ? 4 : 0) +
      (/\p{L}{3}|\p{Lo}/u.test(text) ? 2 : 0) +
      (/\p{L}{2}/u.test(text) ? 1 : 0) +
      1;
    if (rank > bestRank) {
      best = text;
      bestRank = rank;
    }
  }
  return cut(best);
}

/** File name of the first shared style sheet, script or link of this kind, or name of the first shared `meta`; empty without one. */
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

/** File name in an address, without query and fragment, cut to the length of a name. */
function fileName(address: string): string {
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  const file = path.endsWith('/') ? path.slice(0, -1) : path;
  return cut(file.slice(file.lastIndexOf('/') + 1));
}

/** True if the text has a letter or a digit. */
function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Characters that are trimmed around words. */
const aroundWords = new Set(' ,.;:|•·–—>»-<«');

/** Trims white space and punctuation, and cuts a text to `nameLength` characters: between words, unless the first word is too long. */
function cut(text: string): string {
  const spaced = text.replace(/\s+/g, ' ');
  let from = 0;
  let to = spaced.length;
  while (from < to && aroundWords.has(spaced[from]!)) from++;
  while (to > from && spaced[to - 1] !== '.' && spaced[to - 1] !== '-' && aroundWords.has(spaced[to - 1]!)) to--;
  const trimmed = spaced.slice(from, to);
  if (trimmed.length <= nameLength) return trimmed;
  const start = trimmed.slice(0, nameLength + 1);
  const space = start.lastIndexOf(' ');
  const end = space > 0 ? space : Math.max(...['-', '_', '.', '/'].map(mark => start.lastIndexOf(mark)));
  return `${trimmed.slice(0, end > 0 ? end : nameLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
