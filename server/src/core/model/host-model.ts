import { TooManySteps, withStepLimit } from '../../html/steps.ts';
import type { PageTree } from '../../html/tree.ts';
import { ChunkedCounts } from '../counts/chunked-counts.ts';
import { KeyTable } from '../counts/key-table.ts';
import type { PageDigest } from '../digest/page-digest.ts';
import { findCopies } from '../labels/copies.ts';
import { labelsByCounts } from '../labels/default-extractor.ts';
import { directedLabels } from '../labels/directed-labels.ts';
import type { CountedInstance, LabelCounts, ScoredPage } from '../labels/group-counts.ts';
import { type CompiledModel, compileModel, type LabelModel } from '../labels/label-model.ts';
import type { NodeLabels } from '../labels/node-labels.ts';
import { type PoolKeys, pooledLogOdds } from '../labels/pooled-scores.ts';
import { thresholds as labelThresholds } from '../labels/thresholds.ts';
import { undecidedLabels } from '../labels/undecided.ts';
import { LayoutsOfPages } from '../layouts/frozen-layouts.ts';
import { PartsOfPages } from '../parts/frozen-parts.ts';
import type { PageInParts } from '../parts/page-in-parts.ts';
import { Sharing } from '../parts/sharing.ts';
import { type FrozenSite, noMean, pageIdentity } from './frozen-site.ts';

/** Result of `applyPage`. */
export interface AppliedPage extends NodeLabels {
  /** Index into `FrozenSite.groups` of the layout of the page; -1 if it has the layout of no page of the sample. */
  readonly group: number;
  /** True if the model was learned from this page, or from one with the same nodes. */
  readonly isMember: boolean;
}

/** A frozen site, ready to label pages. Read-only: pages leave no trace. */
export class HostModel {
  readonly frozen: FrozenSite;
  readonly #labelModel: CompiledModel | undefined;
  readonly #nodes: KeyTable;
  readonly #places: KeyTable;
  /** By node key, the number of pages that have it. */
  readonly #counts: Uint32Array;
  /** Pages of rare keys: the pages of key `k` are `#holders` from `#first[k]` to `#first[k + 1]`. */
  readonly #first: Uint32Array;
  readonly #holders: Uint32Array;
  readonly #layouts: LayoutsOfPages;
  readonly #parts: PartsOfPages;
  readonly #containers: ReadonlySet<number>;
  /** Pages by their identity. */
  readonly #byIdentity: ReadonlyMap<string, number>;
  readonly #groups: { readonly members: ReadonlySet<number>; counts: ChunkedCounts | undefined }[];

  /** @param labelModel replaces the committed weights, to measure with weights that were not trained on the site. */
  constructor(frozen: FrozenSite, labelModel?: LabelModel) {
    this.frozen = frozen;
    this.#labelModel = labelModel && compileModel(labelModel);
    this.#nodes = tableOf(frozen.nodes);
    this.#places = tableOf(frozen.places);
    const { counts, first, holders } = rareHolders(frozen);
    this.#counts = counts;
    this.#first = first;
    this.#holders = holders;
    this.#layouts = new LayoutsOfPages(frozen.layouts);
    this.#parts = new PartsOfPages(frozen.parts);
    this.#containers = new Set(frozen.parts.containers);
    this.#byIdentity = new Map(frozen.pages.map(({ identity }, page) => [identity.join(), page]));
    const members = frozen.groups.map(() => new Set<number>());
    for (const [page, { group }] of frozen.pages.entries()) members[group]!.add(page);
    this.#groups = members.map(pages => ({ members: pages, counts: undefined }));
  }

