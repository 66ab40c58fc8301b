import { nodeName } from '../page/access.ts';
import type { PageTree } from '../page/tree.ts';
import { copiedSource, copiedValue } from './copied-source.ts';
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
  const wanted = attributeAt(from, node, name);
  const present = attributeAt(target, to, name);
  if (wanted < 0) return present < 0 ? [] : [{ ...withSpaceBefore(target, attributeRange(target, present)), text: '' }];
  const text = attributeText(from, wanted, target);
  if (text === undefined) return undefined;
  if (present >= 0) return [{ ...attributeRange(target, present), text }];
  const end = target.tree.tagEnd[to]!;
  const close = /\s*\/?>$/.exec(target.source.slice(target.tree.start[to]!, end));
  const at = close ? end - close[0].length : end;
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

/** Index of a node's attribute among the tree's (of duplicates the first), or -1. `name` is in lower case. */
function attributeAt({ tree, source }: PageSource, node: number, name: string): number {
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
    if (source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase() === name) return at;
  }
  return -1;
}

function attributeText(from: PageSource, attribute: number, target: PageSource): string | undefined {
  const { tree, source } = from;
  const { start, end } = attributeRange(from, attribute);
  const valueStart = tree.attrValueStart[attribute]!;
  const valueEnd = tree.attrValueEnd[attribute]!;
  const name = source.slice(start, tree.attrNameEnd[attribute]!);
  const value = copiedValue(name.toLowerCase(), source.slice(valueStart, valueEnd), from, target);
  return value === undefined ? undefined : source.slice(start, Math.max(valueStart, start)) + value + source.slice(valueEnd, end);
}

/** From an attribute's name to the end of its value, quotes and all. */
function attributeRange({ tree, source }: PageSource, attribute: number): { start: number; end: number } {
  const start = tree.attrNameStart[attribute]!;
  const end = tree.attrValueEnd[attribute]!;
  const quote = source[tree.attrValueStart[attribute]! - 1];
  const quoted = hasValue(tree, attribute) && (quote === '"' || quote === "'") && source[end] === quote;
  return { start, end: quoted ? end + 1 : end };
}

function hasValue(tree: PageTree, attribute: number): boolean {
  return tree.attrValueStart[attribute]! > tree.attrNameEnd[attribute]!;
}

function withSpaceBefore({ source }: PageSource, { start, end }: { start: number; end: number }): { start: number; end: number } {
  let from = start;
  while (/\s/.test(source[from - 1] ?? '')) from--;
  return { start: from, end };
}
