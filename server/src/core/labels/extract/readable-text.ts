import { decodeHTML } from 'entities';
import { knownNames } from '../../../html/names.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree, TEXT, VERBATIM } from '../../../html/tree.ts';
import { isSpace } from '../../../html/white-space.ts';

/** Elements that browsers show on lines of their own. */
export const blockNames: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li link main menu meta nav ol option optgroup p pre search section ' +
    'select summary table tbody textarea tfoot thead title tr ul'
  ).split(' '),
);
const cells = new Set(['td', 'th']);

/** Separators before a text, the weakest first. Of several between two texts the strongest is used. */
const NONE = 0;
const SPACE = 1;
const TAB = 2;
const LINE = 3;
const separators = ['', ' ', '\t', '\n'];
/** The separator around an element, by name id: 0 for elements within a line. Other names have none. */
export const separatorOf = Uint8Array.from(knownNames, name => (blockNames.has(name) ? LINE : cells.has(name) ? TAB : NONE));

/**
 * Returns the readable text of each range: entities decoded, white space collapsed except in `pre`, one line per block, cells of a table row
 * separated by tabs, without scripts and styles.
 * @param ranges offsets into `source`, sorted and disjoint; a text belongs to the range that it starts in
 * @param wanted true for text nodes to include
 */
export function readableTexts(
  tree: PageTree,
  source: string,
  ranges: readonly { start: number; end: number }[],
  wanted: (node: number) => boolean,
): string[] {
  /** Pieces of each text, none empty. One string that grows would be copied whenever its end is looked at. */
  const texts = ranges.map((): string[] => []);
  const open: { node: number; separator: number }[] = [];
  let separator = NONE;
  let range = 0;
  /** End of the last tag, text or comment. White space between two of them may be missing in the tree. */
  let seen = 0;
  const separate = (by: number): void => {
    separator = Math.max(separator, by);
  };
  const goTo = (offset: number): void => {
    if (seen < offset && (isSpace(source.charCodeAt(seen)) || isSpace(source.charCodeAt(offset - 1)))) separate(SPACE);
    seen = Math.max(seen, offset);
  };
  for (let node = 0; node < tree.size; node++) {
    while (open.length > 0 && tree.subtreeEnd[open.at(-1)!.node]! <= node) {
      const closed = open.pop()!;
      goTo(tree.closeStart[closed.node]!);
      seen = Math.max(seen, tree.end[closed.node]!);
      separate(closed.separator);
    }
    goTo(tree.start[node]!);
    seen = Math.max(seen, tree.tagEnd[node]!);
    if (tree.kind[node] === ELEMENT) {
      const by = separatorOf[tree.name[node]!] ?? NONE;
      separate(by);
      open.push({ node, separator: by });
    }
    if (tree.kind[node] !== TEXT) continue;
    const flags = tree.flags[node]!;
    const verbatim = (flags & VERBATIM) !== 0;
    if ((flags & (BLANK | OPAQUE)) !== 0 || !wanted(node)) continue;
    const start = tree.start[node]!;
    const previous = range;
    while (range > 0 && start < ranges[range]!.start) range--;
    while (range < ranges.length - 1 && start >= ranges[range]!.end) range++;
    if (start < ranges[range]!.start || start >= ranges[range]!.end) continue;
    if (range !== previous) separator = NONE;
    const text = decodedText(source.slice(start, tree.end[node]!), verbatim);
    if (!verbatim && text.startsWith(' ')) separate(SPACE);
    const pieces = texts[range]!;
    const between = pieces.at(-1)?.endsWith('\n') === false ? separators[separator]! : '';
    if (between !== '') pieces.push(between);
    const trimmed = verbatim ? text : text.trim();
    if (trimmed !== '') pieces.push(trimmed);
    separator = !verbatim && text.endsWith(' ') ? SPACE : NONE;
  }
  return texts.map(pieces => pieces.join(''));
}

/** Decodes entities and line ends, and collapses white space unless the text is verbatim. Most texts need neither. */
function decodedText(raw: string, verbatim: boolean): string {
  const decoded = raw.includes('&') ? decodeHTML(raw) : raw;
  if (!/[\t\n\f\r]| {2}/.test(decoded)) return decoded;
  const text = decoded.replace(/\r\n?/g, '\n');
  return verbatim ? text : text.replace(/[\t\n\f ]+/g, ' ');
}
