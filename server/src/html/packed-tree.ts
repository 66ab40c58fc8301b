import { Packable } from './packable.ts';
import { packedNumbers, scratch, unpackedNumbers, zigzagDecode, zigzagEncode } from './packed-numbers.ts';
import { limits } from './thresholds.ts';
import { ELEMENT, type PageTree, TEXT } from './tree.ts';
import { UnpackedRing } from './unpacked-ring.ts';

/*
 * Page trees as lists of numbers. Offsets are written as differences to the end of what stands before, and nodes follow one another in a
 * page, so most numbers fit a byte: a node with its attributes takes about 8 bytes, where the arrays of a tree take 36, and 16 more for each
 * attribute. Any tree can be packed: a node that differs from what is expected is written in full.
 *
 * A node is its head; then, for an element, its name and its number of descendants, or, for a text, its length; then its offsets and
 * attributes.
 */

/** Bits of a head: three for the kind, one that says that the node is as expected, then the flags. */
const EXPECTED = 8;
const FLAGS_BITS = 4;

/** Most numbers that a node, and an attribute, take. */
const NODE_NUMBERS = 12;
const ATTRIBUTE_NUMBERS = 4;

/** A tree as a string, from which `unpackedFrom` makes an equal tree. */
function packed(tree: PageTree): string {
  const { size, kind, flags, name, parent, subtreeEnd, textLength, attrFirst } = tree;
  const { start, tagEnd, closeStart, end, attrNameStart, attrNameEnd, attrValueStart, attrValueEnd } = tree;
  const to = scratch(size * NODE_NUMBERS + attrFirst[size]! * ATTRIBUTE_NUMBERS);
  let next = 0;
  let open = -1;
  let offset = 0;
  for (let node = 0; node < size; node++) {
    while (open >= 0 && node >= subtreeEnd[open]!) {
      offset = end[open]!;
      open = parent[open]!;
    }
    const isElement = kind[node] === ELEMENT;
    const expected = parent[node] === open && (isElement ? textLength[node] === 0 : isLeaf(tree, node));
    to[next++] = kind[node]! | (expected ? EXPECTED : 0) | (flags[node]! << FLAGS_BITS);
    if (!expected) {
      to[next++] = zigzagEncode(node - parent[node]!);
      to[next++] = textLength[node]!;
    }
    if (isElement || !expected) {
      to[next++] = name[node]!;
      to[next++] = subtreeEnd[node]! - node;
      to[next++] = attrFirst[node + 1]! - attrFirst[node]!;
    } else if (kind[node] === TEXT) to[next++] = textLength[node]!;
    to[next++] = zigzagEncode(start[node]! - offset);
    offset = start[node]!;
    for (let attribute = attrFirst[node]!; attribute < attrFirst[node + 1]!; attribute++) {
      to[next++] = zigzagEncode(attrNameStart[attribute]! - offset);
      to[next++] = zigzagEncode(attrNameEnd[attribute]! - attrNameStart[attribute]!);
      to[next++] = zigzagEncode(attrValueStart[attribute]! - attrNameEnd[attribute]!);
      offset = attrValueEnd[attribute]!;
      to[next++] = zigzagEncode(offset - attrValueStart[attribute]!);
    }
    to[next++] = zigzagEncode(tagEnd[node]! - offset);
    offset = tagEnd[node]!;
    if (isElement || !expected) {
      to[next++] = zigzagEncode(closeStart[node]! - offset);
      to[next++] = zigzagEncode(end[node]! - closeStart[node]!);
    }
    if (subtreeEnd[node]! > node + 1) open = node;
    else offset = end[node]!;
  }
  return packedNumbers(to, next);
}

/** True if a text, comment or document type declaration has the usual properties, which follow from its kind, flags, length and offsets. */
function isLeaf(tree: PageTree, node: number): boolean {
  const end = tree.end[node];
  return (
    tree.subtreeEnd[node] === node + 1 &&
    tree.name[node] === 0 &&
    tree.attrFirst[node] === tree.attrFirst[node + 1] &&
    tree.tagEnd[node] === end &&
    tree.closeStart[node] === end &&
    (tree.kind[node] === TEXT || tree.textLength[node] === 0)
  );
}

/** The properties of a tree that are not packed. */
type Frame = Pick<PageTree, 'sourceLength' | 'size' | 'otherNames' | 'depthExceeded' | 'root'>;

/** A packed tree, as it is sent from thread to thread. */
export interface PackedTreeMessage extends Frame {
  /** Number of attributes. */
  readonly attributes: number;
  readonly packed: string;
}

/** Packs a tree, for another thread. */
export function packTree(tree: PageTree): PackedTreeMessage {
  const { sourceLength, size, otherNames, depthExceeded, root, attrNameStart } = tree;
  return { sourceLength, size, otherNames, depthExceeded, root, attributes: attrNameStart.length, packed: packed(tree) };
}

/** A tree equal to the one that was packed. */
export function unpackTree(tree: PackedTreeMessage): PageTree {
  return unpackedFrom(tree, tree.attributes, unpackedNumbers(tree.packed));
}

