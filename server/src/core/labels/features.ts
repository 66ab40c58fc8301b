import { nameId } from '../../html/names.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import { countBand } from './bands.ts';
import { ancestorNames, type LeastShares, leastShares, type PathColumns, pathColumns } from './features/ancestors.ts';
import {
  type NeighbourColumns,
  neighbourColumns,
  type OutlineColumns,
  outlineColumns,
  ownTextBlock,
} from './features/document-order.ts';
import { type NodeShares, nodeColumn, nodeShares } from './features/node-shares.ts';
import { type PartColumns, partColumns } from './features/parts.ts';
import { type SamePlaceColumns, samePlaceColumns } from './features/same-place.ts';
import { type RunningSums, runningSums, type SubtreeColumns, subtreeColumns } from './features/subtrees.ts';
import type { LabelCounts, ScoredPage } from './group-counts.ts';
import { thresholds } from './thresholds.ts';

/** Kinds of nodes by element name; each has a feature column. A node has at most one kind. */
const ownNames = ['#text', 'img', 'p', 'div section article main td table tr tbody center'] as const;

const kinds = new Map<number, number>();
ownNames.forEach((names, kind) => {
  if (kind > 0) for (const name of names.split(' ')) kinds.set(nameId(name), kind);
});

/** Index into `ownNames` by tree node, -1 for other names. */
function ownKinds(tree: PageTree): Int8Array {
  const found = new Int8Array(tree.size);
  for (let v = 0; v < tree.size; v++) found[v] = tree.kind[v] === ELEMENT ? (kinds.get(tree.name[v]!) ?? -1) : 0;
  return found;
}

/** Everything that feature columns are computed from; arrays are indexed by tree node. */
interface Evidence {
  tree: PageTree;
  own: NodeShares;
  sums: RunningSums;
  below: SubtreeColumns;
  path: PathColumns;
  least: LeastShares;
  place: SamePlaceColumns;
  near: NeighbourColumns;
  outline: OutlineColumns;
  parts: PartColumns;
  /** Band of the group's size. */
  groupSize: number;
}

/**
 * How a value is encoded in a byte: a share in steps of 1/250, with codes of its own for 0 and for 1; a count up to 253; a length in characters
 * exactly up to 127, then in steps of 64.
 */
type Scale = 'share' | 'count' | 'length';
/** The node whose value a row has: its own, its parent's or its grandparent's. */
type Of = 'node' | 'parent' | 'grandparent';

/** A feature of nodes, in the order of the trained model. */
interface Column {
  name: string;
  scale: Scale;
  of: Of;
  /** Returns the values by tree node, or one value for all nodes. */
  values: (evidence: Evidence) => Float32Array | number;
}

const column = (name: string, scale: Scale, values: Column['values'], of: Of = 'node'): Column => ({ name, scale, of, values });

/**
 * Share of a quantity of the page, 0 to 1, that stands before or after each node.
 * @param sums running sums of the quantity
 * @param less running sums that are subtracted from it
 */
function beyond(tree: PageTree, sums: Float64Array, side: 'before' | 'after', less?: Float64Array): Float32Array {
  const n = tree.size;
  const values = nodeColumn(n);
  const upTo = (v: number) => (less ? sums[v]! - less[v]! : sums[v]!);
  const all = upTo(n);
  const unit = 1 / Math.max(1e-9, all);
  if (side === 'before') for (let v = 0; v < n; v++) values[v] = upTo(v) * unit;
  else for (let v = 0; v < n; v++) values[v] = (all - upTo(tree.subtreeEnd[v]!)) * unit;
  return values;
}

/** Length of the text in each node outside links, in code points. */
function plainText({ tree, sums }: Evidence): Float32Array {
  const values = nodeColumn(tree.size);
  const upTo = (v: number) => sums.length[v]! - sums.linkLength[v]!;
  for (let v = 0; v < tree.size; v++) values[v] = upTo(tree.subtreeEnd[v]!) - upTo(v);
  return values;
}

/** Share of the page's source, 0 to 1, after each node. */
function distanceFromEnd({ tree }: Evidence): Float32Array {
  const values = nodeColumn(tree.size);
  const length = Math.max(1, tree.sourceLength);
  for (let v = 0; v < tree.size; v++) values[v] = (length - tree.end[v]!) / length;
  return values;
}

