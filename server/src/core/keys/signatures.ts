import { nodeName } from '../../html/access.ts';
import { combine, hashString, hi, lo } from '../../html/hash.ts';
import { type HashKey, hashPlainWithKey, keyedHi, keyedLo } from '../../html/keyed-hash.ts';
import { knownNames, nameId } from '../../html/names.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { step } from '../../html/steps.ts';
import { detached } from '../../html/strings.ts';
import { ELEMENT, TEXT } from '../../html/tree.ts';
import type { HashedTree } from '../directives/parsed-page.ts';
import { normalAttribute } from './normal-form/attribute.ts';
import type { PageContext } from './normal-form/context.ts';
import { IN_SCRIPT, IN_STYLE, KEEPS_SPACE, nodeTraits, ROOT, SLOT, UNCOMPARED } from './normal-form/node-traits.ts';
import { isPlainText, normalText } from './normal-form/text.ts';
import { limits } from './thresholds.ts';

/**
 * Hashes by which a page's nodes are compared: 64-bit hashes of normal forms, two lanes a node; zeros for nodes that are not compared
 * (comments, blank texts, `wbr`, and nodes with the trait `UNCOMPARED`).
 */
export interface Signatures {
  /** Element name and language-independent attributes; the same value for all texts. */
  readonly structure: Int32Array;
  /** Element name and all attributes, or a text. */
  readonly own: Int32Array;
  /** `own` of the node and of all its descendants. */
  readonly full: Int32Array;
  /** 1 for nodes that their structure does not distinguish from siblings: texts, and most elements without language-independent attributes. */
  readonly bare: Uint8Array;
  /** By node, the bits that `nodeTraits` returns. */
  readonly traits: Uint8Array;
}

/** Must be the salt of texts in `PageHashes.own`: without a secret key, most texts take their hash from there. */
const TEXT_SALT = 1;
const NAME_SALT = 2;
const VALUE_SALT = 3;

/** Attributes whose values depend on the page's language: wording, and addresses of pages in that language (N20). */
export const wordingAttributes = new Set(
  (
    'href src srcset action formaction poster background cite alt title placeholder value content label summary hreflang lang xml:lang ' +
    'aria-label aria-description aria-placeholder aria-roledescription aria-valuetext data-src data-href data-url data-title'
  ).split(' '),
);

/** Elements that are distinct without attributes: a page has one of each, or it is a landmark, or it may mark the current item of a menu. */
const distinct = new Set(
  'aside b body em font footer form h1 head header html i main nav span strong title'.split(' ').map(nameId),
);
const head = nameId('head');
/** Not compared: it only permits a line break. */
const wbr = nameId('wbr');

hashString('#text', 0, 5, NAME_SALT);
const textLo = lo;
const textHi = hi;

/** Computes the signatures of a page with the context's secret key, or without one if it has none. `source` is the page's text. */
export function signatures(page: HashedTree, source: string, context: PageContext): Signatures {
  const traits = nodeTraits(page, source, context);
  const structure = new Int32Array(page.size * 2);
  const own = new Int32Array(page.size * 2);
  const bare = new Uint8Array(page.size);
  const attributes = attributeCache(context);
  for (let node = 0; node < page.size; node++) {
    if (traits[node]! & UNCOMPARED || page.name[node] === wbr) continue;
    if (page.kind[node] === ELEMENT) {
      const hasStructure = hashElement(page, source, node, traits[node]!, context, attributes, structure, own);
      const parent = page.parent[node]!;
      if (!hasStructure && !distinct.has(page.name[node]!) && (parent < 0 || page.name[parent] !== head)) bare[node] = 1;
    } else if (page.kind[node] === TEXT && page.textLength[node]! > 0) {
      hashText(page, source, node, traits[node]!, context);
      own[node * 2] = lo;
      own[node * 2 + 1] = hi;
      structure[node * 2] = textLo;
      structure[node * 2 + 1] = textHi;
      bare[node] = 1;
    }
  }
  return { structure, own, full: subtrees(page, own), bare, traits: traits };
}

