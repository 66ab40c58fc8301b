import type { GroupCounts, GroupPage } from '../extractors/extractor.ts';
import { isLabelled } from '../page/access.ts';
import { nameId } from '../page/names.ts';
import { ELEMENT, OPAQUE, TEXT } from '../page/tree.ts';
import { countBand, shareBand, shareValues } from './bands.ts';

/** Names by what they say of a node's role; a node may be in several. */
const ancestors = ['head', 'nav', 'header', 'footer', 'main article', 'ul ol dl', 'a', 'table', 'aside', 'form', 'p'] as const;
const kinds = [
  'h1 h2 h3 h4 h5 h6',
  'a',
  'img',
  'li',
  'script style',
  'meta link',
  'p',
  'table tbody tr td th',
  'title',
  'b i em strong span font code small tt u br',
  'div section center',
] as const;

/**
 * What the default labels look at, by column. "Share" is the share of the other pages of the group (or the site) that hold the same; -1
 * where there is nothing to compare. "Text share" weighs the shares of the texts below a node by their length, "node share" those of all
 * nodes below it alike.
 */
export const featureNames: readonly string[] = [
  'node, share of the group',
  'node, share of the site',
  'node, pages of the site',
  'place, share of the group',
  'place, share of the site',
  'text share, group',
  'text share, site',
  'text share of the parent, group',
  'text share of the parent, site',
  'text share of the grandparent, group',
  'text share of the grandparent, site',
  'least text share of the ancestors, group',
  'least text share of the ancestors, site',
  'least place share of the ancestors, group',
  'least node share of the elements above, group',
  'least share of nodes below an ancestor, group',
  'node share, group',
  'node share, site',
  'node share of the parent, group',
  'node share of the parent, site',
  'node share of the grandparent, group',
  'share of the texts below, group',
  'share of the texts below the parent, group',
  'siblings, mean share of the group',
  'siblings, mean text share',
  'siblings',
  'siblings of the same display',
  'times the place stands in the page',
  'parent, share of the group',
  'place of the parent, share of the group',
  'link density',
  'link density of the parent',
  'depth',
  'start, as share of the body',
  'distance from the end, as share of the page',
  'nodes below',
  'text length',
  'text length of the parent',
  'page, mean share of the group',
  'page, text share of the group',
  'share of the group above the page',
  'text',
  ...ancestors.map(names => `in ${names}`),
  ...kinds.map(names => `is ${names}`),
];
const columns = featureNames.length;
/** Added to every value, so that none is negative. */
const OFFSET = 2;

const ancestorBits = new Map<number, number>();
ancestors.forEach((names, bit) => {
  for (const name of names.split(' ')) ancestorBits.set(nameId(name), 1 << bit);
});
const kindColumns = new Map<number, number>();
kinds.forEach((names, index) => {
  for (const name of names.split(' ')) kindColumns.set(nameId(name), columns - kinds.length + index);
});
const link = 1 << ancestors.indexOf('a');
const body = nameId('body');

/** Columns of one value a node, made once a page. */
interface NodeColumns {
  node: Float32Array;
  nodeSite: Float32Array;
  nodePages: Float32Array;
  place: Float32Array;
  placeSite: Float32Array;
}

/**
 * The features, by column: column `c` of row `r` is `values[c * nodes.length + r]`; a row for every labelled
 * node in document order. No value is negative. */
export interface FeatureRows {
  /** Tree node of every row. */
  readonly nodes: Int32Array;
  readonly values: Float32Array;
}

