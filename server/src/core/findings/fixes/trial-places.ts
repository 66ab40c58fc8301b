import { attributeIndex, firstChild, isLabelled, isScriptOrSheet, nextSibling, nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import type { Repair } from '../../edits/repair.ts';
import { isSame } from '../../keys/compared-nodes.ts';
import { SLOT, UNCOMPARED } from '../../keys/normal-form/node-traits.ts';
import { hasOwnComment } from '../../statements/commented-out.ts';
import { loadedAddress } from '../../statements/page-references.ts';
import type { ExamplePage } from '../agreement/template-nodes.ts';

type Insertion = Extract<Repair, { kind: 'insert' }>;

/**
 * Returns why a node must not be copied to its place on the page: a sentence, or undefined.
 * @param inserted nodes of the example that are copied to the page together.
 */
export function insertionRisk(
  page: ExamplePage,
  example: ExamplePage,
  repair: Insertion,
  inserted: ReadonlySet<number>,
): string | undefined {
  return (
    placeRisk(page, example, repair, inserted) ??
    copyRisk(example, repair.from.node) ??
    needsRisk(page, example, repair, inserted)
  );
}

/**
 * The place of a copy is that of the original if what stands beside it is the same on both pages: then nothing of another version is left
 * there. Content differs, but not on both sides.
 */
function placeRisk(
  page: ExamplePage,
  example: ExamplePage,
  { parent, after, from: { node } }: Insertion,
  inserted: ReadonlySet<number>,
): string | undefined {
  const other = example.tree.parent[node]!;
  if (!page.labels.label[parent] || !example.labels.label[other]) return 'It would stand in content.';
  const own = labelledChildren(page, parent);
  const next = own.findIndex(child => child > after);
  const at = after < 0 ? 0 : next < 0 ? own.length : next;
  const all = labelledChildren(example, other).filter(child => child === node || !inserted.has(child));
  const there = all.indexOf(node);
  const sides = [side(page, own[at - 1], example, all[there - 1]), side(page, own[at], example, all[there + 1])];
  if (hasOwnComment(page, parent, own[at - 1], own[at], example))
    return `The page has a comment here that ${example.name} lacks.`;
  if (sides.includes('other')) return `What stands beside the place is not what stands there on ${example.name}.`;
  return sides.every(side => side === 'none') || sides.includes('same') ? undefined : 'It would stand among content.';
}

/** How what stands on one side of a place compares with the example. */
function side(page: ExamplePage, own: number | undefined, example: ExamplePage, other: number | undefined): Side {
  if (own === undefined || other === undefined) return own === other ? 'none' : 'other';
  const isContent = !page.labels.label[own] && !example.labels.label[other];
  if (isContent) return 'content';
  return isSame('own', page, own, example, other) ? 'same' : 'other';
}

type Side = 'same' | 'content' | 'none' | 'other';

function labelledChildren({ tree }: ExamplePage, parent: number): number[] {
  const children: number[] = [];
  for (let child = firstChild(tree, parent); child >= 0; child = nextSibling(tree, child)) {
    step();
    if (isLabelled(tree, child)) children.push(child);
  }
  return children;
}

/** What is content of the example, or each page's own, is not to be copied. */
function copyRisk({ tree, labels, signatures, name }: ExamplePage, from: number): string | undefined {
  const says = (node: number): boolean => tree.kind[node] === TEXT || tree.attrFirst[node + 1]! > tree.attrFirst[node]!;
  for (let node = from; node < tree.subtreeEnd[from]!; node++) {
    step();
    if (isLabelled(tree, node) && !labels.label[node] && says(node)) return `It would copy content of ${name}.`;
    if (signatures.traits[node]! & (SLOT | UNCOMPARED)) return 'What is missing is each page\u2019s own.';
  }
  return undefined;
}

/** Elements that work without scripts and look the same without style sheets. */
const plain = /^(?:base|br|hr|link|meta|wbr)$/;

/** Does the page load what the template of the example loads and a copy may need? */
function needsRisk(
  page: ExamplePage,
  example: ExamplePage,
  { from: { node: from } }: Insertion,
  inserted: ReadonlySet<number>,
): string | undefined {
  const { tree } = example;
  if (!needsSomething(example, from)) return undefined;
  const loaded = new Set<string>();
  for (let node = 0; node < page.tree.size; node++) {
    step();
    const address = isScriptOrSheet(page.tree, page.source, node) ? loadedAddress(page, node) : undefined;
    if (address !== undefined) loaded.add(address);
  }
  for (let node = 0; node < tree.size; node++) {
    if (!example.labels.label[node] || inserted.has(node) || !isScriptOrSheet(tree, example.source, node)) continue;
    const address = loadedAddress(example, node);
    if (address !== undefined && !loaded.has(address)) return `It may need ${address}, which the page does not load.`;
  }
  return undefined;
}

function needsSomething({ tree, source }: ExamplePage, from: number): boolean {
  for (let node = from; node < tree.subtreeEnd[from]!; node++) {
    if (tree.kind[node] !== ELEMENT || plain.test(nodeName(tree, node))) continue;
    if (['class', 'id'].some(name => attributeIndex(tree, source, node, name) >= 0)) return true;
  }
  return false;
}
