import { blockNames } from '../../core/labels/extract/readable-text.ts';
import { nodeText } from '../../html/access.ts';
import { knownNames, nameId } from '../../html/names.ts';
import { ELEMENT, OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';

const body = nameId('body');
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const items = new Set(['li', 'dt', 'dd', 'option']);
/** The segment marker of CleanEval for the texts of a block element, by name id; other elements have none. */
const markers = new Map(
  knownNames.flatMap((name, id) =>
    blockNames.has(name) || name === 'td' || name === 'th'
      ? [[id, headings.has(name) ? '<h>' : items.has(name) ? '<l>' : '<p>'] as const]
      : [],
  ),
);

/**
 * The content of a page as CleanEval has it: the texts of the body without the label 1, a line for each segment, after a marker: `<h>` for a
 * heading, `<l>` for an item of a list, `<p>` otherwise. A segment is what stands in one block element between the edges of others.
 */
export function contentText(tree: PageTree, source: string, label: ArrayLike<number>): string {
  const segments: { block: number; text: string }[] = [];
  /** By element, the block element that it is in or is; -1 outside. */
  const blocks = new Int32Array(tree.size).fill(-1);
  let end = -1;
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]!;
    const around = parent < 0 ? -1 : blocks[parent]!;
    const isElement = tree.kind[node] === ELEMENT;
    blocks[node] = isElement && markers.has(tree.name[node]!) ? node : around;
    if (isElement && tree.name[node] === body && end < 0) end = tree.subtreeEnd[node]!;
    if (node >= end || tree.kind[node] !== TEXT || tree.flags[node]! & OPAQUE || label[node] === 1) continue;
    const text = spacedText(tree, source, node);
    const last = segments.at(-1);
    // A line break is an empty block in the middle of another.
    if (last?.block === around && !isBroken(tree, node)) last.text += text;
    else segments.push({ block: around, text });
  }
  return segments
    .filter(({ text }) => text.trim() !== '')
    .map(({ block, text }) => `${block < 0 ? '<p>' : markers.get(tree.name[block]!)!}${text.trim()}\n`)
    .join('');
}

/** A text with a space where it begins or ends with white space, which `nodeText` removes. */
function spacedText(tree: PageTree, source: string, node: number): string {
  const isSpace = (at: number): boolean => /\s/.test(source[at]!);
  const text = nodeText(tree, source, node).replaceAll(/\s+/g, ' ');
  return `${isSpace(tree.start[node]!) ? ' ' : ''}${text}${isSpace(tree.end[node]! - 1) ? ' ' : ''}`;
}

/** True if the element before a text is a line break. */
function isBroken(tree: PageTree, node: number): boolean {
  return tree.kind[node - 1] === ELEMENT && tree.name[node - 1] === nameId('br');
}
