import { attributeValue, nodeName } from '../../html/access.ts';
import { isStateToken } from '../../html/state-tokens.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import { normalIds } from '../keys/normal-form/generated-ids.ts';
import { thresholds } from './thresholds.ts';

/**
 * Returns CSS selectors that match an element of a page, the simplest first: its id, classes and tag, each alone; the same inside an ancestor
 * with an id, class or landmark tag; the path from such an ancestor; and the path with positions among siblings. Generated ids and classes,
 * and classes of states such as `active`, are not used. Selectors may match other elements, too: the caller selects.
 */
export function selectorCandidates(tree: PageTree, source: string, element: number): string[] {
  const own = compounds(tree, source, element);
  const found: string[] = [...own];
  const ancestors = ancestorsOf(tree, element);
  const anchors = ancestors
    .flatMap((node, at) => namesOf(tree, source, node).map(name => ({ name, at })))
    .slice(0, thresholds.selectorAnchors);
  for (const { name, at } of anchors) for (const compound of own) found.push(`${name} ${at === 0 ? '> ' : ''}${compound}`);
  const path = ancestors.map(node => step(tree, source, node));
  for (const { name, at } of anchors) found.push([name, ...path.slice(0, at).reverse(), own.at(-1)!].join(' > '));
  found.push([...path.toReversed(), own.at(-1)!].join(' > '));
  const numbered = [element, ...ancestors].map(node => step(tree, source, node) + position(tree, node));
  for (const { name, at } of anchors) found.push([name, ...numbered.slice(0, at + 1).reverse()].join(' > '));
  found.push(numbered.toReversed().join(' > '));
  return [...new Set(found)];
}

/** Compound selectors of an element, the most specific first: `#id`, `.class`, `tag.class`, `tag` with all classes, `tag`. */
function compounds(tree: PageTree, source: string, node: number): string[] {
  const tag = escapeIdentifier(nodeName(tree, node));
  const names = namesOf(tree, source, node);
  const classes = names.filter(name => name.startsWith('.'));
  return [
    ...names.filter(name => name !== tag),
    ...classes.map(name => tag + name),
    ...(classes.length > 1 ? [tag + classes.join('')] : []),
    tag,
  ];
}

/** Simple selectors that may identify an element on a page: its id, its classes, and its tag if pages mostly have one of it. */
function namesOf(tree: PageTree, source: string, node: number): string[] {
  const id = attributeValue(tree, source, node, 'id')?.trim() ?? '';
  const tag = nodeName(tree, node);
  return [
    ...(id !== '' && !/\s/.test(id) && normalIds(id) === id ? [`#${escapeIdentifier(id)}`] : []),
    ...classesOf(tree, source, node).map(token => `.${escapeIdentifier(token)}`),
    ...(landmarks.has(tag) ? [tag] : []),
  ];
}

/** Elements that most pages have once or a few times. */
const landmarks: ReadonlySet<string> = new Set(['head', 'body', 'header', 'main', 'footer', 'nav', 'aside', 'article', 'title']);

/** Distinct classes of an element, without generated ones and those of states. */
function classesOf(tree: PageTree, source: string, node: number): string[] {
  const tokens = attributeValue(tree, source, node, 'class')?.split(/[\t\n\f\r ]+/) ?? [];
  return [...new Set(tokens)].filter(
    token => token !== '' && token.length <= thresholds.classLength && !isStateToken(token) && normalIds(token) === token,
  );
}

/** Ancestors of an element that are elements, the nearest first. */
function ancestorsOf(tree: PageTree, element: number): number[] {
  const found: number[] = [];
  for (let node = tree.parent[element]!; node >= 0; node = tree.parent[node]!) if (tree.kind[node] === ELEMENT) found.push(node);
  return found;
}

/** Compound selector of an element in a path: its id, else its tag with its classes. */
function step(tree: PageTree, source: string, node: number): string {
  const [first] = namesOf(tree, source, node);
  if (first?.startsWith('#')) return first;
  const tag = escapeIdentifier(nodeName(tree, node));
  return (
    tag +
    classesOf(tree, source, node)
      .map(token => `.${escapeIdentifier(token)}`)
      .join('')
  );
}

/** `:nth-of-type(n)` if an element has siblings with its tag, else empty. */
function position(tree: PageTree, element: number): string {
  const parent = tree.parent[element]!;
  if (parent < 0) return '';
  let before = 0;
  let all = 0;
  for (let node = parent + 1; node < tree.subtreeEnd[parent]!; node = tree.subtreeEnd[node]!) {
    if (tree.kind[node] !== ELEMENT || tree.name[node] !== tree.name[element]) continue;
    all++;
    if (node <= element) before++;
  }
  return all > 1 ? `:nth-of-type(${before})` : '';
}

/** Escapes an id, class or tag for CSS (CSSOM, serialize an identifier), and for css-what, which knows no names with U+0080 to U+00AF. */
export function escapeIdentifier(name: string): string {
  if (name === '-') return '\\-';
  const start = /^-?\d/.exec(name)?.[0] ?? '';
  const digit = start === '' ? '' : `${start.slice(0, -1)}\\3${start.at(-1)} `;
  const rest = name
    .slice(start.length)
    .replace(/[^\w\-\u00b0-\uffff]/g, character =>
      character < ' ' || character === '\x7f' ? `\\${character.charCodeAt(0).toString(16)} ` : `\\${character}`,
    );
  return digit + rest;
}
