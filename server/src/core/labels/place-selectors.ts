import { attributeValue, nodeName } from '../../html/access.ts';
import { isStateToken } from '../../html/state-tokens.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import { normalIds } from '../keys/normal-form/generated-ids.ts';
import { thresholds } from './thresholds.ts';

/**
 * CSS selectors that match an element of a page, those that name its place in the plainest way first: by its id, its classes, its tag, each
 * alone, within elements around it that have a name, and at last by its position among its siblings. Ids that a program numbers and classes
 * of states are not used. Deterministic; the caller keeps the first that means the same place on the other pages.
 */
export function placeSelectors(tree: PageTree, source: string, element: number): string[] {
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

/** What an element is called, from the plainest to its tag: `#id`, `.class` and `tag.class` for each class, `tag`. */
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

/** Names by which an element may be found anywhere on a page: its id, its classes, and its tag where there is mostly one of it. */
function namesOf(tree: PageTree, source: string, node: number): string[] {
  const id = attributeValue(tree, source, node, 'id')?.trim() ?? '';
  const tag = nodeName(tree, node);
  return [
    ...(id !== '' && !/\s/.test(id) && normalIds(id) === id ? [`#${escapeIdentifier(id)}`] : []),
    ...classesOf(tree, source, node).map(token => `.${escapeIdentifier(token)}`),
    ...(landmarks.has(tag) ? [tag] : []),
  ];
}

const landmarks: ReadonlySet<string> = new Set(['head', 'body', 'header', 'main', 'footer', 'nav', 'aside', 'article', 'title']);

function classesOf(tree: PageTree, source: string, node: number): string[] {
  const tokens = attributeValue(tree, source, node, 'class')?.split(/[\t\n\f\r ]+/) ?? [];
  return [...new Set(tokens)].filter(
    token => token !== '' && token.length <= thresholds.classLength && !isStateToken(token) && normalIds(token) === token,
  );
}

/** The elements around a node that have a start tag, the nearest first. */
function ancestorsOf(tree: PageTree, element: number): number[] {
  const found: number[] = [];
  for (let node = tree.parent[element]!; node >= 0; node = tree.parent[node]!) if (tree.kind[node] === ELEMENT) found.push(node);
  return found;
}

/** An element's step in a path: its id, else its tag with its classes. */
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

/** `:nth-of-type(n)` where an element has siblings with its tag. */
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

/** An id, class or tag as CSS writes it (CSSOM, serialize an identifier). */
function escapeIdentifier(name: string): string {
  return name
    .replace(/^(-?)(\d)/, (_, dash: string, digit: string) => `${dash}\\3${digit} `)
    .replace(/^-$/, '\\-')
    .replace(/[^\w\-\u0080-\uffff\\ ]/g, character => `\\${character}`);
}
