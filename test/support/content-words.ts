// What a page's content is as a sequence of words: by its gold labels, by labels of its nodes, and in HTML that a content extractor gives.
// Everywhere the same: the texts of the body in document order, outside script, style, noscript, template and iframe; a text ends a word;
// words are what white space separates, no-break spaces too, in NFC.
import { parseFragment } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { nodeText } from '../../server/src/html/access.ts';
import { nameId } from '../../server/src/html/names.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree, TEXT } from '../../server/src/html/tree.ts';
import type { GoldRule } from '../../server/src/lab/workbench/gold-file.ts';
import { forEachLabelled, isElement, parseGoldPage } from '../../server/src/lab/workbench/gold-labels.ts';

const opaque = new Set(['script', 'style', 'noscript', 'template', 'iframe']);
const body = nameId('body');

function words(text: string): string[] {
  return text.normalize('NFC').split(/\s+/).filter(Boolean);
}

/** The words of the texts of the body that the rules label content. */
export function goldWords(html: string, rules: readonly GoldRule[]): string[] {
  const found: string[] = [];
  forEachLabelled(parseGoldPage(html), rules, (node, label) => {
    if (node.type !== 'text' || label !== 'content') return;
    let inBody = false;
    for (let at: unknown = node.parent; at; at = (at as { parent: unknown }).parent) {
      const { type, name } = at as { type: string; name?: string };
      if (!isElement({ type }) || name === undefined) continue;
      if (opaque.has(name)) return;
      if (name === 'body') inBody = true;
    }
    if (inBody) found.push(...words(node.data));
  });
  return found;
}

/** The words of the texts of the body that have not the label 1. */
export function labelledWords(tree: PageTree, source: string, label: ArrayLike<number>): string[] {
  const found: string[] = [];
  let end = -1;
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === ELEMENT && tree.name[node] === body && end < 0) end = tree.subtreeEnd[node]!;
    if (node >= end || tree.kind[node] !== TEXT || tree.flags[node]! & (BLANK | OPAQUE) || label[node] === 1) continue;
    found.push(...words(nodeText(tree, source, node)));
  }
  return found;
}

/** The words of a fragment of HTML. */
export function htmlWords(html: string): string[] {
  const found: string[] = [];
  const visit = (parent: { children: readonly unknown[] }): void => {
    for (const child of parent.children as { type: string; name?: string; data?: string; children?: readonly unknown[] }[]) {
      if (child.type === 'text') found.push(...words(child.data!));
      else if (child.children && !opaque.has(child.name ?? '')) visit({ children: child.children });
    }
  };
  visit(parseFragment(html, { treeAdapter: adapter }));
  return found;
}
