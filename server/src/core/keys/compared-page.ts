import type { CheckSettings } from 'templens-shared/findings';
import type { HashKey } from '../../html/keyed-hash.ts';
import type { HashedTree } from '../directives/parsed-page.ts';
import { type ComparisonKeys, comparisonKeys } from './comparison-keys.ts';
import { baseHref, type PageContext, pageContext } from './normal-form/context.ts';
import { type Signatures, signatures } from './signatures.ts';

/** Keys of a page's nodes: each key (a pair of lanes) with the node that it is about, once for all children of one parent. */
export interface NodeKeys {
  readonly lanes: Int32Array;
  readonly nodes: Int32Array;
}

/** What the digest of a page depends on beside its text. */
export interface CheckContext {
  /** Path from the site's root, with `/`. */
  readonly path: string;
  readonly settings: Pick<CheckSettings, 'normalisers'>;
  /** One for all pages that are compared with one another. */
  readonly key: HashKey;
}

/** A page with what it is compared by; `source` is its text. */
export interface ComparedPage {
  readonly name: string;
  readonly tree: HashedTree;
  readonly source: string;
  readonly context: PageContext;
  readonly signatures: Signatures;
  readonly keys: ComparisonKeys;
  /** The same as they are counted; made when first asked for, since most pages are compared without them. */
  readonly counted: () => CountedKeys;
}

/** Keys that are compared with all pages, and with those of the same language. */
interface CountedKeys {
  readonly structure: NodeKeys;
  readonly wording: NodeKeys;
}

/** The signatures and keys of a page. */
export function comparedPage(tree: HashedTree, source: string, { path, settings, key }: CheckContext): ComparedPage {
  const context = pageContext(path, baseHref(tree, source), settings.normalisers, key);
  const ofNodes = signatures(tree, source, context);
  const keys = comparisonKeys(tree, ofNodes);
  return { name: path, tree, source, context, signatures: ofNodes, keys, counted: countedWhenAsked(tree, keys) };
}

function countedWhenAsked(tree: HashedTree, keys: ComparisonKeys): () => CountedKeys {
  let known: CountedKeys | undefined;
  return () => {
    known ??= {
      structure: nodeKeys(tree, [keys.structure], [keys.structurePair], keys.structureLast),
      wording: nodeKeys(tree, [keys.own, keys.full], [keys.pair], keys.last),
    };
    return known;
  };
}

/** The page for later: without the counted keys, and with its own copy of the hashes, whose memory the next parsed page may use. */
export function keptPage(page: ComparedPage): ComparedPage {
  const { own, path } = page.tree.hashes;
  const tree = { ...page.tree, hashes: { own: own.slice(), path: path.slice() } };
  return { ...page, tree, signatures: { ...page.signatures }, counted: countedWhenAsked(tree, page.keys) };
}

const unkeyed = new WeakMap<Signatures, ComparedPage>();

/** The page with signatures that are the same in every run, for the identities of findings; made once a page, where it is asked for. */
export function withoutKey(page: ComparedPage): ComparedPage {
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
 * The keys of several lists, a pair of lanes a node; zeros stand for no key.
 * @param pairs lists whose keys count as often as they stand among the children of a node; others count once.
 * @param ofParents a list whose keys are about the last child of a node.
 */
function nodeKeys(page: HashedTree, lists: readonly Int32Array[], pairs: readonly Int32Array[], ofParents: Int32Array): NodeKeys {
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
    // The newest entry of a key stands in its slot: its siblings come next.
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
