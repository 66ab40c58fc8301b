import { combine, hash53, hi, lo } from '../page/hash.ts';
import type { PageDirectives } from '../page/page-directives.ts';
import { BLANK, ELEMENT, OPAQUE, type ParsedPage } from '../page/tree.ts';
import { declaredKey, KINDS, type LayoutMarks, marksOf } from './layout-marks.ts';

// A layout set holds these kinds of keys, and those of layout-marks.ts. The lowest four bits say which; the others are a hash.
/** Label path of elements of which at least one has no element children. */
const LEAF = 0;
/** Label path of elements that all have element children. */
const INNER = 1;
/** Added to one of the above: at least one element at the path has no attributes. */
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

/**
 * The label paths of a page's elements, its elements with their attributes, its body's start tag, and the template that it declares, as one
 * sorted set of 53-bit hashes.
 * Script, style, noscript, template, iframe do not count.
 */
export function layoutSet(tree: ParsedPage): Float64Array {
  const { path, own, display } = tree.hashes;
  /** What is known of a path: its kind. */
  const paths = new Map<number, number>();
  const elements = new Set<number>();
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
      // The display hash has the classes that mark a current item, which the own hash leaves out.
      combine(own[at]!, own[at + 1]!, display[at]!, display[at + 1]!);
      combine(path[at]!, path[at + 1]!, lo, hi);
      elements.add(hashOf(lo, hi) + WITH_ATTRIBUTES);
    }
    const hash = hashOf(path[at]!, path[at + 1]!);
    const known = paths.get(hash) ?? INNER;
    const kind = (inner[node] ? known : LEAF | (known & BARE)) | (bare ? BARE : 0);
    if (kind !== known || known === INNER) paths.set(hash, kind);
  }
  const template = declaredTemplate(tree.directives);
  const set = new Float64Array(paths.size + elements.size + (body < 0 ? 0 : 1) + (template ? 1 : 0));
  let at = 0;
  for (const [hash, kind] of paths) set[at++] = hash + kind;
  for (const element of elements) set[at++] = element;
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
    const kind = value % KINDS;
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
