import { nameId } from '../../../html/names.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';
import { ancestorNames, pathColumns } from '../features/ancestors.ts';
import type { FeatureRows } from '../features.ts';
import { nameColumns } from './name-scores.ts';
import { type TextBlocks, textBlocks } from './text-blocks.ts';

const headings = new Map([1, 2, 3, 4, 5, 6].map(level => [nameId(`h${level}`), level]));
const ownNames = [
  'p',
  'li',
  'td th',
  'div',
  'span',
  'dt dd',
  'blockquote',
  'pre code',
  'button',
  'label',
  'time',
  'strong b em i',
  'figcaption',
];
const ownKinds = new Map(ownNames.flatMap((names, kind) => names.split(' ').map(name => [nameId(name), kind] as const)));

/** Characters of a block that is a paragraph, and the most of it that is in links. */
const paragraph = { characters: 80, links: 0.33 };
/** Block elements around a text whose features it has. */
const levels = [0, 1, 2, 3, 4];

/** A page with its keys, two lanes a node, as digests have them. */
export interface KeyedPage {
  readonly tree: PageTree;
  readonly nodeKeys: Int32Array;
  readonly placeKeys: Int32Array;
}

/** A column of features: a number for each text. */
interface Column {
  readonly name: string;
  readonly scale: Scale;
  readonly of: (text: number, row: number) => number;
}

/** How a number is encoded in a byte: shares 0 to 1 in steps of 1/250, lengths by 16 log2, counts up to 253, scores in both directions. */
type Scale = 'share' | 'length' | 'count' | 'score';

const code: Record<Scale, (value: number) => number> = {
  share: share => (share < 0 ? 0 : 1 + Math.min(250, Math.round(share * 250))),
  length: length => (length < 0 ? 0 : Math.min(255, 1 + Math.round(14 * Math.log2(1 + length)))),
  count: count => Math.max(0, Math.min(255, count + 1)),
  score: score => Math.max(0, Math.min(255, Math.round(128 + score))),
};

/** Running sums over the tree nodes before each index; the sum of a subtree is `sums[subtreeEnd] - sums[node]`. */
type Sums = Float64Array;

/**
 * Features of the readable texts of a page's body from the page alone: text and links of the block and of those around it, the place in the page
 * and by the main block of paragraphs, headings, names of elements, texts at the same place. Takes time linear in the page.
 * @param names scores of names of elements, see `NameScores`
 */
export function textFeatures(
  { tree, placeKeys, nodeKeys }: KeyedPage,
  source: string,
  names: ReadonlyMap<string, number>,
): FeatureRows {
  const blocks = textBlocks(tree, source);
  const { texts } = blocks;
  const columns = columnsOf(tree, placeKeys, nodeKeys, blocks, source, names);
  const stride = (texts.length + 3) & ~3;
  const values = new Uint8Array(stride * columns.length);
  columns.forEach(({ scale, of }, column) => {
    const encode = code[scale];
    for (let row = 0; row < texts.length; row++) values[column * stride + row] = encode(of(texts[row]!, row));
  });
  return { nodes: texts, values, stride };
}