/** The features, in the order of the trained model. "Group" means the site if the page is alone in its group. */
const columns: readonly Column[] = [
  column('node, share of the group', 'share', e => e.own.share),
  column('node, share of the site', 'share', e => e.own.siteShare),
  column('node, pages of the site', 'count', e => e.own.sitePages),
  column('text share of the parent, group', 'share', e => e.below.textShare, 'parent'),
  column('text share of the parent, site', 'share', e => e.below.textShareSite, 'parent'),
  column('text share of the grandparent, site', 'share', e => e.below.textShareSite, 'grandparent'),
  column('node share, group', 'share', e => e.below.nodeShare),
  column('node share, site', 'share', e => e.below.nodeShareSite),
  column('node share of the parent, site', 'share', e => e.below.nodeShareSite, 'parent'),
  column('least text share on the way, group', 'share', e => e.least.textShare),
  column('least text share on the way, site', 'share', e => e.least.textShareSite),
  column('same place, mean node share, group', 'share', e => e.place.nodeShare),
  column('same place, mean node share, site', 'share', e => e.place.nodeShareSite),
  column('same place, least node share, group', 'share', e => e.place.leastNodeShare),
  column('same place, least node share, site', 'share', e => e.place.leastNodeShareSite),
  column('nodes at the same place', 'count', e => e.place.count),
  column('times the node stands in the page', 'count', e => e.place.sameNodes),
  column('leaves around, group', 'share', e => e.near.near),
  column('leaves far around, group', 'share', e => e.near.wide),
  column('leaves around, site', 'share', e => e.near.nearSite),
  column('shared leaves in a row', 'count', e => e.near.runLeaves),
  column('shared text in a row', 'length', e => e.near.runText),
  column('block of half of the own text, group', 'count', e => ownTextBlock(e.tree, e.sums.length, e.sums.sharedLength, 0.5)),
  column('block of half of the own text, site', 'count', e => ownTextBlock(e.tree, e.sums.length, e.sums.siteLength, 0.5)),
  column('block of most of the own text, group', 'count', e => ownTextBlock(e.tree, e.sums.length, e.sums.sharedLength, 0.8)),
  column('own text after, group', 'share', e => beyond(e.tree, e.sums.length, 'after', e.sums.sharedLength)),
  column('own text after, site', 'share', e => beyond(e.tree, e.sums.length, 'after', e.sums.siteLength)),
  column('own nodes after, group', 'share', e => beyond(e.tree, e.sums.nodes, 'after', e.sums.sharedNodes)),
  column('plain text before', 'share', e => beyond(e.tree, e.sums.length, 'before', e.sums.linkLength)),
  column('plain text after', 'share', e => beyond(e.tree, e.sums.length, 'after', e.sums.linkLength)),
  column('plain text below', 'length', plainText),
  column('headings before', 'count', e => e.outline.headingsBefore),
  column('top headings before', 'count', e => e.outline.topHeadingsBefore),
  column('headings before, of all', 'share', e => e.outline.headingsBeforeShare),
  column('headings after, of all', 'share', e => e.outline.headingsAfterShare),
  column('level of the last heading', 'count', e => e.outline.lastHeading),
  column('level of the section', 'count', e => e.outline.section),
  column('paragraphs after, of all', 'share', e => e.outline.paragraphsAfterShare),
  column('child of the body', 'count', e => e.outline.branch),
  column('child of the body from its end', 'count', e => e.outline.branchFromEnd),
  column('node share of the child of the body', 'share', e => e.outline.branchShare),
  column('link density of the parent', 'share', e => e.below.linkDensity, 'parent'),
  column('depth', 'count', e => e.path.depth),
  column('distance from the end of the page', 'share', distanceFromEnd),
  column('page, mean share of the group', 'share', e => e.below.nodeShare[e.tree.root] ?? 1),
  column('page, text share of the group', 'share', e => e.below.textShare[e.tree.root] ?? -1),
  column('size of the group', 'count', e => e.groupSize),
  column('node and parts', 'count', e => e.parts.state),
  column('part, share of the site', 'share', e => e.parts.pages),
  column('part, pages of the site', 'count', e => e.parts.pagesBand),
  column('part, share that has its fixed nodes', 'share', e => e.parts.variant),
  column('part, share that is fixed', 'share', e => e.parts.fixed),
  column('part, nodes', 'count', e => e.parts.size),
  column('part, share of the text of the page', 'share', e => e.parts.text),
  column('part outside of the own text', 'count', e => e.parts.outside),
  column('share below in parts', 'share', e => e.parts.below),
  column('share of the parent in parts', 'share', e => e.parts.below, 'parent'),
  column('nodes in parts before', 'share', e => e.parts.before),
  column('nodes in parts after', 'share', e => e.parts.after),
  column('page, share in parts', 'share', e => e.parts.below[e.tree.root] ?? 0),
];

