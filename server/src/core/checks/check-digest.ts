import type { CheckSettings } from 'templens-shared/diagnostics';
import { hi, lo } from '../page/hash.ts';
import type { ParsedPage } from '../page/tree.ts';
import { noStatements, type PageStatements, pageStatements } from './agreement/page-statements.ts';
import { type ComparisonKeys, comparisonKeys, totalKey } from './comparison-keys.ts';
import { baseHref, type PageContext, pageContext } from './normal-form/context.ts';
import { type Signatures, signatures } from './signatures.ts';
import { votes } from './votes.ts';

/** What checks count of a page. Only typed arrays and short strings: it moves between threads. */
export interface CheckDigest {
  /** See `pageLanguage`. */
  readonly language: string;
  /** Does the page take part in comparisons? See `votes`. A page that does not has no keys. */
  readonly votes: boolean;
  /** Distinct keys (pairs of lanes) that are compared with all pages of the group. */
  readonly structure: Int32Array;
  /** Distinct keys that are compared with the pages of the same language. */
  readonly wording: Int32Array;
  readonly statements: PageStatements;
}

/** What the digest of a page depends on beside its text. */
export interface CheckContext {
  /** Path from the site's root, with `/`. */
  readonly path: string;
  readonly settings: Pick<CheckSettings, 'normalisers'>;
}

/** A page with what it is compared by; `source` is its text. */
export interface ComparedPage {
  readonly name: string;
  readonly tree: ParsedPage;
  readonly source: string;
  readonly context: PageContext;
  readonly signatures: Signatures;
  readonly keys: ComparisonKeys;
}

const none = new Int32Array(0);

/** Digests a page for checks, right after it was parsed. `source` is its text. */
export function checkDigest(page: ParsedPage, source: string, context: CheckContext): CheckDigest {
  const { language } = page;
  if (!votes(page, source, context.path))
    return { language, votes: false, structure: none, wording: none, statements: noStatements };
  const compared = comparedPage(page, source, context);
  const { keys } = compared;
  return {
    language,
    votes: true,
    structure: distinctKeys([keys.structure, keys.structurePair, keys.structureLast], [keys.bases.structure, keys.structurePair]),
    wording: distinctKeys([keys.own, keys.full, keys.pair, keys.last], [keys.bases.own, keys.bases.full, keys.pair]),
    statements: pageStatements(compared),
  };
}

/** The signatures and keys of a page. */
export function comparedPage(tree: ParsedPage, source: string, { path, settings }: CheckContext): ComparedPage {
  const context = pageContext(path, baseHref(tree, source), settings.normalisers);
  const ofNodes = signatures(tree, source, context);
  return { name: path, tree, source, context, signatures: ofNodes, keys: comparisonKeys(tree, ofNodes) };
}

let slots = new Int32Array(1 << 12);
let occurrences = new Int32Array(1 << 12);
let found = new Int32Array(1 << 12);

/**
 * The distinct keys of several lists, with the keys that tell how often those of other lists occur, where more than once.
 * @param counted lists of keys, each of which occurs in one of the lists or in none.
 */
function distinctKeys(lists: readonly Int32Array[], counted: readonly Int32Array[]): Int32Array {
  const bound = [...lists, ...counted].reduce((sum, list) => sum + list.length, 0);
  let capacity = 1 << 12;
  while (capacity < bound * 2) capacity *= 2;
  if (slots.length < capacity) {
    slots = new Int32Array(capacity);
    occurrences = new Int32Array(capacity);
    found = new Int32Array(capacity);
  }
  let size = 0;
  const add = (a: number, b: number): void => {
    let slot = (a ^ (b >>> 7)) & (capacity - 1);
    for (; slots[slot] !== 0; slot = (slot + 1) & (capacity - 1)) {
      const at = slots[slot]! - 1;
      if (found[at * 2] !== a || found[at * 2 + 1] !== b) continue;
      occurrences[at]!++;
      return;
    }
    slots[slot] = size + 1;
    occurrences[size] = 1;
    found[size * 2] = a;
    found[size * 2 + 1] = b;
    size++;
  };
  const addAll = (all: readonly Int32Array[]): void => {
    slots.fill(0, 0, capacity);
    size = 0;
    for (const list of all) {
      for (let at = 0; at < list.length; at += 2) if (list[at] !== 0 || list[at + 1] !== 0) add(list[at]!, list[at + 1]!);
    }
  };
  addAll(counted);
  const totals: number[] = [];
  for (let at = 0; at < size; at++) {
    if (occurrences[at]! < 2) continue;
    totalKey(found[at * 2]!, found[at * 2 + 1]!, occurrences[at]!);
    totals.push(lo, hi);
  }
  addAll(lists);
  const keys = new Int32Array(size * 2 + totals.length);
  keys.set(found.subarray(0, size * 2));
  keys.set(totals, size * 2);
  return keys;
}