function columnsOf(
  tree: PageTree,
  placeKeys: Int32Array,
  nodeKeys: Int32Array,
  blocks: TextBlocks,
  source: string,
  names: ReadonlyMap<string, number>,
): Column[] {
  const { texts, blockOf, length, linkLength, marks, digits, inLink, around } = blocks;
  const n = tree.size;
  const rowBlock = (row: number): number => blockOf[row]!;
  const density = (block: number): number => linkLength[block]! / Math.max(1, length[block]!);
  const near = (row: number, by: number, of: (block: number) => number): number => {
    const block = rowBlock(row) + by;
    return block < 0 || block >= length.length ? -1 : of(block);
  };
  const isParagraph = Uint8Array.from(length, (all, block) =>
    all >= paragraph.characters && density(block) <= paragraph.links ? 1 : 0,
  );

  const text = new Float64Array(n + 1);
  const linked = new Float64Array(n + 1);
  const prose = new Float64Array(n + 1);
  const count = new Float64Array(n + 1);
  for (let v = 0, row = 0; v < n; v++) {
    const is = texts[row] === v;
    const chars = is ? tree.textLength[v]! : 0;
    text[v + 1] = text[v]! + chars;
    linked[v + 1] = linked[v]! + (inLink[v] ? chars : 0);
    prose[v + 1] = prose[v]! + (is && isParagraph[rowBlock(row)] ? chars : 0);
    count[v + 1] = count[v]! + (is ? 1 : 0);
    if (is) row++;
  }
  const below = (sums: Sums, v: number): number => sums[tree.subtreeEnd[v]!]! - sums[v]!;
  const all = Math.max(1, text[n]!);
  const allProse = prose[n]!;

  // Block elements around each text, the innermost first.
  const chain = (v: number, level: number): number => {
    let at = around[v]!;
    for (let up = 0; up < level && at >= 0; up++) {
      const parent = tree.parent[at]!;
      at = parent < 0 ? -1 : around[parent]!;
    }
    return at;
  };
  const path = pathColumns(tree);
  const named = nameColumns(tree, source, names);
  const main = [0.4, 0.7, 0.9].map(least => distancesFrom(tree, mainBlock(tree, prose, least)));
  const linkBlock = linkBlocks(tree, text, linked, all);
  const outline = outlineOf(tree);
  const same = samePlaces(tree, texts, placeKeys, blocks);
  const times = timesOf(texts, nodeKeys);
  const hidden = hiddenNodes(tree, source);

  const columns: Column[] = [
    { name: 'length', scale: 'length', of: v => tree.textLength[v]! },
    { name: 'in a link', scale: 'count', of: v => inLink[v]! },
    { name: 'block, length', scale: 'length', of: (_, row) => near(row, 0, block => length[block]!) },
    { name: 'block, link density', scale: 'share', of: (_, row) => near(row, 0, density) },
    { name: 'block, marks', scale: 'count', of: (_, row) => marks[rowBlock(row)]! },
    { name: 'block, digits', scale: 'share', of: (_, row) => digits[rowBlock(row)]! / Math.max(1, length[rowBlock(row)]!) },
    ...[-3, -2, -1, 1, 2, 3].flatMap((by): Column[] => [
      { name: `block ${by}, length`, scale: 'length', of: (_, row) => near(row, by, block => length[block]!) },
      { name: `block ${by}, link density`, scale: 'share', of: (_, row) => near(row, by, density) },
    ]),
    ...levels.flatMap((level): Column[] => {
      const element = Int32Array.from(texts, v => chain(v, level));
      const of = (value: (v: number) => number) => (_: number, row: number) => (element[row]! < 0 ? -1 : value(element[row]!));
      return [
        { name: `around ${level}, length`, scale: 'length', of: of(v => below(text, v)) },
        { name: `around ${level}, link density`, scale: 'share', of: of(v => below(linked, v) / Math.max(1, below(text, v))) },
        { name: `around ${level}, share of the text`, scale: 'share', of: of(v => below(text, v) / all) },
        { name: `around ${level}, paragraphs`, scale: 'share', of: of(v => below(prose, v) / Math.max(1, below(text, v))) },
        { name: `around ${level}, mean text`, scale: 'length', of: of(v => below(text, v) / Math.max(1, below(count, v))) },
      ];
    }),
    { name: 'link block, length', scale: 'length', of: v => linkBlock.length[v]! },
    { name: 'link block, density', scale: 'share', of: v => linkBlock.density[v]! },
    { name: 'text before', scale: 'share', of: v => text[v]! / all },
    { name: 'paragraphs before', scale: 'share', of: v => (allProse > 0 ? prose[v]! / allProse : -1) },
    { name: 'paragraphs after', scale: 'share', of: v => (allProse > 0 ? (allProse - prose[v + 1]!) / allProse : -1) },
    { name: 'characters of paragraphs before', scale: 'length', of: v => prose[v]! },
    { name: 'characters of paragraphs after', scale: 'length', of: v => allProse - prose[v + 1]! },
    { name: 'links before', scale: 'share', of: v => linked[v]! / Math.max(1, linked[n]!) },
    ...main.flatMap((distance, at): Column[] => [
      { name: `main block ${at}, levels up`, scale: 'count', of: v => distance.up[v]! },
      { name: `main block ${at}, side`, scale: 'count', of: v => distance.side[v]! },
      { name: `main block ${at}, levels down`, scale: 'count', of: v => distance.down[v]! },
    ]),
    { name: 'heading', scale: 'count', of: v => outline.level[v]! },
    { name: 'last heading', scale: 'count', of: v => outline.last[v]! },
    { name: 'top headings before', scale: 'count', of: v => outline.top[v]! },
    { name: 'top headings after', scale: 'count', of: v => outline.allTop - outline.top[v]! },
    {
      name: 'characters since the top heading',
      scale: 'length',
      of: v => (outline.topAt[v]! < 0 ? -1 : text[v]! - text[outline.topAt[v]!]!),
    },
    {
      name: 'characters to the next top heading',
      scale: 'length',
      of: v => (outline.nextTop[v]! < 0 ? -1 : text[outline.nextTop[v]!]! - text[v]!),
    },
    { name: 'same place, texts', scale: 'count', of: (_, row) => same.count[row]! },
    { name: 'same place, length', scale: 'length', of: (_, row) => same.length[row]! },
    { name: 'same place, share', scale: 'share', of: (_, row) => same.length[row]! / all },
    { name: 'same place, link density', scale: 'share', of: (_, row) => same.linked[row]! / Math.max(1, same.length[row]!) },
    {
      name: 'same place, marks',
      scale: 'share',
      of: (_, row) => Math.min(1, (same.marks[row]! * 20) / Math.max(1, same.length[row]!)),
    },
    { name: 'times in the page', scale: 'count', of: (_, row) => times[row]! },
    { name: 'hidden', scale: 'count', of: v => hidden[v]! },
    { name: 'names, sum', scale: 'score', of: v => named.sum[v]! },
    { name: 'names, least', scale: 'score', of: v => named.least[v]! },
    { name: 'names, greatest', scale: 'score', of: v => named.greatest[v]! },
    { name: 'names, nearest', scale: 'score', of: v => named.nearest[v]! },
    { name: 'depth', scale: 'count', of: v => path.depth[v]! },
    { name: 'page, characters', scale: 'length', of: () => all },
    { name: 'page, link density', scale: 'share', of: () => linked[n]! / all },
    { name: 'page, paragraphs', scale: 'share', of: () => allProse / all },
    { name: 'page, characters of paragraphs', scale: 'length', of: () => allProse },
    { name: 'page, texts', scale: 'length', of: () => texts.length },
    ...ancestorNames.map((name, bit): Column => ({ name: `in ${name}`, scale: 'count', of: v => (path.inside[v]! >> bit) & 1 })),
    ...ownNames.map(
      (name, kind): Column => ({
        name: `is ${name}`,
        scale: 'count',
        of: v => (ownKinds.get(tree.name[tree.parent[v]!]!) === kind ? 1 : 0),
      }),
    ),
  ];
  return columns;
}