  /**
   * Labels a page by what the site says. The result depends on model and page only. Keys that the site does not have count for this page
   * alone; a page that the model was learned from counts once.
   */
  apply(digest: PageDigest): AppliedPage {
    const { tree, directives } = digest;
    const member = this.#byIdentity.get(pageIdentity(digest.nodeKeys).join());
    const group = member === undefined ? this.#layouts.component(digest.shingles) : this.frozen.pages[member]!.group;
    const isMember = member !== undefined;
    try {
      return withStepLimit(tree.sourceLength, () => {
        const page = this.#scoredPage(digest, member);
        const labels = labelsByCounts(page, this.#countsFor(page, group), this.#labelModel);
        return { ...(directives ? directedLabels(tree, labels, directives) : labels), group, isMember };
      });
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return { ...undecidedLabels(tree), tooManySteps: error.message, group, isMember };
    }
  }

  /** Gives the keys of a page ids of its own. */
  #scoredPage({ tree, nodeKeys, placeKeys, links, language, directives }: PageDigest, member: number | undefined): PageOfHost {
    const nodes = new PageKeyIds(nodeKeys, this.#nodes);
    const places = new PageKeyIds(placeKeys, this.#places);
    const id = member ?? this.frozen.pages.length;
    return { id, tree, nodeIds: nodes, placeIds: places, nodes: nodes.ids, places: places.ids, links, language, directives };
  }

  #countsFor(page: PageOfHost, group: number): LabelCounts {
    const { frozen } = this;
    const { nodeIds, placeIds } = page;
    const own = page.id < frozen.pages.length ? 0 : 1;
    const siteCount = (id: number): number => this.#count(nodeIds.known[id]!) + own;
    const { members, counts } = group < 0 ? { members: new Set<number>(), counts: undefined } : this.#group(group);
    const inParts: PageInParts = { ...page, keys: page.nodes, hash: 0, name: '' };
    const { minimumPages } = this.#parts;
    const literal = new Sharing(inParts, id => siteCount(id) >= minimumPages);
    const sharing = this.#parts.sharing(inParts, literal, nodeIds);
    const isContainer = (place: number): boolean => this.#containers.has(placeIds.known[place]!);
    const lanes = { nodes: nodeIds, places: placeIds };
    const instances: readonly CountedInstance[] = this.#parts.instances(
      inParts,
      sharing,
      isContainer,
      lanes,
      id => this.#count(nodeIds.known[id]!),
      own,
    );
    const forEachPage = (id: number, visit: (page: number) => void): void => {
      const known = nodeIds.known[id]!;
      if (known >= 0) for (let at = this.#first[known]!; at < this.#first[known + 1]!; at++) visit(this.#holders[at]!);
    };
    const copies = findCopies(page, { count: siteCount, forEachPage }).map(id => ({
      id,
      nodes: nodeIds.idsOf(frozen.pages[id]!.nodes),
    }));
    const means = {
      nodes: { mean: (id: number, otherwise: number) => meanOf(frozen.nodeMeans, id < 0 ? -1 : nodeIds.known[id]!, otherwise) },
      places: {
        mean: (key: number, otherwise: number) => {
          const place = key < 0 ? -1 : placeIds.known[key >> 1]!;
          return meanOf(frozen.placeMeans, place < 0 ? -1 : place * 2 + (key & 1), otherwise);
        },
      },
    };
    return {
      pages: { size: members.size + own, has: other => members.has(other) },
      nodes: { count: id => (nodeIds.known[id]! < 0 ? 0 : (counts?.count(nodeIds.known[id]!) ?? 0)) + own },
      site: {
        nodes: { count: siteCount },
        size: () => frozen.pages.length + own,
        parts: { instances: () => instances, minimumPages: () => minimumPages, sharing: () => sharing },
        copies: { copiesOf: () => copies },
        pool: { pooled: (keys: PoolKeys, logOdds) => pooledLogOdds(keys, logOdds, means.nodes, means.places) },
        learned: { learned: () => undefined },
      },
    };
  }

  #count(key: number): number {
    return key < 0 ? 0 : this.#counts[key]!;
  }

  /** The pages of a group, and its page counts of node keys. */
  #group(group: number): { members: ReadonlySet<number>; counts: ChunkedCounts } {
    const { members, counts: known } = this.#groups[group]!;
    let counts = known;
    if (!counts) {
      counts = new ChunkedCounts();
      for (const page of members) for (const key of this.frozen.pages[page]!.nodes) counts.increment(key);
      this.#groups[group]!.counts = counts;
    }
    return { members, counts };
  }
}

/** A page with ids of its own for its keys. */
interface PageOfHost extends ScoredPage, Pick<PageInParts, 'links' | 'language' | 'directives'> {
  readonly tree: PageTree;
  readonly nodeIds: PageKeyIds;
  readonly placeIds: PageKeyIds;
}

/** Ids from 0 on for the distinct keys of a page, known to the site or not. */
class PageKeyIds {
  /** By tree node, -1 for none. */
  readonly ids: Int32Array;
  /** By id of the page, the id of the key in the site, -1 for keys that it does not have. */
  readonly known: Int32Array;
  readonly #table: KeyTable;

  /** @param lanes two lanes a tree node, zeros for none. */
  constructor(lanes: Int32Array, site: KeyTable) {
    const table = new KeyTable(lanes.length >> 1);
    this.#table = table;
    this.ids = new Int32Array(lanes.length >> 1);
    for (let node = 0; node < this.ids.length; node++) {
      const lo = lanes[node * 2]!;
      const hi = lanes[node * 2 + 1]!;
      this.ids[node] = lo === 0 && hi === 0 ? -1 : table.locate(lo, hi);
    }
    this.known = new Int32Array(table.size);
    for (let id = 0; id < table.size; id++) this.known[id] = site.find(table.lo(id), table.hi(id));
  }

  keyLo(id: number): number {
    return this.#table.lo(id);
  }

  keyHi(id: number): number {
    return this.#table.hi(id);
  }

  /** Ids of the page for those of the site's ids that the page has. @param site ascending. */
  idsOf(site: Int32Array): Int32Array {
    const has = new Set(site);
    return Int32Array.from([...this.known.keys()].filter(id => has.has(this.known[id]!)));
  }
}

function tableOf(lanes: Int32Array): KeyTable {
  const table = new KeyTable(lanes.length >> 1);
  for (let at = 0; at < lanes.length; at += 2) table.locate(lanes[at]!, lanes[at + 1]!);
  return table;
}

function meanOf(means: Int8Array, at: number, otherwise: number): number {
  const mean = at < 0 ? noMean : means[at]!;
  return mean === noMean ? otherwise : mean;
}

/** Counts the pages of each node key, and lists those of keys on few pages. */
function rareHolders({ pages, nodes }: FrozenSite): { counts: Uint32Array; first: Uint32Array; holders: Uint32Array } {
  const counts = new Uint32Array(nodes.length >> 1);
  for (const page of pages) for (const key of page.nodes) counts[key]!++;
  const first = new Uint32Array(counts.length + 1);
  const isRare = (key: number): boolean => counts[key]! <= labelThresholds.copiedPages;
  for (let key = 0; key < counts.length; key++) first[key + 1] = first[key]! + (isRare(key) ? counts[key]! : 0);
  const holders = new Uint32Array(first[counts.length]!);
  const next = first.slice();
  pages.forEach(({ nodes: keys }, page) => {
    for (const key of keys) if (isRare(key)) holders[next[key]!++] = page;
  });
  return { counts, first, holders };
}
