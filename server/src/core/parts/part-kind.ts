import { attributeValue, isStyleSheetLink, nodeName, nodeText } from '../../html/access.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';
import type { Run } from './instances.ts';
import { isInContent, nameAround, ownLabel, type PageText, vocabularyName } from './part-vocabulary.ts';
import { thresholds } from './thresholds.ts';
import type { PartKind } from './unique-names.ts';

/** A run that represents a part on a page. */
export interface NamedRun {
  readonly run: Run;
  /** True for nodes that enough pages share; words of shared nodes are preferred in names. */
  readonly isShared: (node: number) => boolean;
  /** Side of the page's own text on which the run is, see `Run.side`. */
  readonly side: 'top' | 'bottom' | 'inside';
}

const { nameLength, menuLinks, footMenuLinks, menuLinkedTexts } = thresholds;

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
  const { words, isShared } = firstWords(page, named);
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
    const shared = countsOf(page, run, named.isShared).elements;
    const [most, next] = headKindsOf(shared.size > 0 ? shared : elements);
    return kind(next === undefined ? `head ${most}` : `head ${most} and ${next}`, { words: firstFile(page, named, most) });
  }
  if (texts === 0 && elements.has('scripts')) return kind('scripts', { words: firstFile(page, named, 'scripts') });
  const own = vocabularyName(page, run);
  if (own) return kind(own.name, { wantsWords: false, ...(own.phrase !== undefined && { phrase: own.phrase }) });
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
  const isOutside = side !== 'inside' && !isInContent(page, run) && !isWithin(/^(?:li|dd|p|blockquote)$/);
  if (isOutside && isRich) return kind(side === 'top' ? 'header' : 'footer', { structure });
  const label = isShared || structure === 'text' || structure === 'heading' ? undefined : ownLabel(page, run);
  if (label === undefined) return kind(structure);
  return kind(structure, label.includes(' ') ? { phrase: label } : { words: label });
}

/** Kinds of elements of the head, see `headKind`. */
const headKinds = ['styles', 'scripts', 'metadata', 'icons', 'links'] as const;

/** The kind of most elements of a part of the head; also the next one if only at most half are of the first. */
function headKindsOf(elements: ReadonlyMap<string, number>): [most: string, next?: string] {
  const count = (name: string): number => elements.get(name) ?? 0;
  const all = headKinds.reduce((sum, name) => sum + count(name), 0);
  const [most, next] = headKinds.toSorted((a, b) => count(b) - count(a)) as [string, string];
  return all >= thresholds.mixedHead && count(most) * 2 <= all ? [most, next] : [all > 0 ? most : 'metadata'];
}

/** Counts the contents of a run, or those of its nodes that `counts` is true for. */
function countsOf(page: PageText, run: Run, counts: (node: number) => boolean = () => true): RunCounts {
  const { tree, source } = page;
  const end = tree.subtreeEnd[run.last]!;
  const elements = new Map<string, number>();
  let links = 0;
  let linkTexts = 0;
  let texts = 0;
  for (let node = run.first; node < end; node++) {
    if (!counts(node)) continue;
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
  if (name === 'link' && isStyleSheetLink(tree, source, node)) return 'styles';
  if (name === 'link') return /\bicon\b/i.test(attributeValue(tree, source, node, 'rel') ?? '') ? 'icons' : 'links';
  if (name === 'meta') return 'metadata';
  return name === 'img' || name === 'svg' ? 'images' : name;
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

/** Text of the first heading, else the first text, cut to the length of a name; shared nodes are preferred. Also, whether the node is shared. */
function firstWords({ tree, source }: PageText, { run, isShared }: NamedRun): { words: string; isShared: boolean } {
  const end = tree.subtreeEnd[run.last]!;
  let best = '';
  let bestRank = 0;
  for (let node = run.first; node < end; node++) {
    if (!isText(tree, node)) continue;
    const text = nodeText(tree, source, node);
    if (!hasWords(text)) continue;
    const isHeading = /^h[1-6]$/.test(nodeName(tree, tree.parent[node]!));
    // A text without letters, such as a number, names a part only if it has no other text.
    const hasLetters = /\p{L}{2}|\p{Lo}/u.test(text);
    const rank = hasLetters ? 2 + (isShared(node) ? 4 : 0) + (isHeading ? 2 : 0) + (/\p{L}{3}|\p{Lo}/u.test(text) ? 1 : 0) : 1;
    if (rank > bestRank) {
      best = text;
      bestRank = rank;
    }
  }
  return { words: cut(best), isShared: bestRank > 5 };
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