/** The innermost element that holds at least a share of the paragraphs; the root without paragraphs. */
function mainBlock(tree: PageTree, prose: Sums, least: number): number {
  const enough = Math.max(1, prose[tree.size]! * least);
  let block = tree.root;
  for (let child = block + 1; child < tree.subtreeEnd[block]!; ) {
    const end = tree.subtreeEnd[child]!;
    if (tree.kind[child] === ELEMENT && prose[end]! - prose[child]! >= enough) {
      block = child;
      child++;
    } else child = end;
  }
  return block;
}

/** By node: levels from the block up to the element that holds both, from there down to the node; 0 before, 1 in, 2 after the block. */
function distancesFrom(tree: PageTree, block: number): { up: Uint8Array; down: Uint8Array; side: Uint8Array } {
  const n = tree.size;
  const up = new Uint8Array(n).fill(255);
  const down = new Uint8Array(n);
  const side = new Uint8Array(n);
  const above = new Map<number, number>();
  for (let at = block, level = 0; at >= 0; at = tree.parent[at]!, level++) above.set(at, Math.min(254, level));
  const end = tree.subtreeEnd[block]!;
  for (let v = 0; v < n; v++) {
    const parent = tree.parent[v]!;
    side[v] = v < block ? 0 : v < end ? 1 : 2;
    const own = above.get(v);
    if (own !== undefined) up[v] = own;
    else if (parent >= 0) {
      up[v] = up[parent]!;
      down[v] = Math.min(255, down[parent]! + 1);
    }
  }
  return { up, down, side };
}