/** The evidence for every labelled node of a page. Linear in the page. */
export function labelFeatures(page: GroupPage, counts: GroupCounts): FeatureRows {
  const { tree } = page;
  const n = tree.size;
  const own = countColumns(page, counts);
  const above = new Int32Array(n);
  const depth = new Int32Array(n);
  const labelled = new Uint8Array(n);
  const sums = new Float64Array((n + 1) * SUMS);
  const stands = new Map<number, number>();
  let rows = 0;
  for (let v = 0; v < n; v++) {
    const parent = tree.parent[v]!;
    depth[v] = parent < 0 ? 0 : depth[parent]! + 1;
    above[v] = (parent < 0 ? 0 : above[parent]!) | (tree.kind[v] === ELEMENT ? (ancestorBits.get(tree.name[v]!) ?? 0) : 0);
    labelled[v] = isLabelled(tree, v) ? 1 : 0;
    rows += labelled[v]!;
    addSums(page, own, sums, v, labelled[v] === 1, (above[v]! & link) !== 0);
    const place = page.places.ids[v]!;
    if (place >= 0) stands.set(place, (stands.get(place) ?? 0) + 1);
  }
  const below = subtreeColumns(page, sums);
  const least = leastColumns(page, own, below, labelled);
  const beside = siblingColumns(page, own, below, labelled);
  const nodes = new Int32Array(rows);
  const values = new Float32Array(rows * columns).fill(OFFSET, rows * (columns - kinds.length));
  const bodyStart = bodyOffset(page);
  const bodyLength = Math.max(1, tree.sourceLength - bodyStart);
  const pageShare = below.nodeShare[tree.root]!;
  const pageText = below.textShare[tree.root]!;
  let row = 0;
  for (let v = 0; v < n; v++) {
    if (!labelled[v]) continue;
    nodes[row] = v;
    const parent = tree.parent[v]!;
    const grandparent = parent < 0 ? -1 : tree.parent[parent]!;
    const at = (column: Float32Array, node: number) => (node < 0 ? -1 : column[node]!);
    const placeOf = tree.kind[v] === TEXT ? parent : v;
    const placeId = placeOf < 0 ? -1 : page.places.ids[placeOf]!;
    let i = row;
    const put = (value: number) => {
      values[i] = value + OFFSET;
      i += rows;
    };
    put(own.node[v]!);
    put(own.nodeSite[v]!);
    put(own.nodePages[v]!);
    put(at(own.place, placeOf));
    put(at(own.placeSite, placeOf));
    put(below.textShare[v]!);
    put(below.textShareSite[v]!);
    put(at(below.textShare, parent));
    put(at(below.textShareSite, parent));
    put(at(below.textShare, grandparent));
    put(at(below.textShareSite, grandparent));
    put(least.textShare[v]!);
    put(least.textShareSite[v]!);
    put(least.place[v]!);
    put(least.node[v]!);
    put(least.nodeShare[v]!);
    put(below.nodeShare[v]!);
    put(below.nodeShareSite[v]!);
    put(at(below.nodeShare, parent));
    put(at(below.nodeShareSite, parent));
    put(at(below.nodeShare, grandparent));
    put(below.texts[v]!);
    put(at(below.texts, parent));
    put(beside.node[v]!);
    put(beside.textShare[v]!);
    put(beside.count[v]!);
    put(beside.alike[v]!);
    put(placeId < 0 ? 0 : Math.min(64, stands.get(placeId)!));
    put(at(own.node, parent));
    put(at(own.place, parent));
    put(below.linkDensity[v]!);
    put(at(below.linkDensity, parent));
    put(depth[v]!);
    put(Math.max(-1, (tree.start[v]! - bodyStart) / bodyLength));
    put((tree.sourceLength - tree.end[v]!) / Math.max(1, tree.sourceLength));
    put(tree.subtreeEnd[v]! - v);
    put(below.length[v]!);
    put(at(below.length, parent));
    put(pageShare);
    put(pageText);
    put(own.node[v]! - pageShare);
    put(tree.kind[v] === TEXT ? 1 : 0);
    for (let bit = 0; bit < ancestors.length; bit++) put((above[v]! >> bit) & 1);
    const named = tree.kind[v] === ELEMENT ? v : parent;
    const column = named < 0 ? undefined : kindColumns.get(tree.name[named]!);
    if (column !== undefined) values[column * rows + row] = 1 + OFFSET;
    row++;
  }
  return { nodes, values };
}

