import { lineStart } from 'templens-shared/line-start';
import { nextSibling, nodeName } from '../../html/access.ts';
import { IMPLIED } from '../../html/tree.ts';
import { attributeEdit, startTagEdits } from './attribute-edits.ts';
import { copiedSource, indentedCopy, sourceEnd } from './copied-source.ts';
import { indentBefore, lineEndOf, lineIndent } from './indentation.ts';
import type { PageSource } from './page-source.ts';
import type { Repair } from './repair.ts';
import { joinTouching, overlap, type TextEdit } from './text-edit.ts';

/**
 * The edits of a page that carry out a repair; undefined where it cannot be carried out. Only the differing node changes: what is copied
 * is the source of the other page as it is written there, its relative addresses, indentation and line ends those of this page.
 * `pageOf` gives the page that a repair copies from.
 */
export function repairEdits(
  repair: Repair,
  target: PageSource,
  pageOf: (page: string) => PageSource | undefined,
): TextEdit[] | undefined {
  switch (repair.kind) {
    case 'all':
      return allEdits(repair.repairs, target, pageOf);
    case 'text':
      return [{ start: repair.start, end: repair.end, text: repair.text }];
    case 'remove':
      return [removal(target, repair.node)];
    case 'move':
      return move(target, repair.node, repair.parent, repair.after);
    default: {
      const from = pageOf(repair.from.page);
      if (!from) return undefined;
      if (repair.kind === 'insert') return listOf(insertion(from, repair.from.node, target, repair.parent, repair.after));
      if (repair.kind === 'attribute') return attributeEdit(repair.name, from, repair.from.node, target, repair.node);
      if (repair.part === 'tag') return startTagEdits(from, repair.from.node, target, repair.node);
      return listOf(replacement(from, repair.from.node, target, repair.node));
    }
  }
}

/** The edits of several repairs, without those that are in the way of an earlier one; undefined where one cannot be carried out. */
function allEdits(
  repairs: readonly Repair[],
  target: PageSource,
  pageOf: (page: string) => PageSource | undefined,
): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const repair of repairs) {
    const more = repairEdits(repair, target, pageOf);
    if (!more) return undefined;
    const isFree = more.every(edit =>
      edits.every(other => !overlap(edit, other) || isBehind(edit, other) || isBehind(other, edit)),
    );
    if (isFree) edits.push(...more);
  }
  return joinTouching(edits);
}

/** Does an insertion go behind what another edit inserts or replaces? Several children that are missing at one place come in their order. */
function isBehind(edit: TextEdit, other: TextEdit): boolean {
  return edit.start === edit.end && edit.start === other.end;
}

function listOf(edit: TextEdit | undefined): TextEdit[] | undefined {
  return edit && [edit];
}

function replacement(from: PageSource, node: number, target: PageSource, replaced: number): TextEdit | undefined {
  const copy = copiedSource(from, node, target);
  if (copy === undefined) return undefined;
  const start = target.tree.start[replaced]!;
  const text = indentedCopy(copy, from, node, lineIndent(target.source, start), lineEndOf(target.source));
  return { start, end: sourceEnd(target, replaced), text };
}

/** Takes a node away, and the lines that it stood on where nothing else does. */
function removal(target: PageSource, node: number): TextEdit {
  const { start, end } = ownLines(target, node) ?? { start: target.tree.start[node]!, end: sourceEnd(target, node) };
  return { start, end, text: '' };
}

/** The lines of a node, from the indentation to the line end; undefined where something else stands on them. */
function ownLines(target: PageSource, node: number): { start: number; end: number } | undefined {
  const { source, tree } = target;
  const start = tree.start[node]!;
  const end = sourceEnd(target, node);
  const rest = /^[ \t]*(\r?\n|$)/.exec(source.slice(end));
  if (indentBefore(source, start) === undefined || !rest) return undefined;
  return { start: lineStart(source, start), end: end + rest[0].length };
}

/** Takes a node to another place, with its lines or the space before it. What is inserted has the very characters that are removed. */
function move(target: PageSource, node: number, parent: number, after: number): TextEdit[] {
  const { source, tree } = target;
  const inLine = { start: tree.start[node]! - spaceBefore(target, node).length, end: sourceEnd(target, node) };
  const { start, end } = ownLines(target, node) ?? inLine;
  const at = placeOf(target, parent, after);
  const taken = source.slice(start, end);
  // The place is the end of a line: the line end comes first.
  const [lineEnd = ''] = /\r?\n$/.exec(taken) ?? [];
  const text = lineEnd + taken.slice(0, taken.length - lineEnd.length);
  return [
    { start, end, text: '' },
    { start: at, end: at, text },
  ];
}

/** Puts a copy of a node among the children of `parent`, behind the child `after` (-1: as the first). */
function insertion(from: PageSource, node: number, target: PageSource, parent: number, after: number): TextEdit | undefined {
  const copy = copiedSource(from, node, target);
  if (copy === undefined) return undefined;
  const { source, tree } = target;
  const at = placeOf(target, parent, after);
  const ownLine = indentBefore(from.source, from.tree.start[node]!) !== undefined;
  if (!ownLine) return { start: at, end: at, text: spaceBefore(from, node) + copy };
  const lineEnd = lineEndOf(source);
  const neighbour = after >= 0 ? after : parent + 1 < tree.subtreeEnd[parent]! ? parent + 1 : -1;
  const own = neighbour < 0 ? undefined : childIndent(target, parent, neighbour);
  const indent = own ?? lineIndent(source, tree.start[parent]!) + step(from, node);
  return { start: at, end: at, text: lineEnd + indent + indentedCopy(copy, from, node, indent, lineEnd) };
}

/** Where a node begins that is put among the children of `parent`, behind the child `after` (-1: as the first). */
function placeOf(target: PageSource, parent: number, after: number): number {
  return after >= 0 ? endInside(target, after) : contentStart(target, parent);
}

/** The end of a child, before the white space that an element without an end tag runs into. */
function endInside(target: PageSource, child: number): number {
  return Math.max(target.tree.tagEnd[child]!, sourceEnd(target, child));
}

function contentStart({ tree }: PageSource, parent: number): number {
  return tree.flags[parent]! & IMPLIED ? tree.start[parent]! : tree.tagEnd[parent]!;
}

/** Indentation of the first of the siblings from `child` that begins a line. */
function childIndent({ tree, source }: PageSource, parent: number, child: number): string | undefined {
  for (let sibling = child; sibling >= 0 && sibling < tree.subtreeEnd[parent]!; sibling = nextSibling(tree, sibling)) {
    if (nodeName(tree, sibling) === '#text') continue;
    const indent = indentBefore(source, tree.start[sibling]!);
    if (indent !== undefined) return indent;
  }
  return undefined;
}

/** By how much a node is indented more than its parent. */
function step({ tree, source }: PageSource, node: number): string {
  const own = lineIndent(source, tree.start[node]!);
  const parent = tree.parent[node]!;
  const outer = parent < 0 ? '' : lineIndent(source, tree.start[parent]!);
  return own.startsWith(outer) ? own.slice(outer.length) : '';
}

/** White space on the line before a node that follows something else on it. */
function spaceBefore({ tree, source }: PageSource, node: number): string {
  const start = tree.start[node]!;
  let at = start;
  while (at > 0 && (source[at - 1] === ' ' || source[at - 1] === '\t')) at--;
  return source.slice(at, start);
}