/** @param from the numbers of the tree; an array that the next packing or unpacking overwrites */
function unpackedFrom(frame: Frame, attributes: number, from: Int32Array): PageTree {
  let next = 0;
  const { size } = frame;
  const words = new ArrayBuffer((size * 9 + 1 + attributes * 4) * 4);
  let used = 0;
  const array = <T extends typeof Int32Array | typeof Uint32Array | typeof Uint16Array | typeof Uint8Array>(
    type: T,
    length: number,
  ): InstanceType<T> => {
    const view = new type(words, used, length) as InstanceType<T>;
    used += view.byteLength;
    return view;
  };
  const parent = array(Int32Array, size);
  const subtreeEnd = array(Int32Array, size);
  const start = array(Uint32Array, size);
  const tagEnd = array(Uint32Array, size);
  const closeStart = array(Uint32Array, size);
  const end = array(Uint32Array, size);
  const textLength = array(Uint32Array, size);
  const attrFirst = array(Uint32Array, size + 1);
  const attrNameStart = array(Uint32Array, attributes);
  const attrNameEnd = array(Uint32Array, attributes);
  const attrValueStart = array(Uint32Array, attributes);
  const attrValueEnd = array(Uint32Array, attributes);
  const name = array(Uint16Array, size);
  const kind = array(Uint8Array, size);
  const flags = array(Uint8Array, size);
  let open = -1;
  let offset = 0;
  let attribute = 0;
  for (let node = 0; node < size; node++) {
    while (open >= 0 && node >= subtreeEnd[open]!) {
      offset = end[open]!;
      open = parent[open]!;
    }
    const head = from[next++]!;
    const expected = (head & EXPECTED) !== 0;
    kind[node] = head & (EXPECTED - 1);
    flags[node] = head >> FLAGS_BITS;
    const isElement = kind[node] === ELEMENT;
    if (expected) parent[node] = open;
    else {
      parent[node] = node - zigzagDecode(from[next++]!);
      textLength[node] = from[next++]!;
    }
    let ownAttributes = 0;
    subtreeEnd[node] = node + 1;
    if (isElement || !expected) {
      name[node] = from[next++]!;
      subtreeEnd[node] = node + from[next++]!;
      ownAttributes = from[next++]!;
    } else if (kind[node] === TEXT) textLength[node] = from[next++]!;
    offset += zigzagDecode(from[next++]!);
    start[node] = offset;
    for (const last = attribute + ownAttributes; attribute < last; attribute++) {
      offset += zigzagDecode(from[next++]!);
      attrNameStart[attribute] = offset;
      offset += zigzagDecode(from[next++]!);
      attrNameEnd[attribute] = offset;
      offset += zigzagDecode(from[next++]!);
      attrValueStart[attribute] = offset;
      offset += zigzagDecode(from[next++]!);
      attrValueEnd[attribute] = offset;
    }
    attrFirst[node + 1] = attribute;
    offset += zigzagDecode(from[next++]!);
    tagEnd[node] = closeStart[node] = end[node] = offset;
    if (isElement || !expected) {
      closeStart[node] = offset + zigzagDecode(from[next++]!);
      end[node] = closeStart[node]! + zigzagDecode(from[next++]!);
    }
    if (subtreeEnd[node]! > node + 1) open = node;
    else offset = end[node]!;
  }
  const { sourceLength, otherNames, depthExceeded, root } = frame;
  return {
    sourceLength,
    size,
    kind,
    flags,
    name,
    otherNames,
    parent,
    subtreeEnd,
    start,
    tagEnd,
    closeStart,
    end,
    attrFirst,
    attrNameStart,
    attrNameEnd,
    attrValueStart,
    attrValueEnd,
    textLength,
    depthExceeded,
    root,
  };
}

const unpacked = new UnpackedRing<Packable<PageTree>>(limits.unpackedTrees, evicted => evicted.packNow());

/** A page tree that is packed after `limits.unpackedTrees` other trees were created or unpacked. */
export class PackedTree extends Packable<PageTree> implements Frame {
  readonly sourceLength: number;
  readonly size: number;
  readonly otherNames: readonly string[];
  readonly depthExceeded: boolean;
  readonly root: number;
  readonly #attributes: number;

  constructor(tree: PageTree | PackedTreeMessage) {
    super('packed' in tree ? tree : { value: tree });
    this.sourceLength = tree.sourceLength;
    this.size = tree.size;
    this.otherNames = tree.otherNames;
    this.depthExceeded = tree.depthExceeded;
    this.root = tree.root;
    this.#attributes = 'packed' in tree ? tree.attributes : tree.attrNameStart.length;
  }

  /** The tree, unpacked. Do not keep it longer than the work on the page takes: it would stay in memory. */
  get tree(): PageTree {
    return this.value;
  }

  protected get unpacked() {
    return unpacked;
  }

  protected pack(tree: PageTree): string {
    return packed(tree);
  }

  protected unpack(packed: string): PageTree {
    return unpackedFrom(this, this.#attributes, unpackedNumbers(packed));
  }
}