function countColumns(page: GroupPage, counts: GroupCounts): NodeColumns {
  const n = page.tree.size;
  const size = counts.pages.size;
  const siteSize = counts.site.size();
  const own: NodeColumns = {
    node: new Float32Array(n),
    nodeSite: new Float32Array(n),
    nodePages: new Float32Array(n),
    place: new Float32Array(n),
    placeSite: new Float32Array(n),
  };
  for (let v = 0; v < n; v++) {
    const node = page.nodes.ids[v]!;
    const place = page.places.ids[v]!;
    if (node >= 0) {
      const site = counts.site.nodes.count(node);
      own.node[v] = shareValues[shareBand(counts.nodes.count(node), size)]!;
      own.nodeSite[v] = shareValues[shareBand(site, siteSize)]!;
      own.nodePages[v] = countBand(site);
    } else own.node[v] = own.nodeSite[v] = 1;
    if (place >= 0) {
      own.place[v] = shareValues[shareBand(counts.places.count(place), size)]!;
      own.placeSite[v] = shareValues[shareBand(counts.site.places.count(place), siteSize)]!;
    } else own.place[v] = own.placeSite[v] = 1;
  }
  return own;
}

// Sums over all nodes before one, so that a subtree's are differences.
const LENGTH = 0;
const SHARED_LENGTH = 1;
const SITE_LENGTH = 2;
const LINK_LENGTH = 3;
const NODES = 4;
const SHARED_NODES = 5;
const SITE_NODES = 6;
const TEXTS = 7;
const SHARED_TEXTS = 8;
const SUMS = 9;

function addSums({ tree }: GroupPage, own: NodeColumns, sums: Float64Array, v: number, labelled: boolean, inLink: boolean): void {
  const from = v * SUMS;
  const to = from + SUMS;
  for (let k = 0; k < SUMS; k++) sums[to + k] = sums[from + k]!;
  if (!labelled) return;
  const share = Math.max(0, own.node[v]!);
  const site = Math.max(0, own.nodeSite[v]!);
  sums[to + NODES]! += 1;
  sums[to + SHARED_NODES]! += share;
  sums[to + SITE_NODES]! += site;
  if (tree.kind[v] !== TEXT) return;
  sums[to + TEXTS]! += 1;
  sums[to + SHARED_TEXTS]! += share;
  if (tree.flags[v]! & OPAQUE) return;
  const length = tree.textLength[v]!;
  sums[to + LENGTH]! += length;
  sums[to + SHARED_LENGTH]! += length * share;
  sums[to + SITE_LENGTH]! += length * site;
  if (inLink) sums[to + LINK_LENGTH]! += length;
}

interface SubtreeColumns {
  textShare: Float32Array;
  textShareSite: Float32Array;
  nodeShare: Float32Array;
  nodeShareSite: Float32Array;
  texts: Float32Array;
  linkDensity: Float32Array;
  length: Float32Array;
}

function subtreeColumns({ tree }: GroupPage, sums: Float64Array): SubtreeColumns {
  const n = tree.size;
  const column = () => new Float32Array(n);
  const below: SubtreeColumns = {
    textShare: column(),
    textShareSite: column(),
    nodeShare: column(),
    nodeShareSite: column(),
    texts: column(),
    linkDensity: column(),
    length: column(),
  };
  for (let v = 0; v < n; v++) {
    const from = v * SUMS;
    const to = tree.subtreeEnd[v]! * SUMS;
    const sum = (which: number) => sums[to + which]! - sums[from + which]!;
    const length = sum(LENGTH);
    const nodes = sum(NODES);
    const texts = sum(TEXTS);
    below.length[v] = length;
    below.textShare[v] = length > 0 ? sum(SHARED_LENGTH) / length : -1;
    below.textShareSite[v] = length > 0 ? sum(SITE_LENGTH) / length : -1;
    below.linkDensity[v] = length > 0 ? sum(LINK_LENGTH) / length : -1;
    below.nodeShare[v] = nodes > 0 ? sum(SHARED_NODES) / nodes : 0;
    below.nodeShareSite[v] = nodes > 0 ? sum(SITE_NODES) / nodes : 0;
    below.texts[v] = texts > 0 ? sum(SHARED_TEXTS) / texts : -1;
  }
  return below;
}

