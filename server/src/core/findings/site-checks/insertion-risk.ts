import { attributeValue, firstChild, isLabelled, nextSibling, nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { SLOT, UNCOMPARED } from '../../keys/normal-form/node-traits.ts';
import { isSame } from '../comparison/children.ts';
import type { ExamplePage } from '../comparison/template-nodes.ts';
import type { Repair } from '../finding.ts';
import { holdingsOf, loadedAddress } from './page-holdings.ts';

/**
 * Why a person should look at a copy of a node of the example before it is put on the page: a sentence, or undefined.
 * @param inserted nodes of the example that are copied along with it.
 */
export function insertionRisk(
  page: ComparedPage,
  example: ExamplePage,
  repair: Extract<Repair, { kind: 'insert' }>,
  inserted: ReadonlySet<number>,
): string | undefined {
  const from = repair.from.node;
  const { tree, source, labels } = example;
  const end = tree.subtreeEnd[from]!;
  if (lacksWordsBeside(page, example, repair, inserted))
    return 'It would add words beside other words, without what separates them.';
  if (/^h[1-6]$/.test(nodeName(tree, from)) && !isFollowedAlike(page, example, repair))
    return 'The page does not have what this heading is about.';
  const known = holdingsOf(page);
  const ownIds = new Set<string>();
  for (let node = from; node < end; node++) {
    const id = tree.kind[node] === ELEMENT ? attributeValue(tree, source, node, 'id') : undefined;
    if (id !== undefined) ownIds.add(id);
  }
  for (let node = from; node < end; node++) {
    step();
    if (isLabelled(tree, node) && !labels.label[node] && says(example, node)) return `It would copy content of ${example.name}.`;
    if (example.signatures.traits[node]! & (SLOT | UNCOMPARED)) return 'What is missing is each page\u2019s own.';
    if (tree.kind[node] !== ELEMENT) continue;
    const loaded = loadedAddress(example, node);
    if (loaded !== undefined) {
      if (known.loaded.has(loaded)) return `The page loads ${loaded} already.`;
      const other = instead(page, example, repair.parent, node);
      if (other !== undefined) return `The page may load ${other} in its place.`;
    }
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
      const value = attributeValue(tree, source, node, name)!;
      if (name === 'id' && known.ids.has(value)) return `The page has an element with the id "${value}".`;
      if (/^on[a-z]/.test(name) || (name === 'href' && /^\s*javascript:/i.test(value)))
        return `Its "${name}" may call what the page does not load.`;
      for (const id of referredTo(name, value))
        if (!ownIds.has(id) && !known.ids.has(id)) return `It refers to "#${id}", which the page does not have.`;
    }
  }
  return undefined;
}

function says({ tree }: ComparedPage, node: number): boolean {
  return tree.kind[node] === TEXT ? tree.textLength[node]! > 0 : tree.attrFirst[node + 1]! > tree.attrFirst[node]!;
}

/** Do words right beside an element with words stay behind, such as the sign that separates a link from the next one? */
function lacksWordsBeside(
  page: ComparedPage,
  example: ComparedPage,
  { parent, after, from: { node } }: Extract<Repair, { kind: 'insert' }>,
  inserted: ReadonlySet<number>,
): boolean {
  const { tree } = example;
  const isWords = (at: number): boolean => at >= 0 && tree.kind[at] === TEXT && tree.textLength[at]! > 0;
  let inside = node + 1;
  while (inside < tree.subtreeEnd[node]! && !isWords(inside)) inside++;
  if (inside >= tree.subtreeEnd[node]!) return false;
  let before = -1;
  for (let at = firstChild(tree, tree.parent[node]!); at >= 0 && at !== node; at = nextSibling(tree, at)) before = at;
  const next = after >= 0 ? nextSibling(page.tree, after) : firstChild(page.tree, parent);
  const sides: [own: number, other: number][] = [
    [after, before],
    [next, nextSibling(tree, node)],
  ];
  return sides.some(
    ([own, other]) => isWords(other) && !inserted.has(other) && (own < 0 || !isSame('own', page, own, example, other)),
  );
}

/** Is the element that comes next on the page, with its attributes, the one that follows in the example? */
function isFollowedAlike(
  page: ComparedPage,
  example: ComparedPage,
  { parent, after, from }: Extract<Repair, { kind: 'insert' }>,
): boolean {
  const own = elementFrom(page, after >= 0 ? nextSibling(page.tree, after) : firstChild(page.tree, parent));
  const other = elementFrom(example, nextSibling(example.tree, from.node));
  return own < 0 || other < 0 ? own === other : isSame('own', page, own, example, other);
}

function elementFrom({ tree }: ComparedPage, node: number): number {
  let at = node;
  while (at >= 0 && tree.kind[at] !== ELEMENT) at = nextSibling(tree, at);
  return at;
}

/** What the page loads in the same way as a node of the example, among the children of `parent`, and the example does not load. */
function instead(page: ComparedPage, example: ComparedPage, parent: number, node: number): string | undefined {
  const { loaded } = holdingsOf(example);
  const kindOf = ({ tree, source }: ComparedPage, at: number): string =>
    `${nodeName(tree, at)} ${attributeValue(tree, source, at, 'rel')?.toLowerCase()}`;
  const kind = kindOf(example, node);
  for (let child = firstChild(page.tree, parent); child >= 0; child = nextSibling(page.tree, child)) {
    step();
    const address = kindOf(page, child) === kind ? loadedAddress(page, child) : undefined;
    if (address !== undefined && !loaded.has(address)) return address;
  }
  return undefined;
}

/** The ids that an attribute refers to. */
function referredTo(name: string, value: string): string[] {
  if (name === 'href' || name === 'data-target' || name === 'data-bs-target' || name === 'usemap')
    return /^#./.test(value) && !/^#(?:!|top$)/.test(value) ? [value.slice(1)] : [];
  if (name === 'for' || name === 'form' || name === 'list' || /^aria-(?:.*by|controls|owns|details|flowto)$/.test(name))
    return value.split(/\s+/).filter(id => id !== '');
  return [];
}
