import { combine, hash53, hi, lo } from '../../html/hash.ts';
import { BLANK, ELEMENT, OPAQUE } from '../../html/tree.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { ParsedPage } from '../directives/parsed-page.ts';
import { declaredKey, KINDS, kindOf, type LayoutMarks, marksOf } from './layout-marks.ts';

// A layout set holds these kinds of keys, and those of layout-marks.ts. The lowest four bits say which; the others are a hash.
/** Label path of elements that all have element children; 0 where at least one has none. */
const INNER = 1;
/** Added to the kind of a path: at least one element at the path has no attributes. */
const BARE = 2;
/** Name and attributes of `body` (or of the `frameset`). */
const BODY = 4;
/** Label path, name and attributes of an element with attributes. */
const WITH_ATTRIBUTES = 5;

/** What the default grouping knows of a page, see `layoutSet`. */
export interface LayoutKeys {
  /** Label paths from the root to elements without element children. */
  leaves: number[];
  /** All label paths. */
  paths: number[];
  /** Elements: label path with attributes. */
  elements: number[];
  /** The body's name and attributes; 0 where there is none. */
  body: number;
  marks: LayoutMarks;
}

/** The keys of one page, without duplicates, in memory that the next page uses again. */
class PageKeySet {
  size = 0;
  hashes = new Float64Array(1 << 11);
  kinds = new Uint8Array(1 << 11);
  /** Where a key is, plus one, by open addressing. */
  #slots = new Int32Array(1 << 12);

  /** Empties it, with room for so many keys. */
  clear(most: number): void {
    this.size = 0;
    if (most <= this.hashes.length) {
      this.#slots.fill(0);
      return;
    }
    const room = 2 ** Math.ceil(Math.log2(most));
    this.hashes = new Float64Array(room);
    this.kinds = new Uint8Array(room);
    this.#slots = new Int32Array(room * 2);
  }

  /** Gives where the key of that hash is; new, it has the kind. Elements and paths are apart. */
  add(low: number, high: number, kind: number): number {
    const hash = hashOf(low, high);
    const mask = this.#slots.length - 1;
    const isElement = kind === WITH_ATTRIBUTES;
    let slot = ((low >>> 4) ^ (high >>> 11)) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const at = this.#slots[slot]! - 1;
      if (this.hashes[at] === hash && (this.kinds[at] === WITH_ATTRIBUTES) === isElement) return at;
    }
    const at = this.size++;
    this.#slots[slot] = this.size;
    this.hashes[at] = hash;
    this.kinds[at] = kind;
    return at;
  }
}

const pageKeys = new PageKeySet();

/**
 * The label paths of a page's elements, its elements with their attributes, its body's start tag, and the template that it declares, as one
 * sorted set of 53-bit hashes.
 * Script, style, noscript, template, iframe do not count.
 */
export function layoutSet(tree: ParsedPage): Float64Array {
  const { path, own, display } = tree.hashes;
  const keys = pageKeys;
  keys.clear(tree.size * 2);
  const inner = new Uint8Array(tree.size);
  let body = -1;
  for (let node = tree.size - 1; node >= 0; node--) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & (OPAQUE | BLANK)) continue;
    const parent = tree.parent[node]!;
    if (parent >= 0) inner[parent] = 1;
    if (body < 0 && parent === tree.root) body = node;
    const at = node * 2;
    const bare = tree.attrFirst[node] === tree.attrFirst[node + 1];
    if (!bare) {
      // The display hash has the classes that mark a current item, which the own hash skips.
      combine(own[at]!, own[at + 1]!, display[at]!, display[at + 1]!);
      combine(path[at]!, path[at + 1]!, lo, hi);
      keys.add(lo, hi, WITH_ATTRIBUTES);
    }
    const key = keys.add(path[at]!, path[at + 1]!, INNER);
    if (!inner[node]) keys.kinds[key]! &= ~INNER;
    if (bare) keys.kinds[key]! |= BARE;
  }
  const template = declaredTemplate(tree.directives);
  const set = new Float64Array(keys.size + (body < 0 ? 0 : 1) + (template ? 1 : 0));
  let at = 0;
  for (; at < keys.size; at++) set[at] = keys.hashes[at]! + keys.kinds[at]!;
  if (body >= 0) set[at++] = hashOf(own[body * 2]!, own[body * 2 + 1]!) + BODY;
  if (template) set[at++] = declaredKey(hash53(template));
  return set.sort();
}

/** The path of the template that the page says it is an instance of; undefined where it says nothing. */
export function declaredTemplate(directives: PageDirectives | undefined): string | undefined {
  return directives?.labels.find(({ kind, name }) => kind === 'locked' && name !== '')?.name;
}

/** A layout set taken apart. */
export function layoutKeys(set: Float64Array): LayoutKeys {
  const keys: LayoutKeys = { leaves: [], paths: [], elements: [], body: 0, marks: marksOf(set) };
  for (const value of set) {
    const kind = kindOf(value);
    const hash = value - kind;
    if (kind === BODY) keys.body = hash;
    else if (kind === WITH_ATTRIBUTES) keys.elements.push(value);
    else if (kind <= (INNER | BARE)) {
      keys.paths.push(hash);
      if (!(kind & INNER)) keys.leaves.push(hash);
      if (kind & BARE) keys.elements.push(hash);
    }
  }
  return keys;
}

/** Two lanes as a number of 53 bits; the lowest four are free. */
function hashOf(low: number, high: number): number {
  return (high >>> 11) * 2 ** 32 + ((low & ~(KINDS - 1)) >>> 0);
}
