import { align } from './align.ts';
import { limits } from './thresholds.ts';
import { type PageUnits, unitsText } from './units.ts';

/** A range of units of each page: page `i` has the units `from[i]` to `to[i]` (exclusive), perhaps none. */
export interface Gap {
  kind: 'gap';
  from: Int32Array;
  to: Int32Array;
}

/** Units that several pages have in one place. */
export interface Block {
  kind: 'block';
  /** Number of units. */
  size: number;
  /** Index of the first unit on each page; -1 on pages that do not have the block. */
  at: Int32Array;
  /** Number of pages that have it. */
  support: number;
  /** Length in UTF-16 code units, on the first page that has it. */
  length: number;
}

export type Column = Gap | Block;

/**
 * Aligns the pages of a layout: finds blocks of units that pages have in common, in one order, and the gaps between them, in which each page
 * has units of its own. Gaps and blocks alternate; together they are all units of every page. A block stands for itself only if it saves
 * more than the entries in the front matter that it costs.
 * @param keepsSeams true if a block that costs more stands for itself where a gap would have half an element without it.
 */
export function alignPages(pages: readonly PageUnits[], keepsSeams: boolean): Column[] {
  const whole: Gap = { kind: 'gap', from: new Int32Array(pages.length), to: Int32Array.from(pages, ({ size }) => size) };
  if (pages.length === 1) return ownColumns(pages[0]!);
  return alignGap(pages, whole, 0, keepsSeams);
}

/** The columns of a page that is alone in its layout: its template and its content, by their labels. */
function ownColumns(page: PageUnits): Column[] {
  const columns: Column[] = [gapBetween(1, [0], [0])];
  for (let at = 0; at < page.size; ) {
    let end = at;
    while (end < page.size && page.isTemplate[end] === page.isTemplate[at]) end++;
    const length = page.starts[end]! - page.starts[at]!;
    const gap = columns.at(-1) as Gap;
    if (page.isTemplate[at] && length >= limits.slotBytes) {
      columns.push({ kind: 'block', size: end - at, at: Int32Array.of(at), support: 1, length }, gapBetween(1, [end], [end]));
    } else gap.to[0] = end;
    at = end;
  }
  return columns;
}

function gapBetween(pages: number, from: ArrayLike<number>, to: ArrayLike<number>): Gap {
  const gap: Gap = { kind: 'gap', from: new Int32Array(pages), to: new Int32Array(pages) };
  gap.from.set(from);
  gap.to.set(to);
  return gap;
}

/** Aligns what the pages have in a gap; returns the gap itself if nothing in common is worth a block. */
function alignGap(pages: readonly PageUnits[], gap: Gap, depth: number, keepsSeams: boolean): Column[] {
  const having = [...pages.keys()].filter(page => gap.from[page]! < gap.to[page]!);
  if (having.length < 2 || depth >= limits.alignmentDepth) return [gap];
  const pivot = mostTypical(pages, gap, having);
  if (pivot < 0) return [gap];
  const matches = new Map<number, Int32Array>();
  const run = (page: number) => ({ keys: pages[page]!.keys, from: gap.from[page]!, to: gap.to[page]! });
  const isFixed = alignedUnits(pages, gap, having, pivot);
  for (const page of having) if (page !== pivot) matches.set(page, align(run(pivot), run(page), isFixed));
  const columns = dissolveSmall(blocksOf(pages, gap, pivot, matches), keepsSeams ? pages : []);
  if (columns.length === 1) return [gap];
  return columns.flatMap(column => (column.kind === 'gap' ? alignGap(pages, column, depth + 1, keepsSeams) : [column]));
}

