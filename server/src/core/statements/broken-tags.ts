import { nodeAt, nodeName } from '../../html/access.ts';
import { knownNames } from '../../html/names.ts';
import { step } from '../../html/steps.ts';
import { BLANK, COMMENT, ELEMENT, FOREIGN, IMPLIED, ISLAND, type PageTree, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { oncePerPage } from './once-per-page.ts';

/** A tag that is written wrongly: where it stands, and a node that holds it. */
export interface BrokenTag {
  readonly start: number;
  readonly end: number;
  readonly node: number;
  /** True if browsers show it as text. */
  readonly isText: boolean;
}

const known: ReadonlySet<string> = new Set(knownNames);

/** Elements whose text may show tags. */
const verbatim = new Set(
  'code iframe kbd listing math noembed noframes noscript option plaintext pre samp script style svg template textarea title tt xmp'.split(
    ' ',
  ),
);

/** Elements that no lone `>` stands beside, as it does in a trail of links or a quoted mail. */
const STRUCTURE =
  /<\/?(?:article|aside|body|div|footer|form|head|header|link|main|meta|nav|ol|script|section|table|tr|ul)\b[^<>]*>$/i;

/** What is left of a tag that lost its beginning or end. The first group is that rest; a match may begin before it. */
const halves: readonly RegExp[] = [
  // <<<<<<< HEAD
  /(?:^|\n)((?:<{7}|>{7}) \S[^\r\n]{0,100})/,
  // class="side">
  /((?:< )?(?:[\w-]{1,20}\s)?[\w-]{1,20}="[^"<>]{0,200}"\s?\/?>)/,
  // /p>
  /(\/(?:a|article|div|footer|form|h[1-6]|header|li|main|nav|ol|p|section|span|strong|table|td|th|tr|ul)>)/i,
  // < p>, < /div>
  /(< ?\/? ?(?:article|br|div|footer|form|h[1-6]|header|hr|img|li|main|nav|ol|p|section|span|strong|table|td|th|tr|ul)(?: [\w-]+=[^<>]{0,200})?>)/i,
  // -->
  /(?:^|\n)[ \t]*(-->)[ \t]*(?:\r?\n|$)/,
  // ">
  /^\s?(["']\s?\/?>|\/>)/,
  // li>
  /^\s?((?:article|div|footer|form|header|li|main|nav|ol|section|span|strong|table|td|th|tr|ul)>)/i,
];

/** The first tag outside of code that lacks a bracket, a quote or a space, or has one too many. */
export const firstBrokenTag = oncePerPage((page): BrokenTag | undefined => {
  const { tree, source } = page;
  for (let node = 0; node < tree.size; node++) {
    if (tree.flags[node]! & (IMPLIED | ISLAND | FOREIGN)) continue;
    const kind = tree.kind[node];
    const tag = kind === ELEMENT ? brokenStartTag(page, node) : kind === TEXT ? halfInText(page, node) : undefined;
    if (tag) return tag;
    // `</ div>` is a comment.
    if (kind === COMMENT && /^<\/\s?[a-z]/i.test(source.slice(tree.start[node], tree.start[node]! + 4)))
      return { start: tree.start[node]!, end: tree.end[node]!, node, isText: false };
  }
  return brokenEndTag(page);
});

/** A start tag that runs into the next one, or whose name runs into its attributes. */
function brokenStartTag({ tree, source }: ComparedPage, node: number): BrokenTag | undefined {
  const start = tree.start[node]!;
  const broken = { start, end: tree.tagEnd[node]!, node, isText: false };
  if (tree.name[node]! >= knownNames.length && /[<="']/.test(nodeName(tree, node))) return broken;
  // All other mistakes need a second `<` inside the tag.
  const bracket = source.indexOf('<', start + 1);
  if (bracket < 0 || bracket >= broken.end) return undefined;
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
    const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!);
    if (/<(?:$|\/?[a-z])/i.test(name)) return { ...broken, end: tree.attrNameStart[at]! };
    const value = source.slice(tree.attrValueStart[at]!, tree.attrValueEnd[at]!);
    // A quote is missing: the value goes on to the next one, in another tag.
    if (value.endsWith('=') && /<[a-z][^<>]*=$/i.test(value.slice(-200))) return { ...broken, end: tree.attrValueStart[at]! };
  }
  return undefined;
}

function halfInText({ tree, source }: ComparedPage, node: number): BrokenTag | undefined {
  const [start, end] = [tree.start[node]!, tree.end[node]!];
  if (tree.flags[node]! & BLANK) return undefined;
  const text = source.slice(start, end);
  if (!/[<>]/.test(text) || /\{[{%]|<[%?]/.test(text) || isVerbatim(tree, node)) return undefined;
  const at = (from: number, length: number) => ({ start: start + from, end: start + from + length, node, isText: true });
  for (const half of halves) {
    const match = half.exec(text);
    if (match) return at(match.index + match[0].length - match[1]!.length, match[1]!.length);
  }
  if (/^>(?:\s|$)/.test(text) && STRUCTURE.test(source.slice(Math.max(0, start - 300), start))) return at(0, 1);
  // A link may have an arrow before it.
  const isBeforeTag = /^<\/?(?!(?:a|b|em|font|i|img|input|small|span|strong|u)\b)[a-z]/i.test(source.slice(end, end + 8));
  return isBeforeTag && /(?:^|\s)<$/.test(text) ? at(text.length - 1, 1) : undefined;
}

/** True if a node is, or stands in, an element whose text may show tags. */
function isVerbatim(tree: PageTree, node: number): boolean {
  for (let at = node; at >= 0; at = tree.parent[at]!) if (verbatim.has(nodeName(tree, at))) return true;
  return false;
}

/** The first end tag of an element that does not exist and that nothing opened. */
function brokenEndTag({ tree, source }: ComparedPage): BrokenTag | undefined {
  if (!hasStrangeEndTag(source)) return undefined;
  const strange = [...source.matchAll(/<\/([a-z][\w=]*)(?=[\s>])[^<>]{0,100}>/gi)].filter(
    ({ 1: name }) => !known.has(name!.toLowerCase()),
  );
  const own = new Set<string>();
  for (let node = 0; node < tree.size; node++) own.add(nodeName(tree, node));
  for (const { 0: tag, 1: name, index: start } of strange) {
    if (own.has(name!.toLowerCase())) continue;
    const node = Math.max(0, nodeAt(tree, start));
    const isTag = tree.kind[node] === ELEMENT && !isVerbatim(tree, node);
    if (isTag) return { start, end: start + tag.length, node, isText: false };
  }
  return undefined;
}

/** A quick test: may an end tag have a name that no element of HTML has? */
function hasStrangeEndTag(source: string): boolean {
  for (let at = source.indexOf('</'); at >= 0; at = source.indexOf('</', at + 2)) {
    const end = source.indexOf('>', at);
    if (end < 0) return false;
    const name = source.slice(at + 2, end);
    if (!known.has(name) && !known.has(name.trim().toLowerCase())) return true;
  }
  return false;
}

/** A place in the source of a page. */
export interface PlaceInPage {
  readonly start: number;
  readonly end: number;
  /** The node in whose source the place lies, or that begins there. */
  readonly node: number;
}

const nowhere: ReadonlySet<number> = new Set();

/**
 * The tags of a page that a pattern matches, without those in attributes, comments and code.
 * @param known offsets of tags to leave out
 */
export function* tagsIn({ tree, source }: ComparedPage, pattern: RegExp, known = nowhere): Generator<PlaceInPage> {
  for (const { 0: tag, index: start } of source.matchAll(pattern)) {
    if (known.has(start)) continue;
    step(tree.size);
    const node = Math.max(tree.root, nodeAt(tree, start));
    // Texts before and after an ignored end tag are one node, whose source contains the tag.
    const isOutside = start === tree.start[node] || start >= tree.tagEnd[node]! || tree.kind[node] === TEXT;
    if (isOutside && tree.kind[node] !== COMMENT && !isVerbatim(tree, node)) yield { start, end: start + tag.length, node };
  }
}
