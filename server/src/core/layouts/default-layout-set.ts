import { combine, hash53, hi, lo } from '../../html/hash.ts';
import { BLANK, ELEMENT, OPAQUE } from '../../html/tree.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { ParsedPage } from '../directives/parsed-page.ts';
import { declaredKey, keyKind, kindOf, type LayoutMarks, marksOf, withoutKind } from './layout-marks.ts';

/** The keys of a layout set by kind, see `layoutSet`. */
export interface LayoutKeys {
  /** Label paths from the root to elements without element children. */
  leaves: number[];
  /** Label paths from the root to each element. */
  paths: number[];
  /** Elements: hash of the label path and attributes; the hash of the label path alone stands for elements without attributes. */
  elements: number[];
  /** Hash of the body's name and attributes; 0 if there is no body. */
  body: number;
  /** The same without attributes that may be each page's own (N9). */
  plainBody: number;
  marks: LayoutMarks;
}

/** A hash set for the keys of one page, whose memory all pages reuse. */
class PageKeySet {
  size = 0;
  hashes = new Float64Array(1 << 11);
  kinds = new Uint8Array(1 << 11);
  /** Index of a key plus one, by open addressing. */
  #slots = new Int32Array(1 << 12);

  /** Removes all keys and makes room for `capacity` keys. */
  clear(capacity: number): void {
    this.size = 0;
    if (capacity <= this.hashes.length) {
      this.#slots.fill(0);
      return;
    }
    const room = 2 ** Math.ceil(Math.log2(capacity));
    this.hashes = new Float64Array(room);
    this.kinds = new Uint8Array(room);
    this.#slots = new Int32Array(room * 2);
  }

  /** Returns the index of the key with this hash; adds it with this kind if it is new. Elements and paths with one hash are different keys. */
  add(low: number, high: number, kind: number): number {
    const hash = hashOf(low, high);
    const mask = this.#slots.length - 1;
    const isElement = kind === keyKind.withAttributes;
    let slot = ((low >>> 4) ^ (high >>> 11)) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const at = this.#slots[slot]! - 1;
      if (this.hashes[at] === hash && (this.kinds[at] === keyKind.withAttributes) === isElement) return at;
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
 * Returns the layout set of a page: the label paths of its elements, its elements with attributes, its body's start tag and the template that
 * it declares, as sorted 53-bit hashes with a kind (`keyKind`). Ignores script, style, noscript, template and iframe.
 */
export function layoutSet(tree: ParsedPage): Float64Array {
  const { path, own, display, plainBody } = tree.hashes;
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
    // The attributes of the body have a key of their own.
    const bare = node === body || tree.attrFirst[node] === tree.attrFirst[node + 1];
    if (!bare) {
      // The own hash leaves out classes that mark a current item; the display hash has them.
      combine(own[at]!, own[at + 1]!, display[at]!, display[at + 1]!);
      combine(path[at]!, path[at + 1]!, lo, hi);
      keys.add(lo, hi, keyKind.withAttributes);
    }
    const key = keys.add(path[at]!, path[at + 1]!, keyKind.inner);
    if (!inner[node]) keys.kinds[key]! &= ~keyKind.inner;
    if (bare) keys.kinds[key]! |= keyKind.bare;
  }
  const template = declaredTemplate(tree.directives);
  const full = body < 0 ? 0 : hashOf(own[body * 2]!, own[body * 2 + 1]!);
  const plain = hashOf(plainBody[0]!, plainBody[1]!);
  const hasPlain = plain !== 0 && plain !== full;
  const set = new Float64Array(keys.size + (body < 0 ? 0 : 1) + (hasPlain ? 1 : 0) + (template ? 1 : 0));
  let at = 0;
  for (; at < keys.size; at++) set[at] = keys.hashes[at]! + keys.kinds[at]!;
  if (body >= 0) set[at++] = full + keyKind.body;
  if (hasPlain) set[at++] = plain + keyKind.plainBody;
  if (template) set[at++] = declaredKey(hash53(template));
  return set.sort();
}

/** Returns the path of the template that the page's markers name, such as those of Dreamweaver; undefined if they name none. */
export function declaredTemplate(directives: PageDirectives | undefined): string | undefined {
  return directives?.labels.find(({ kind, name }) => kind === 'locked' && name !== '')?.name;
}

/** Splits a layout set into its keys, by kind. */
export function layoutKeys(set: Float64Array): LayoutKeys {
  const keys: LayoutKeys = {
    leaves: [],
    paths: [],
    elements: [],
    body: 0,
    plainBody: 0,
    marks: marksOf(set),
  };
  for (const value of set) {
    const kind = kindOf(value);
    const hash = value - kind;
    if (kind === keyKind.body) keys.body = hash;
    else if (kind === keyKind.plainBody) keys.plainBody = hash;
    else if (kind === keyKind.withAttributes) keys.elements.push(value);
    else if (kind <= (keyKind.inner | keyKind.bare)) {
      keys.paths.push(hash);
      if (!(kind & keyKind.inner)) keys.leaves.push(hash);
      if (kind & keyKind.bare) keys.elements.push(hash);
    }
  }
  if (keys.plainBody === 0) keys.plainBody = keys.body;
  return keys;
}

/** Combines the two 32-bit halves of a hash into a number of 53 bits, with zeros in the bits of the kind. */
function hashOf(low: number, high: number): number {
  return (high >>> 11) * 2 ** 32 + (withoutKind(low) >>> 0);
}
