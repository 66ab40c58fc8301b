// Edits that are no drift: changes of a page's own content, and other spellings of the same template.
import type { Edit } from './drift-edits.ts';
import type { SourceNode } from './shared-nodes.ts';

export const controlKinds = ['content changed', 'content deleted', 'content inserted'] as const;
export type ControlKind = (typeof controlKinds)[number];

/** All edits of a kind that a page allows. */
export function controlEdits(kind: ControlKind, text: string, nodes: readonly SourceNode[], page: string): Edit[] {
  return makers[kind](text, nodes, page);
}

const makers: Record<ControlKind, (text: string, nodes: readonly SourceNode[], page: string) => Edit[]> = {
  'content changed': (text, nodes) =>
    nodes.flatMap(node => {
      if (node.kind !== 'text' || node.label !== 'content') return [];
      const word = /\p{L}{3,}/u.exec(text.slice(node.start, node.end));
      return word ? [edit(node, node.start + word.index, node.start + word.index + word[0].length, 'Something else')] : [];
    }),
  'content deleted': (_text, nodes) => nodes.flatMap(node => (isContent(node) ? [edit(node, node.start, node.end, '')] : [])),
  'content inserted': (text, nodes) =>
    nodes.flatMap(node => {
      const { parent } = node;
      if (!parent || !isContent(node) || parent.label !== 'content' || node.kind !== 'element') return [];
      const copy = text.slice(node.start, node.end);
      return [edit(node, node.end, node.end, `\n${copy.replace(/>([^<]*\p{L}[^<]*)</gu, '>Something new<')}`)];
    }),
};

function edit(node: SourceNode, start: number, end: number, text: string): Edit {
  return { start, end, text, within: node.parent ?? node, what: `<${node.parent?.tag}> ${node.value.slice(0, 80)}` };
}

/** Content throughout, and what it lies in. */
function isContent(node: SourceNode): boolean {
  return node.label === 'content' && node.children.every(isContent);
}
