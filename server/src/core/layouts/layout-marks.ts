/** Kinds of keys of a layout set (see `layoutSet`). The lowest four bits of a key are its kind, the others are a hash. */
export const keyKind = {
  /** Bit of the kind of a label path: all elements at the path have element children. */
  inner: 1,
  /** Bit of the kind of a label path: at least one element at the path has no attributes. */
  bare: 2,
  /** Name and attributes of `body` or `frameset`. */
  body: 4,
  /** Label path, name and attributes of an element with attributes. */
  withAttributes: 5,
  /** Name and attributes of `body` without those that may be each page's own (N9); only if it has any of these. */
  plainBody: 6,
  /** The template that the page declares. This and the later kinds, except `pinned`, are marks: they decide the layout, whatever the structure. */
  declared: 7,
  /** The name that the settings give to the page's layout. This and all later kinds come from the settings. */
  named: 8,
  /** A correction: the page shares its layout with others. */
  same: 9,
  /** A correction: the page's layout differs from that of pages on other sides. The hash includes the side of the page. */
  apart: 10,
  /** The settings name this page by its path: the sample must have it. */
  pinned: 11,
} as const;

const keyLayout = {
  /** Number of kinds that fit into a key. */
  kinds: 16,
  /** Number of sides that fit into a key of kind `apart`. */
  sides: 512,
} as const;

/** The marks of a page: facts besides its structure that decide its layout. Numbers are keys of the layout set, 0 for none. */
export interface LayoutMarks {
  declared: number;
  named: number;
  same: number[];
  apart: number[];
}

/** The kind of a key. Much faster than `%`, which V8 leaves to the C library for numbers of 53 bits. */
export function kindOf(key: number): number {
  return key - Math.floor(key / keyLayout.kinds) * keyLayout.kinds;
}

/** The lower 32 bits of a hash with zeros in the bits of the kind. */
export function withoutKind(low: number): number {
  return low & ~(keyLayout.kinds - 1);
}

/** The key of a declared template. */
export function declaredKey(hash: number): number {
  return key(hash, keyKind.declared);
}

/** The key of a layout that the settings name. */
export function namedKey(hash: number): number {
  return key(hash, keyKind.named);
}

/** The key of a correction that pages share a layout. */
export function sameKey(hash: number): number {
  return key(hash, keyKind.same);
}

/** The key of a correction that the layouts of pages differ, for the pages on one side of it. */
export function apartKey(hash: number, side: number): number {
  const { sides, kinds } = keyLayout;
  return (Math.floor(hash / 2 ** 13) * sides + (side % sides)) * kinds + keyKind.apart;
}

/** The key of pages that the settings name by their paths. */
export const pinnedKey: number = keyLayout.kinds + keyKind.pinned;

function key(hash: number, kind: number): number {
  return hash - kindOf(hash) + kind;
}

/** The marks in a layout set. */
export function marksOf(set: Float64Array): LayoutMarks {
  const marks: LayoutMarks = { declared: 0, named: 0, same: [], apart: [] };
  for (const value of set) {
    const kind = kindOf(value);
    if (kind < keyKind.declared) continue;
    if (kind === keyKind.declared) marks.declared = value;
    else if (kind === keyKind.named) marks.named = value;
    else if (kind === keyKind.same) marks.same.push(value);
    else if (kind === keyKind.apart) marks.apart.push(value);
  }
  return marks;
}

/** True if the settings name the page by its path. */
export function isPinned(set: Float64Array): boolean {
  return set.includes(pinnedKey);
}

/** A layout set without the keys that come from the settings. */
export function withoutSettings(set: Float64Array): Float64Array {
  return set.some(value => kindOf(value) >= keyKind.named) ? set.filter(value => kindOf(value) < keyKind.named) : set;
}

/** True if a correction separates two pages, given by their keys of kind `apart`. */
export function statedApart(a: readonly number[], b: readonly number[]): boolean {
  return a.some(one => b.some(other => one !== other && correctionOf(one) === correctionOf(other)));
}

/** True if two pages must have different layouts, because of the settings or of the templates that they declare. */
export function inConflict(a: LayoutMarks, b: LayoutMarks): boolean {
  return differ(a.named, b.named) || (!a.named && !b.named && differ(a.declared, b.declared)) || statedApart(a.apart, b.apart);
}

/** Keys that put all pages that have one of them into the same layout; those of the settings first. */
export function unitingKeys({ named, declared, same }: LayoutMarks): number[] {
  return [named, ...same, named ? 0 : declared].filter(mark => mark !== 0);
}

function differ(a: number, b: number): boolean {
  return a !== 0 && b !== 0 && a !== b;
}

/** Hash of the correction that a key of kind `apart` belongs to. */
function correctionOf(apart: number): number {
  return Math.floor(apart / keyLayout.kinds / keyLayout.sides);
}
