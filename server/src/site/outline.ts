import { decodeHTML } from 'entities';
import type { OutlineNode } from 'templens-shared/answers';
import { attributeValue, isLabelled, nodeName } from '../html/access.ts';
import { BLANK, ELEMENT, IMPLIED, OPAQUE, type PageTree, TEXT } from '../html/tree.ts';
import { verdictNames } from './verdicts.ts';

const longestText = 48;
const classesShown = 2;

/**
 * The page's maximal regions of one verdict, nested as its elements are: an element with nodes of several verdicts in it has children;
 * neighbours of one verdict are one entry. `verdict` holds a number of `verdictNames` per tree node.
 */
export function outline(tree: PageTree, source: string, verdict: Uint8Array): OutlineNode[] {
  const verdictsIn = verdictsOfSubtrees(tree, verdict);
  const level = (from: number, until: number): OutlineNode[] => {
    const entries: OutlineNode[] = [];
    let run: number[] = [];
    const flush = (): void => {
      if (run.length > 0) entries.push(entry(tree, source, verdict, run, []));
      run = [];
    };
    for (const node of siblings(tree, verdictsIn, from, until)) {
      if (isMixed(verdictsIn[node]!)) {
        flush();
        entries.push(entry(tree, source, verdict, [node], level(node + 1, tree.subtreeEnd[node]!)));
      } else {
        if (run.length > 0 && verdictsIn[run[0]!] !== verdictsIn[node]) flush();
        run.push(node);
      }
    }
    flush();
    return entries;
  };
  return level(0, tree.size);
}

/** Do several bits say that several verdicts occur? */
const isMixed = (bits: number): boolean => (bits & (bits - 1)) !== 0;

/** Per node, a bit for every verdict that occurs in its subtree. */
function verdictsOfSubtrees(tree: PageTree, verdict: Uint8Array): Uint8Array {
  const found = new Uint8Array(tree.size);
  for (let node = tree.size - 1; node >= 0; node--) {
    if (isLabelled(tree, node)) found[node]! |= 1 << verdict[node]!;
    const parent = tree.parent[node]!;
    if (parent >= 0) found[parent]! |= found[node]!;
  }
  return found;
}

/** The nodes of one level that hold labels; elements without a start tag stand for their children. */
function* siblings(tree: PageTree, verdictsIn: Uint8Array, from: number, until: number): Generator<number> {
  let node = from;
  while (node < until) {
    if (tree.kind[node] === ELEMENT && (tree.flags[node]! & IMPLIED) !== 0) {
      node++;
      continue;
    }
    if (verdictsIn[node] !== 0) yield node;
    node = tree.subtreeEnd[node]!;
  }
}

/** One entry for neighbours, or for one element with children. */
function entry(
  tree: PageTree,
  source: string,
  verdict: Uint8Array,
  nodes: readonly number[],
  children: OutlineNode[],
): OutlineNode {
  const first = nodes[0]!;
  const last = nodes.at(-1)!;
  const words = children.length > 0 ? '' : firstWords(tree, source, first, tree.subtreeEnd[last]!);
  const isText = tree.kind[first] === TEXT;
  const name = isText ? `“${words || '…'}”` : elementLabel(tree, source, first);
  const more = nodes.length > 1 ? ` +${nodes.length - 1}` : '';
  return {
    name: name + more,
    detail: isText ? '' : words,
    label: verdictNames[verdict[first]!]!,
    start: tree.start[first]!,
    end: Math.max(tree.end[last]!, tree.end[first]!),
    selectionStart: tree.start[first]!,
    selectionEnd: tree.tagEnd[first]!,
    children,
  };
}

/** `div#main.wide`, as in a selector. */
function elementLabel(tree: PageTree, source: string, element: number): string {
  const id = attributeValue(tree, source, element, 'id')?.trim();
  const classes = attributeValue(tree, source, element, 'class')?.trim().split(/\s+/).filter(Boolean) ?? [];
  return (
    nodeName(tree, element) +
    (id ? `#${id}` : '') +
    classes
      .slice(0, classesShown)
      .map(name => `.${name}`)
      .join('')
  );
}

/** The first words of the visible texts between two nodes, on one line. */
function firstWords(tree: PageTree, source: string, from: number, until: number): string {
  let words = '';
  for (let node = from; node < until && words.length <= longestText; node++) {
    if (tree.kind[node] !== TEXT || (tree.flags[node]! & (BLANK | OPAQUE)) !== 0) continue;
    const start = tree.start[node]!;
    // Long enough for the words shown, however its entities are written.
    const text = decodeHTML(source.slice(start, Math.min(tree.end[node]!, start + 1000)));
    words = `${words} ${text}`.replace(/\s+/g, ' ').trimStart();
  }
  words = words.trim();
  if (words.length <= longestText) return words;
  const cut = words.lastIndexOf(' ', longestText);
  return `${words.slice(0, cut > longestText / 2 ? cut : longestText).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