/** Combines the `own` signature of each element with those of its descendants. */
function subtrees(page: HashedTree, own: Int32Array): Int32Array {
  const full = own.slice();
  for (let node = page.size - 1; node >= 0; node--) {
    if (page.kind[node] !== ELEMENT) continue;
    let a = full[node * 2]!;
    let b = full[node * 2 + 1]!;
    const end = page.subtreeEnd[node]!;
    for (let child = node + 1; child < end; child = page.subtreeEnd[child]!) {
      if (full[child * 2] === 0 && full[child * 2 + 1] === 0) continue;
      combine(a, b, full[child * 2]!, full[child * 2 + 1]!);
      a = lo;
      b = hi;
    }
    full[node * 2] = a;
    full[node * 2 + 1] = b;
  }
  return full;
}

/** Leaves the signature of a text in the shared lanes `lo` and `hi`. */
function hashText(page: HashedTree, source: string, node: number, traits: number, context: PageContext): void {
  const start = page.start[node]!;
  const end = page.end[node]!;
  const special = traits & (SLOT | IN_SCRIPT | IN_STYLE);
  const { key } = context;
  if (special === 0 && context.off.size === 0) {
    if (!key && isPlainText(source, start, end)) {
      combine(page.hashes.own[node * 2]!, page.hashes.own[node * 2 + 1]!, TEXT_SALT, 0);
      return;
    }
    if (key && !(traits & KEEPS_SPACE) && hashPlainWithKey(source, start, end, key)) {
      combine(keyedLo, keyedHi, TEXT_SALT, 0);
      combine(lo, hi, TEXT_SALT, 0);
      return;
    }
  }
  const text = normalText(source.slice(start, end), context, traits);
  hashNormalForm(text, TEXT_SALT, key);
  combine(lo, hi, TEXT_SALT, 0);
}

/** Writes the signatures of an element; true if it has language-independent attributes. */
function hashElement(
  page: HashedTree,
  source: string,
  node: number,
  traits: number,
  context: PageContext,
  cache: AttributeCache,
  structure: Int32Array,
  own: Int32Array,
): boolean {
  const { name, lo: nameLo, hi: nameHi } = cache.name(page, node, context.key);
  let structureLo = 0;
  let structureHi = 0;
  let wordingLo = 0;
  let wordingHi = 0;
  const first = page.attrFirst[node]!;
  const stop = page.attrFirst[node + 1]!;
  const kind = `${name} ${traits & (SLOT | ROOT)} `;
  const names = stop - first > limits.comparedAttributes ? new Set<string>() : undefined;
  for (let at = first; at < stop; at++) {
    const attribute = cache.get(kind, page, source, at, name, traits, context);
    if (names ? !isNew(names, attributeName(page, source, at)) : at > first && isRepeated(page, source, first, at)) continue;
    if (!attribute.counts) continue;
    if (attribute.wording) {
      wordingLo = (wordingLo + attribute.lo) | 0;
      wordingHi = (wordingHi + attribute.hi) | 0;
    } else {
      structureLo = (structureLo + attribute.lo) | 0;
      structureHi = (structureHi + attribute.hi) | 0;
    }
  }
  combine(nameLo, nameHi, structureLo, structureHi);
  structure[node * 2] = lo;
  structure[node * 2 + 1] = hi;
  if (wordingLo !== 0 || wordingHi !== 0) combine(lo, hi, wordingLo, wordingHi);
  own[node * 2] = lo;
  own[node * 2 + 1] = hi;
  return structureLo !== 0 || structureHi !== 0;
}

/** Adds a name to a set; true if it was not there. */
function isNew(names: Set<string>, name: string): boolean {
  return names.size !== names.add(name).size;
}

