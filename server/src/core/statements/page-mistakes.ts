import { attributeIndex, attributeValue, isStyleSheetLink, nodeAt, nodeName, titleElement } from '../../html/access.ts';
import { hash53 } from '../../html/hash.ts';
import { category, HEADING, knownNames, nameId, VOID } from '../../html/names.ts';
import { attributePlace } from '../../html/places.ts';
import { step } from '../../html/steps.ts';
import { COMMENT, ELEMENT, FOREIGN, IMPLIED, ISLAND, type PageTree } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { decodedPath } from '../keys/normal-form/file-of.ts';
import { UNCOMPARED } from '../keys/normal-form/node-traits.ts';
import { isMisspelt } from '../keys/spelling.ts';
import { firstBrokenTag, type PlaceInPage, tagsIn } from './broken-tags.ts';
import { isOpen, needsEndTag } from './closings.ts';
import { essentialNode, secondBody, VIEWPORT } from './essentials.ts';
import { addressOf } from './link-targets.ts';
import { oncePerPage } from './once-per-page.ts';
import type { Found, PageMistake } from './page-mistake.ts';
import { unmatchedIds } from './unmatched-ids.ts';
import { emptyAddressOf, emptyPictures, linksToNowhere, noAddressOf, wrongContact } from './wrong-links.ts';

/** What is wrong with an end tag too many. */
export const CLOSES_NOTHING = 'closes nothing';
export const IS_BROKEN = 'is a broken tag';

/** Attributes. Those of an element with more are not checked, since each one is compared with all before it. */
const MOST_ATTRIBUTES = 50;
/** Element names with unpaired tags, and such tags of one name. Beyond these nothing is reported: each costs a look at the whole page. */
const MOST_NAMES = 12;
const MOST_TAGS = 50;

const [anchor, form, link, script] = ['a', 'form', 'link', 'script'].map(nameId);
/** Elements whose tags need not pair up, beside void elements (`VOID`): authors may omit their end tags, or browsers ignore these. */
const withoutPairs = new Set(['body', 'head', 'html', 'image', 'p'].map(nameId));

function isHeading(name: number): boolean {
  return (category(name) & HEADING) !== 0;
}

/**
 * The mistakes of a page, in document order; of a page with a broken tag no unpaired ones, since they may follow from it. None for a fragment of
 * a page, and for a source of a template language other than PHP.
 */
export const pageMistakes = oncePerPage((page): readonly PageMistake[] => {
  const { tree, source } = page;
  if (tree.flags[tree.root]! & IMPLIED && !/<body[\s>]/i.test(source)) return [];
  const isTemplate = /\{[{%]|<[%?](?!xml)/.test(source);
  return (isTemplate ? serverCode(page) : mistakesOf(page))
    .sort((a, b) => a.start - b.start)
    .map(mistake => {
      const text = (mistake.text ?? source.slice(mistake.start, mistake.end)).replace(/\s+/g, ' ');
      const key = hash53(`${text} ${mistake.what} ${mistake.link?.pages[0] ?? ''}`);
      return { code: 'page/invalid-markup', ...mistake, text, key };
    });
});

function mistakesOf(page: ComparedPage): Found[] {
  const broken = firstBrokenTag(page);
  if (!broken) return [...unpairedTags(page), ...otherMistakes(page)];
  return [{ ...broken, what: IS_BROKEN }, ...otherMistakes(page).filter(({ node }) => node !== broken.node)];
}

/** The mistakes that are neither broken nor unpaired tags. */
function otherMistakes(page: ComparedPage): Found[] {
  const { tree } = page;
  const ofPage = [nestedForm, secondOnes, lostCharacters, wrongIds, secondIds, emptyPictures, linksToNowhere];
  const found = ofPage.flatMap(find => find(page));
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & (IMPLIED | ISLAND | FOREIGN)) continue;
    const mistake = wrongAttribute(page, node) ?? wrongEnd(page, node);
    if (mistake) found.push(mistake);
    const name = tree.name[node]!;
    const ofAnchor = name === anchor ? (noAddressOf(page, node) ?? wrongContact(page, node)) : undefined;
    const wrong = name === link || name === script ? emptyAddressOf(page, node) : ofAnchor;
    if (wrong) found.push(wrong);
  }
  // A contact link with an empty address gives two mistakes. Keep the one of `wrongContact`: its message shows the contact.
  const contacts = new Set(found.filter(({ link }) => !link).map(each => each.node));
  return found.filter(({ link, node }) => !link || !contacts.has(node));
}

/**
 * Returns the first PHP code of a page as a mistake. Returns nothing if the code stands inside a comment, script or text field, if the page has code
 * of another template language, too, or if its path does not end in `.html` or `.htm`.
 */