/** Names of the features of the default labels, by column. */
export const featureNames: readonly string[] = [
  ...columns.map(({ name }) => name),
  ...ancestorNames.map(names => `in ${names}`),
  ...ownNames.map(names => `is ${names}`),
];

const all = new Uint8Array(featureNames.length).fill(1);

/** Features of a page's labelled nodes, one row each in document order. The value of column `c` in row `r` is `values[c * stride + r]`. */
export interface FeatureRows {
  /** Tree node of every row. */
  readonly nodes: Int32Array;
  readonly values: Uint8Array;
  /** Number of rows, rounded up to a multiple of four, so that four rows of a column can be read as one word. */
  readonly stride: number;
}

/**
 * Returns the features of every labelled node of a page. Takes time linear in the page.
 * @param wanted 1 for each column of `featureNames` to compute; others stay 0. Default: all columns.
 */
export function labelFeatures(page: ScoredPage, counts: LabelCounts, wanted: Uint8Array = all): FeatureRows {
  const { tree } = page;
  const own = nodeShares(page, counts);
  const path = pathColumns(tree);
  const sums = runningSums(tree, own, path.inLink);
  const below = subtreeColumns(tree, sums);
  const evidence: Evidence = {
    tree,
    own,
    sums,
    below,
    path,
    least: leastShares(tree, own, below),
    place: samePlaceColumns(page, own, below),
    near: neighbourColumns(tree, own, sums),
    outline: outlineColumns(tree, own, below.nodeShare),
    parts: partColumns(page, counts, own, sums),
    groupSize: countBand(counts.pages.size),
  };
  const rows = sums.nodes[tree.size]!;
  const nodes = new Int32Array(rows);
  // The index `tree.size` stands for a missing node: columns hold -1 there.
  const parents = new Int32Array(rows).fill(tree.size);
  const grandparents = new Int32Array(rows).fill(tree.size);
  for (let v = 0, row = 0; v < tree.size; v++) {
    if (!own.labelled[v]) continue;
    const parent = tree.parent[v]!;
    if (parent >= 0) parents[row] = parent;
    if (parent >= 0 && tree.parent[parent]! >= 0) grandparents[row] = tree.parent[parent]!;
    nodes[row++] = v;
  }
  const stride = (rows + 3) & ~3;
  const values = new Uint8Array(stride * featureNames.length);
  const nodesOf: Record<Of, Int32Array> = { node: nodes, parent: parents, grandparent: grandparents };
  let index = 0;
  for (const { scale, of, values: valuesOf } of columns) {
    const at = index * stride;
    if (!wanted[index++]) continue;
    const from = valuesOf(evidence);
    if (typeof from === 'number') values.fill(code[scale](from), at, at + rows);
    else write[scale](values, at, from, nodesOf[of]);
  }
  for (let bit = 0; bit < ancestorNames.length; bit++) {
    const at = index * stride;
    if (!wanted[index++]) continue;
    for (let row = 0; row < rows; row++) values[at + row] = (path.inside[nodes[row]!]! >> bit) & 1;
  }
  const kinds = ownKinds(tree);
  for (let kind = 0; kind < ownNames.length; kind++) {
    const at = index * stride;
    if (!wanted[index++]) continue;
    for (let row = 0; row < rows; row++) values[at + row] = kinds[nodes[row]!] === kind ? 1 : 0;
  }
  return { nodes, values, stride };
}

const { shareTolerance } = thresholds;

/** Encodes a value in a byte. */
const code: Record<Scale, (value: number) => number> = {
  share: share => (share >= shareTolerance ? (2 + shareTolerance + share * 250) | 0 : share < 0 ? 0 : 1),
  count: count => (count < 254 ? (count + 1) | 0 : 255),
  length: length => (length < 128 ? length | 0 : length < 8256 ? (128 + (length - 128) / 64) | 0 : 255),
};

/** Encodes the values of a column, one byte per row, into `to` from index `at` on. `nodes` holds the tree node of each row. */
type Write = (to: Uint8Array, at: number, from: Float32Array, nodes: Int32Array) => void;

// Each scale has its own loop, so that the call of `code` in it is monomorphic and inlined.
const write: Record<Scale, Write> = {
  share(to, at, from, nodes) {
    for (let row = 0; row < nodes.length; row++) to[at + row] = code.share(from[nodes[row]!]!);
  },
  count(to, at, from, nodes) {
    for (let row = 0; row < nodes.length; row++) to[at + row] = code.count(from[nodes[row]!]!);
  },
  length(to, at, from, nodes) {
    for (let row = 0; row < nodes.length; row++) to[at + row] = code.length(from[nodes[row]!]!);
  },
};
