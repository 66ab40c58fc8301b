import type { OptionsOf } from 'templens-shared/extractor-options';
import type { GroupChange, GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupCounts } from '../../core/labels/group-counts.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { undecidedLabels } from '../../core/labels/undecided.ts';
import { nameId } from '../../html/names.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { Similarity } from '../features.ts';
import { limits } from '../thresholds.ts';
import { equalTopDownMapping } from '../tree-distance/etdm.ts';
import { nodeSimilarity, type SimilarityOptions, similarityWeights } from '../tree-distance/node-similarity.ts';
import type { SimilarityFeatures } from '../tree-distance/similarity-features.ts';
import { type SimilarityTree, similarityTree } from '../tree-distance/similarity-tree.ts';
import { inheritLabels } from './inherit.ts';

const body = nameId('body');

/**
 * TemEx (Alarte, Insa, Silva, Tamarit, EPTCS 173, 2015; compared in ACM TWEB 13(2), 2019): a node is template if and only if the equal
 * top-down mappings from its page to enough candidate pages include it. The candidates are all other pages of the group.
 */
export class TemexExtractor implements GroupExtractor<Similarity> {
  readonly #counts: GroupCounts<Similarity>;
  readonly #mappings: TemexMappings;
  readonly #votes: number;

  constructor(counts: GroupCounts<Similarity>, { votes }: OptionsOf<'temex'>, mappings: TemexMappings) {
    this.#counts = counts;
    this.#votes = votes;
    this.#mappings = mappings;
  }

  added(): void {}
  removing(): void {}

  /** Returns all pages if any changed, since each page is mapped to all others. */
  settle(change: GroupChange): Set<number> {
    return change.pages.size === 0 ? new Set() : new Set(this.#counts.pages.keys());
  }

  label(page: GroupPage<Similarity>): NodeLabels {
    if (this.#counts.pages.size === 1) return undecidedLabels(page.tree);
    const key = this.#mappings.tree(page);
    const votes = new Uint32Array(key.size);
    let duplicates = 0;
    for (const candidate of this.#counts.pages.values()) {
      if (candidate.id === page.id) continue;
      const mapped = this.#mappings.mapped(page, candidate, this.#counts.pages.size <= limits.mappedPages);
      let count = 0;
      for (let node = 0; node < key.size; node++) {
        const bit = (mapped[node >> 3]! >> (node & 7)) & 1;
        votes[node]! += bit;
        count += bit;
      }
      if (count === key.size) duplicates++;
    }
    return this.#labels(page, key, votes, duplicates);
  }

  #labels({ tree, elements }: GroupPage<Similarity>, key: SimilarityTree, votes: Uint32Array, duplicates: number): NodeLabels {
    const candidates = this.#counts.pages.size - 1;
    // A copy of the page votes for all its nodes, so each copy raises the number of votes needed.
    const needed = Math.min(candidates, (this.#votes === 0 ? candidates : this.#votes) + duplicates);
    const label = new Uint8Array(tree.size);
    const score = new Float64Array(tree.size);
    for (let node = key.nodes[0] ?? -1; node >= 0; node = tree.parent[node]!) label[node] = score[node] = 1;
    for (const [node, count] of votes.entries()) {
      const of = key.nodes[node]!;
      const share = count / candidates;
      label[of] = count >= needed ? 1 : 0;
      score[of] = label[of] ? Math.max(0.5, share) : Math.min(0.4, share);
    }
    inheritLabels(tree, elements, label, score);
    return { label, score };
  }
}

/** Cache of mappings between pages. A changed page has a new features object, so entries never get stale. */
export class TemexMappings {
  readonly #root: OptionsOf<'temex'>['root'];
  readonly #options: SimilarityOptions;
  readonly #trees = new WeakMap<SimilarityFeatures, SimilarityTree>();
  readonly #mapped = new WeakMap<SimilarityFeatures, WeakMap<SimilarityFeatures, Uint8Array>>();

  constructor({ similarity, threshold, textMustMatch, root }: OptionsOf<'temex'>) {
    this.#root = root;
    this.#options = { weights: similarityWeights[similarity], threshold, textMustMatch };
  }

  /** The tree of the nodes of a page that are compared: the body, or the whole page, depending on the option `root`. */
  tree({ tree, features }: GroupPage<Similarity>): SimilarityTree {
    const own = features.similarity;
    let known = this.#trees.get(own);
    if (!known) {
      known = similarityTree(tree, own, this.#root === 'body' ? bodyOf(tree) : tree.root);
      this.#trees.set(own, known);
    }
    return known;
  }

  /** Returns a bit set over the nodes of `tree(key)`: 1 if the node is mapped to the candidate. @param keep true to cache the result */
  mapped(key: GroupPage<Similarity>, candidate: GroupPage<Similarity>, keep: boolean): Uint8Array {
    const from = key.features.similarity;
    const to = candidate.features.similarity;
    const known = this.#mapped.get(from)?.get(to);
    if (known) return known;
    const mapped = this.#map(this.tree(key), this.tree(candidate));
    if (!keep) return mapped;
    const all = this.#mapped.get(from) ?? new WeakMap<SimilarityFeatures, Uint8Array>();
    all.set(to, mapped);
    this.#mapped.set(from, all);
    return mapped;
  }

  /** The add-on maps the bodies without comparing them; the article requires equal roots. Our default begins with head and body. */
  #map(a: SimilarityTree, b: SimilarityTree): Uint8Array {
    const begins =
      a.size > 0 && b.size > 0 && (this.#root !== 'html' || nodeSimilarity(a, 0, b, 0, 1, this.#options) !== undefined);
    return begins ? equalTopDownMapping(a, b, this.#options, this.#root === 'head-body') : new Uint8Array((a.size + 7) >> 3);
  }
}

/** The `body` below the root, or -1 for a page of frames. */
function bodyOf(tree: PageTree): number {
  for (let node = tree.root + 1; node < tree.subtreeEnd[tree.root]!; node = tree.subtreeEnd[node]!)
    if (tree.kind[node] === ELEMENT && tree.name[node] === body) return node;
  return -1;
}