/** N3: true if an earlier attribute of the element has the same name; of duplicates the first counts. */
function isRepeated(page: HashedTree, source: string, first: number, at: number): boolean {
  step(at - first);
  const length = page.attrNameEnd[at]! - page.attrNameStart[at]!;
  for (let before = first; before < at; before++) {
    if (page.attrNameEnd[before]! - page.attrNameStart[before]! !== length) continue;
    if (attributeName(page, source, before) === attributeName(page, source, at)) return true;
  }
  return false;
}

function attributeName(page: HashedTree, source: string, at: number): string {
  return source.slice(page.attrNameStart[at]!, page.attrNameEnd[at]!).toLowerCase();
}

interface KnownAttribute {
  readonly lo: number;
  readonly hi: number;
  /** True if its value depends on the language. */
  readonly wording: boolean;
  /** False if the normal form leaves it out. */
  readonly counts: boolean;
}

interface KnownName {
  readonly name: string;
  readonly lo: number;
  readonly hi: number;
}

/** Caches hashes of element names, and of attributes by their source text: the pages of a site repeat the same ones. */
class AttributeCache {
  readonly #names: KnownName[] = [];
  readonly #known = new Map<string, Map<string, KnownAttribute>>();

  name(page: HashedTree, node: number, key: HashKey | undefined): KnownName {
    const id = page.name[node]!;
    const known = this.#names[id];
    if (known) return known;
    const name = nodeName(page, node);
    hashNormalForm(name, NAME_SALT, key);
    const made = { name, lo, hi };
    // Ids of other names are valid in one page only.
    if (id < knownNames.length) this.#names[id] = made;
    return made;
  }

  /** Drops the attributes. */
  forget(): void {
    this.#known.clear();
  }

  /** Hash of the attribute with index `at`; `kind` identifies the element name and those of its traits that the hash depends on. */
  get(
    kind: string,
    page: HashedTree,
    source: string,
    at: number,
    element: string,
    traits: number,
    context: PageContext,
  ): KnownAttribute {
    const written = source.slice(page.attrNameStart[at]!, page.attrValueEnd[at]!);
    let ofKind = this.#known.get(kind);
    const known = ofKind?.get(written);
    if (known) return known;
    if (entries >= limits.cachedAttributes) {
      forgetAttributes();
      ofKind = undefined;
    }
    if (!ofKind) {
      ofKind = new Map();
      this.#known.set(kind, ofKind);
    }
    const made = hashAttribute(page, source, at, element, traits, context);
    ofKind.set(detached(written), made);
    entries++;
    return made;
  }
}

function hashAttribute(
  page: HashedTree,
  source: string,
  at: number,
  element: string,
  traits: number,
  context: PageContext,
): KnownAttribute {
  const name = attributeName(page, source, at);
  const raw = source.slice(page.attrValueStart[at]!, page.attrValueEnd[at]!);
  const value = normalAttribute(element, name, raw, context, traits);
  if (value === undefined) return { lo: 0, hi: 0, wording: false, counts: false };
  hashNormalForm(name, NAME_SALT, context.key);
  const nameLo = lo;
  const nameHi = hi;
  hashNormalForm(value, VALUE_SALT, context.key);
  combine(nameLo, nameHi, lo, hi);
  return { lo, hi, wording: wordingAttributes.has(name), counts: true };
}

/** Caches by secret key, base address and disabled normalisers. */
const caches = new Map<string, AttributeCache>();
/** Attributes in all caches. */
let entries = 0;

function forgetAttributes(): void {
  for (const cache of caches.values()) cache.forget();
  entries = 0;
}

function attributeCache(context: PageContext): AttributeCache {
  const { base, hasBase, off, key: secret } = context;
  const key = `${secret?.k0} ${secret?.k1} ${base} ${hasBase} ${[...off].sort().join()}`;
  let cache = caches.get(key);
  if (!cache) {
    if (caches.size >= limits.attributeCaches) {
      forgetAttributes();
      caches.clear();
    }
    cache = new AttributeCache();
    caches.set(key, cache);
  }
  return cache;
}