function serverCode({ tree, source, context }: ComparedPage): Found[] {
  const [code] = /<\?(?:php\b|=)[^<>]{0,1000}>?/.exec(source) ?? [];
  if (code === undefined || /\{[{%]|<%/.test(source) || !/\.html?$/i.test(context.path)) return [];
  const start = source.indexOf(code);
  const node = nodeAt(tree, start);
  if (node < 0 || tree.kind[node] !== COMMENT || tree.start[node] !== start) return [];
  const what = 'is PHP, which servers do not run in files with this ending, unless they are set up so';
  return [{ start, end: start + code.length, node, what }];
}

/** The first form that browsers ignore since it stands in another form. */
function nestedForm(page: ComparedPage): Found[] {
  const { tree } = page;
  const starts = new Set<number>();
  for (let node = 0; node < tree.size; node++)
    if (tree.name[node] === form && tree.kind[node] === ELEMENT) starts.add(tree.start[node]!);
  if (starts.size === 0) return [];
  const [first] = fewTags(page, /<form(?=[\s/>])[^<>]{0,1000}>/gi, starts) ?? [];
  return first ? [{ ...first, what: 'is ignored, since it stands in another form' }] : [];
}

/** The second elements with ids that a link or a label of the page refers to. */
function secondIds({ tree, source }: ComparedPage): Found[] {
  const values = (nameOf: (node: number) => string): [string, number][] => {
    const all: [string, number][] = [];
    for (let node = 0; node < tree.size; node++) {
      if (tree.kind[node] !== ELEMENT || tree.flags[node]! & (IMPLIED | ISLAND | FOREIGN)) continue;
      const value = attributeValue(tree, source, node, nameOf(node));
      if (value) all.push([value, node]);
    }
    return all;
  };
  const known = new Set<string>();
  const seconds = new Map<string, number>();
  for (const [id, node] of values(() => 'id')) {
    if (!known.has(id)) known.add(id);
    else if (!seconds.has(id)) seconds.set(id, node);
  }
  if (seconds.size === 0) return [];
  const isLink = (node: number): boolean => tree.name[node] === anchor;
  const references = values(node => (isLink(node) ? 'href' : 'for'));
  const meant = new Set(references.map(([value, node]) => (isLink(node) ? decodedPath(value) : `#${value}`)));
  const what = 'has the id of an earlier element, which is the one that links and labels lead to';
  return [...seconds]
    .filter(([id]) => meant.has(`#${id}`))
    .slice(0, MOST_TAGS)
    .map(([, node]) => ({ start: tree.start[node]!, end: tree.tagEnd[node]!, node, what }));
}

/**
 * Returns the first wrong attribute of an element. An attribute is wrong in three cases: another one with the same name stands before it, and its
 * value is different and not empty; its name has a quote and another character than quotes and `=`; it is a misspelt `href`.
 */
function wrongAttribute({ tree, source }: ComparedPage, node: number): Found | undefined {
  const [first, end] = [tree.attrFirst[node]!, tree.attrFirst[node + 1]!];
  if (end - first > MOST_ATTRIBUTES) return undefined;
  const isLink = addressOf.get(tree.name[node]!) === 'href' && attributeIndex(tree, source, node, 'href') < 0;
  for (let at = first; at < end; at++) {
    const [start, nameEnd] = [tree.attrNameStart[at]!, tree.attrNameEnd[at]!];
    const name = source.slice(start, nameEnd);
    if (/["']/.test(name) && /[^"'=]/.test(name))
      return { start, end: nameEnd, node, what: 'is no name of an attribute: a quote is missing or left over' };
    if (isLink && isMisspeltHref(name.toLowerCase())) {
      const what = 'is no attribute, so there is no address: href is meant';
      return { start, end: nameEnd, node, what, code: 'template/wrong-target', correction: 'href' };
    }
    const other = attributeIndex(tree, source, node, name.toLowerCase());
    step(at - first);
    const value = (of: number): string => source.slice(tree.attrValueStart[of], tree.attrValueEnd[of]).trim();
    if (other === at || other < 0 || value(at) === '' || value(other) === value(at)) continue;
    const what = 'stands twice in this tag, so browsers ignore the second value';
    return { start, end: nameEnd, node, what };
  }
  return undefined;
}

/** True for a typing mistake in `href`: the same first letter; one letter missing or added, or at most two neighbouring letters wrong. */
function isMisspeltHref(name: string): boolean {
  return name[0] === 'h' && Math.abs(name.length - 'href'.length) <= 1 && isMisspelt(name, 'href');
}

/** A start tag in place of the end tag, `<h2>Title<h2>`, or the end tag of another heading. */
function wrongEnd({ tree, source }: ComparedPage, node: number): Found | undefined {
  const name = tree.name[node]!;
  if (isHeading(name) && tree.closeStart[node]! < tree.end[node]!) {
    const [start, end] = [tree.closeStart[node]!, tree.end[node]!];
    const closing = source
      .slice(start + 2, end - 1)
      .trim()
      .toLowerCase();
    const own = nodeName(tree, node);
    return closing === own ? undefined : { start, end, node, what: `ends a heading <${own}>`, correction: `</${own}>` };
  }
  if ((name !== anchor && !isHeading(name)) || tree.closeStart[node] !== tree.end[node]) return undefined;
  const next = tree.subtreeEnd[node]!;
  const isInstead =
    next < tree.size &&
    tree.name[next] === name &&
    tree.kind[next] === ELEMENT &&
    tree.start[next] === tree.end[node] &&
    tree.attrFirst[next] === tree.attrFirst[next + 1] &&
    !(tree.flags[next]! & IMPLIED);
  if (!isInstead) return undefined;
  const correction = `</${nodeName(tree, node)}>`;
  return {
    start: tree.start[next]!,
    end: tree.tagEnd[next]!,
    node: next,
    what: `stands where ${correction} is meant`,
    correction,
  };
}

/** The second title, viewport or body of a page, and the second element that loads the same script or style sheet. */
function secondOnes(page: ComparedPage): Found[] {
  const { tree } = page;
  const first = titleElement(tree);
  const title = first < 0 ? -1 : titleElement(tree, first);
  const viewport = essentialNode(page, VIEWPORT);
  const second = viewport < 0 ? -1 : essentialNode(page, VIEWPORT, viewport);
  const loaded = loadedAgain(page);
  const at = (node: number, what: string): Found[] =>
    node < 0 ? [] : [{ start: tree.start[node]!, end: tree.end[node]!, node, what, correction: '' }];
  const body = secondBody(page);
  return [
    ...at(title, 'is a second title, which browsers ignore'),
    ...at(second, 'is a second viewport'),
    ...(body ? [{ ...body, what: 'is a second body', correction: '' }] : []),
    ...at(loaded, 'is loaded for the second time'),
  ];
}

/** The second element that loads the same script or style sheet; -1 if none does. Advertisements load one `async` script at each of their places. */
function loadedAgain(page: ComparedPage): number {
  const { tree, signatures } = page;
  const known = new Set<string>();
  for (let node = 0; node < tree.size; node++) {
    const isScript = tree.name[node] === script;
    const isLoading = isScript || (tree.name[node] === link && isStyleSheetLink(tree, page.source, node));
    if (!isLoading || tree.kind[node] !== ELEMENT || signatures.traits[node]! & UNCOMPARED) continue;
    const address = attributeValue(tree, page.source, node, isScript ? 'src' : 'href')?.trim() ?? '';
    if (address === '' || (isScript && attributeIndex(tree, page.source, node, 'async') >= 0)) continue;
    const loaded = `${address} ${attributeValue(tree, page.source, node, 'media') ?? ''}`;
    if (known.has(loaded)) return node;
    known.add(loaded);
  }
  return -1;
}

/** The first replacement character (U+FFFD) of a page: a character was lost when its encoding was read wrongly. */
function lostCharacters({ tree, source }: ComparedPage): Found[] {
  const start = source.indexOf('\ufffd');
  if (start < 0) return [];
  const count = source.split('\ufffd').length - 1;
  const what = `stands where ${count === 1 ? 'a character was' : `${count} characters were`} lost in another encoding`;
  return [{ start, end: start + 1, node: Math.max(tree.root, nodeAt(tree, start)), what }];
}

/** Ids that links and style rules cannot match. */
function wrongIds(page: ComparedPage): Found[] {
  return unmatchedIds(page).map(([id, node]) => {
    const why = id.startsWith('#') ? 'begins with #, which only links to it do' : 'has white space';
    return {
      ...attributePlace(page, node, 'id')!,
      node,
      what: `${why}, so no link or style rule can match it`,
      code: 'page/wrong-id',
    };
  });
}

/** Returns the end tags that match no start tag, and the start tags that match no end tag. Skips element names whose tags all pair up. */
function unpairedTags(page: ComparedPage): Found[] {
  const { tree, source } = page;
  const counts = new Map<string, number>();
  const open = new Set<string>();
  const add = (name: string, count: 1 | -1): void => void counts.set(name, (counts.get(name) ?? 0) + count);
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & IMPLIED) continue;
    // An element whose end tag may be omitted, and is, has none to count.
    if (needsEndTag(tree, node) || tree.closeStart[node]! < tree.end[node]!) add(nodeName(tree, node), 1);
    if (isOpen(tree, node)) open.add(nodeName(tree, node));
  }
  for (let at = source.indexOf('</'); at >= 0; at = source.indexOf('</', at + 2)) {
    let end = at + 2;
    while (isNameCode(source.charCodeAt(end))) end++;
    add(source.slice(at + 2, end).toLowerCase(), -1);
  }
  const isPaired = (name: string): boolean => {
    const id = knownNames.indexOf(name);
    return id < 0 || !(withoutPairs.has(id) || category(id) & VOID);
  };
  const names = [...new Set([...counts.keys(), ...open])].filter(
    name => ((counts.get(name) ?? 0) < 0 || open.has(name)) && /^[a-z][a-z\d-]*$/.test(name) && isPaired(name),
  );
  if (names.length === 0 || names.length > MOST_NAMES) return [];
  const tags = tagsInTree(tree);
  return names.flatMap(name => unpairedOf(page, name, tags));
}

/** Offsets of the start tags and of the end tags that belong to elements of a tree. */
interface TagsInTree {
  readonly opening: ReadonlySet<number>;
  readonly closing: ReadonlySet<number>;
}

function tagsInTree(tree: PageTree): TagsInTree {
  const [opening, closing] = [new Set<number>(), new Set<number>()];
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    opening.add(tree.start[node]!);
    if (tree.closeStart[node]! < tree.end[node]!) closing.add(tree.closeStart[node]!);
  }
  return { opening, closing };
}

function isNameCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** A start tag for which no end tag was found yet; `isOpen` is true if the parser made an element of it. */
type Waiting = PlaceInPage & { isOpen?: true };

/**
 * The unpaired tags of one name. A start tag whose element the parser closed without an end tag, or that it ignored, is paired with the next end
 * tag that closes no element. Of several elements without an end tag only the outermost is returned: which of them lost its own is not known.
 */
function unpairedOf(page: ComparedPage, name: string, { opening, closing }: TagsInTree): Found[] {
  const { tree } = page;
  const waiting: Waiting[] = [];
  for (let node = 0; node < tree.size; node++) {
    const isClosed = tree.closeStart[node]! < tree.end[node]!;
    if (tree.kind[node] === ELEMENT && !isClosed && nodeName(tree, node) === name && !(tree.flags[node]! & IMPLIED))
      waiting.push({ start: tree.start[node]!, end: tree.tagEnd[node]!, node, isOpen: true });
  }
  const ignored = fewTags(page, new RegExp(`<${name}(?=[\\s/>])[^<>]{0,1000}>`, 'gi'), opening);
  const ends = fewTags(page, new RegExp(`</${name}\\s*>`, 'gi'), closing);
  if (!ignored || !ends || waiting.length > MOST_TAGS) return [];
  waiting.push(...ignored);
  waiting.sort((a, b) => b.start - a.start);
  const stray: Found[] = [];
  for (const tag of ends) {
    const partner = waiting.findIndex(({ start }) => start < tag.start);
    if (partner < 0) stray.push({ ...tag, what: CLOSES_NOTHING, correction: '' });
    else stray.push(...inWrongOrder(page, waiting.splice(partner, 1)[0]!, tag));
  }
  // A heading that another start tag ends is another mistake.
  const lacking = waiting.findLast(({ node, isOpen: is }) => is && isOpen(tree, node) && !wrongEnd(page, node));
  if (!lacking) return stray;
  const isKnown = knownNames.includes(name) || name.includes('-');
  return [...stray, { ...lacking, what: isKnown ? `lacks an end tag </${name}>` : 'is no element of HTML', unclosed: name }];
}

/** Elements inside lines of text: the order of their end tags changes nothing that is shown. */
const phrasing = /^(?:a|abbr|b|big|cite|code|em|font|i|label|mark|q|s|small|span|strong|sub|sup|tt|u)$/;

/**
 * Returns the end tags of an element and of its parent if they stand side by side in the wrong order, as in `<h2><span></h2></span>`, unless both
 * are in `phrasing`.
 */
function inWrongOrder({ tree, source }: ComparedPage, { node, isOpen: is }: Waiting, tag: PlaceInPage): Found[] {
  const parent = tree.parent[node]!;
  if (!is || parent < 0 || [node, parent].every(each => phrasing.test(nodeName(tree, each)))) return [];
  const start = tree.closeStart[parent]!;
  const [, first, space] = /^(<\/[a-z\d]+\s*>)(\s*)$/i.exec(source.slice(start, tag.start)) ?? [];
  if (first === undefined) return [];
  const correction = source.slice(tag.start, tag.end) + space + first;
  return [{ start, end: tag.end, node, what: 'closes two elements in the wrong order', correction }];
}

/** As `tagsIn`; undefined if more than `MOST_TAGS` tags match: each lookup walks the tree. */
function fewTags(page: ComparedPage, pattern: RegExp, known: ReadonlySet<number>): PlaceInPage[] | undefined {
  let count = 0;
  for (const { index } of page.source.matchAll(pattern)) if (!known.has(index) && ++count > MOST_TAGS) return undefined;
  return [...tagsIn(page, pattern, known)];
}
