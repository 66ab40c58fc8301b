import { isInUniverse } from '../../core/keys/style-sequence.ts';
import { nodeName, nodeText } from '../../html/access.ts';
import { hash53 } from '../../html/hash.ts';
import { decodeAttribute } from '../../html/normalise.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';

/** The features of a page's nodes that TemEx compares, by tree node: 53-bit hashes, 0 for a missing feature. */
export interface SimilarityFeatures {
  /** The name of an element, or `#text`; 0 outside the node universe. */
  readonly names: Float64Array;
  /** The attribute `id` of an element, or the text of a text node. */
  readonly values: Float64Array;
  /** Distinct class tokens: those of node `i` are `classes[firstClass[i]] .. classes[firstClass[i + 1] - 1]`. */
  readonly firstClass: Uint32Array;
  readonly classes: Float64Array;
  /** The other attributes with their values, indexed like `classes`. */
  readonly firstAttribute: Uint32Array;
  readonly attributes: Float64Array;
}

/** Computes the features of a page's nodes for TemEx. */
export function similarityFeatures(tree: PageTree, source: string): SimilarityFeatures {
  const names = new Float64Array(tree.size);
  const values = new Float64Array(tree.size);
  const firstClass = new Uint32Array(tree.size + 1);
  const firstAttribute = new Uint32Array(tree.size + 1);
  const classes: number[] = [];
  const attributes: number[] = [];
  for (let node = 0; node < tree.size; node++) {
    firstClass[node] = classes.length;
    firstAttribute[node] = attributes.length;
    if (!isInUniverse(tree, node)) continue;
    names[node] = hash53(nodeName(tree, node));
    if (tree.kind[node] !== ELEMENT) {
      values[node] = hash53(nodeText(tree, source, node));
      continue;
    }
    for (const [name, value] of attributesOf(tree, source, node)) {
      if (name === 'id') values[node] = value === '' ? 0 : hash53(value);
      else if (name === 'class') for (const token of new Set(value.split(/[\t\n\f\r ]+/))) token && classes.push(hash53(token));
      else attributes.push(hash53(`${name}=${value}`));
    }
  }
  firstClass[tree.size] = classes.length;
  firstAttribute[tree.size] = attributes.length;
  return {
    names,
    values,
    firstClass,
    classes: Float64Array.from(classes),
    firstAttribute,
    attributes: Float64Array.from(attributes),
  };
}

/** Decoded attribute values by name in lower case; of duplicates the first. */
function attributesOf(tree: PageTree, source: string, node: number): Map<string, string> {
  const attributes = new Map<string, string>();
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
    const name = source.slice(tree.attrNameStart[at], tree.attrNameEnd[at]).toLowerCase();
    if (!attributes.has(name))
      attributes.set(name, decodeAttribute(source.slice(tree.attrValueStart[at], tree.attrValueEnd[at])));
  }
  return attributes;
}

/** The value of `SimilarityFeatures.names` for texts. */
export const textName = hash53('#text');