/** By node, link density and length of the largest element around it with at most half of the page's text, most of it in links; -1 for none. */
function linkBlocks(tree: PageTree, text: Sums, linked: Sums, all: number): { length: Float64Array; density: Float64Array } {
  const length = new Float64Array(tree.size).fill(-1);
  const density = new Float64Array(tree.size).fill(-1);
  for (let v = 0; v < tree.size; v++) {
    const parent = tree.parent[v]!;
    if (parent >= 0 && length[parent]! >= 0) {
      length[v] = length[parent]!;
      density[v] = density[parent]!;
      continue;
    }
    const own = text[tree.subtreeEnd[v]!]! - text[v]!;
    const inLinks = linked[tree.subtreeEnd[v]!]! - linked[v]!;
    if (tree.kind[v] !== ELEMENT || own * 2 > all || inLinks * 2 < own || own === 0) continue;
    length[v] = own;
    density[v] = inLinks / own;
  }
  return { length, density };
}

/** By node: its level as or in a heading (0 outside), that of the last heading, `h1` before it and where the last and the next one are (-1 for none). */
function outlineOf(tree: PageTree): {
  level: Uint8Array;
  last: Uint8Array;
  top: Uint16Array;
  topAt: Int32Array;
  nextTop: Int32Array;
  allTop: number;
} {
  const n = tree.size;
  const level = new Uint8Array(n);
  const last = new Uint8Array(n);
  const top = new Uint16Array(n);
  const topAt = new Int32Array(n).fill(-1);
  const nextTop = new Int32Array(n).fill(-1);
  let seen = 0;
  let tops = 0;
  let at = -1;
  for (let v = 0; v < n; v++) {
    const parent = tree.parent[v]!;
    const own = tree.kind[v] === ELEMENT ? (headings.get(tree.name[v]!) ?? 0) : 0;
    level[v] = own || (parent < 0 ? 0 : level[parent]!);
    last[v] = seen;
    if (own > 0) seen = own;
    if (own === 1) {
      tops++;
      at = v;
    }
    top[v] = tops;
    topAt[v] = at;
  }
  for (let v = n - 1, next = -1; v >= 0; v--) {
    nextTop[v] = next;
    if (topAt[v] === v) next = v;
  }
  return { level, last, top, topAt, nextTop, allTop: tops };
}

/** By row: number of texts at the place of a text, their length, length in links, and marks of their blocks. */
function samePlaces(
  tree: PageTree,
  texts: Int32Array,
  placeKeys: Int32Array,
  { inLink, blockOf, marks, length }: TextBlocks,
): { count: Float64Array; length: Float64Array; linked: Float64Array; marks: Float64Array } {
  const ids = new Map<number, number>();
  const idOf = Int32Array.from(texts, v => {
    const key = placeKeys[tree.parent[v]! * 2]!;
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, ids.size);
    return ids.size - 1;
  });
  const sums = Array.from({ length: 4 }, () => new Float64Array(ids.size));
  for (let row = 0; row < texts.length; row++) {
    const v = texts[row]!;
    const id = idOf[row]!;
    const chars = tree.textLength[v]!;
    sums[0]![id]!++;
    sums[1]![id]! += chars;
    if (inLink[v]) sums[2]![id]! += chars;
    sums[3]![id]! += (marks[blockOf[row]!]! * chars) / Math.max(1, length[blockOf[row]!]!);
  }
  const [count, all, linked, marked] = sums.map(sum => Float64Array.from(idOf, id => sum[id]!));
  return { count: count!, length: all!, linked: linked!, marks: marked! };
}

/** By row, how often an equal text with an equal path is in the page. */
function timesOf(texts: Int32Array, nodeKeys: Int32Array): Float64Array {
  const times = new Map<number, number>();
  for (const v of texts) times.set(nodeKeys[v * 2]!, (times.get(nodeKeys[v * 2]!) ?? 0) + 1);
  return Float64Array.from(texts, v => times.get(nodeKeys[v * 2]!)!);
}

/** By node, 1 in elements that say that they are not shown. */
function hiddenNodes(tree: PageTree, source: string): Uint8Array {
  const hidden = new Uint8Array(tree.size);
  for (let v = 0; v < tree.size; v++) {
    const parent = tree.parent[v]!;
    hidden[v] = parent < 0 ? 0 : hidden[parent]!;
    if (hidden[v] || tree.kind[v] !== ELEMENT) continue;
    for (let at = tree.attrFirst[v]!; at < tree.attrFirst[v + 1]!; at++) {
      const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
      if (name !== 'hidden' && name !== 'style' && name !== 'aria-hidden') continue;
      const value = source.slice(tree.attrValueStart[at]!, tree.attrValueEnd[at]!);
      if (name === 'hidden' || (name === 'aria-hidden' ? value === 'true' : /display\s*:\s*none/i.test(value))) hidden[v] = 1;
    }
  }
  return hidden;
}
