import type { CheckCode } from 'templens-shared/findings';
import { lineStart } from 'templens-shared/line-start';
import { nodeName } from '../../html/access.ts';
import { DOCTYPE, ELEMENT, IMPLIED } from '../../html/tree.ts';
import { indentBefore, lineEndOf } from './indentation.ts';
import type { PageSource } from './page-source.ts';
import type { TextEdit } from './text-edit.ts';

/** Elements that stand on every page: an ignore before them would be one for the page. */
const frame = new Set(['html', 'head', 'body']);

/** Writes the comment that silences a finding: before the element that it is about, or for the page where that is its frame. */
export function ignoreEdit(
  { node, code }: { readonly node: number; readonly code: CheckCode },
  target: PageSource,
  reason: string,
): TextEdit {
  const { tree, source } = target;
  const lineEnd = lineEndOf(source);
  let element = node;
  while (element >= 0 && (tree.kind[element] !== ELEMENT || tree.flags[element]! & IMPLIED)) element = tree.parent[element]!;
  if (element < 0 || frame.has(nodeName(tree, element))) {
    const comment = `<!-- templens-ignore-page ${code}: ${reason} -->`;
    const doctype = tree.kind.indexOf(DOCTYPE);
    if (doctype < 0) return { start: 0, end: 0, text: comment + lineEnd };
    return { start: tree.end[doctype]!, end: tree.end[doctype]!, text: lineEnd + comment };
  }
  const comment = `<!-- templens-ignore ${code}: ${reason} -->`;
  const start = tree.start[element]!;
  const indent = indentBefore(source, start);
  if (indent === undefined) return { start, end: start, text: comment };
  const at = lineStart(source, start);
  return { start: at, end: at, text: indent + comment + lineEnd };
}