/** Units of a page that may be aligned: those of its template, and longer ones that at least half of the pages have. */
function alignedUnits(pages: readonly PageUnits[], gap: Gap, having: readonly number[], pivot: number): Uint8Array {
  const { keys, isTemplate, starts } = pages[pivot]!;
  const isFixed = Uint8Array.from(isTemplate);
  const counts = new Map<number, number>();
  for (const page of having)
    for (const key of new Set(pages[page]!.keys.subarray(gap.from[page]!, gap.to[page]!)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = Math.max(limits.contentPages, pages.length / 2);
  for (let at = gap.from[pivot]!; at < gap.to[pivot]!; at++)
    if (counts.get(keys[at]!)! >= least && starts[at + 1]! - starts[at]! >= limits.contentBytes) isFixed[at] = 1;
  return isFixed;
}

/** The page whose template in a gap is on the most other pages; -1 if no two pages share any. */
function mostTypical(pages: readonly PageUnits[], gap: Gap, having: readonly number[]): number {
  const counts = new Map<number, number>();
  const ownKeys = (page: number): Map<number, number> => {
    const { keys, isTemplate, starts } = pages[page]!;
    const own = new Map<number, number>();
    for (let at = gap.from[page]!; at < gap.to[page]!; at++)
      if (isTemplate[at]) own.set(keys[at]!, starts[at + 1]! - starts[at]!);
    return own;
  };
  for (const page of having) for (const key of ownKeys(page).keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  let best = -1;
  let most = 0;
  for (const page of having) {
    let shared = 0;
    for (const [key, length] of ownKeys(page)) shared += length * (counts.get(key)! - 1);
    if (shared > most) [best, most] = [page, shared];
  }
  return best;
}

/** Runs of units of the pivot that the same pages have in one piece, and the gaps between them. */
function blocksOf(pages: readonly PageUnits[], gap: Gap, pivot: number, matches: ReadonlyMap<number, Int32Array>): Column[] {
  const columns: Column[] = [];
  const cursor = Int32Array.from(gap.from);
  const first = gap.from[pivot]!;
  const last = gap.to[pivot]!;
  const others = [...matches];
  const continues = (at: number): boolean => {
    const index = at - first;
    return others.every(([, match]) => (match[index - 1]! < 0 ? match[index]! < 0 : match[index] === match[index - 1]! + 1));
  };
  for (let from = first; from < last; ) {
    const having = others.filter(([, match]) => match[from - first]! >= 0);
    if (having.length === 0) {
      from++;
      continue;
    }
    let to = from + 1;
    while (to < last && continues(to)) to++;
    const at = new Int32Array(pages.length).fill(-1);
    at[pivot] = from;
    for (const [page, match] of having) at[page] = match[from - first]!;
    const before = gapBetween(pages.length, cursor, cursor);
    for (let page = 0; page < pages.length; page++) {
      if (at[page]! < 0) continue;
      before.to[page] = at[page]!;
      cursor[page] = at[page]! + to - from;
    }
    const { starts } = pages[pivot]!;
    columns.push(before, {
      kind: 'block',
      size: to - from,
      at,
      support: having.length + 1,
      length: starts[to]! - starts[from]!,
    });
    from = to;
  }
  columns.push(gapBetween(pages.length, cursor, gap.to));
  return columns;
}

/** Gives the units of blocks that cost more than they save to the gaps around them, unless this would leave half an element in a gap. */
function dissolveSmall(columns: Column[], pages: readonly PageUnits[]): Column[] {
  for (let changed = true; changed; ) {
    changed = false;
    const kept: Column[] = [columns[0]!];
    for (let at = 1; at < columns.length; at += 2) {
      const before = kept.at(-1) as Gap;
      const block = columns[at] as Block;
      const after = columns[at + 1] as Gap;
      if (saving(before, block, after) > 0 || isSeam(before, block, after, pages)) kept.push(block, after);
      else {
        kept[kept.length - 1] = joined(before, block, after);
        changed = true;
      }
    }
    columns = kept;
  }
  return columns;
}

/** Bytes that a block saves, less those that it costs. */
function saving(before: Gap, block: Block, after: Gap): number {
  const pages = block.at.length;
  const lacking = pages - block.support;
  let apart = 0;
  for (let page = 0; page < pages; page++)
    if (before.from[page]! < before.to[page]! && after.from[page]! < after.to[page]!) apart++;
  const cost =
    (lacking > 0 ? limits.slotBytes + Math.min(lacking, block.support) * limits.entryBytes : -1) +
    (apart > 0 ? limits.slotBytes + apart * limits.entryBytes : 0);
  return (block.support - 1) * block.length - cost;
}

/** True if a block that all pages have closes or opens elements between two gaps that have whole elements only. */
function isSeam(before: Gap, block: Block, after: Gap, pages: readonly PageUnits[]): boolean {
  if (block.support < pages.length) return false;
  const page = pages.findIndex((own, page) => hasText(own, before, page) && hasText(own, after, page));
  if (page < 0) return false;
  const { depth } = pages[page]!;
  const start = block.at[page]!;
  const inside = depth.subarray(start, start + block.size + 1);
  const isWhole = inside.at(-1) === inside[0] && Math.min(...inside) === inside[0];
  return !isWhole && depth[before.from[page]!] === inside[0] && depth[after.to[page]!] === inside.at(-1);
}

/** True if a page has more than white space in a gap. */
function hasText(own: PageUnits, { from, to }: Gap, page: number): boolean {
  for (let at = from[page]!; at < to[page]!; at++) if (unitsText(own, at, at + 1).trim() !== '') return true;
  return false;
}

function joined(before: Gap, block: Block, after: Gap): Gap {
  const gap = gapBetween(block.at.length, before.from, after.to);
  // A page without the block has its own units of both gaps, one after the other.
  return gap;
}
