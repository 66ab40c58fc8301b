import { attributeEnd, attributeIndex, nodeName } from '../../html/access.ts';
import { copiedSource, copiedValue, relocation } from './copied-source.ts';
import type { PageSource } from './page-source.ts';
import type { TextEdit } from './text-edit.ts';

/** Gives a node the attribute of another page's node, as it is written there, or takes it away where that has none. */
export function attributeEdit(
  name: string,
  from: PageSource,
  node: number,
  target: PageSource,
  to: number,
): TextEdit[] | undefined {
  const wanted = attributeIndex(from.tree, from.source, node, name);
  const present = attributeIndex(target.tree, target.source, to, name);
  if (wanted < 0) return present < 0 ? [] : [{ ...withSpaceBefore(target, attributeRange(target, present)), text: '' }];
  const text = attributeText(from, wanted, target);
  if (text === undefined) return undefined;
  if (present >= 0) return [{ ...attributeRange(target, present), text }];
  const end = target.tree.tagEnd[to]!;
  const tag = target.source.slice(target.tree.start[to]!, end);
  const at = tag.endsWith('>') ? end - tag.length + tag.slice(0, tag.endsWith('/>') ? -2 : -1).trimEnd().length : end;
  return [{ start: at, end: at, text: ` ${text}` }];
}

/** Gives a node the start tag of another page's node, and the end tag where the name is another. */
export function startTagEdits(from: PageSource, node: number, target: PageSource, to: number): TextEdit[] | undefined {
  const { tree } = target;
  const tag = copiedSource(from, node, target, 'tag');
  if (tag === undefined) return undefined;
  const edits = [{ start: tree.start[to]!, end: tree.tagEnd[to]!, text: tag }];
  const name = nodeName(from.tree, node);
  if (name !== nodeName(tree, to) && tree.closeStart[to]! < tree.end[to]!) {
    edits.push({ start: tree.closeStart[to]!, end: tree.end[to]!, text: `</${name}>` });
  }
  return edits;
}

function attributeText(from: PageSource, attribute: number, target: PageSource): string | undefined {
  const { tree, source } = from;
  const { start, end } = attributeRange(from, attribute);
  const valueStart = tree.attrValueStart[attribute]!;
  const valueEnd = tree.attrValueEnd[attribute]!;
  const name = source.slice(start, tree.attrNameEnd[attribute]!);
  const value = copiedValue(name.toLowerCase(), source.slice(valueStart, valueEnd), relocation(from, target));
  return value === undefined ? undefined : source.slice(start, Math.max(valueStart, start)) + value + source.slice(valueEnd, end);
}

/** From an attribute's name to the end of its value, quotes and all. */
function attributeRange({ tree, source }: PageSource, attribute: number): { start: number; end: number } {
  return { start: tree.attrNameStart[attribute]!, end: attributeEnd(tree, source, attribute) };
}

function withSpaceBefore({ source }: PageSource, { start, end }: { start: number; end: number }): { start: number; end: number } {
  let from = start;
  while (/\s/.test(source[from - 1] ?? '')) from--;
  return { start: from, end };
}
