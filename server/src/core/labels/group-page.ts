import type { PackedTree } from '../../html/packed-tree.ts';
import type { PageTree } from '../../html/tree.ts';
import type { PackedKeys } from '../counts/packed-keys.ts';
import type { PageKeys } from '../counts/page-counts.ts';
import type { PackedHashes } from '../keys/packed-hashes.ts';
import type { PageFeature, PageFeatures } from './page-features.ts';

/** Data of a page that does not depend on its group. */
export interface UngroupedPage<Part extends PageFeature = never> {
  readonly id: number;
  /** Path relative to the site's root, with `/`. */
  readonly name: string;
  readonly packed: PackedTree;
  readonly hashes: PackedHashes;
  /** By tree node, ids of the node key (label path, name and attributes or text) and of the place (label path with display attributes). */
  readonly nodes: PackedKeys;
  readonly places: PackedKeys;
  readonly features: PageFeatures<Part>;
}

const noElements = new Int32Array(0);

/** A page of a group, with the features that an extractor reads. */
export class GroupPage<Part extends PageFeature = never> {
  readonly id: number;
  readonly name: string;
  readonly packed: PackedTree;
  readonly features: PageFeatures<Part>;
  readonly #hashes: PackedHashes;
  readonly #nodes: PackedKeys;
  readonly #places: PackedKeys;
  /** By tree node, its element node in the group's style tree; -1 for nodes that style trees skip; empty without a style tree. */
  elements: Int32Array;

  constructor({ id, name, packed, hashes, nodes, places, features }: UngroupedPage<Part>, elements: Int32Array = noElements) {
    this.id = id;
    this.name = name;
    this.packed = packed;
    this.#hashes = hashes;
    this.#nodes = nodes;
    this.#places = places;
    this.features = features;
    this.elements = elements;
  }

  get tree(): PageTree {
    return this.packed.tree;
  }

  /** The page's style sequence, see `style-sequence.ts`. */
  get styles(): Int32Array {
    return this.#hashes.styles;
  }

  /** By tree node, the id of its node key in the site's counts. */
  get nodes(): PageKeys {
    return this.#nodes.keys;
  }

  /** By tree node, the id of its place in the site's counts. */
  get places(): PageKeys {
    return this.#places.keys;
  }
}
