import { BLANK, ELEMENT, IMPLIED, type PageTree, TEXT } from '../../html/tree.ts';
import type { PageDirectives } from './page-directives.ts';

/** A page's nodes and directives, with offsets into one text. */
export interface PlacedPage {
  readonly tree: PageTree;
  readonly directives: PageDirectives | undefined;
}

/** The range of the old text that an edit replaced, in UTF-16 code units. `added`: growth of the text, negative if it shrank. */
export interface ReplacedRange {
  readonly start: number;
  readonly end: number;
  readonly added: number;
}

/** Returns the range that an edit replaced: all but the common prefix and suffix of both texts. Never splits a surrogate pair. */
export function replacedRange(before: string, after: string): ReplacedRange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (splitsSurrogatePair(before, start) || splitsSurrogatePair(after, start)) start--;
  let suffix = 0;
  while (suffix < most - start && before.charCodeAt(before.length - 1 - suffix) === after.charCodeAt(after.length - 1 - suffix))
    suffix++;
  if (splitsSurrogatePair(before, before.length - suffix) || splitsSurrogatePair(after, after.length - suffix)) suffix--;
  return { start, end: before.length - suffix, added: after.length - before.length };
}

/**
 * Returns a function that maps offsets of the text before an edit to the text after it. Offsets inside the replaced range map to its start.
 * The order of offsets stays.
 */
export function offsetsAfterEdit(before: string, after: string): (offset: number) => number {
  return offsetsAfterReplacement(replacedRange(before, after));
}

/** As `offsetsAfterEdit`, for a known replaced range. */
export function offsetsAfterReplacement({ start, end, added }: ReplacedRange): (offset: number) => number {
  return offset => (offset >= end ? offset + added : Math.min(offset, start));
}

/**
 * The nodes and directives of a page after an edit. Nodes whose tag or text is empty afterwards become implied or blank, so that they get no
 * label.
 * @param length length of the new text
 * @param move maps offsets to the new text, see `offsetsAfterEdit`
 */
export function pageAfterEdit({ tree, directives }: PlacedPage, length: number, move: (offset: number) => number): PlacedPage {
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
  const placed = rangeMover(move);
  return {
    tree: moved,
    directives: directives && {
      labels: directives.labels.map(placed),
      ignores: directives.ignores.map(placed),
      problems: directives.problems.map(placed),
    },
  };
}

/** Returns a function that maps both offsets of a range. */
export function rangeMover(move: (offset: number) => number): <T extends { start: number; end: number }>(range: T) => T {
  return range => ({ ...range, start: move(range.start), end: move(range.end) });
}

function goneFlag(kind: number): number {
  return kind === ELEMENT ? IMPLIED : kind === TEXT ? BLANK : 0;
}

/** True if an offset is inside a surrogate pair. */
function splitsSurrogatePair(text: string, offset: number): boolean {
  return (
    offset > 0 &&
    offset < text.length &&
    isSurrogateFrom(text.charCodeAt(offset - 1), 0xd800) &&
    isSurrogateFrom(text.charCodeAt(offset), 0xdc00)
  );
}

/** True if a code unit is one of the 1024 surrogates that start at `from`. */
function isSurrogateFrom(unit: number, from: number): boolean {
  return unit >= from && unit < from + 0x400;
}