interface LeastColumns {
  textShare: Float32Array;
  textShareSite: Float32Array;
  place: Float32Array;
  node: Float32Array;
  nodeShare: Float32Array;
}

/** Greater than any share: there is none above. */
const NONE = 9;

/** The least of a value over a node and its ancestors. */
function leastColumns({ tree }: GroupPage, own: NodeColumns, below: SubtreeColumns, labelled: Uint8Array): LeastColumns {
  const n = tree.size;
  const column = () => new Float32Array(n);
  const least: LeastColumns = {
    textShare: column(),
    textShareSite: column(),
    place: column(),
    node: column(),
    nodeShare: column(),
  };
  for (let v = 0; v < n; v++) {
    const parent = tree.parent[v]!;
    const lower = (to: Float32Array, value: number) => {
      const inherited = parent < 0 ? NONE : to[parent]!;
      to[v] = labelled[v] && value < inherited ? value : inherited;
    };
    lower(least.textShare, below.textShare[v]! < 0 ? NONE : below.textShare[v]!);
    lower(least.textShareSite, below.textShareSite[v]! < 0 ? NONE : below.textShareSite[v]!);
    lower(least.place, tree.kind[v] === ELEMENT ? own.place[v]! : NONE);
    lower(least.node, tree.kind[v] === ELEMENT ? own.node[v]! : NONE);
    lower(least.nodeShare, below.nodeShare[v]!);
  }
  return least;
}

interface SiblingColumns {
  node: Float32Array;
  textShare: Float32Array;
  count: Float32Array;
  alike: Float32Array;
}

function siblingColumns(page: GroupPage, own: NodeColumns, below: SubtreeColumns, labelled: Uint8Array): SiblingColumns {
  const { tree, places } = page;
  const n = tree.size;
  const column = () => new Float32Array(n);
  const beside: SiblingColumns = { node: column(), textShare: column(), count: column(), alike: column() };
  const alike = new Map<number, number>();
  for (let parent = 0; parent < n; parent++) {
    const end = tree.subtreeEnd[parent]!;
    if (end === parent + 1) continue;
    let count = 0;
    let shares = 0;
    let texts = 0;
    let textShares = 0;
    alike.clear();
    for (let child = parent + 1; child < end; child = tree.subtreeEnd[child]!) {
      if (!labelled[child]) continue;
      count++;
      shares += own.node[child]!;
      alike.set(places.ids[child]!, (alike.get(places.ids[child]!) ?? 0) + 1);
      if (below.textShare[child]! < 0) continue;
      texts++;
      textShares += below.textShare[child]!;
    }
    for (let child = parent + 1; child < end; child = tree.subtreeEnd[child]!) {
      if (!labelled[child]) continue;
      const hasText = below.textShare[child]! >= 0;
      const otherTexts = texts - (hasText ? 1 : 0);
      beside.node[child] = count > 1 ? (shares - own.node[child]!) / (count - 1) : -1;
      beside.textShare[child] = otherTexts > 0 ? (textShares - (hasText ? below.textShare[child]! : 0)) / otherTexts : -1;
      beside.count[child] = count;
      beside.alike[child] = alike.get(places.ids[child]!)!;
    }
  }
  return beside;
}

function bodyOffset({ tree }: GroupPage): number {
  for (let v = 0; v < tree.size; v++) if (tree.kind[v] === ELEMENT && tree.name[v] === body) return tree.start[v]!;
  return 0;
}
