import { BLANK, ELEMENT, IMPLIED, type PageTree, TEXT } from '../../html/tree.ts';
import type { PageDirectives } from './page-directives.ts';

/** A page's nodes and directives, at their places in a text. */
export interface PlacedPage {
  readonly tree: PageTree;
  readonly directives: PageDirectives | undefined;
}

/** The range of a text that an edit replaced, and by how many code units the edit made the text longer. */
export interface ReplacedRange {
  readonly start: number;
  readonly end: number;
  readonly added: number;
}

/** The range that an edit replaced: all but the common beginning and end of both texts. Cuts no surrogate pair. Linear in the texts. */
export function replacedRange(before: string, after: string): ReplacedRange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (cutsPair(before, start) || cutsPair(after, start)) start--;
  let same = 0;
  while (same < most - start && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same++;
  if (cutsPair(before, before.length - same) || cutsPair(after, after.length - same)) same--;
  return { start, end: before.length - same, added: after.length - before.length };
}

/**
 * Where offsets of one text are in another one that was typed from it, see `replacedRange`: what was replaced is at the start of what
 * replaced it. Offsets keep their order.
 */
export function offsetsAfter(before: string, after: string): (offset: number) => number {
  return offsetsAround(replacedRange(before, after));
}

/** As `offsetsAfter`, for a range that is known. */
export function offsetsAround({ start, end, added }: ReplacedRange): (offset: number) => number {
  return offset => (offset >= end ? offset + added : Math.min(offset, start));
}

/** The same nodes and directives in another text of the given length. Tags and texts that are gone from it are not labelled. */
export function movedPage({ tree, directives }: PlacedPage, length: number, move: (offset: number) => number): PlacedPage {
  const [start, tagEnd] = [tree.start.map(move), tree.tagEnd.map(move)];
  const flags = tree.flags.map((flag, node) => (start[node] === tagEnd[node] ? flag | goneFlag(tree.kind[node]!) : flag));
  const moved: PageTree = {
    ...tree,
    sourceLength: length,
    flags,
    start,
    tagEnd,
    closeStart: tree.closeStart.map(move),
    end: tree.end.map(move),
    attrNameStart: tree.attrNameStart.map(move),
    attrNameEnd: tree.attrNameEnd.map(move),
    attrValueStart: tree.attrValueStart.map(move),
    attrValueEnd: tree.attrValueEnd.map(move),
  };
  const placed = placedBy(move);
  return {
    tree: moved,
    directives: directives && {
      labels: directives.labels.map(placed),
      ignores: directives.ignores.map(placed),
      problems: directives.problems.map(placed),
    },
  };
}

/** Moves the two offsets of a range. */
export function placedBy(move: (offset: number) => number): <T extends { start: number; end: number }>(range: T) => T {
  return range => ({ ...range, start: move(range.start), end: move(range.end) });
}

function goneFlag(kind: number): number {
  return kind === ELEMENT ? IMPLIED : kind === TEXT ? BLANK : 0;
}

function cutsPair(text: string, offset: number): boolean {
  return offset > 0 && offset < text.length && isIn(text.charCodeAt(offset - 1), 0xd800) && isIn(text.charCodeAt(offset), 0xdc00);
}

/** Is a code unit one of the 1024 surrogates from this one on? */
function isIn(unit: number, from: number): boolean {
  return unit >= from && unit < from + 0x400;
}
