// What decides the layout of a page beside its looks, as keys of its layout set (default-layout-set.ts): the lowest four bits say which
// kind, the others are a hash.

/** The template that the page declares. */
const DECLARED = 6;
/** The name that the settings give to the page's layout. */
const NAMED = 7;
/** A statement of the settings that the page shares its layout with others. */
const SAME = 8;
/** A statement of the settings that the page's layout is another than that of others, and which side the page is on. */
const APART = 9;
/** The settings name this very page: it belongs into the sample. */
const PINNED = 10;

export const KINDS = 16;
/** Sides that a statement tells apart. */
const SIDES = 512;

/** What decides the layout of a page beside its looks; numbers are keys of the set. */
export interface LayoutMarks {
  /** 0 for none. */
  declared: number;
  named: number;
  same: number[];
  apart: number[];
}

/** The lowest four bits of a key; in a fraction of the time of `%`, which V8 leaves to the C library for numbers of 53 bits. */
export function kindOf(key: number): number {
  return key - Math.floor(key / KINDS) * KINDS;
}

/** The key of a declared template. */
export function declaredKey(hash: number): number {
  return key(hash, DECLARED);
}

/** The key of a layout that the settings name. */
export function namedKey(hash: number): number {
  return key(hash, NAMED);
}

/** The key of a statement that pages share a layout. */
export function sameKey(hash: number): number {
  return key(hash, SAME);
}

/** The key of a statement that the layouts of pages differ, for those on one side of it. */
export function apartKey(hash: number, side: number): number {
  return (Math.floor(hash / 2 ** 13) * SIDES + (side % SIDES)) * KINDS + APART;
}

export const pinnedKey: number = KINDS + PINNED;

function key(hash: number, kind: number): number {
  return hash - kindOf(hash) + kind;
}

/** The marks in a layout set, which sorts them among its other keys. */
export function marksOf(set: Float64Array): LayoutMarks {
  const marks: LayoutMarks = { declared: 0, named: 0, same: [], apart: [] };
  for (const value of set) {
    const kind = kindOf(value);
    if (kind < DECLARED) continue;
    if (kind === DECLARED) marks.declared = value;
    else if (kind === NAMED) marks.named = value;
    else if (kind === SAME) marks.same.push(value);
    else if (kind === APART) marks.apart.push(value);
  }
  return marks;
}

export function isPinned(set: Float64Array): boolean {
  return set.includes(pinnedKey);
}

/** A set without what the settings say. */
export function withoutSettings(set: Float64Array): Float64Array {
  return set.some(value => kindOf(value) >= NAMED) ? set.filter(value => kindOf(value) < NAMED) : set;
}

/** A statement of the settings says that two pages are of different layouts. */
export function statedApart(a: readonly number[], b: readonly number[]): boolean {
  return a.some(one => b.some(other => one !== other && statement(one) === statement(other)));
}

/** The layouts of two pages differ, by the settings or by the templates that they declare. */
export function inConflict(a: LayoutMarks, b: LayoutMarks): boolean {
  return differ(a.named, b.named) || (!a.named && !b.named && differ(a.declared, b.declared)) || statedApart(a.apart, b.apart);
}

/** Keys that pages of one layout have in common, those of the settings first. */
export function unitingKeys({ named, declared, same }: LayoutMarks): number[] {
  return [named, ...same, named ? 0 : declared].filter(mark => mark !== 0);
}

function differ(a: number, b: number): boolean {
  return a !== 0 && b !== 0 && a !== b;
}

function statement(apart: number): number {
  return Math.floor(apart / KINDS / SIDES);
}
