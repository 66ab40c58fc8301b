import type { CheckSettings } from 'templens-shared/findings';
import type { HashKey } from '../../html/keyed-hash.ts';
import type { HashedTree } from '../directives/parsed-page.ts';
import { type ComparisonKeys, comparisonKeys } from './comparison-keys.ts';
import { baseHref, type PageContext, pageContext } from './normal-form/context.ts';
import { type Signatures, signatures } from './signatures.ts';

/**
 * Keys of a page, each with the node that it describes. Children of one parent that share a key have one entry, for the first of them; only
 * keys of pairs of siblings have an entry for each.
 */
export interface NodeKeys {
  /** Two 32-bit lanes a key. */
  readonly lanes: Int32Array;
  readonly nodes: Int32Array;
}

/** Inputs of a page's comparison keys, besides its text. */
export interface CheckContext {
  /** Path of the page from the site's root, with `/`. */
  readonly path: string;
  readonly settings: Pick<CheckSettings, 'normalisers'>;
  /** Secret key of the hashes; the same for all pages of an index. */
  readonly key: HashKey;
}

/** A page with the signatures and keys that it is compared by; `source` is its text, `name` its path from the site's root. */
export interface ComparedPage {
  readonly name: string;
  readonly tree: HashedTree;
  readonly source: string;
  readonly context: PageContext;
  readonly signatures: Signatures;
  readonly keys: ComparisonKeys;
  /** Returns the keys in the form in which they are counted. Computed at the first call, since most comparisons do without them. */
  readonly counted: () => CountedKeys;
}

/** Keys that are compared with all pages (`structure`), and with pages of the same language (`wording`). */
interface CountedKeys {
  readonly structure: NodeKeys;
  readonly wording: NodeKeys;
}

/** Computes the signatures and keys of a page. */
export function comparedPage(tree: HashedTree, source: string, { path, settings, key }: CheckContext): ComparedPage {
  const context = pageContext(path, baseHref(tree, source), settings.normalisers, key);
  const hashes = signatures(tree, source, context);
  const keys = comparisonKeys(tree, hashes);
  return { name: path, tree, source, context, signatures: hashes, keys, counted: lazyCountedKeys(tree, keys) };
}

function lazyCountedKeys(tree: HashedTree, keys: ComparisonKeys): () => CountedKeys {
  let known: CountedKeys | undefined;
  return () => {
    known ??= {
      structure: listKeys(tree, [keys.structure], [keys.structurePair], keys.structureLast),
      wording: listKeys(tree, [keys.own, keys.full], [keys.pair], keys.last),
    };
    return known;
  };
}

/** A copy of the page that can be kept: it owns its hashes, whose memory the parser reuses, and has no counted keys yet. */
export function copyToKeep(page: ComparedPage): ComparedPage {
  const { own, path } = page.tree.hashes;
  const tree = { ...page.tree, hashes: { own: own.slice(), path: path.slice() } };
  return { ...page, tree, signatures: { ...page.signatures }, counted: lazyCountedKeys(tree, page.keys) };
}

const unkeyed = new WeakMap<Signatures, ComparedPage>();

/** The page with signatures hashed without the secret key, which are equal in every run: for identities of findings. Computed once a page. */
export function unkeyedPage(page: ComparedPage): ComparedPage {
  let known = unkeyed.get(page.signatures);
  if (!known) {
    const context = { ...page.context, key: undefined };
    known = { ...page, context, signatures: signatures(page.tree, page.source, context) };
    unkeyed.set(page.signatures, known);
  }
  return known;
}

let pooledSlots = new Int32Array(1 << 12);

/**
 * Collects the keys of several lists (two lanes a node, zeros for no key).
 * @param lists a key that several children of one parent share is listed once
 * @param pairs every key is listed, also if several children of one parent share it
 * @param ofParents keys of a parent, about its last child
 */
function listKeys(page: HashedTree, lists: readonly Int32Array[], pairs: readonly Int32Array[], ofParents: Int32Array): NodeKeys {
  const bound = page.size * (lists.length + pairs.length + 1);
  let capacity = 1 << 12;
  while (capacity < bound * 2) capacity *= 2;
  if (pooledSlots.length < capacity) pooledSlots = new Int32Array(capacity);
  const slots = pooledSlots;
  slots.fill(0, 0, capacity);
  const lanes = new Int32Array(bound * 2);
  const nodes = new Int32Array(bound);
  const parents = new Int32Array(bound);
  let size = 0;
  const push = (a: number, b: number, node: number, parent: number): void => {
    if (a === 0 && b === 0) return;
    lanes[size * 2] = a;
    lanes[size * 2 + 1] = b;
    nodes[size] = node;
    parents[size++] = parent;
  };
  const add = (a: number, b: number, node: number, parent: number): void => {
    let slot = (a ^ (b >>> 7)) & (capacity - 1);
    for (; slots[slot] !== 0; slot = (slot + 1) & (capacity - 1)) {
      const at = slots[slot]! - 1;
      if (lanes[at * 2] !== a || lanes[at * 2 + 1] !== b) continue;
      if (parents[at] === parent) return;
      break;
    }
    // The slot of a key refers to its newest entry, since siblings follow each other.
    if (a !== 0 || b !== 0) slots[slot] = size + 1;
    push(a, b, node, parent);
  };
  for (let node = 0; node < page.size; node++) {
    for (const list of lists) add(list[node * 2]!, list[node * 2 + 1]!, node, page.parent[node]!);
    for (const list of pairs) push(list[node * 2]!, list[node * 2 + 1]!, node, page.parent[node]!);
    add(ofParents[node * 2]!, ofParents[node * 2 + 1]!, node, node);
  }
  return { lanes: lanes.slice(0, size * 2), nodes: nodes.slice(0, size) };
}
